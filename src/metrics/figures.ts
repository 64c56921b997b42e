import { decidedNothing } from "../meeting/decision/decided-nothing.ts";
import type { MeetingState } from "../transcript/state.ts";
import { type EvidenceFigures, evidenceFigures } from "./evidence.ts";
import {
  anticonformity,
  conformityIndex,
  consensusAt,
  disagreementCurve,
  disagreementSlope,
  type Flip,
  flipRate,
  flipsOf,
  majorityKept,
  modalAdoption,
  oscillations,
  publicPrivateGap,
} from "./opinion.ts";
import {
  byRank,
  coverage,
  effectiveSpeakers,
  gini,
  normalisedEntropy,
  rankRatio,
  sharesOf,
} from "./participation.ts";
import type { People } from "./people.ts";
import { coursesOf, type MemberCourse } from "./positions.ts";
import {
  type Addressing,
  addressGraph,
  addressing,
  centralisation,
  dyadicShare,
  reciprocity,
  returnRate,
  triplesOf,
} from "./structure.ts";
import { cutTo, runsOf, type TalkRecord, talkOf } from "./talk.ts";

/** A meeting, with what several figures are worked out from. */
export type MeasuredMeeting = {
  readonly state: MeetingState;
  readonly talk: TalkRecord;
  readonly courses: readonly MemberCourse[];
  readonly flips: readonly Flip[];
  readonly curve: readonly (number | null)[];
  readonly address: Addressing;
  readonly evidence: EvidenceFigures;
};

export type FigureDefinition = {
  readonly id: string;
  readonly title: string;
  readonly section: "talk" | "minds" | "evidence";
  /** In one sentence, with its formula where it has one. */
  readonly definition: string;
  readonly value: (meeting: MeasuredMeeting) => number | null;
  /** Turns that it is a share of, where several meetings are pooled: a long one counts for more. Else each counts alike. */
  readonly turns?: (meeting: MeasuredMeeting) => number;
  /** What people did, where that is known in the same unit. */
  readonly people?: (people: People) => number | undefined;
};

const asNumber = (flag: boolean | null): number | null => (flag === null ? null : Number(flag));

