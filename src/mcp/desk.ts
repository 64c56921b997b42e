import type { Act, Answer } from "../meeting/people/inbox.ts";
import type { LiveTable } from "../mesh/aside.ts";
import type { RoomEntry } from "../mesh/entries.ts";
import type { MeshRoom } from "../mesh/room.ts";
import type { ChatterRules } from "../mesh/rules.ts";
import type { Prompt } from "../perspective/prompts.ts";
import type { PageProcedure } from "../reports/meeting-view/meeting-view.ts";
import type { VerdictTable } from "../reports/verdict-schema.ts";
import type { MeetingEvent } from "../transcript/events.ts";

/** What a meeting is called and how it stands, by its first and last line. */
type ListedMeeting = {
  readonly id: string;
  readonly title: string;
  readonly question: string;
  readonly protocol: string;
  readonly startedAt: string;
  readonly simulated: boolean;
  readonly standing: { readonly is: string; readonly why?: string; readonly outcome?: string };
};

/** A record as far as it has grown. */
export type ReadMeeting = {
  readonly id: string;
  readonly events: readonly MeetingEvent[];
  /** SHA-256 of its last line. */
  readonly head: string;
  /** Whether a process holds it. */
  readonly isHeld: boolean;
};

type ListedScenario = {
  readonly name: string;
  readonly title: string | null;
  readonly isPackaged: boolean;
  /** What is wrong with it, by line; none where it can be held. */
  readonly problems: readonly string[];
};

type ListedPersona = {
  readonly id: string;
  readonly name: string | null;
  readonly title: string | null;
  readonly expertise: readonly string[];
  readonly isPackaged: boolean;
};

/** A matter as an agent may put it: names of what is known and plain words, and no path of a file. */
export type AskedMatter = {
  readonly scenario: string;
  readonly question?: string | undefined;
  readonly seed?: string | number | undefined;
  readonly maxMessages?: number | undefined;
  readonly model?: string | undefined;
  readonly members?: Readonly<Record<string, string>> | undefined;
  readonly protocol?: string | undefined;
};

/** What can be known of a matter before anybody is asked. */
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
  /** Dollars that are expected; null where a price is unknown. */
  readonly estimate: number | null;
  /** No language model takes part. */
  readonly isFree: boolean;
  /** What a person would have to approve; none where it may be held at once. */
  readonly needs: readonly string[];
  readonly warnings: readonly string[];
};

/** What the tools for reading stand on: one folder of meetings, and what can be named in one. */
export type ReadingDesk = {
  readonly meetings: () => Promise<readonly ListedMeeting[]>;
  /** Throws `transcript-not-found` where the folder has none of that name. */
  readonly meeting: (id: string) => Promise<ReadMeeting>;
  readonly table: (meeting: ReadMeeting) => VerdictTable;
  readonly transcript: (meeting: ReadMeeting) => string;
  readonly procedureOf: (recorded: string) => PageProcedure;
  readonly scenarios: () => Promise<readonly ListedScenario[]>;
  readonly scenarioText: (name: string) => Promise<string>;
  readonly personas: () => Promise<readonly ListedPersona[]>;
  readonly check: (matter: AskedMatter) => Promise<CheckedMatter>;
  /** Told of a fault of the program's own, which no agent is told in full. */
  readonly fault: (error: unknown) => void;
};

/** A bare question: put without a scenario. */
export type DeskQuestion = {
  readonly question: string;
  readonly options: readonly {
    readonly id: string;
    readonly side: "for" | "against" | "neutral";
    readonly meaning?: string | undefined;
  }[];
  readonly context?: string | undefined;
  readonly documents?: readonly BroughtText[] | undefined;
  /** Personas by id. */
  readonly board?: readonly string[] | undefined;
};

/** A text that is laid on the table. */
export type BroughtText = { readonly name: string; readonly title: string; readonly text: string };

export type AskedMeeting = {
  readonly matter: AskedMatter;
  /** In place of a scenario's. */
  readonly bare?: DeskQuestion | undefined;
  readonly answerMinutes?: number | undefined;
  /** Who asks for it. */
  readonly by: string;
};

export type MeetingAsked =
  | {
      readonly is: "started";
      readonly meeting: string;
      /** Seats that wait for agents, each with the code that takes it once. */
      readonly seats: readonly { readonly seat: string; readonly person: string; readonly code: string }[];
      /** Lets whoever started it act from beside and read everything. */
      readonly owner: string;
      readonly notes: readonly string[];
    }
  | { readonly is: "proposed"; readonly proposal: string; readonly needs: readonly string[] };

/** What the tools for holding stand on. */
export type HoldingDesk = {
  readonly start: (asked: AskedMeeting) => Promise<MeetingAsked>;
  readonly propose: (asked: AskedMeeting) => Promise<MeetingAsked>;
  /** Watches the record of a meeting: `next` resolves when it may have grown since, or after so many milliseconds. */
  readonly changes: (id: string) => {
    readonly next: (signal: AbortSignal, most: number) => Promise<void>;
    readonly close: () => void;
  };
  /** Leaves an act; gives whether a process holds the meeting. */
  readonly act: (id: string, act: Act) => boolean;
  /** Goes on with a meeting that nobody holds, where that spends nothing. */
  readonly goOn: (meeting: ReadMeeting) => Promise<void>;
  /** Milliseconds, for how long a call may wait. */
  readonly clock: () => number;
};

/** What a token lets its holder do in one meeting. */
export type SeatRight =
  | { readonly is: "seat"; readonly seat: string; readonly person: string; readonly hasLeft: boolean }
  | { readonly is: "owner" };

/** What the tools for seats stand on. */
export type SeatDesk = {
  readonly join: (
    id: string,
    code: string,
    client: string,
  ) => { readonly seat: string; readonly person: string; readonly token: string };
  readonly leave: (id: string, seat: string) => void;
  /** Null where nobody in this meeting has the token. */
  readonly right: (id: string, token: string) => SeatRight | null;
  /** What a model on the seat would be sent at a question; null for one that is none of a seat's. */
  readonly prompt: (meeting: ReadMeeting, path: string) => Promise<Prompt | null>;
  readonly answer: (id: string, answer: Answer) => string;
  /** Whether an answer to a question lies there that nobody has taken yet. */
  readonly isAnswered: (id: string, person: string, path: string) => boolean;
  /** Why an answer that was left has been put aside; null where it has not. */
  readonly rejection: (file: string) => string | null;
};

export type MeetingDesk = ReadingDesk & HoldingDesk & SeatDesk;

/** What the tools of the room stand on. */
export type RoomDesk = {
  readonly rules: ChatterRules;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly room: () => Promise<MeshRoom>;
  /** Meetings that go on with agents at their table. */
  readonly tables: () => Promise<readonly LiveTable[]>;
  readonly inRoom: <T>(
    decide: (room: MeshRoom, now: number) => { readonly entries: readonly RoomEntry[]; readonly value: T },
  ) => Promise<T>;
  readonly roomChanges: () => ReturnType<HoldingDesk["changes"]>;
  /** A new token, and what is kept of it. */
  readonly secret: () => { readonly token: string; readonly digest: string };
  readonly digest: (token: string) => string;
};
