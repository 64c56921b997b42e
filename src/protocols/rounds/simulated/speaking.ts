import type { Fact } from "../../../models/simulated/book.ts";
import { renderReply } from "../../../models/simulated/reply.ts";
import { bringing, criterionInProse, type Tongue } from "../../../models/simulated/tongue.ts";
import { ROLES, type Role } from "../record/roles.ts";
import { type Draft, dealClaims } from "./claims.ts";
import { counters, isFor, type Matter, slotsOf } from "./matter.ts";

/** The lead's proposal: what the round is to find out of one candidate, by which lines, and who tests what. */
export function propose(matter: Matter): string {
  const { facts, data, say, decisions, claims } = matter;
  const dealt = dealClaims(matter);
  const own = dealt[data.role!][0]?.trial.fact ?? fresh(matter)[0] ?? facts[0]!;
  const beside =
    counters(matter, own).find((fact) => isFor(fact) !== isFor(own)) ??
    fresh(matter).find((fact) => fact !== own);
  const pending = claims.find(({ status }) => status === "pending");
  const decided = decisions.at(-1)?.id;
  const asked = data.present.flatMap((role) => task(matter, role, dealt[role][0]));
  const paragraphs = [
    [
      say(`open_${data.role}`, slotsFor(own, matter)),
      isAttack(data.role!, own) ? say("doubt", slotsFor(own, matter)) : bring(own, matter),
    ],
    beside === undefined ? [] : [say("beside", { mine: own.point.says }), bring(beside, matter)],
    [
      decided === undefined ? say("nothingDecided") : say("standOn", { id: decided }),
      pending === undefined ? "" : say("takeUp", { id: pending.id, ...slotsOf(pending.trial) }),
    ],
    [say("tasks"), ...asked],
    [closing(own, matter)],
  ];
  return message(matter, [own, beside], paragraphs);
}

/** What a role adds to the proposal: its own point, what it will test, and what stands against it. */
export function supplement(matter: Matter): string {
  const { data, say, facts } = matter;
  const role = data.role!;
  const draft = dealClaims(matter)[role][0];
  const left = [...fresh(matter), ...facts];
  const own = draft?.trial.fact ?? left[ROLES.indexOf(role) % left.length]!;
  const [other] = counters(matter, own);
  const trial = draft?.trial ?? matter.trials.find(({ fact }) => fact === own)!;
  const paragraphs = [
    [say(`view_${role}`), isAttack(role, own) ? say("doubt", slotsOf(trial)) : bring(own, matter)],
    [
      say(`plan_${role}`, slotsOf(trial)),
      other === undefined ? "" : say("differ", { mine: other.point.says, ml: other.line }),
    ],
    [closing(own, matter)],
  ];
  return message(matter, [own], paragraphs);
}

/** The critic brings a merit in order to break it. */
function isAttack(role: Role, fact: Fact): boolean {
  return role === "critic" && isFor(fact) && fact.point.holds !== undefined;
}

/** Points that no claim has been made of, those that bear most first. */
function fresh({ facts, claims }: Matter): readonly Fact[] {
  const weight = ({ bears }: Fact) => bears.reduce((sum, each) => sum + Math.abs(each), 0);
  const left = facts.filter((fact) => claims.every(({ trial }) => trial.fact !== fact));
  return [...left].sort((a, b) => weight(b) - weight(a));
}

function slotsFor(fact: Fact, { mind }: Matter) {
  const name = mind.book.criteria[fact.criterion]?.name;
  const { holds } = fact.point;
  return {
    ...bringing(fact),
    ...(holds !== undefined && { holds }),
    c: name === undefined ? "the question" : criterionInProse(name),
  };
}

/** In the member's own manner. */
function bring(fact: Fact, matter: Matter): string {
  const tongue: Tongue = matter.turn.tongue(matter.mind, matter.turn.chance(`bring ${fact.key}`));
  return tongue.say(
    `${fact.isEcho ? "cite" : "bring"}${isFor(fact) ? "For" : "Against"}`,
    slotsFor(fact, matter),
  );
}

function task({ say, data }: Matter, role: Role, draft: Draft | undefined): string[] {
  if (draft === undefined) return role === data.role ? [] : [say(`idle_${role}`)];
  return [say(role === data.role ? "taskOwn" : `task_${role}`, slotsOf(draft.trial))];
}

function closing({ point: { settles, asks } }: Fact, { say }: Matter): string {
  if (settles !== undefined) return say("wouldSettle", { settles });
  return asks === undefined ? "" : say("wouldAsk", { asks });
}

function message(
  { mind }: Matter,
  cited: readonly (Fact | undefined)[],
  paragraphs: readonly (readonly string[])[],
): string {
  const there = cited.flatMap((fact) => (fact === undefined || fact.document === "" ? [] : [fact.point]));
  const content = paragraphs
    .map((sentences) => sentences.filter((each) => each !== "").join(" "))
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
  return renderReply({ speaker: mind.me, to: null, cited: there, stance: null, withdrawn: false, content });
}
