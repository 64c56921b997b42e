import type { SynthesisData } from "../../protocols/judges/instructions.ts";
import { NONE } from "../../scenario/schema/scenario.ts";
import { joinNames, toPlainId } from "../../text/plain.ts";
import { type Fact, quotationOf } from "../book.ts";
import type { Behaviour, SimulatedTurn } from "../member.ts";
import { isConditional, type Mind, openMind, supports, weightOf } from "../mind.ts";
import { besides, ownWords, reasonsOf, stock } from "../say.ts";

export const JUDGES: Readonly<Record<string, Behaviour>> = { judge, synthesis: sumUp };

const OWN_SIDE = 3;

export function restsOn(mind: Mind): readonly Fact[] {
  const weight = (fact: Fact) => Math.abs(weightOf(mind, fact)) + (fact === mind.reason ? 10 : 0);
  const facts = mind.book.facts
    .filter((fact) => weightOf(mind, fact) !== 0)
    .sort((a, b) => weight(b) - weight(a));
  const own = facts.filter((fact) => supports(mind, fact) > 0).slice(0, OWN_SIDE);
  return [...own, ...facts.filter((fact) => supports(mind, fact) < 0).slice(0, 1)];
}

export function evidenceOf(facts: readonly Fact[]) {
  return facts.map(({ point: { ref, quote, lines } }) => ({ ref, quote, says: lines[0] ?? quote }));
}

/** A sentence with its line before the full stop. */
export const withLine = (says: string, ref: string) => `${says.replace(/\.$/, "")} (${ref}).`;

export function spokenAlone(
  { mind, chance }: Pick<SimulatedTurn, "mind" | "chance">,
  facts: readonly Fact[],
): string {
  const against = facts.find((fact) => supports(mind, fact) < 0);
  const lines = facts.flatMap((fact) => {
    const { point } = fact;
    const own = ownWords(mind, point.by);
    const all = own.length > 0 ? own : point.lines;
    const lead = fact === against ? [stock(mind, chance("against"), besides(mind), {}, true)] : [];
    return [...lead, all.length > 0 ? chance(point.id).pick(all) : quotationOf(point)];
  });
  const condition = isConditional(mind) ? against?.point.condition : undefined;
  const end = condition ?? mind.reason?.point.change;
  return [...lines, ...(end === undefined ? [] : [end])].join(" ");
}

/** A mind that has heard nothing. */
export function freshMind(
  { seat, scenario, request, mind: { me, book } }: SimulatedTurn,
  again?: string,
): Mind {
  return openMind({ seat, me, scenario, book, seed: request.seed ?? "", ...(again && { again }) });
}

/** A reading of the documents alone. Each call is a separate draw, so a second reading can differ. */
function judge(turn: SimulatedTurn): string {
  const { request } = turn;
  const mind = freshMind(turn, request.chance);
  const { verdict, wouldChange, confidence } = reasonsOf(mind);
  const facts = restsOn(mind);
  const known = {
    analysis: spokenAlone({ ...turn, mind: { ...mind, reason: null } }, facts),
    findings: evidenceOf(facts),
    grades: gradesOf(mind),
    verdict,
    wouldChange,
    confidence,
  };
  const asked = Object.keys((request.json?.schema.properties ?? {}) as object);
  return JSON.stringify(
    Object.fromEntries(Object.entries(known).filter(([name]) => asked.includes(name))),
  );
}

function gradesOf({ book, factor }: Mind): Readonly<Record<string, number>> {
  const gradeOn = (at: number) => {
    const bears = book.facts.map((fact) => (fact.bears[at] ?? 0) * (factor[fact.index] ?? 0));
    const sum = bears.reduce((total, each) => total + each, 0);
    const all = bears.reduce((total, each) => total + Math.abs(each), 0.6);
    return Math.max(1, Math.min(5, Math.round(3 + (2.5 * sum) / all)));
  };
  return Object.fromEntries(book.criteria.map((id, at) => [id, gradeOn(at)]));
}

function sumUp({ data, scenario }: SimulatedTurn): string {
  const { answers } = data as SynthesisData;
  const holding = (id: string | null) => answers.filter(({ verdict }) => verdict === id).length;
  const most = Math.max(...scenario.verdicts.map(({ id }) => holding(id)));
  const leading = scenario.verdicts.filter(({ id }) => holding(id) === most);
  const verdict = leading.length === 1 && leading[0] ? leading[0].id : NONE;
  const by = (ref: string) =>
    answers.filter(({ findings }) => findings.some((each) => each.ref === ref));
  const named = new Map(
    answers.flatMap(({ findings }) => findings.map(({ ref, says }) => [ref, says] as const)),
  );
  const agreed = [...named]
    .filter(([ref]) => by(ref).length > 1)
    .map(
      ([ref, says]) =>
        `${withLine(says, ref)} Named by ${joinNames(by(ref).map((each) => each.judge))}.`,
    );
  const others = answers.filter((each) => each.verdict !== verdict);
  const disputed = others.map(({ judge: name, verdict: facts, findings }) => {
    const alone = findings.find(({ ref }) => by(ref).length === 1) ?? findings[0];
    return `${name}, ${toPlainId(facts ?? "no verdict")}: ${alone ? withLine(alone.says, alone.ref) : "no line named."}`;
  });
  const count =
    verdict === NONE
      ? "No verdict has the most judges."
      : `${most} of ${answers.length} judges chose ${toPlainId(verdict)}.`;
  const shared = `Lines named by more than one judge: ${agreed.length || "none"}.`;
  const synthesis = [count, shared, ...disputed].join(" ");
  return JSON.stringify({
    synthesis,
    agreed: agreed.slice(0, 4),
    disputed,
    recommendation: verdict,
  });
}
