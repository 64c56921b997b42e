import type { MeetingState } from "../../engine/transcript/state.ts";
import type { EvidenceFigures } from "./evidence.ts";
import type { Flip } from "./opinion.ts";
import type { People } from "./people.ts";
import type { MemberCourse } from "./positions.ts";
import type { Addressing } from "./structure.ts";
import type { TalkRecord } from "./talk.ts";

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
  readonly definition: string;
  readonly value: (meeting: MeasuredMeeting) => number | null;
  /** The number of turns that it is a share of. Pooled meetings are weighted by it. */
  readonly turns?: (meeting: MeasuredMeeting) => number;
  /** The same figure of people, in the same unit. */
  readonly people?: (people: People) => number | undefined;
};
