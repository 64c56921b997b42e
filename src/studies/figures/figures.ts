import { decidedNothing, finalVerdict } from "../../engine/meeting/decision/decide.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { countedPassages } from "../../showing/passages.ts";
import {
  addressCompliance,
  byRank,
  cutTo,
  dyadicShare,
  gini,
  type People,
  rankRatio,
  returnRate,
  runsOf,
  sharesOf,
  type TalkRecord,
  talkOf,
  triplesOf,
} from "./talk.ts";

export type MeasuredMeeting = {
  readonly state: MeetingState;
  readonly talk: TalkRecord;
  readonly courses: readonly MemberCourse[];
  readonly curve: readonly (number | null)[];
  readonly compliance: number | null;
  readonly evidence: EvidenceFigures;
};

export type FigureDefinition = {
  readonly id: string;
  readonly title: string;
  readonly definition: string;
  readonly of: (meeting: MeasuredMeeting) => number | null;
  /** Default: a number or a share, whose interval is drawn by meeting. */
  readonly kind?: "yes-or-no";
  /** The number of turns that it is a share of. Pooled meetings are weighted by it. */
  readonly turns?: (meeting: MeasuredMeeting) => number;
  /** The same figure of people, in the same unit. */
  readonly people?: (people: People) => number | undefined;
};

const EVIDENCE_FIGURES: readonly FigureDefinition[] = [
  {
    id: "quotations-found",
    title: "quotations found",
    definition: "Share of checked quotations that are in the documents, word for word or nearly.",
    of: ({ evidence }) => evidence.found,
  },
  {
    id: "passages",
    title: "different passages cited",
    definition: "Places in the documents that were quoted and found.",
    of: ({ evidence }) => evidence.places,
  },
  {
    id: "repetition",
    title: "citations a passage",
    definition: "Found citations by different passages.",
    of: ({ evidence }) => evidence.repetition,
  },
];

/** `turns` cuts the talk, because talk is compared at equal length. */
export function measure(state: MeetingState, turns = Number.POSITIVE_INFINITY): MeasuredMeeting {
  const whole = talkOf(state);
  const talk = turns === Number.POSITIVE_INFINITY ? whole : cutTo(whole, turns);
  const courses = coursesOf(state);
  return {
    state,
    talk,
    courses,
    curve: disagreementCurve(courses, whole.messages.length),
    compliance: addressCompliance(talk),
    evidence: evidenceFigures(state),
  };
}

export function figuresOf(meeting: MeasuredMeeting): Readonly<Record<string, number | null>> {
  return Object.fromEntries(FIGURES.map(({ id, of }) => [id, withoutNoise(of(meeting))]));
}

/** Rounds away errors of floating-point arithmetic below twelve digits. */
export function withoutNoise(value: number | null): number | null {
  if (value === null) return null;
  const whole = Math.round(value) + 0;
  return Math.abs(value - whole) < 1e-12 ? whole : value;
}

