import type { Amendment } from "../../models/reader/check-answer.ts";
import type { Statement } from "../../models/simulated/rules/read.ts";
import { readInWords } from "../../reports/words.ts";
import type { Casebook, Point, Requirement } from "../../scenario/schema/casebook.ts";
import { aligned } from "../terminal/aligned.ts";

/** What was made of a case, by whatever reader. */
export type CaseReading = {
  readonly casebook: Casebook;
  /** Of a reading by rules: all that was looked at. */
  readonly statements: readonly Statement[];
  readonly dropped: readonly Amendment[];
  readonly mended: readonly Amendment[];
};

/** Each statement with its line, sign and criteria, then what was asked for, and how much was read. */
export function readingLines(reading: CaseReading, width: number | undefined): readonly string[] {
  const { casebook, statements, dropped, mended } = reading;
  const rows = statements.length > 0 ? statements.map(ofStatement) : casebook.points.map(ofPoint);
  return [
    ...aligned([["WHERE", "SIGN", "BEARS ON", "STATEMENT"], ...rows], width),
    "",
    ...requirementLines(casebook.requirements, width),
    ...remarkLines("Left out", dropped),
    ...remarkLines("Mended", mended),
    ...(casebook.read ? [`Read ${readInWords(casebook.read)}`] : []),
  ];
}

type StatementRow = readonly [where: string, sign: string, bears: string, text: string];

function ofStatement({ document, line, text, point, why, weighable }: Statement): StatementRow {
  const where = `${document}:${line}`;
  if (point) return [where, signOf(point), bearsOn(point), text];
  return [where, weighable ? "?" : "", why ? `(${why})` : "", text];
}

function ofPoint(point: Point): StatementRow {
  return [point.ref.replace("#L", ":").replace("-L", "-"), signOf(point), bearsOn(point), point.says];
}

function signOf({ bears, severe }: Point): string {
  const sum = Object.values(bears).reduce((all, each) => all + each, 0);
  const sign = sum > 0 ? "+" : sum < 0 ? "-" : "±";
  return severe ? `${sign} severe` : sign;
}

function bearsOn({ bears }: Point): string {
  return Object.entries(bears)
    .map(([criterion, value]) => `${criterion} ${value}`)
    .join(", ");
}

function requirementLines(requirements: readonly Requirement[], width: number | undefined): readonly string[] {
  if (requirements.length === 0) return [];
  const rows = requirements.map(({ text, ref, must, met, by }) => [
    ref.replace("#L", ":").replace("-L", "-"),
    MET[met],
    must ? "must" : "",
    by === undefined ? text : `${text} (${by})`,
  ]);
  return [...aligned([["ASKED FOR", "MET", "", "REQUIREMENT"], ...rows], width), ""];
}

const MET: Readonly<Record<Requirement["met"], string>> = { yes: "met", no: "unmet", open: "open" };

function remarkLines(title: string, remarks: readonly Amendment[]): readonly string[] {
  if (remarks.length === 0) return [];
  return [`${title}: ${remarks.length}`, ...remarks.map(({ what, why }) => `  ${what}: ${why}`), ""];
}

/** `3 requirements: 1 met, 1 unmet (licence), 1 open`; null where nothing is asked for. */
export function requirementsInWords(requirements: readonly Requirement[]): string | null {
  if (requirements.length === 0) return null;
  const of = (met: Requirement["met"]) => requirements.filter((each) => each.met === met);
  const unmet = of("no").map(({ id, must }) => (must ? `${id}, a must` : id));
  const named = unmet.length === 0 ? "" : ` (${unmet.join("; ")})`;
  const count = `${requirements.length} requirement${requirements.length === 1 ? "" : "s"}`;
  return `${count}: ${of("yes").length} met, ${unmet.length} unmet${named}, ${of("open").length} open`;
}
