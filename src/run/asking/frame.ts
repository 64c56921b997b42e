import { usage } from "../../home/process/io.ts";
import type {
  Criterion,
  DecisionRule,
  Document,
  Requirement,
  VerdictOption,
} from "../../scenario/schema/scenario.ts";
import { commonCriterion } from "./criteria.ts";
import type { BoardPanel } from "./panels.ts";

/** What a question comes with. */
export type BareQuestion = {
  readonly question: string;
  /** Options that the user names, such as `yes,no,later`. */
  readonly options?: readonly string[] | undefined;
  readonly panel?: BoardPanel | undefined;
};

/** Where the options and criteria of a frame come from. */
type FramedBy = "options" | "panel" | "plain" | "model";

/** A question made ready to be decided. */
export type FramedQuestion = {
  readonly question: string;
  readonly title: string;
  readonly by: FramedBy;
  /** Where the parts of the frame come from, in sentences. */
  readonly notes: readonly string[];
  readonly options: readonly VerdictOption[];
  readonly sides?: "none";
  readonly decision: Pick<DecisionRule, "by">;
  readonly criteria: readonly Criterion[];
  /** Empty unless a model has read the documents. */
  readonly requirements: readonly Requirement[];
  /** Documents that a model found missing. */
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
    throw usage(
      "there is no question",
      'Ask one question to decide, such as "Should we hire this candidate?".',
    );
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
    ...(typed?.sides && { sides: typed.sides }),
    decision: { by: typed?.sides ? "option" : "side" },
    criteria: panel?.criteria ?? commonOf(PLAIN_CRITERIA),
    requirements: [],
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

const SIDES: Readonly<Record<VerdictOption["side"], RegExp>> = {
  neutral: /^(?:later|wait|maybe|defer|postpone|abstain|undecided|not yet|delay|unsure|neutral)\b/i,
  against: /^(?:no|not|never|reject|decline|refuse|stop|don'?t|against|drop|cancel|none)\b/i,
  for: /^(?:yes|approve|accept|adopt|go|do it|for|agree|hire|invest|launch|merge|buy|support|start)\b/i,
};

function sideOf(name: string): VerdictOption["side"] | undefined {
  return (["neutral", "against", "for"] as const).find((side) =>
    SIDES[side].test(name.replaceAll(/[_-]+/g, " ")),
  );
}

/** Takes `yes,no,later`. If no word says against, the last option is against. */
function optionsFrom(named: readonly string[]): Pick<FramedQuestion, "options" | "notes" | "sides"> {
  const given = named.map((name) => ({ name, id: optionId(name), side: sideOf(name.trim()) }));
  const bad = given.find(({ id }) => id === "");
  const twice = given.find(({ id }, at) => given.findIndex((other) => other.id === id) < at);
  if (bad)
    throw usage(
      `${JSON.stringify(bad.name)} is no name for an option`,
      "Use Latin letters, such as yes,no,later.",
    );
  if (twice) throw usage(`the option ${twice.id} is named twice`, "Name each once.");
  const hasAgainst = given.some(({ side }) => side === "against");
  const options = given.map(({ id, side }, at) => ({
    id,
    side: side ?? (!hasAgainst && at === given.length - 1 ? ("against" as const) : ("for" as const)),
  }));
  if (
    options.length > 20 ||
    (["for", "against"] as const).some((side) => options.every((each) => each.side !== side))
  )
    throw usage(
      `options must include both sides, and these are not both: ${named.join(", ")}`,
      "Name at least one option for and one against, such as yes,no,later.",
    );
  const guessed = given.filter(({ side }) => side === undefined).map(({ id }) => id);
  if (guessed.length === given.length)
    return { options, sides: "none", notes: ["Options are alternatives without for and against."] };
  const how = hasAgainst ? "they count as for" : "the last counts as against, the others as for";
  const note = `The side of ${guessed.join(", ")} is not clear: ${how}. To change it, edit side: in scenario.yaml.`;
  return { options, notes: guessed.length === 0 ? [] : [note] };
}

function optionId(name: string): string {
  return name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .replace(/^[_0-9]+/, "")
    .slice(0, 40)
    .replace(/_+$/, "");
}
