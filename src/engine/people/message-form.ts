/**
 * What one speaker is asked for at one point of the meeting: as a form for a person, as a JSON
 * Schema for a model, and as a grammar for servers that enforce one.
 */

import { dropMissing, lookUpKey } from "../../lists.ts";
import { listEvidence } from "../../scenario/schema/document.ts";
import { NONE } from "../../scenario/schema/scenario.ts";
import { type FieldSchema, type FormField, toFormFields } from "../form/field-kind.ts";
import type { Names } from "../perspective/names.ts";
import type { Instruction } from "../protocol/floor.ts";
import { escapeText, type FieldName } from "../scaffold/fields.ts";
import { getMember, type MeetingState } from "../transcript/state.ts";

/** The fields of a message: the tag of each, and the mark that a person types for it, with an example. */
export const MESSAGE_FIELDS: Readonly<Record<string, { tag: FieldName; mark?: string }>> = {
  content: { tag: "Content" },
  verdict: { tag: "Verdict", mark: "verdict OPTION" },
  reasoning: { tag: "VerdictReasoning", mark: "because TEXT" },
  wouldChange: { tag: "WouldChange", mark: "change TEXT" },
  movedBy: { tag: "MovedBy", mark: "moved 14 WORDS" },
  confidence: { tag: "Confidence", mark: "sure 0.8" },
  to: { tag: "SpeakingTo", mark: "to NAME" },
  topic: { tag: "Topic", mark: "topic ID" },
  cite: { tag: "Artifacts", mark: "cite memo.md#L3-L5" },
  ready: { tag: "Ready", mark: "ready" },
  withdraw: { tag: "Withdrawn", mark: "withdraw" },
  pass: { tag: "Pass", mark: "pass" },
};

/** What one speaker is asked for at one point of the meeting. */
export type Question = {
  state: MeetingState;
  names: Pick<Names, "getName">;
  speaker: string;
  instruction: Pick<
    Instruction,
    | "ballot"
    | "isBare"
    | "topic"
    | "topics"
    | "topicNames"
    | "addressed"
    | "mayWithdraw"
    | "takesReady"
  >;
};

export function listMessageFields(question: Question): readonly FormField[] {
  const { ballot, topicNames = {} } = question.instruction;
  const fields = toFormFields(createAnswerSchema(question), {
    labels: LABELS,
    choices: { topic: topicNames },
  });
  return ballot === undefined ? [...fields, PASS] : fields;
}

const LABELS = {
  content: "your words",
  reasoning: "why",
  wouldChange: "what would change it",
  movedBy: "moved by",
  confidence: "how sure you are",
  cite: "passages",
};

const PASS: FormField = {
  name: "pass",
  label: "pass",
  about: "you say nothing this time",
  required: false,
  kind: { is: "yes-no" },
};

/** The fields of the answer to this question, as a JSON Schema. It has no `pass`: a text is always required. */
export function createAnswerSchema(question: Question): FieldSchema {
  const { state, speaker, instruction } = question;
  const isBallot = instruction.ballot !== undefined;
  const isMember = getMember(state, speaker).seat.kind === "member";
  const properties: Record<string, FieldSchema> = {};
  if (!isBallot) properties.content = createTextSchema(ABOUT.content);
  if (isMember) Object.assign(properties, createStanceProperties(question));
  if (!isBallot) Object.assign(properties, createTalkProperties(question));
  const required = isBallot
    ? dropMissing(["verdict", !instruction.isBare && "reasoning"])
    : dropMissing(["content", instruction.addressed && "to"]);
  return { type: "object", properties, required, additionalProperties: false };
}

/** The schema that a model's JSON must fit. Words and reasons come first, since a model writes the fields in this
 * order. Strict modes require every field, so an optional one may be null. */
export function createStrictSchema(question: Question): FieldSchema {
  const { properties = {}, required = [] } = createAnswerSchema(question);
  return requireAll(keepAsked(question, properties), required);
}