const TALK_FIGURES: readonly FigureDefinition[] = [
  {
    id: "messages",
    title: "messages",
    definition: "Messages that all members could see.",
    of: ({ talk }) => talk.messages.length,
  },
  {
    id: "turns",
    title: "turns",
    definition: "Runs of messages by one speaker.",
    of: ({ talk }) => runsOf(talk).length,
  },
  {
    id: "gini-messages",
    title: "Gini of messages",
    definition:
      "Σᵢ(2i-n-1)p₍ᵢ₎/n over members' shares of messages in ascending order: 0 all alike, (n-1)/n one alone.",
    of: ({ talk }) => gini(sharesOf(talk, "messages")),
    people: ({ spread }) => spread.messages?.gini,
  },
  {
    id: "gini-turns",
    title: "Gini of turns",
    definition: "The Gini coefficient of members' shares of turns: 0 all alike, (n-1)/n one alone.",
    of: ({ talk }) => gini(sharesOf(talk, "turns")),
    people: ({ spread }) => spread.turns?.gini,
  },
  {
    id: "gini-words",
    title: "Gini of words",
    definition: "The Gini coefficient of members' shares of words: 0 all alike, (n-1)/n one alone.",
    of: ({ talk }) => gini(sharesOf(talk, "words")),
    people: ({ spread }) => spread.words?.gini,
  },
  {
    id: "rank-ratio",
    title: "rank ratio of messages",
    definition:
      "r of a·r^(k-1) fitted to one meeting's shares of messages by rank k (least squares on ln share): 1 all alike. The lines of shares have that of the mean shares, which is what corpora publish.",
    of: ({ talk }) => rankRatio(byRank(sharesOf(talk, "messages"))),
  },
  {
    id: "returns",
    title: "A-B-A",
    definition:
      "Share of turns by the member that spoke the turn before the last one; of several meetings, of all their turns.",
    of: ({ talk }) => returnRate(talk)?.rate ?? null,
    turns: ({ talk }) => triplesOf(talk),
    people: ({ sequence }) => sequence.returns,
  },
  {
    id: "returns-by-chance",
    title: "A-B-A by chance",
    definition: "Mean of p_a/(1-p_b) over the same turns, speakers drawn by their share p of messages.",
    of: ({ talk }) => returnRate(talk)?.chance ?? null,
    turns: ({ talk }) => triplesOf(talk),
    people: ({ sequence }) => sequence.returnsByChance,
  },
  {
    id: "dyadic",
    title: "turns in dyadic floors",
    definition:
      "Share of turns in stretches of four or more that alternate between exactly two people; of several meetings, of all their turns.",
    of: ({ talk }) => dyadicShare(talk),
    turns: ({ talk }) => runsOf(talk).length,
    people: ({ sequence }) => sequence.dyadic,
  },
  {
    id: "address-compliance",
    title: "addressee speaks next",
    definition:
      "Of turns addressed to one member and followed by another turn, the share that this member took.",
    of: ({ compliance }) => compliance,
  },
];

const MIND_FIGURES: readonly FigureDefinition[] = [
  {
    id: "disagreement-before",
    title: "disagreement before the debate",
    definition: "Share of pairs of members that differ, 1 - Σ nₖ(nₖ-1)/(n(n-1)), by the private opening votes.",
    of: ({ curve }) => curve.at(0) ?? null,
  },
  {
    id: "disagreement-after",
    title: "disagreement at the end",
    definition: "The same after the last message, closing votes included.",
    of: ({ curve }) => curve.at(-1) ?? null,
  },
  {
    id: "consensus-at",
    title: "messages until consensus",
    definition: "The first message after which all members agreed until the end; empty if there is none.",
    of: ({ curve }) => consensusAt(curve),
  },
  {
    id: "flip-rate",
    title: "ended with another verdict",
    definition:
      "Share of members whose last verdict is not that of their private opening vote. A member who changes and changes back does not count.",
    of: ({ courses }) => flipRate(courses),
  },
  {
    id: "majority-kept",
    kind: "yes-or-no",
    title: "the first majority prevailed",
    definition:
      "Whether the option with most votes before the debate also has most at the end; without ties and meetings that decided nothing.",
    of: ({ courses, state }) => (decidedNothing(state.outcome) ? null : asNumber(majorityKept(courses))),
  },
  {
    id: "public-private",
    title: "said one thing, voted another",
    definition: "Share of members whose last public verdict differs from their last vote.",
    of: ({ courses }) => publicPrivateGap(courses),
  },
];

const asNumber = (flag: boolean | null): number | null => (flag === null ? null : Number(flag));

type EvidenceFigures = {
  readonly checked: number;
  /** Share found word for word or nearly; null without citations. */
  readonly found: number | null;
  readonly places: number;
  readonly repetition: number | null;
};

function evidenceFigures(state: MeetingState): EvidenceFigures {
  const isTalk = state.counts.messages > 0;
  const quoted = [...state.members.values()]
    .filter(({ seat }) => seat.kind === "member")
    .flatMap(({ citations }) =>
      countedPassages(citations, isTalk).filter(({ found }) => found !== "reference"),
    );
  const found = quoted.filter((citation) => citation.found === "exact" || citation.found === "near");
  const places = new Set(
    found.map(({ place, ref }) => (place ? `${place.document}#${place.from}` : (ref ?? ""))),
  );
  return {
    checked: quoted.length,
    found: quoted.length === 0 ? null : found.length / quoted.length,
    places: places.size,
    repetition: places.size === 0 ? null : found.length / places.size,
  };
}

