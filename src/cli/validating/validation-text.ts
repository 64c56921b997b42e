import { stringify } from "csv-stringify/sync";
import type { Interval } from "../../metrics/statistics.ts";
import type { ValidationRow, ValidationTable } from "../../studies/validation/validation.ts";
import { aligned } from "../terminal/aligned.ts";

const HEAD = ["", "OBSERVED", "95 %", "N", "PUBLISHED", "VERDICT"] as const;

const USES = {
  calibration: "calibration: these members were fitted to it",
  "hold-out": "hold-out: nothing was fitted to it",
} as const;

/** Tables one under another, those that check a fit apart from those that could have failed. */
export function validationLines(tables: readonly ValidationTable[], define: boolean, width?: number): string[] {
  return inOrder(tables).flatMap(({ id, title, use, definition, rows }) => [
    "",
    `${id}  ${title}  (${USES[use]})`,
    ...aligned([[...HEAD], ...rows.map(cellsOf)], width),
    ...(define ? [definition] : []),
  ]);
}

export function validationMarkdown(tables: readonly ValidationTable[]): string[] {
  return inOrder(tables).flatMap(({ id, title, use, definition, rows }) => [
    "",
    `## ${id}: ${title}`,
    "",
    `*${USES[use]}.* ${definition}`,
    "",
    "| what | observed | 95 % | N | published | verdict |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows.map((row) => `| ${cellsOf(row).join(" | ")} |`),
  ]);
}

export function validationCsv(tables: readonly ValidationTable[]): string {
  const rows = inOrder(tables).flatMap(({ id, use, rows: each }) =>
    each.map(({ what, observed, interval, n, published, verdict, needs }) => [
      ...[id, use, what, observed ?? "", interval?.low ?? "", interval?.high ?? "", n],
      ...[published.words, verdict, needs ?? ""],
    ]),
  );
  return stringify([
    ["table", "use", "what", "observed", "low", "high", "n", "published", "verdict", "needs"],
    ...rows,
  ]);
}

/** Verdicts counted, for calibration and hold-out apart. */
export function countLines(tables: readonly ValidationTable[]): string[] {
  return (["calibration", "hold-out"] as const).flatMap((use) => {
    const rows = tables.filter((table) => table.use === use).flatMap((table) => table.rows);
    if (rows.length === 0) return [];
    const of = (verdict: ValidationRow["verdict"]) => rows.filter((row) => row.verdict === verdict).length;
    return [`${use}: ${of("inside")} inside, ${of("outside")} outside, ${of("too few")} with too few meetings`];
  });
}

export function inOrder(tables: readonly ValidationTable[]): ValidationTable[] {
  return [...tables].sort((a, b) => Number(a.use === "hold-out") - Number(b.use === "hold-out"));
}

function cellsOf({ what, observed, interval, n, published, verdict, needs }: ValidationRow): string[] {
  const more = needs === null ? "none so far" : `needs about ${needs} more meetings`;
  const isKnown = verdict !== "too few";
  return [
    what,
    isKnown && observed !== null ? observed.toFixed(3) : "",
    isKnown && interval ? inWords(interval) : "",
    String(n),
    published.words,
    isKnown ? verdict : `too few: ${more}`,
  ];
}

function inWords({ low, high }: Interval): string {
  return `${low.toFixed(3)} to ${high.toFixed(3)}`;
}
