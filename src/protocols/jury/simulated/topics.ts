import { bestOf } from "../../../models/simulated/answers/best.ts";
import type { Fact } from "../../../models/simulated/book.ts";
import type { Chance } from "../../../models/simulated/chance.ts";
import type { Mind } from "../../../models/simulated/mind.ts";
import type { PhaseData } from "../cue-data.ts";

/** How often one stays with the topic of whoever spoke last. */
const STAYS = 0.6;

/** What a turn speaks to: the topic that is set, that of what was put to this member, else the last one or that with least talk, as long as it has something unsaid. */
export function topicAtHand(
  { talk, book, me }: Mind,
  { topics, isTopicSet }: PhaseData,
  chance: Chance,
): string {
  const asked = talk.questions.find(({ to }) => to === me)?.fact ?? talk.challenge?.mine;
  const own = topics.find(({ id }) => id === asked?.point.topic) ?? topics[0];
  if (isTopicSet || topics.length === 1 || own.id === asked?.point.topic) return own.id;
  const isLeft = (id: string) => book.facts.some((fact) => isOn(fact, id) && !talk.used.has(fact.index));
  const left = topics.filter(({ id }) => isLeft(id));
  const least = bestOf(left.length > 0 ? left : topics, ({ messages }) => 1 / (1 + messages)) ?? own;
  const last = talk.claims.findLast(({ speaker }) => speaker !== me)?.fact.point.topic;
  const staying = left.find(({ id, messages }) => id === last && messages <= 2 * least.messages + 1);
  return staying !== undefined && chance.next() < STAYS ? staying.id : least.id;
}

function isOn({ point }: Fact, topic: string): boolean {
  return point.topic === undefined || point.topic === topic;
}

/** The same mind with nothing to say but on one topic. */
export function onTopic(mind: Mind, topic: string): Mind {
  const { talk, book } = mind;
  const off = book.facts.filter((fact) => !isOn(fact, topic));
  if (off.length === book.facts.length) return mind;
  const used = new Set([...talk.used, ...off.map(({ index }) => index)]);
  return { ...mind, talk: { ...talk, used, claims: talk.claims.filter(({ fact }) => isOn(fact, topic)) } };
}

/** The field that a message needs where its speaker chooses among topics. */
export function topicOf({ topics, isTopicSet }: PhaseData, fact?: Fact | null): { readonly topic?: string } {
  const own = topics.find(({ id }) => id === fact?.point.topic) ?? topics[0];
  return isTopicSet ? {} : { topic: own.id };
}
