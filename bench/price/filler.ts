// What the members of a priced meeting say: filler of a realistic length, in the form that the request asks for. The words come
// from the documents, so that citations hold. It says nothing about the quality of a debate.

import type { FieldSchema } from "../../src/engine/form/field-kind.ts";
import { drawFrom } from "../../src/engine/routing/select.ts";
import type { ModelRequest } from "../../src/models/contract/model.ts";
import type { Scenario, Seat } from "../../src/scenario/schema/scenario.ts";

/** Words of each part of a reply. */
export const LENGTHS = { content: 125, ballot: 45, reasoning: 45, wouldChange: 22, summary: 170 };

/** Own messages before a member withdraws, dealt over the seats. */
export const STAYS: readonly number[] = [4, 5, 5, 6];

/** Share of messages that address a member, and of members who change their verdict once. */
const ADDRESSED = 0.6;
const MOVED = 0.34;

type Line = { ref: string; text: string };

type Spoken = {
  scenario: Scenario;
  seat: Seat;
  request: ModelRequest;
  chance: (purpose: string) => number;
};

/** One for a meeting. The same seed gives the same words. */
export function createFiller(
  scenario: Scenario,
  seed: string,
): (seat: Seat, request: ModelRequest) => string {
  let calls = 0;
  return (seat, request) => {
    calls++;
    const nth = String(calls);
    const chance = (purpose: string) => drawFrom(seed, `${seat.id}/${nth}`, purpose);
    const spoken: Spoken = { scenario, seat, request, chance };
    const fixed = (purpose: string) => drawFrom(seed, seat.id, purpose);
    if (request.json)
      return JSON.stringify(fill(request.json.schema as FieldSchema, "", spoken, fixed));
    return writeMessage(spoken, fixed);
  };
}

function listLines({ documents }: Scenario): Line[] {
  return documents.flatMap(({ name, text }) =>
    text.split("\n").flatMap((line, index) => {
      const words = line.replace(/^[-#\s]+/, "");
      return words.length > 30 ? [{ ref: `${name}#L${index + 1}`, text: words }] : [];
    }),
  );
}

function pickLine({ scenario, chance }: Spoken, purpose: string): Line {
  const lines = listLines(scenario);
  return (
    lines[Math.floor(chance(purpose) * lines.length)] ?? {
      ref: "none",
      text: "no line speaks of it",
    }
  );
}

const JOINTS = [
  "What weighs most with me is that",
  "Before we lean on that, note that",
  "To be concrete about the risk,",
  "I read it differently, because",
  "The papers state plainly that",
  "I grant the point, and still",
];

function writeWords(spoken: Spoken, words: number, purpose: string): string {
  const written: string[] = [];
  for (let nth = 0; written.length < words; nth++) {
    const joint = JOINTS[Math.floor(spoken.chance(`${purpose} joint ${nth}`) * JOINTS.length)]!;
    const { text } = pickLine(spoken, `${purpose} ${nth}`);
    written.push(...`${joint} ${text.replace(/[.;]$/, "")}, and that can be checked.`.split(" "));
  }
  return escapeTags(written.slice(0, words).join(" "));
}

function escapeTags(text: string): string {
  return text.replaceAll("&", "and").replaceAll("<", "");
}

/** Of the words that an instruction allows, most models use the greater part. */
function limitWords({ request }: Spoken, words: number): number {
  const most = Number(
    /at most (\d+) words/i.exec(request.instruction)?.[1] ?? Number.POSITIVE_INFINITY,
  );
  return Math.max(8, Math.min(words, Math.round(most * 0.85)));
}

type Fixed = (purpose: string) => number;

function pickVerdict({ scenario, request }: Spoken, fixed: Fixed): string {
  const current = /Your current verdict: ([A-Z0-9_]+)\./.exec(request.instruction)?.[1];
  const { verdicts } = scenario;
  return current ?? verdicts[Math.floor(fixed("vote") * verdicts.length)]?.id ?? "NONE";
}

/** Its last message, in both forms. */
function isLeaving({ request }: Spoken, fixed: Fixed): boolean {
  const stay = STAYS[Math.floor(fixed("stay") * STAYS.length)]!;
  return request.turns.filter(({ role }) => role === "assistant").length + 1 >= stay;
}

function writeMessage(spoken: Spoken, fixed: Fixed): string {
  const { scenario, seat, request, chance } = spoken;
  const { instruction, turns } = request;
  const isBallot = isVote(instruction);
  const own = turns.filter(({ role }) => role === "assistant").length;
  const options = scenario.verdicts.map(({ id }) => id);
  const verdict = pickVerdict(spoken, fixed);
  const moves = !isBallot && own === 2 && fixed("moves") < MOVED;
  const stated = moves ? options[(options.indexOf(verdict) + 1) % options.length]! : verdict;
  const isNew = isBallot || moves || !instruction.includes("Your current verdict:");
  const others = scenario.members.filter(
    ({ id, persona }) => id !== seat.id && persona.name !== "",
  );
  const to = others[Math.floor(chance("to whom") * others.length)]?.persona.name;
  const line = pickLine(spoken, "cited");
  const topic = /Topics: ([\w-]+)/.exec(instruction)?.[1];
  const needsName = /Address one/i.test(instruction);
  return [
    "<Message>",
    `<Speaker>${request.individual.match(/called ([^.\n]+)\./)?.[1] ?? seat.persona.name}</Speaker>`,
    !isBallot && to && (needsName || (own > 0 && chance("to") < ADDRESSED))
      ? `<SpeakingTo>${to}</SpeakingTo>`
      : "",
    isBallot
      ? ""
      : `<Artifacts><Artifact ref="${line.ref}">${escapeTags(line.text)}</Artifact></Artifacts>`,
    topic && instruction.includes("<Topic>") ? `<Topic>${topic}</Topic>` : "",
    isBallot
      ? ""
      : `<Content>${writeWords(spoken, limitWords(spoken, LENGTHS.content), "content")}</Content>`,
    ...(isNew
      ? [
          `<VerdictReasoning>${writeWords(spoken, LENGTHS.reasoning, "why")} (${line.ref})</VerdictReasoning>`,
          `<Verdict>${stated}</Verdict>`,
          `<WouldChange>${writeWords(spoken, LENGTHS.wouldChange, "change")}</WouldChange>`,
          `<Confidence>${(0.55 + 0.35 * chance("sure")).toFixed(2)}</Confidence>`,
        ]
      : []),
    instruction.includes("<Ready>true") && own > 0 ? "<Ready>true</Ready>" : "",
    !isBallot && isLeaving(spoken, fixed) && request.shared.includes("<Withdrawn>")
      ? "<Withdrawn>true</Withdrawn>"
      : "",
    "</Message>",
  ]
    .filter((part) => part !== "")
    .join("\n");
}

/** A value that fits a schema, as long as the name of its field suggests. */
function fill(
  schema: FieldSchema,
  name: string,
  spoken: Spoken,
  fixed: Fixed,
  place = "",
): unknown {
  const { chance } = spoken;
  const { json } = spoken.request;
  if (json?.name === "message" && isLeftOut(name, spoken)) return undefined;
  const inner = schema.anyOf?.find(({ type }) => type !== "null");
  if (inner) return fill(inner, name, spoken, fixed, place);
  const constant = (schema as { const?: unknown }).const;
  if (constant !== undefined) return constant;
  if (schema.enum) return pickOption(schema.enum, spoken, fixed, place);
  const type = [schema.type].flat().find((each) => each !== "null");
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, property]) => [
        key,
        fill(property, key, spoken, fixed, `${place}.${key}`),
      ]),
    );
  if (type === "array") {
    const asked = /steps/i.test(name)
      ? Number(/(\d+) to \d+ steps/.exec(spoken.request.instruction)?.[1] ?? 1) + 1
      : 2;
    const { minItems = 0, maxItems = 3 } = schema as { minItems?: number; maxItems?: number };
    const count = Math.max(
      minItems,
      Math.min(maxItems < asked && maxItems > 3 ? maxItems : asked, asked),
    );
    return Array.from({ length: Math.min(count, maxItems > 3 ? maxItems : count) }, (_, index) =>
      fill(schema.items ?? { type: "string" }, name, spoken, fixed, `${place}[${index}]`),
    );
  }
  if (type === "boolean" && /withdraw/i.test(name)) return isLeaving(spoken, fixed);
  if (type === "boolean") return !/need|missing|drift|changed/i.test(name);
  if (type === "number" || type === "integer") {
    const low = schema.minimum ?? 0;
    const high = Math.min(schema.maximum ?? (type === "integer" ? 100 : 1), 100);
    const value = low + (0.6 + 0.3 * chance(place)) * (high - low);
    return type === "integer" ? Math.round(value) : Number(value.toFixed(2));
  }
  return writeField(name, spoken, place);
}