export const FIGURES: readonly FigureDefinition[] = [...TALK_FIGURES, ...MIND_FIGURES, ...EVIDENCE_FIGURES];

/** Null if there is a tie at the top. */
export function plurality(verdicts: readonly (string | null)[]): string | null {
  const counts = new Map<string, number>();
  for (const verdict of verdicts) if (verdict !== null) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  const [first, second] = [...counts].sort((a, b) => b[1] - a[1]);
  return first && first[1] !== second?.[1] ? first[0] : null;
}

/** Share of member pairs that differ: 1 - Σₖ nₖ(nₖ-1)/(n(n-1)). Null below two verdicts. */
export function disagreement(verdicts: readonly (string | null)[]): number | null {
  const stated = verdicts.filter((verdict) => verdict !== null);
  const n = stated.length;
  if (n < 2) return null;
  const counts = new Map<string, number>();
  for (const verdict of stated) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  const agreeing = [...counts.values()].reduce((sum, count) => sum + count * (count - 1), 0);
  return 1 - agreeing / (n * (n - 1));
}

export function disagreementCurve(courses: readonly MemberCourse[], messages: number): (number | null)[] {
  return Array.from({ length: messages + 1 }, (_, message) => disagreement(stateAt(courses, message)));
}

export function consensusAt(curve: readonly (number | null)[]): number | null {
  const lastApart = curve.findLastIndex((d) => d !== 0);
  return lastApart === curve.length - 1 ? null : lastApart + 1;
}

export function flipRate(courses: readonly MemberCourse[]): number | null {
  const known = courses.filter(({ before, final }) => before !== null && final !== null);
  return known.length === 0
    ? null
    : known.filter(({ before, final }) => before !== final).length / known.length;
}

export function majorityKept(courses: readonly MemberCourse[]): boolean | null {
  const before = plurality(courses.map((course) => course.before));
  const after = plurality(courses.map((course) => course.final));
  return before === null || after === null ? null : before === after;
}

/** Share of members whose last words aloud differ from their final vote. */
export function publicPrivateGap(courses: readonly MemberCourse[]): number | null {
  const both = courses.filter(({ aloud, final }) => aloud !== null && final !== null);
  return both.length === 0 ? null : both.filter(({ aloud, final }) => aloud !== final).length / both.length;
}

export type MemberCourse = {
  readonly member: string;
  readonly before: string | null;
  /** Each time it took another position than before, aloud or in a ballot; `message` counts the talk up to it, from 1. */
  readonly moves: readonly { readonly verdict: string | null; readonly message: number }[];
  readonly aloud: string | null;
  readonly final: string | null;
};

function coursesOf(state: MeetingState): MemberCourse[] {
  const place = placesOf(state);
  const turns = turnsOf(state);
  const said = (turn: number) => turns.filter((each) => each <= turn).length;
  return [...state.members.values()]
    .filter(({ seat }) => seat.kind === "member")
    .map((member) => {
      const opening = member.ballots.find(({ kind }) => kind === "opening");
      return {
        member: member.seat.id,
        before: opening?.verdict ?? null,
        moves: member.positions.map(({ verdict, message, turn, ballot }) => ({
          verdict,
          message:
            message === null ? said(ballot === "opening" ? 0 : turn) : (place.get(message) ?? said(turn)),
        })),
        aloud: member.verdicts.at(-1)?.verdict ?? null,
        final: finalVerdict(member).verdict,
      };
    });
}

function placesOf(state: MeetingState): Map<string, number> {
  const places = new Map<string, number>();
  for (const entry of state.entries)
    if (entry.kind === "message" && entry.audience !== "record") places.set(entry.message.id, places.size + 1);
  return places;
}

/** A ballot comes after the messages of the turns before it. */
function turnsOf(state: MeetingState): number[] {
  return state.entries.flatMap((entry) =>
    entry.kind === "message" && entry.audience !== "record" ? [entry.turn] : [],
  );
}

export function stateAt(courses: readonly MemberCourse[], message: number): (string | null)[] {
  return courses.map(({ moves }) => moves.findLast((move) => move.message <= message)?.verdict ?? null);
}