/** The same schema for a prompt: the reply format, which every member has, describes the fields. */
export function createWordedSchema(question: Question): FieldSchema {
  const { properties = {} } = createStrictSchema(question);
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    dropDescription(field.anyOf?.[0] ?? field),
  ]);
  return { type: "object", properties: Object.fromEntries(fields) };
}

/** A final vote is short, and a bare one gives no reasons. */
function keepAsked({ instruction: { ballot, isBare } }: Question, properties: Properties) {
  const { wouldChange, movedBy, ...short } = properties;
  if (isBare) return { ...short, reasoning: undefined };
  return ballot === "closing" ? short : properties;
}

function dropDescription({ type, enum: options, items }: FieldSchema): FieldSchema {
  return { type, enum: options, items: items && dropDescription(items) };
}

function requireAll(
  { content, reasoning, ...others }: Partial<Properties>,
  filled: readonly string[],
): FieldSchema {
  const fields = Object.entries({ content, reasoning, ...others }).flatMap(([name, field]) => {
    if (field === undefined) return [];
    return [[name, filled.includes(name) ? field : { anyOf: [field, { type: "null" }] }] as const];
  });
  return {
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(fields),
    required: fields.map(([name]) => name),
  };
}

function createChoice(options: readonly string[], description: string): FieldSchema {
  return { type: "string", enum: options, description };
}

type Properties = Readonly<Record<string, FieldSchema>>;

const WHY = "why you take it, or why you have none";

/** What the schemas say of the fields that hold words. A model that copies one has said nothing. */
export const ABOUT = {
  content: "what you say to the others",
  verdict: "the position you take",
  why: WHY,
  whyOnce: `${WHY}; needed with a verdict`,
  whyAgain: `${WHY}; needed with a new verdict`,
  wouldChange: "a fact that would change your verdict",
  movedBy:
    "if your verdict has changed: the number of a message and exact words from it, such as 14: two years late",
  to: "who you are addressing; default everyone",
  topic: "what your words belong to",
} as const;

const CONFIDENCE: FieldSchema = {
  type: "number",
  minimum: 0,
  maximum: 1,
  description: "how sure you are, 0 to 1",
};
const READY: FieldSchema = {
  type: "boolean",
  description: "the phase may end for your part",
};
const WITHDRAW: FieldSchema = {
  type: "boolean",
  description: "you leave the debate; your verdict is kept",
};

function createStanceProperties({ state, speaker, instruction }: Question): Properties {
  const { verdicts, positions } = getMember(state, speaker);
  const needed = verdicts.length === 0 ? ABOUT.whyOnce : ABOUT.whyAgain;
  const isVoiced = state.entries.some(
    (entry) =>
      entry.kind === "interjection" ||
      (entry.kind === "message" && entry.message.speaker !== speaker),
  );
  const options = [...state.scenario.verdicts.map(({ id }) => id), NONE];
  const properties: Record<string, FieldSchema> = {
    verdict: createChoice(options, ABOUT.verdict),
    reasoning: createTextSchema(instruction.ballot ? ABOUT.why : needed),
    wouldChange: createTextSchema(ABOUT.wouldChange),
  };
  if (positions.length > 0 && isVoiced) properties.movedBy = createTextSchema(ABOUT.movedBy);
  properties.confidence = CONFIDENCE;
  return properties;
}

function createTalkProperties({ state, names, speaker, instruction }: Question): Properties {
  const others = [...state.members.values()]
    .filter(({ seat, status }) => {
      return seat.id !== speaker && seat.kind === "member" && status !== "withdrawn";
    })
    .map(({ seat }) => names.getName(seat.id));
  const { topics = [] } = instruction;
  const properties: Record<string, FieldSchema> = {};
  if (others.length > 0) properties.to = createChoice(others, ABOUT.to);
  if (topics.length > 0) properties.topic = createChoice(topics, ABOUT.topic);
  properties.cite = CITE;
  if (instruction.takesReady) properties.ready = READY;
  if (instruction.mayWithdraw !== false) properties.withdraw = WITHDRAW;
  return properties;
}

