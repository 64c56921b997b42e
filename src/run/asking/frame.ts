// Turns a question into one that can be decided: with options, criteria and a title. Without a
// model it uses a plain list or a panel.

import { createUsageError } from "../../home/process/io.ts";
import type {
  Criterion,
  DecisionRule,
  Requirement,
  VerdictOption,
} from "../../scenario/schema/scenario.ts";
import { dropTrailing } from "../../text/plain.ts";
import { type Stake, selectCommonCriteria } from "./criteria.ts";
import type { BoardPanel } from "./panels.ts";

/** What a question comes with. */
export type BareQuestion = {
  question: string;
  /** Options that the user names, such as `yes,no,later`. */
  options?: readonly string[] | undefined;
  panel?: BoardPanel | undefined;
};

/** A question made ready to be decided. */
export type FramedQuestion = {
  question: string;
  title: string;
  /** Where the parts of the frame come from, in sentences. */
  notes: readonly string[];
  options: readonly VerdictOption[];
  sides?: "none" | undefined;
  decision: Pick<DecisionRule, "by">;
  criteria: readonly Criterion[];
  /** Empty unless a model has read the documents. */
  requirements: readonly Requirement[];
  /** What is at stake in this case for those who weigh a criterion most, if a model drafted it. */
  stakes?: readonly (Stake & { criterion: string })[];
  /** Documents that a model found missing. */
  missing: readonly string[];
};

const PLAIN_OPTIONS: readonly VerdictOption[] = [
  { id: "YES", side: "for", meaning: "Do it." },
  { id: "LATER", side: "neutral", meaning: "Something that decides the matter is not known yet." },
  { id: "NO", side: "against", meaning: "Do not do it." },
];
const PLAIN_CRITERIA = ["evidence", "cost", "delivery", "people", "reversibility"];

/**
 * Turns a question into options, criteria and a title: your options, those of a panel, or yes,
 * later and no. Throws `usage` for an empty question or unusable options.
 *
 * @example
 * ```ts
 * const frame = frameQuestion({ question: "Which site?", options: ["north", "south"] });
 * ```
 */
export function frameQuestion({ question, options, panel }: BareQuestion): FramedQuestion {
  const asked = question.trim().replaceAll(/\s+/g, " ");
  if (asked === "")
    throw createUsageError(
      "the question is empty",
      'Ask one question to decide, such as "Should we hire this candidate?".',
    );
  const typed = options ? parseOptions(options) : null;
  const of = panel ? `the panel ${panel.id}` : "the plain list";
  return {
    question: asked,
    title: shortenToTitle(asked),
    notes: typed
      ? [
          `Options: those that you named. Criteria: ${of}.`,
          "The options are alternatives: none is for or against. To give them sides, remove `sides: none` from scenario.yaml.",
        ]
      : [`Options and criteria: ${of}.`],
    options: typed ?? panel?.options ?? PLAIN_OPTIONS,
    sides: typed ? "none" : undefined,
    decision: { by: typed ? "option" : "side" },
    criteria: panel?.criteria ?? selectCommonCriteria(PLAIN_CRITERIA),
    requirements: [],
    missing: [],
  };
}

const LONGEST_TITLE = 80;

export function shortenToTitle(question: string): string {
  const [first = question] = question.split(/(?<=[?.!])\s/);
  const bare = dropTrailing(
    first.replace(/^(?:should|shall|do|can) (?:we|i)\s+(?=\S)/i, ""),
    "? \n",
  );
  const heading = `${bare.slice(0, 1).toUpperCase()}${bare.slice(1)}`;
  return heading.length <= LONGEST_TITLE
    ? heading
    : `${heading.slice(0, LONGEST_TITLE - 4).trimEnd()} ...`;
}

/** Names say nothing about sides: the scenario file can state them. */
function parseOptions(named: readonly string[]): readonly VerdictOption[] {
  const ids = named.map(toOptionId);
  const bad = named[ids.indexOf("")];
  const twice = ids.find((id, at) => ids.indexOf(id) < at);
  if (bad !== undefined)
    throw createUsageError(
      `invalid option ${JSON.stringify(bad)}`,
      "Use Latin letters, such as lisbon,porto,neither.",
    );
  if (twice !== undefined)
    throw createUsageError(`the option ${twice} is named twice`, "Name each once.");
  if (ids.length < 2 || ids.length > 20)
    throw createUsageError(
      `a meeting has 2 to 20 options, found ${ids.length}: ${named.join(", ")}`,
      "Name them with commas, such as lisbon,porto,neither.",
    );
  return ids.map((id, at) => ({ id, side: at === ids.length - 1 ? "against" : "for" }));
}

function toOptionId(name: string): string {
  const letters = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toUpperCase();
  const id = letters.replaceAll(/[^A-Z0-9]+/g, "_").replace(/^[_0-9]+/, "");
  return dropTrailing(id.slice(0, 40), "_");
}