/** Every figure of a meeting, in the order it is printed. Those of the talk leave process agents out. */
export const FIGURES: readonly FigureDefinition[] = [
  {
    id: "messages",
    title: "messages",
    section: "talk",
    definition: "Messages of members that everybody could hear.",
    value: ({ talk }) => talk.messages.length,
  },
  {
    id: "turns",
    title: "turns",
    section: "talk",
    definition: "Runs of messages by one speaker.",
    value: ({ talk }) => runsOf(talk).length,
  },
  {
    id: "gini-messages",
    title: "Gini of messages",
    section: "talk",
    definition:
      "Σᵢ(2i-n-1)p₍ᵢ₎/n over members' shares of messages in ascending order: 0 all alike, (n-1)/n one alone.",
    value: ({ talk }) => gini(sharesOf(talk, "messages")),
    people: ({ spread }) => spread.messages?.gini,
  },
  {
    id: "gini-turns",
    title: "Gini of turns",
    section: "talk",
    definition: "The same over shares of turns.",
    value: ({ talk }) => gini(sharesOf(talk, "turns")),
    people: ({ spread }) => spread.turns?.gini,
  },
  {
    id: "gini-words",
    title: "Gini of words",
    section: "talk",
    definition: "The same over shares of words.",
    value: ({ talk }) => gini(sharesOf(talk, "words")),
    people: ({ spread }) => spread.words?.gini,
  },
  {
    id: "rank-ratio",
    title: "rank ratio of messages",
    section: "talk",
    definition:
      "r of a·r^(k-1) fitted to one meeting's shares of messages by rank k (least squares on ln share): 1 all alike. The lines of shares have that of the mean shares, which is what corpora publish.",
    value: ({ talk }) => rankRatio(byRank(sharesOf(talk, "messages"))),
  },
  {
    id: "entropy",
    title: "entropy of messages",
    section: "talk",
    definition: "-Σ p ln p / ln n over shares of messages: 1 all alike, 0 one alone.",
    value: ({ talk }) => normalisedEntropy(sharesOf(talk, "messages")),
    people: ({ spread }) => spread.messages?.entropy,
  },
  {
    id: "effective-speakers",
    title: "effective speakers",
    section: "talk",
    definition: "1/Σp² over shares of messages: how many equal speakers would talk as unevenly.",
    value: ({ talk }) => effectiveSpeakers(sharesOf(talk, "messages")),
  },
  {
    id: "spoke",
    title: "members who spoke",
    section: "talk",
    definition: "Share of the members with at least one message.",
    value: ({ talk }) => coverage(talk),
  },
  {
    id: "returns",
    title: "A-B-A",
    section: "talk",
    definition:
      "Share of turns by whoever spoke the turn before the last one; of several meetings, of all their turns.",
    value: ({ talk }) => returnRate(talk)?.rate ?? null,
    turns: ({ talk }) => triplesOf(talk),
    people: ({ sequence }) => sequence.returns,
  },
  {
    id: "returns-by-chance",
    title: "A-B-A by chance",
    section: "talk",
    definition: "Mean of p_a/(1-p_b) over the same turns, speakers drawn by their share p of messages.",
    value: ({ talk }) => returnRate(talk)?.chance ?? null,
    turns: ({ talk }) => triplesOf(talk),
    people: ({ sequence }) => sequence.returnsByChance,
  },
  {
    id: "dyadic",
    title: "turns in dyadic floors",
    section: "talk",
    definition:
      "Share of turns in stretches of four or more that alternate between exactly two people; of several meetings, of all their turns.",
    value: ({ talk }) => dyadicShare(talk),
    turns: ({ talk }) => runsOf(talk).length,
    people: ({ sequence }) => sequence.dyadic,
  },
  {
    id: "address-compliance",
    title: "addressee speaks next",
    section: "talk",
    definition:
      "Of turns addressed to one member and followed by another turn, the share that this member took.",
    value: ({ address }) => address.compliance,
  },
  {
    id: "preemption",
    title: "pre-empted by others",
    section: "talk",
    definition: "Of the same turns, the share that somebody else took first.",
    value: ({ address }) => address.preemption,
  },
  {
    id: "answer-latency",
    title: "turns until the answer",
    section: "talk",
    definition: "Turns until the member addressed spoke, 1 for the next; those who never did are left out.",
    value: ({ address }) => address.latency,
  },
  {
    id: "reciprocity",
    title: "reciprocity of address",
    section: "talk",
    definition: "Σ₍ᵢ<ⱼ₎ 2·min(Aᵢⱼ, Aⱼᵢ) / Σ Aᵢⱼ over who addressed whom how often.",
    value: ({ talk }) => reciprocity(addressGraph(talk)),
  },
  {
    id: "centralisation",
    title: "address gathers on one",
    section: "talk",
    definition: "Σ(max-dᵢ)/((n-1)·Σd) over times addressed d: 0 all alike, 1 one alone.",
    value: ({ talk }) => centralisation(addressGraph(talk)),
  },
  {
    id: "disagreement-before",
    title: "disagreement before the talk",
    section: "minds",
    definition:
      "Share of pairs of members that differ, 1 - Σ nₖ(nₖ-1)/(n(n-1)), by the private opening ballots.",
    value: ({ curve }) => curve.at(0) ?? null,
  },
  {
    id: "disagreement-after",
    title: "disagreement at the end",
    section: "minds",
    definition: "The same after the last message, closing ballots included.",
    value: ({ curve }) => curve.at(-1) ?? null,
  },
  {
    id: "disagreement-slope",
    title: "slope of disagreement",
    section: "minds",
    definition: "Least-squares slope of disagreement from the first message (0) to the last (1).",
    value: ({ curve }) => disagreementSlope(curve),
  },
  {
    id: "consensus-at",
    title: "messages until consensus",
    section: "minds",
    definition: "The first message after which nobody differed to the end; nothing where that never came.",
    value: ({ curve }) => consensusAt(curve),
  },
  {
    id: "flip-rate",
    title: "members who changed",
    section: "minds",
    definition: "Share of members whose last verdict is not that of their private opening ballot.",
    value: ({ courses }) => flipRate(courses),
  },
  {
    id: "oscillations",
    title: "returns to a verdict left",
    section: "minds",
    definition: "How often a member came back to a verdict that it had held and left.",
    value: ({ courses }) => oscillations(courses),
  },
  {
    id: "modal-adoption",
    title: "changes to the others' plurality",
    section: "minds",
    definition: "Share of changes that land on what most of the other members held just before.",
    value: ({ flips }) => modalAdoption(flips),
  },
  {
    id: "conformity",
    title: "conformity index",
    section: "minds",
    definition: "(A-C)/(1-C), A the figure above, C = 1/(K-1) with K options; not for two options.",
    value: ({ flips, state }) => conformityIndex(flips, state.scenario.verdicts.length),
  },
  {
    id: "anticonformity",
    title: "changes away from the plurality",
    section: "minds",
    definition: "Share of changes that leave what most members held.",
    value: ({ flips }) => anticonformity(flips),
  },
  {
    id: "majority-kept",
    title: "the first majority prevailed",
    section: "minds",
    definition:
      "Whether the option most held before the talk is most held at the end; ties and meetings that decided nothing left out.",
    value: ({ courses, state }) => (decidedNothing(state.outcome) ? null : asNumber(majorityKept(courses))),
  },
  {
    id: "public-private",
    title: "said one thing, voted another",
    section: "minds",
    definition: "Share of members whose last verdict aloud is not their last vote.",
    value: ({ courses }) => publicPrivateGap(courses),
  },
  {
    id: "quotations-found",
    title: "quotations found",
    section: "evidence",
    definition: "Share of checked quotations that stand in the documents, word for word or nearly.",
    value: ({ evidence }) => evidence.found,
  },
  {
    id: "passages",
    title: "different passages cited",
    section: "evidence",
    definition: "Places in the documents that were quoted and found.",
    value: ({ evidence }) => evidence.places,
  },
  {
    id: "repetition",
    title: "citations a passage",
    section: "evidence",
    definition: "Found citations by different passages.",
    value: ({ evidence }) => evidence.repetition,
  },
];

/** What the figures are worked out from; `turns` cuts the talk, since talk is compared at equal length. */
export function measure(state: MeetingState, turns = Number.POSITIVE_INFINITY): MeasuredMeeting {
  const whole = talkOf(state);
  const talk = turns === Number.POSITIVE_INFINITY ? whole : cutTo(whole, turns);
  const courses = coursesOf(state);
  return {
    state,
    talk,
    courses,
    flips: flipsOf(courses),
    curve: disagreementCurve(courses, whole.messages.length),
    address: addressing(talk),
    evidence: evidenceFigures(state),
  };
}

/** Every figure of one meeting by its id; null where the meeting does not say. */
export function figuresOf(meeting: MeasuredMeeting): Readonly<Record<string, number | null>> {
  return Object.fromEntries(FIGURES.map(({ id, value }) => [id, withoutNoise(value(meeting))]));
}

/** A whole number that computing has missed by less than the twelfth digit behind the point is that number. */
export function withoutNoise(value: number | null): number | null {
  if (value === null) return null;
  const whole = Math.round(value) + 0;
  return Math.abs(value - whole) < 1e-12 ? whole : value;
}
