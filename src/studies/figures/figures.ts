import type { MeetingState } from "../../engine/transcript/state.ts";
import { evidenceFigures } from "./evidence.ts";
import type { FigureDefinition, MeasuredMeeting } from "./figure.ts";
import { MIND_FIGURES } from "./mind-figures.ts";
import { disagreementCurve, flipsOf } from "./opinion.ts";
import { coursesOf } from "./positions.ts";
import { addressing } from "./structure.ts";
import { cutTo, talkOf } from "./talk.ts";
import { TALK_FIGURES } from "./talk-figures.ts";

const EVIDENCE_FIGURES: readonly FigureDefinition[] = [
  {
    id: "quotations-found",
    title: "quotations found",
    definition: "Share of checked quotations that are in the documents, word for word or nearly.",
    value: ({ evidence }) => evidence.found,
  },
  {
    id: "passages",
    title: "different passages cited",
    definition: "Places in the documents that were quoted and found.",
    value: ({ evidence }) => evidence.places,
  },
  {
    id: "repetition",
    title: "citations a passage",
    definition: "Found citations by different passages.",
    value: ({ evidence }) => evidence.repetition,
  },
];

export const FIGURES: readonly FigureDefinition[] = [...TALK_FIGURES, ...MIND_FIGURES, ...EVIDENCE_FIGURES];

/** `turns` cuts the talk, because talk is compared at equal length. */
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

export function figuresOf(meeting: MeasuredMeeting): Readonly<Record<string, number | null>> {
  return Object.fromEntries(FIGURES.map(({ id, value }) => [id, withoutNoise(value(meeting))]));
}

/** Rounds away errors of floating-point arithmetic below twelve digits. */
export function withoutNoise(value: number | null): number | null {
  if (value === null) return null;
  const whole = Math.round(value) + 0;
  return Math.abs(value - whole) < 1e-12 ? whole : value;
}