/** Characters of a text that a server lets a model write. llama-server takes no larger repetition. */
const MOST_CHARACTERS = 2_000;

function createTextSchema(description?: string): FieldSchema {
  return {
    type: "string",
    minLength: 1,
    maxLength: MOST_CHARACTERS,
    description,
  };
}

const CITE: FieldSchema = {
  type: "array",
  items: createTextSchema(),
  description: "a passage; its lines are quoted for you",
};

/** The scaffold for this question in GBNF, for servers that hold replies to a grammar. */
export function createGrammar(question: Question): string {
  const { state, names, speaker, instruction } = question;
  const { properties = {}, required = [] } = createAnswerSchema(question);
  const { cite: _, ...fields } = properties;
  const listParts = (...named: readonly string[]) =>
    named
      .filter((name) => name in fields)
      .map((name) => (required.includes(name) ? name : `${name}?`));
  const isLast = state.scenario.prompt.scaffold === "verdict-last";
  const verdict = isLast ? "reasoning verdict" : "verdict reasoning";
  const reasons = [verdict, ...listParts("wouldChange", "movedBy", "confidence")].join(" ");
  const optional = instruction.ballot ? "" : "?";
  const stance = "verdict" in fields ? [`(${reasons})${optional}`] : [];
  const marks = listParts("ready", "withdraw");
  const message = isLast ? ["content", ...stance, ...marks] : [...stance, ...marks, "content"];
  const body = instruction.ballot
    ? stance
    : [...listParts("to", "topic"), "artifacts?", `(${message.join(" ")} | pass)`];
  const createRule = (name: string, value: string) => {
    const tag = lookUpKey(MESSAGE_FIELDS, name)?.tag ?? "Content";
    return `${name} ::= "<${tag}>" ${value} "</${tag}>" ws`;
  };
  const readable = [...state.documents, ...listEvidence(state.scenario.private, speaker)];
  const documents = readable.map(({ name }) => quoteLiteral(name)).join(" | ");
  const cited = readable.length > 0 ? ["citation"] : [];
  return dropMissing([
    `root ::= "<Message>" ws speaker ${body.join(" ")} "</Message>"`,
    `speaker ::= "<Speaker>" ${quoteLiteral(names.getName(speaker))} "</Speaker>" ws`,
    ...Object.entries(fields).map(([name, property]) =>
      createRule(name, createValueRule(property)),
    ),
    !instruction.ballot && createRule("pass", '"true"'),
    'artifacts ::= "<Artifacts>" ws artifact{0,6} "</Artifacts>" ws',
    `artifact ::= "<Artifact " (${[...cited, "exhibit"].join(" | ")}) "\\">" words "</Artifact>" ws`,
    cited.length > 0 && `citation ::= "ref=\\"" (${documents}) "#L" line ("-L" line)?`,
    'exhibit ::= "type=\\"" ("note" | "table" | "chart") "\\" title=\\"" [^<>"\\n]{1,80}',
    "line ::= [1-9] [0-9]{0,4}",
    "words ::= ws [^< \\t\\n] [^<]{0,399}",
    `text ::= ws [^< \\t\\n] [^<]{0,${MOST_CHARACTERS - 1}}`,
    'unit ::= "0." [0-9]{1,4} | "1.0"',
    "ws ::= [ \\t\\n]{0,8}",
  ]).join("\n");
}

function createValueRule({ type, enum: options }: FieldSchema): string {
  if (options) return `(${options.map((value) => quoteLiteral(String(value))).join(" | ")})`;
  if (type === "number") return "unit";
  return type === "boolean" ? '("true" | "false")' : "text";
}

function quoteLiteral(text: string): string {
  return JSON.stringify(escapeText(text));
}
