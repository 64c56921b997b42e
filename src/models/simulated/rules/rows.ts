import { changesIn } from "./change.ts";
import { type Judgement, judge } from "./sign.ts";
import type { Passage } from "./statements.ts";
import { tokensOf } from "./tokens.ts";

const PERIOD = /\b(?:19|20)\d\d\b|^Q[1-4]\b|^(?:before|after|then|now|start|end|first|last|year \d)/i;
const FIGURE = /-?\d+(?:[.,]\d+)*/;

/** A row of a table: a measure over time, against a target, or in words. */
export function judgeRow({ text, row }: Passage): Judgement {
  const { cells = [], head = null } = row ?? {};
  const [label = "", ...values] = cells;
  const inWords = values.filter((cell) => /\p{L}{3}/u.test(cell)).join(", ");
  const said = judge(inWords, { isOfPerson: true, section: "" });
  if (said.sign !== 0) return said;
  if (head === null) return { sign: 0, why: "a row without a sign", isPlain: true };
  const heads = head.slice(1);
  const timed = values.filter(
    (_, at) => PERIOD.test(heads[at] ?? "") && !/plan|target|forecast|budget|goal/i.test(heads[at] ?? ""),
  );
  if (timed.length >= 2) return overTime(label, timed.map(figure));
  const target = heads.findIndex((each) =>
    /\b(?:plan|planned|target|budget|granted|promised|goal|agreed|allowed)\b/i.test(each),
  );
  const actual = heads.findIndex(
    (each, at) =>
      at !== target && /\b(?:actual|used|spent|result|achieved|reached|now|done|real)\b/i.test(each),
  );
  if (target >= 0 && actual >= 0)
    return moved(label, figure(values[target] ?? ""), figure(values[actual] ?? ""), 0.02);
  return { sign: 0, why: text === "" ? "an empty row" : "a row without a sign", isPlain: false };
}

function figure(cell: string): number | null {
  const found = FIGURE.exec(cell.replaceAll(/,(?=\d{3})/g, ""));
  return found ? Number(found[0].replace(",", ".")) : null;
}

/** Steadily up or down; what goes to and fro says nothing. */
function overTime(label: string, values: readonly (number | null)[]): Judgement {
  const known = values.filter((value) => value !== null);
  const steps = known.slice(1).map((value, at) => Math.sign(value - known[at]!));
  const isSteady = steps.length > 0 && (steps.every((step) => step >= 0) || steps.every((step) => step <= 0));
  return isSteady
    ? moved(label, known[0]!, known.at(-1)!, 0.02)
    : { sign: 0, why: "figures that go up and down", isPlain: false };
}

function moved(label: string, from: number | null, to: number | null, least: number): Judgement {
  const why = "a change, and not for what";
  if (from === null || to === null || Math.abs(to - from) <= Math.abs(from) * least)
    return { sign: 0, why: "hardly any change", isPlain: true };
  const [found] = changesIn(tokensOf(`${label} ${to > from ? "rose" : "fell"} sharply`));
  if (!found || found.sign === 0) return { sign: 0, why, isPlain: false };
  return { sign: found.sign, strength: 0.6, severe: false, kind: "change" };
}
