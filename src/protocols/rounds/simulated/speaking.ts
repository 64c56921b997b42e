import { inTurn, nonEmpty } from "../../../lists.ts";
import { renderReply } from "../../../models/simulated/reply.ts";
import { mine } from "../../../models/simulated/tongue.ts";
import { ROLES, type Role } from "../record/roles.ts";
import { dealClaims } from "./claims.ts";
import { counters, type Matter, type Trial } from "./matter.ts";

/** What the round is to find out of one candidate, by which lines, and who tests what. */
export function propose(matter: Matter): string {
  const { say, decisions, claims } = matter;
  const { own, left, dealt } = partOf(matter);
  const others = [...counters(matter, own).filter(({ isMerit }) => isMerit !== own.isMerit), ...left];
  const beside = others.find(({ fact }) => fact.index !== own.fact.index);
  const pending = claims.find(({ status }) => status === "pending");
  const id = decisions.at(-1)?.id;
  return message(matter, [own, beside], "open", [
    beside ? [say("beside"), bring(matter, null, beside)] : [],
    [
      id === undefined ? say("nothingDecided") : say("standOn", { id }),
      pending ? say("takeUp", { ...pending.trial.slots, id: pending.id }) : "",
    ],
    [say("tasks"), ...matter.data.present.map((role) => taskOf(matter, role, dealt[role][0]?.trial))],
  ]);
}

/** What a role adds to the proposal: its own point, what it will test, and what stands against it. */
export function supplement(matter: Matter): string {
  const { say, data } = matter;
  const { own } = partOf(matter);
  const [other] = counters(matter, own);
  const differs = other === undefined ? "" : say("differ", mine(other.fact));
  return message(matter, [own], "view", [[say(`plan.${data.role}`, own.slots), differs]]);
}

/** What the speaker claims, else a point that nobody has claimed, those that bear most first. */
function partOf(matter: Matter) {
  const { trials, claims, data } = matter;
  const dealt = dealClaims(matter);
  const made = [...claims, ...Object.values(dealt).flat()];
  const claimed = new Set(made.map(({ trial }) => trial.fact.index));
  const rank = ({ fact, weight }: Trial) => (claimed.has(fact.index) ? 0 : weight);
  const left = nonEmpty(
    [...trials].sort((a, b) => rank(b) - rank(a)),
    "trial",
  );
  const role = data.role ?? "action";
  const own = dealt[role][0]?.trial ?? inTurn(left, ROLES.indexOf(role));
  return { own, left, dealt };
}

function taskOf({ say, data }: Matter, role: Role, trial: Trial | undefined): string {
  const isOwn = role === data.role;
  if (trial === undefined) return isOwn ? "" : say(`idle.${role}`);
  return say(isOwn ? "taskOwn" : `task.${role}`, trial.slots);
}

/** In the member's own manner; the critic brings a merit in order to break it. */
function bring({ turn, mind, say }: Matter, role: Role | null, { fact, isMerit, slots }: Trial): string {
  if (role === "critic" && isMerit && slots.holds !== undefined) return say("doubt", slots);
  const tongue = turn.tongue(mind, turn.chance(`bring ${fact.key}`));
  return tongue.say(`${fact.isEcho ? "cite" : "bring"}${isMerit ? "For" : "Against"}`, slots);
}

/** A message that opens with one's own point and ends with what would settle it. */
function message(
  matter: Matter,
  brought: readonly [Trial, Trial?],
  opening: string,
  rest: readonly (readonly string[])[],
): string {
  const { mind, say, data } = matter;
  const [own] = brought;
  const first = [say(`${opening}.${data.role}`, own.slots), bring(matter, data.role, own)];
  const paragraphs = [first, ...rest, [say("closing", own.slots)]].map((each) =>
    each.filter(Boolean).join(" "),
  );
  const cited = brought.flatMap((trial) =>
    trial === undefined || trial.fact.document === "" ? [] : [trial.fact.point],
  );
  const content = paragraphs.filter(Boolean).join("\n\n");
  return renderReply({ speaker: mind.me, to: null, cited, stance: null, withdrawn: false, content });
}
