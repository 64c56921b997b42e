import type { Act, Answer } from "../../engine/meeting/people/inbox.ts";
import type { Prompt } from "../../engine/perspective/prompts.ts";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import type { PageProcedure } from "../../showing/meeting-view/meeting-view.ts";
import type { VerdictTable } from "../../showing/verdict-schema.ts";
import type { MeshRoom, RoomEntry } from "../mesh/room.ts";
import type { ChatterRules, LiveTable } from "../mesh/send.ts";

type ListedMeeting = {
  readonly id: string;
  readonly title: string;
  readonly question: string;
  readonly protocol: string;
  readonly startedAt: string;
  readonly simulated: boolean;
  readonly standing: { readonly is: string; readonly why?: string; readonly outcome?: string };
};

export type ReadMeeting = {
  readonly id: string;
  readonly events: readonly MeetingEvent[];
  /** SHA-256 of its last line. */
  readonly head: string;
  readonly isHeld: boolean;
};

type ListedScenario = {
  readonly name: string;
  readonly title: string | null;
  readonly isPackaged: boolean;
  /** By line; empty if the record can be continued. */
  readonly problems: readonly string[];
};

type ListedPersona = {
  readonly id: string;
  readonly name: string | null;
  readonly title: string | null;
  readonly expertise: readonly string[];
  readonly isPackaged: boolean;
};

/** Names of known things and plain words, never a file path. */
export type AskedMatter = {
  readonly scenario: string;
  readonly question?: string | undefined;
  readonly seed?: string | number | undefined;
  readonly maxMessages?: number | undefined;
  readonly model?: string | undefined;
  readonly members?: Readonly<Record<string, string>> | undefined;
  readonly protocol?: string | undefined;
};

export type CheckedMatter = {
  readonly scenario: string;
  readonly title: string;
  readonly question: string;
  readonly protocol: string;
  readonly verdicts: readonly { readonly id: string; readonly side: string; readonly meaning: string | null }[];
  readonly members: readonly { readonly id: string; readonly name: string; readonly model: string }[];
  readonly documents: readonly {
    readonly name: string;
    readonly title: string;
    readonly lines: number;
    readonly subject: boolean;
  }[];
  readonly level: number;
  /** Expected dollars; null if a price is unknown. */
  readonly estimate: number | null;
  readonly isFree: boolean;
  /** What a person must approve; empty if no approval is needed. */
  readonly needs: readonly string[];
  readonly warnings: readonly string[];
};

export type ReadingDesk = {
  readonly meetings: () => Promise<readonly ListedMeeting[]>;
  /** Throws `transcript-not-found`. */
  readonly meeting: (id: string) => Promise<ReadMeeting>;
  readonly table: (meeting: ReadMeeting) => VerdictTable;
  readonly transcript: (meeting: ReadMeeting) => string;
  readonly procedureOf: (recorded: string) => PageProcedure;
  readonly scenarios: () => Promise<readonly ListedScenario[]>;
  readonly scenarioText: (name: string) => Promise<string>;
  readonly personas: () => Promise<readonly ListedPersona[]>;
  readonly check: (matter: AskedMatter) => Promise<CheckedMatter>;
  /** Receives internal errors, which agents do not see in full. */
  readonly fault: (error: unknown) => void;
};

export type DeskQuestion = {
  readonly question: string;
  readonly options: readonly {
    readonly id: string;
    readonly side: "for" | "against" | "neutral";
    readonly meaning?: string | undefined;
  }[];
  readonly context?: string | undefined;
  readonly documents?: readonly BroughtText[] | undefined;
  readonly board?: readonly string[] | undefined;
};

export type BroughtText = { readonly name: string; readonly title: string; readonly text: string };

export type AskedMeeting = {
  readonly matter: AskedMatter;
  readonly bare?: DeskQuestion | undefined;
  readonly answerMinutes?: number | undefined;
  readonly by: string;
};

export type MeetingAsked =
  | {
      readonly is: "started";
      readonly meeting: string;
      /** Seats for agents, each with its one-time code. */
      readonly seats: readonly { readonly seat: string; readonly person: string; readonly code: string }[];
      /** Token that allows its holder to act without a seat and to read everything. */
      readonly owner: string;
      readonly notes: readonly string[];
    }
  | { readonly is: "proposed"; readonly proposal: string; readonly needs: readonly string[] };

export type HoldingDesk = {
  readonly start: (asked: AskedMeeting) => Promise<MeetingAsked>;
  readonly propose: (asked: AskedMeeting) => Promise<MeetingAsked>;
  /** `next` resolves when the record may have grown, or after so many milliseconds. */
  readonly changes: (id: string) => {
    readonly next: (signal: AbortSignal, most: number) => Promise<void>;
    readonly close: () => void;
  };
  /** Returns whether a process holds the meeting. */
  readonly act: (id: string, act: Act) => boolean;
  /** Continues a meeting that no process holds, if that costs nothing. */
  readonly goOn: (meeting: ReadMeeting) => Promise<void>;
  /** Milliseconds, for how long a call may wait. */
  readonly clock: () => number;
};

export type SeatRight =
  | { readonly is: "seat"; readonly seat: string; readonly person: string; readonly hasLeft: boolean }
  | { readonly is: "owner" };

export type SeatDesk = {
  readonly join: (
    id: string,
    code: string,
    client: string,
  ) => { readonly seat: string; readonly person: string; readonly token: string };
  readonly leave: (id: string, seat: string) => void;
  /** Null where nobody in this meeting has the token. */
  readonly right: (id: string, token: string) => SeatRight | null;
  readonly prompt: (meeting: ReadMeeting, path: string) => Promise<Prompt | null>;
  readonly answer: (id: string, answer: Answer) => string;
  /** True if an answer waits there unread. */
  readonly isAnswered: (id: string, person: string, path: string) => boolean;
  /** Null if the answer was not rejected. */
  readonly rejection: (file: string) => string | null;
};

export type MeetingDesk = ReadingDesk & HoldingDesk & SeatDesk;

export type RoomDesk = {
  readonly rules: ChatterRules;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly room: () => Promise<MeshRoom>;
  readonly tables: () => Promise<readonly LiveTable[]>;
  readonly inRoom: <T>(
    decide: (room: MeshRoom, now: number) => { readonly entries: readonly RoomEntry[]; readonly value: T },
  ) => Promise<T>;
  readonly roomChanges: () => ReturnType<HoldingDesk["changes"]>;
  readonly secret: () => { readonly token: string; readonly digest: string };
  readonly digest: (token: string) => string;
};
