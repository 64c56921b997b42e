import { isNonEmpty, lastOf, type NonEmpty, pairs } from "../../../lists.ts";
import { changesIn, subjectOf, worth } from "./change.ts";
import { type StatementJudgement, turned } from "./judgement.ts";
import { marked } from "./lexicon.ts";
import { type ProposedChange, sideNamed } from "./proposal.ts";
import { judge } from "./sign.ts";
import type { Passage } from "./statements.ts";
import { is, tokensOf } from "./tokens.ts";

const FIGURE = /-?\d+(?:[.,]\d+)*/;

/** A row of a table: a measure over time, against a target, or in words. */
export function judgeRow({ row }: Passage, proposal: ProposedChange | null): StatementJudgement {
  const { cells = [], head = null } = row ?? {};
  const sided = proposal && head && besides(cells, head, proposal);
  if (sided) return sided;
  const judged = judgeCells(cells, head);
  return proposal?.ends === true ? turned(judged) : judged;
}

/** A column of what there is beside one of what is proposed. */
function besides(
  [label = "", ...values]: readonly string[],
  [, ...heads]: readonly string[],
  proposal: ProposedChange,
): StatementJudgement | null {
  const columns = values.map((cell, at) => {
    const name = heads[at] ?? "";
    return { name, cell, figure: figure(cell), side: sideNamed(name, proposal) };
  });
  const [today, ...others] = columns.filter(({ side }) => side === "old");
  const next = columns.filter((each) => each !== today && each.figure !== null);
  const [proposed, ...more] = next.some(({ side }) => side === "next")
    ? next.filter(({ side }) => side === "next")
    : next;
  if (!today || !proposed || others.length + more.length > 0) return null;
  if (marked(label, "bounds")) return { sign: 0, why: "a bound, and not of what", isPlain: false };
  const says = `${plainly(label)} is ${proposed.cell} for ${proposed.name} and ${today.cell} for ${today.name}`;
  const judged = moved(label, today, proposed, says);
  return judged.sign === 0 && !judged.isPlain ? null : judged;
}

function judgeCells(cells: readonly string[], head: readonly string[] | null): StatementJudgement {
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
  const timed = columns.flatMap(({ name, cell, figure: value }) =>
    value !== null && marked(name, "period") && !marked(name, "planned") ? [{ name, cell, figure: value }] : [],
  );
  const [first, ...later] = timed;
  if (first && isNonEmpty(later)) return overTime(label, first, later);
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

type NamedCell = { readonly name: string; readonly cell: string; readonly figure: number | null };
type NamedFigure = NamedCell & { readonly figure: number };

function plainly(label: string): string {
  return /^\p{Lu}{2}/u.test(label) ? label : label.slice(0, 1).toLowerCase() + label.slice(1);
}

function figure(cell: string): number | null {
  const found = FIGURE.exec(cell.replaceAll(/,(?=\d{3})/g, ""));
  return found ? Number(found[0].replace(",", ".")) : null;
}

/** Steadily up or down; what goes to and fro says nothing. */
function overTime(label: string, first: NamedFigure, later: NonEmpty<NamedFigure>): StatementJudgement {
  const steps = pairs([first, ...later], later).map(([before, next]) => Math.sign(next.figure - before.figure));
  const isSteady = steps.every((step) => step >= 0) || steps.every((step) => step <= 0);
  const last = lastOf(later);
  const says = `${plainly(label)} went from ${first.cell} in ${first.name} to ${last.cell} in ${last.name}`;
  return isSteady
    ? moved(label, first, last, says)
    : { sign: 0, why: "figures that go up and down", isPlain: false };
}

/** A change of less than this share is none. */
const LEAST_CHANGE = 0.02;

function moved(
  label: string,
  { figure: from }: NamedCell,
  { figure: to }: NamedCell,
  says: string,
): StatementJudgement {
  if (from === null || to === null || Math.abs(to - from) <= Math.abs(from) * LEAST_CHANGE)
    return { sign: 0, why: "hardly any change", isPlain: true };
  const value = worth(subjectOf(tokensOf(label)));
  if (value !== 0)
    return { sign: to > from ? value : (-value as -1 | 1), strength: 0.6, severe: false, kind: "change", says };
  const [found] = changesIn(tokensOf(`${label} ${to > from ? "rose" : "fell"} sharply`));
  if (!found || found.sign === 0) return { sign: 0, why: "a change, and not for what", isPlain: false };
  return { sign: found.sign, strength: 0.6, severe: false, kind: "change", says };
}
