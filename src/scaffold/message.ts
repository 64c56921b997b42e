import { NONE } from "../scenario/schema/scenario.ts";

/** A passage a member points at, with the words it claims to find there. */
export type Citation = { readonly kind: "citation"; readonly ref: string; readonly quote: string };

/** Something a member lays on the table; everyone can cite it as `<id>#L1` from then on. */
export type Exhibit = {
  readonly kind: "exhibit";
  /** Given by the engine: `<message id>.<n>`; empty while a reply is being parsed. */
  readonly id: string;
  readonly type: "note" | "table" | "chart";
  readonly title: string;
  readonly body: string;
};

export type Artifact = Citation | Exhibit;

/** What somebody says moved them: a message and words that stand in it. */
export type MovedBy = {
  /** Id of the message. */
  readonly message: string;
  readonly passage: string;
};

/** Whether somebody took a position: an option, or in so many words none of them. */
export function takesPosition({ verdict, abstains }: TakesPosition): boolean {
  return verdict !== null || abstains === true;
}

/** A position as it is written: the option, `NONE`, or null where none was taken. */
export function positionName({ verdict, abstains }: TakesPosition): string | null {
  return abstains ? NONE : verdict;
}

type TakesPosition = { readonly verdict: string | null; readonly abstains?: true | undefined };

/** The scaffold of one message: what one speaker said in one turn. */
export type Message = {
  readonly id: string;
  /** Meeting time, ISO 8601. */
  readonly at: string;
  /** Seat id. */
  readonly speaker: string;
  /** Seat id of the one addressed; null means the whole board. */
  readonly to: string | null;
  /** Id of the agenda topic it belongs to; left out outside any. */
  readonly topic?: string | undefined;
  readonly artifacts: readonly Artifact[];
  /** An option id, or null: this message states no verdict. */
  readonly verdict: string | null;
  /** It says that it has no verdict, with the reasoning why; `verdict` is null then. */
  readonly abstains?: true | undefined;
  readonly reasoning: string | null;
  /** What would change the verdict. */
  readonly wouldChange: string | null;
  /** What a change of verdict rests on; left out where nothing is named. */
  readonly movedBy?: MovedBy | undefined;
  /** 0 to 1. */
  readonly confidence: number | null;
  readonly ready: boolean;
  readonly withdrawn: boolean;
  readonly content: string;
};

/** The fields of a message in which nothing is said. */
export const NOTHING_SAID = {
  to: null,
  artifacts: [],
  verdict: null,
  reasoning: null,
  wouldChange: null,
  confidence: null,
  ready: false,
  withdrawn: false,
  content: "",
} as const satisfies Omit<Message, "id" | "at" | "speaker">;

/** How a reply was read: never guessed, always recorded. */
export type ParseResult = "strict" | "trimmed" | "salvaged" | "failed";

/** A reply's fields as the model claimed them, before the engine decides what counts. */
export type ParsedReply = {
  readonly parse: ParseResult;
  /** Claims; null where the tag is missing. */
  readonly speaker: string | null;
  readonly to: string | null;
  readonly topic?: string | undefined;
  readonly artifacts: readonly Artifact[];
  readonly verdict: string | null;
  readonly reasoning: string | null;
  readonly wouldChange: string | null;
  readonly movedBy?: MovedBy | undefined;
  readonly confidence: number | null;
  readonly ready: boolean;
  readonly withdrawn: boolean;
  readonly pass: boolean;
  readonly content: string;
  readonly flags: readonly ParseFlag[];
  /** `Speaker` of every further message in the same reply, which never counts. */
  readonly furtherSpeakers: readonly string[];
};

/** What was odd about a reply's form. */
export type ParseFlag =
  | "no-scaffold"
  | "text-around-message"
  | "unclosed-tag"
  | "several-messages"
  | "several-verdicts"
  | "verdict-in-content"
  | "verdict-not-salvageable"
  | "bad-confidence"
  | "form-copied"
  | "too-long";
