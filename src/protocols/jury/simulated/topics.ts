import type { Fact } from "../../../models/simulated/book.ts";
import type { Chance } from "../../../models/simulated/chance.ts";
import type { Mind } from "../../../models/simulated/mind.ts";
import type { PhaseData } from "../cue-data.ts";

/** How often one stays with the topic of whoever spoke last. */
const STAYS = 0.6;

/** What a turn speaks to: the topic that is set, that of what was put to this member, else the last one or that with least talk, as long as it has something unsaid. */
export function topicAtHand(mind: Mind, { topics, isTopicSet }: PhaseData, chance: Chance): string {
  const [first] = topics;
  if (isTopicSet || topics.length === 1) return first!.id;
  const asked = mind.talk.questions.find(({ to }) => to === mind.me)?.fact ?? mind.talk.challenge?.mine;
  const own = topics.find(({ id }) => id === asked?.point.topic);
  if (own !== undefined) return own.id;
  const left = topics.filter(({ id }) =>
    mind.book.facts.some((fact) => isOn(fact, id) && !mind.talk.used.has(fact.index)),
  );
  const open = left.length > 0 ? left : topics;
  const last = mind.talk.claims.findLast(({ speaker }) => speaker !== mind.me)?.fact.point.topic;
  const least = open.reduce((most, each) => (each.messages < most.messages ? each : most));
  const staying = open.find(({ id, messages }) => id === last && messages <= 2 * least.messages + 1);
  return staying !== undefined && chance.next() < STAYS ? staying.id : least.id;
}

function isOn({ point }: Fact, topic: string): boolean {
  return point.topic === undefined || point.topic === topic;
}

/** The same mind with nothing to say but on one topic. */
export function onTopic(mind: Mind, topic: string): Mind {
  const { talk, book } = mind;
  const off = book.facts.filter((fact) => !isOn(fact, topic));
  if (off.length === 0 || off.length === book.facts.length) return mind;
  const used = new Set([...talk.used, ...off.map(({ index }) => index)]);
  const claims = talk.claims.filter(({ fact }) => isOn(fact, topic));
  return { ...mind, talk: { ...talk, used, claims } };
}
