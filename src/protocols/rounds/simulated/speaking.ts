import { renderReply } from "../../../models/simulated/reply.ts";
import { mine } from "../../../models/simulated/tongue.ts";
import { ROLES, type Role } from "../record/roles.ts";
import { dealClaims } from "./claims.ts";
import { counters, type Matter, type Trial } from "./matter.ts";

/** The lead's proposal: what the round is to find out of one candidate, by which lines, and who tests what. */
export function propose(matter: Matter): string {
  const { data, say, decisions, claims } = matter;
  const dealt = dealClaims(matter);
  const left = fresh(matter, dealt);
  const own = dealt[data.role!][0]?.trial ?? left[0]!;
  const others = [...counters(matter, own).filter(({ isMerit }) => isMerit !== own.isMerit), ...left];
  const beside = others.find(({ fact }) => fact.index !== own.fact.index);
  const pending = claims.find(({ status }) => status === "pending");
  const id = decisions.at(-1)?.id;
  const tasks = data.present.map((role) => {
    const task = dealt[role][0]?.trial;
    const isOwn = role === data.role;
    return task === undefined
      ? isOwn
        ? ""
        : say(`idle.${role}`)
      : say(isOwn ? "taskOwn" : `task.${role}`, task.slots);
  });
  return message(
    matter,
    [own, beside],
    [
      [say(`open.${data.role}`, own.slots), bring(matter, data.role, own)],
      beside === undefined ? [] : [say("beside"), bring(matter, null, beside)],
      [
        id === undefined ? say("nothingDecided") : say("standOn", { id }),
        pending === undefined ? "" : say("takeUp", { ...pending.trial.slots, id: pending.id }),
      ],
      [say("tasks"), ...tasks],
      [say("closing", own.slots)],
    ],
  );
}

/** What a role adds to the proposal: its own point, what it will test, and what stands against it. */
export function supplement(matter: Matter): string {
  const { data, say } = matter;
  const role = data.role!;
  const dealt = dealClaims(matter);
  const left = fresh(matter, dealt);
  const own = dealt[role][0]?.trial ?? left[ROLES.indexOf(role) % left.length]!;
  const [other] = counters(matter, own);
  return message(
    matter,
    [own],
    [
      [say(`view.${role}`), bring(matter, role, own)],
      [say(`plan.${role}`, own.slots), other === undefined ? "" : say("differ", mine(other.fact))],
      [say("closing", own.slots)],
    ],
  );
}

type Dealt = ReturnType<typeof dealClaims>;

/** Trials on points of which no claim is made before others, those that bear most first. */
function fresh({ trials, claims }: Matter, dealt: Dealt): readonly Trial[] {
  const made = [...claims, ...Object.values(dealt).flat()];
  const claimed = new Set(made.map(({ trial }) => trial.fact.index));
  const rank = ({ fact, weight }: Trial) => (claimed.has(fact.index) ? 0 : weight);
  return [...trials].sort((a, b) => rank(b) - rank(a));
}

/** In the member's own manner; the critic brings a merit in order to break it. */
function bring({ turn, mind, say }: Matter, role: Role | null, { fact, isMerit, slots }: Trial): string {
  if (role === "critic" && isMerit && slots.holds !== undefined) return say("doubt", slots);
  const tongue = turn.tongue(mind, turn.chance(`bring ${fact.key}`));
  return tongue.say(`${fact.isEcho ? "cite" : "bring"}${isMerit ? "For" : "Against"}`, slots);
}

type Paragraph = readonly string[];

function message(
  { mind }: Matter,
  brought: readonly (Trial | undefined)[],
  paragraphs: readonly Paragraph[],
): string {
  const cited = brought.flatMap((trial) =>
    trial === undefined || trial.fact.document === "" ? [] : [trial.fact.point],
  );
  const joined = paragraphs.map((sentences) => sentences.filter((each) => each !== "").join(" "));
  const content = joined.filter((paragraph) => paragraph !== "").join("\n\n");
  return renderReply({ speaker: mind.me, to: null, cited, stance: null, withdrawn: false, content });
}
