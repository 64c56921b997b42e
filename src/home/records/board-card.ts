// The card of a board test: what was tested, how each line came out, and what it does not show. The
// command prints it, tables and pages quote its one row, and `card.json` keeps it.

import { z } from "zod";
import { dropMissing } from "../../lists.ts";
import { alignColumns } from "../../text/aligned.ts";
import { formatCount } from "../../text/plain.ts";

/** Lines of the card, in its order. */
export const LINE_IDS = [
  "struck",
  "denied",
  "better",
  "name",
  "gap",
  "layout",
  "order",
  "empty",
] as const;
export type LineId = (typeof LINE_IDS)[number];

const points = z.number();

const lineSchema = z.object({
  id: z.enum(LINE_IDS),
  title: z.string(),
  result: z.enum(["pass", "fail", "unclear", "no-room"]),
  /** Points of the scale of options, 0 to 100; null for the empty paper. The interval has 90 %. */
  shift: z.object({ shift: points, low: points, high: points }).nullable(),
  /** Of the empty paper: votes without a verdict, of all votes. */
  abstained: z.object({ count: z.int(), of: z.int() }).nullable(),
  runs: z.int(),
});
type CardLine = z.infer<typeof lineSchema>;

export const cardSchema = z.object({
  format: z.literal(1),
  /** SHA-256 of the board: question, personas, models, protocol, options, requirements, prompts. Not of the paper. */
  board: z.string(),
  scenario: z.string(),
  /** When the test ended, ISO 8601. */
  at: z.string(),
  /** Hashes of its text, and of its file if it was read from one. */
  paper: z.object({
    name: z.string(),
    sha256: z.string(),
    fileSha256: z.string().optional(),
  }),
  models: z.array(z.string()),
  members: z.int(),
  result: z.enum(["pass", "fail", "unclear", "void"]),
  /** Why the card is void. */
  because: z.string().nullable(),
  quick: z.boolean(),
  calls: z.int(),
  dollars: z.number().nullable(),
  /** Mean place of the votes on the untouched paper, 0 to 100. */
  support: z.number().nullable(),
  /** Points that were confirmed in the paper, so that its support could fall. */
  confirmed: z.int(),
  /** Share of pairs of untouched votes of one member that differ, 0 to 1. */
  noise: z.number().nullable(),
  /** Lines of the paper that were struck out, from 1. */
  struck: z.array(z.int()),
  control: lineSchema.shape.shift,
  lines: z.array(lineSchema),
  missing: z.array(z.object({ line: z.enum(LINE_IDS), title: z.string(), because: z.string() })),
  /** The name that was replaced; null if none was found. */
  name: z.object({ found: z.string(), isConfirmed: z.boolean() }).nullable(),
  /** How many tests of this board were begun before. */
  earlier: z.int(),
});
export type BoardTestCard = z.infer<typeof cardSchema>;

const EXPECTED: Readonly<Record<LineId, string>> = {
  struck: "must fall",
  denied: "must fall",
  better: "must rise",
  name: "must stay",
  gap: "must stay",
  layout: "must stay",
  order: "must stay",
  empty: "must abstain",
};

const RESULTS = {
  pass: "pass",
  fail: "FAIL",
  unclear: "unclear",
  "no-room": "no room",
} as const;

export function formatResult(result: CardLine["result"]): string {
  return RESULTS[result];
}

/** For each line: what must happen, the change, what the votes did, and the result. */
export function listCardRows({ lines }: BoardTestCard): string[][] {
  return lines.map((line) => [
    EXPECTED[line.id],
    line.title,
    formatFigure(line),
    formatResult(line.result),
  ]);
}

export function formatEnd(result: BoardTestCard["result"]): string {
  return result === "pass" ? "passed" : result.toUpperCase();
}

/** Calls, dollars if every price is known, and the support of the untouched paper if it was measured. */
export function formatSpending({
  calls,
  dollars,
  support,
}: Pick<BoardTestCard, "calls" | "dollars" | "support">): string {
  const price = dollars === null ? "" : `, $${dollars.toFixed(2)}`;
  const aimed = support === null ? "" : `, support ${Math.round(support)} of 100`;
  return `${formatCount(calls, "call")}${price}${aimed}`;
}

export function formatCard(card: BoardTestCard): readonly string[] {
  const { result, because, noise, control, confirmed } = card;
  return dropMissing([
    `Board test: ${formatEnd(result)}   (opening votes, ${formatSpending(card)})`,
    because,
    ...alignColumns(listCardRows(card)),
    ...card.missing.map(({ title, because: why }) => `not made: ${title}; ${why}`),
    control === null
      ? "Control: the untouched paper has too few votes."
      : `Control: two halves of the untouched paper differ by ${formatShift(control)}.`,
    noise !== null &&
      `Noise: ${Math.round(100 * noise)} % of votes differ between two untouched runs.`,
    confirmed > 0 &&
      `Base: the paper with ${formatCount(confirmed, "point")} confirmed, so that support can rise and fall.`,
    card.struck.length > 0 &&
      `Struck out: ${card.paper.name}, ${card.struck.length === 1 ? "line" : "lines"} ${card.struck.join(", ")}.`,
    card.name && !card.name.isConfirmed && `Name not confirmed: ${card.name.found}.`,
    card.earlier > 0 && `Tests of this board before this one: ${card.earlier}.`,
    "Says nothing about debates, another post, another paper or another day, and a pass does not exclude a bias of 10 points.",
  ]);
}

/** One row for tables and pages: the result, with the figures of what failed. */
export function summarizeCard({ result, at, paper, lines }: BoardTestCard): string {
  const day = at.slice(0, 10);
  const failed = lines.filter((line) => line.result === "fail");
  if (result === "fail")
    return `FAILED on ${day}: ${failed.map((line) => `${line.title} ${formatFigure(line)}`).join("; ")}`;
  if (result !== "pass") return `${result} on ${day}`;
  const heard = lines.filter(({ id }) => ["struck", "denied", "better"].includes(id));
  const hears = heard.filter((line) => line.result === "pass").length;
  return `passed on ${day} with ${paper.name}: hears evidence ${hears} of ${heard.length}, blind to names within 5 points, to order and layout within 10`;
}

function formatFigure({ shift, abstained, runs }: CardLine): string {
  const after = `, ${formatCount(runs, "run")}`;
  if (abstained !== null) return `${abstained.count} of ${abstained.of} gave no verdict`;
  return shift === null ? `no votes${after}` : `${formatShift(shift)}${after}`;
}

export function formatShift({ shift, low, high }: NonNullable<CardLine["shift"]>): string {
  return `${formatPoints(shift)} (${formatPoints(low)} to ${formatPoints(high)})`;
}

function formatPoints(value: number): string {
  const rounded = Math.round(value);
  return rounded > 0 ? `+${rounded}` : String(rounded || 0);
}
