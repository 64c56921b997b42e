import type { MeetingState } from "../transcript/state.ts";
import type { EvidenceFigures } from "./evidence.ts";
import type { Flip } from "./opinion.ts";
import type { People } from "./people.ts";
import type { MemberCourse } from "./positions.ts";
import type { Addressing } from "./structure.ts";
import type { TalkRecord } from "./talk.ts";

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
  /** In one sentence, with its formula where it has one. */
  readonly definition: string;
  readonly value: (meeting: MeasuredMeeting) => number | null;
  /** Turns that it is a share of, where several meetings are pooled: a long one counts for more. Else each counts alike. */
  readonly turns?: (meeting: MeasuredMeeting) => number;
  /** What people did, where that is known in the same unit. */
  readonly people?: (people: People) => number | undefined;
};