/** Fields of a position, which a message that changes no verdict leaves out in both forms. */
const STANCE = /^(?:reasoning|verdict|wouldChange|confidence)$/;

/** As in tags: no message has a topic here, and some address everyone. */
function isLeftOut(name: string, { request: { instruction }, chance }: Spoken): boolean {
  if (name === "topic" || (name === "to" && chance("to") >= ADDRESSED)) return true;
  const isStated = !isVote(instruction) && instruction.includes("Your current verdict:");
  return isStated && STANCE.test(name);
}

function isVote(instruction: string): boolean {
  return /<Instruction kind="[^"]*vote"/.test(instruction);
}

function pickOption(
  options: NonNullable<FieldSchema["enum"]>,
  spoken: Spoken,
  fixed: Fixed,
  place: string,
) {
  const verdict = pickVerdict(spoken, fixed);
  if (options.includes(verdict)) return verdict;
  const real = options.filter((each) => each !== null && each !== "NONE");
  return real[Math.floor(spoken.chance(place) * real.length)] ?? options[0];
}

function writeField(name: string, spoken: Spoken, place: string): string {
  const line = pickLine(spoken, place);
  if (/^quote$|^words$/i.test(name)) return line.text;
  if (/^(?:ref|refs|cites?|evidence_refs|place|sources?)$/i.test(name)) return line.ref;
  if (/movedBy/i.test(name)) return "";
  if (/title|label|topic/i.test(name)) return writeWords(spoken, 6, place);
  if (/^delta$/i.test(name)) return "queue_depth=3";
  if (/summary|synthesis|proposal/i.test(name))
    return writeWords(spoken, limitWords(spoken, LENGTHS.summary), place);
  const isLong = /content|answer|argument|position|analysis|response|case|attack|trace/i.test(name);
  if (isLong) return writeWords(spoken, limitWords(spoken, LENGTHS.content), place);
  const isReason = /reason|why|because/i.test(name);
  return writeWords(spoken, isReason ? LENGTHS.reasoning : LENGTHS.wouldChange, place);
}
