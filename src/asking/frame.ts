import { BoardroomError } from "../errors.ts";
import { type DecisionAsked, endingOf } from "../models/simulated/rules/ending.ts";
import type { Criterion, DecisionRule, Document, VerdictOption } from "../scenario/schema/scenario.ts";
import { choiceOptions, type NamedChoice } from "./choices.ts";
import { commonCriterion } from "./criteria.ts";
import { PLAIN } from "./kinds.ts";
import type { BoardPanel } from "./panels.ts";
import { recognise } from "./recognise.ts";
import { optionsFrom } from "./typed-options.ts";

/** What a question comes with. */
export type BareQuestion = {
  readonly question: string;
  readonly documents?: readonly Document[];
  /** Options that the asker names, such as `yes,no,later`, in place of those of the table. */
  readonly options?: readonly string[] | undefined;
  readonly panel?: BoardPanel | undefined;
};

/** Where options and criteria of a frame come from. */
export type FramedBy = "table" | "panel" | "plain" | "model";

/** A question made ready to be decided: what can be answered, what it is judged by, what there is to read and what is not. */
export type FramedQuestion = {
  readonly question: string;
  readonly title: string;
  /** Id of the kind of decision; null where none is known. */
  readonly kind: string | null;
  readonly by: FramedBy;
  /** How it came to be framed so, in sentences for people. */
  readonly notes: readonly string[];
  readonly options: readonly VerdictOption[];
  readonly decision: Pick<DecisionRule, "by">;
  readonly criteria: readonly Criterion[];
  /** What it chooses among, where it names several. */
  readonly choices: readonly NamedChoice[];
  /** Whether it proposes a change, which those who weigh cost and risk tend to brake. */
  readonly isChange: boolean;
  /** What the documents are; nothing where it cannot be told. */
  readonly reads: readonly { readonly document: string; readonly is: string }[];
  /** What one would read for such a decision, and is not there. */
  readonly missing: readonly string[];
};

/** What simulated members make of a paper where the question would end what it speaks of. */
function turnedAbout(matter: DecisionAsked, documents: readonly Document[]): readonly string[] {
  if (documents.length === 0) return [];
  const ending = endingOf(matter);
  if (ending === "ends")
    return [
      "The question would end something: what a paper says against that thing counts for ending it, and what it praises against.",
    ];
  if (ending !== "unclear") return [];
  return [
    "The question would end something, and not only that: simulated members take what a paper praises as speaking for yes. Where your paper is for keeping it, ask whether to keep it.",
  ];
}

/** Frames a bare question by the table of kinds or a panel: no model, no file, the same for the same words. */
export function frameQuestion({ question, documents = [], options, panel }: BareQuestion): FramedQuestion {
  const asked = question.trim().replaceAll(/\s+/g, " ");
  if (asked === "")
    throw new BoardroomError("usage", {
      message: "there is no question",
      remedy: 'Ask one thing that can be decided, such as "Should we hire this candidate?".',
    });
  const { kind, why, choices } = recognise(asked);
  const base = panel ?? kind ?? PLAIN;
  const ofTable = choices.length > 0 ? choiceOptions(choices) : base.options;
  const typed = options ? optionsFrom(options) : null;
  const verdicts = typed?.options ?? ofTable;
  const criteria = panel?.criteria ?? commonOf((kind ?? PLAIN).criteria);
  return {
    question: asked,
    title: titleOf(asked),
    kind: kind?.id ?? null,
    by: panel ? "panel" : kind ? "table" : "plain",
    notes: [
      ...framedAs({ panel, kind, why, hasTyped: typed !== null }),
      ...(typed?.notes ?? []),
      ...turnedAbout({ question: asked, verdicts }, documents),
    ],
    options: verdicts,
    decision: { by: choices.length > 0 && typed === null ? "option" : "side" },
    criteria,
    choices: typed ? [] : choices,
    isChange: (kind ?? PLAIN).isChange,
    ...readingOf(base.reads, documents),
  };
}

type Framed = {
  readonly panel: BoardPanel | undefined;
  readonly kind: { readonly called: string } | null;
  readonly why: string;
  readonly hasTyped: boolean;
};

function framedAs({ panel, kind, why, hasTyped }: Framed): readonly string[] {
  const options = hasTyped ? "Its options are those that you named" : null;
  if (panel) return [`Framed by the panel ${panel.id}: ${options ?? "its options and criteria"}.`];
  if (kind) {
    const what = options === null ? "options and criteria are" : "criteria are";
    return [
      `Read as ${kind.called}: ${why}.`,
      `No model took part in framing it: ${what} from the table of kinds of decision.`,
      ...(options === null ? [] : [`${options}.`]),
    ];
  }
  return [
    `The table does not know what kind of decision this is: ${why}.`,
    options === null
      ? "So it offers plain options, yes, later and no, and criteria that nearly every decision has. Name --options or a --panel, or edit them."
      : `${options}; its criteria are those that nearly every decision has. A --panel brings others, or edit them.`,
  ];
}

/** Criteria of the common vocabulary as a scenario states them. */
export function commonOf(ids: readonly string[]): readonly Criterion[] {
  return ids.flatMap((id) => {
    const found = commonCriterion(id);
    if (!found) return [];
    const { leans: _, ...criterion } = found;
    return [criterion];
  });
}

type Reads = readonly { readonly what: string; readonly shows: string }[];

/** Each document is what its title shows, else its beginning; missing is what none of them shows. */
function readingOf(reads: Reads, documents: readonly Document[]): Pick<FramedQuestion, "reads" | "missing"> {
  const shownBy = (part: string) => reads.filter(({ shows }) => new RegExp(shows, "iu").test(part));
  const known = documents.map(({ name, title, text }) => {
    const [byTitle] = shownBy(`${name} ${title}`);
    const byText = shownBy(text.slice(0, SHOWN));
    return { document: name, is: byTitle ?? byText[0], holds: byText };
  });
  return {
    reads: known.flatMap(({ document, is }) => (is ? [{ document, is: is.what }] : [])),
    missing: reads
      .filter((each) => !known.some(({ is, holds }) => is === each || holds.includes(each)))
      .map(({ what }) => what),
  };
}

/** So much of a text tells what it is. */
const SHOWN = 1_500;
const LONGEST_TITLE = 80;

/** The question as a heading: without its form, and short. */
function titleOf(question: string): string {
  const [first = question] = question.split(/(?<=[?.!])\s/);
  const bare = first.replace(/^(?:should|shall|do|can) (?:we|i)\s+(?=\S)/i, "").replace(/[?\s]+$/, "");
  const heading = `${bare.slice(0, 1).toUpperCase()}${bare.slice(1)}`;
  return heading.length <= LONGEST_TITLE ? heading : `${heading.slice(0, LONGEST_TITLE - 4).trimEnd()} ...`;
}
