import { BoardroomError } from "../../errors.ts";
import type {
  Criterion,
  DecisionRule,
  Document,
  Requirement,
  VerdictOption,
} from "../../scenario/schema/scenario.ts";
import { commonCriterion } from "./criteria.ts";
import type { BoardPanel } from "./panels.ts";
import { optionsFrom } from "./typed-options.ts";

/** What a question comes with. */
export type BareQuestion = {
  readonly question: string;
  /** Options that the user names, such as `yes,no,later`. */
  readonly options?: readonly string[] | undefined;
  readonly panel?: BoardPanel | undefined;
};

/** Where the options and criteria of a frame come from. */
export type FramedBy = "options" | "panel" | "plain" | "model";

/** A question made ready to be decided. */
export type FramedQuestion = {
  readonly question: string;
  readonly title: string;
  readonly by: FramedBy;
  /** Where the parts of the frame come from, in sentences. */
  readonly notes: readonly string[];
  readonly options: readonly VerdictOption[];
  readonly decision: Pick<DecisionRule, "by">;
  readonly criteria: readonly Criterion[];
  /** Empty unless a model has read the documents. */
  readonly requirements: readonly Requirement[];
  /** What such a board usually reads. Nobody has checked that it is there. */
  readonly reads: readonly string[];
  /** Empty unless a model has read the documents. */
  readonly missing: readonly string[];
};

const PLAIN_OPTIONS: readonly VerdictOption[] = [
  { id: "YES", side: "for", meaning: "Do it." },
  { id: "LATER", side: "neutral", meaning: "Something that decides the matter is not known yet." },
  { id: "NO", side: "against", meaning: "Do not do it." },
];
const PLAIN_CRITERIA = ["evidence", "cost", "delivery", "people", "reversibility"];

/** Frames a question by the options the user names, or a panel; without both, by yes, later and no. */
export function frameQuestion({ question, options, panel }: BareQuestion): FramedQuestion {
  const asked = question.trim().replaceAll(/\s+/g, " ");
  if (asked === "")
    throw new BoardroomError("usage", {
      message: "there is no question",
      remedy: 'Ask one thing that can be decided, such as "Should we hire this candidate?".',
    });
  const typed = options ? optionsFrom(options) : null;
  const of = panel ? `the panel ${panel.id}` : "the plain list";
  return {
    question: asked,
    title: titleOf(asked),
    by: panel ? "panel" : typed ? "options" : "plain",
    notes: [
      typed ? `Options: those that you named. Criteria: ${of}.` : `Options and criteria: ${of}.`,
      ...(typed?.notes ?? []),
    ],
    options: typed?.options ?? panel?.options ?? PLAIN_OPTIONS,
    decision: { by: "side" },
    criteria: panel?.criteria ?? commonOf(PLAIN_CRITERIA),
    requirements: [],
    reads: panel?.reads ?? [],
    missing: [],
  };
}

export function questionAbout({ title }: Pick<Document, "title">): string {
  const name = title.replaceAll(/["“”]/g, "'").replaceAll(/\s+/g, " ").trim().slice(0, LONGEST_TITLE);
  return `Should we go ahead with "${name.trim()}"?`;
}

export function commonOf(ids: readonly string[]): readonly Criterion[] {
  return ids.flatMap((id) => {
    const found = commonCriterion(id);
    if (!found) return [];
    const { leans: _, ...criterion } = found;
    return [criterion];
  });
}

const LONGEST_TITLE = 80;

export function titleOf(question: string): string {
  const [first = question] = question.split(/(?<=[?.!])\s/);
  const bare = first.replace(/^(?:should|shall|do|can) (?:we|i)\s+(?=\S)/i, "").replace(/[?\s]+$/, "");
  const heading = `${bare.slice(0, 1).toUpperCase()}${bare.slice(1)}`;
  return heading.length <= LONGEST_TITLE ? heading : `${heading.slice(0, LONGEST_TITLE - 4).trimEnd()} ...`;
}
