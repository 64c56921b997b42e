import { changesIn } from "./change.ts";
import type { Judgement } from "./judgement.ts";
import { marked } from "./lexicon.ts";
import { judge } from "./sign.ts";
import type { Passage } from "./statements.ts";
import { is, tokensOf } from "./tokens.ts";

const FIGURE = /-?\d+(?:[.,]\d+)*/;

/** A row of a table: a measure over time, against a target, or in words. */
export function judgeRow({ row }: Passage): Judgement {
  const { cells = [], head = null } = row ?? {};
  const [label = "", ...values] = cells;
  const verdict = tokensOf(values.at(-1) ?? "");
  if (verdict.length === 1 && is(verdict[0], "w.passes", "w.falls-short"))
    return { sign: is(verdict[0], "w.passes") ? 1 : -1, strength: 0.5, severe: false, kind: "plan" };
  const inWords = (head === null ? cells : values).filter((cell) => /\p{L}{3}/u.test(cell)).join(", ");
  const said = judge(inWords, { isOfPerson: true, section: "" });
  if (said.sign !== 0 && !(said.kind === "doing" && label.endsWith(":"))) return said;
  if (head === null) return { sign: 0, why: "a row without a sign", isPlain: true };
  const heads = head.slice(1);
  const columns = values.map((cell, at) => ({ name: heads[at] ?? "", cell, figure: figure(cell) }));
  const timed = columns.filter(
    ({ name, figure: value }) => value !== null && marked(name, "period") && !marked(name, "planned"),
  );
  if (timed.length >= 2) return overTime(label, timed);
  const target = columns.find(({ name }) => marked(name, "planned"));
  const actual = columns.find((each) => each !== target && marked(each.name, "actual"));
  if (target && actual)
    return moved(
      label,
      target,
      actual,
      `${plainly(label)} came to ${actual.cell}, where the ${target.name.toLowerCase()} was ${target.cell}`,
    );
  return { sign: 0, why: "a row without a sign", isPlain: false };
}

type Column = { readonly name: string; readonly cell: string; readonly figure: number | null };

function plainly(label: string): string {
  return /^\p{Lu}{2}/u.test(label) ? label : label.slice(0, 1).toLowerCase() + label.slice(1);
}

function figure(cell: string): number | null {
  const found = FIGURE.exec(cell.replaceAll(/,(?=\d{3})/g, ""));
  return found ? Number(found[0].replace(",", ".")) : null;
}

/** Steadily up or down; what goes to and fro says nothing. */
function overTime(label: string, columns: readonly Column[]): Judgement {
  const steps = columns.slice(1).map(({ figure: value }, at) => Math.sign(value! - columns[at]!.figure!));
  const isSteady = steps.every((step) => step >= 0) || steps.every((step) => step <= 0);
  const [first, last] = [columns[0]!, columns.at(-1)!];
  const says = `${plainly(label)} went from ${first.cell} in ${first.name} to ${last.cell} in ${last.name}`;
  return isSteady
    ? moved(label, first, last, says)
    : { sign: 0, why: "figures that go up and down", isPlain: false };
}

/** A change of less than this share is none. */
const LEAST_CHANGE = 0.02;

function moved(label: string, { figure: from }: Column, { figure: to }: Column, says: string): Judgement {
  if (from === null || to === null || Math.abs(to - from) <= Math.abs(from) * LEAST_CHANGE)
    return { sign: 0, why: "hardly any change", isPlain: true };
  const [found] = changesIn(tokensOf(`${label} ${to > from ? "rose" : "fell"} sharply`));
  if (!found || found.sign === 0) return { sign: 0, why: "a change, and not for what", isPlain: false };
  return { sign: found.sign, strength: 0.6, severe: false, kind: "change", says };
}
