import { NONE } from "../../scenario/schema/scenario.ts";

export type Citation = { readonly kind: "citation"; readonly ref: string; readonly quote: string };

/** Everyone can cite it as `<id>#L1` from then on. */
export type Exhibit = {
  readonly kind: "exhibit";
  /** Given by the engine: `<message id>.<n>`; empty while a reply is being parsed. */
  readonly id: string;
  readonly type: "note" | "table" | "chart";
  readonly title: string;
  readonly body: string;
};

export type Artifact = Citation | Exhibit;

export type MovedBy = {
  readonly message: string;
  readonly passage: string;
};

export function takesPosition({ verdict, abstains }: TakesPosition): boolean {
  return verdict !== null || abstains === true;
}

export function positionName({ verdict, abstains }: TakesPosition): string | null {
  return abstains ? NONE : verdict;
}

type TakesPosition = { readonly verdict: string | null; readonly abstains?: true | undefined };

/** What one speaker said in one turn. */
export type Message = {
  readonly id: string;
  /** Meeting time, ISO 8601. */
  readonly at: string;
  readonly speaker: string;
  /** Seat id; null means the whole board. */
  readonly to: string | null;
  readonly topic?: string | undefined;
  readonly artifacts: readonly Artifact[];
  /** An option id, or null: this message states no verdict. */
  readonly verdict: string | null;
  /** The reasoning says that there is no verdict; `verdict` is null then. */
  readonly abstains?: true | undefined;
  readonly reasoning: string | null;
  readonly wouldChange: string | null;
  readonly movedBy?: MovedBy | undefined;
  /** 0 to 1. */
  readonly confidence: number | null;
  readonly ready: boolean;
  readonly withdrawn: boolean;
  readonly content: string;
};

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

export type ParseResult = "strict" | "trimmed" | "salvaged" | "failed";

/** Claims of the model, before the engine decides what counts. */
export type ParsedReply = {
  readonly parse: ParseResult;
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
  /** `Speaker` of every further message in the reply, which never counts. */
  readonly furtherSpeakers: readonly string[];
};

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
