// Reads the verdict, reason and words of a reply. Asks once more for parts without a meaning. The
// parts that a member may state are in check-reply.ts.

import { z } from "zod";
import { dropMissing, isRecord } from "../../lists.ts";
import { estimateWords, foldWords, UNSPACED } from "../../scenario/documents/folded-text.ts";
import { listEvidence } from "../../scenario/schema/document.ts";
import { type JsonReply, MOST_DEPTH, parseJson, TOO_DEEP } from "../../text/json-in.ts";
import { createCopyTest, listJsonDescriptions } from "../form/own-words.ts";
import { readFitting } from "../form/repair-json.ts";
import { toReplySchema } from "../form/reply-form.ts";
import { ABOUT } from "../people/message-form.ts";
import { findPerson, writeAsReply } from "../people/person.ts";
import { dropCardLines } from "../perspective/floor-card.ts";
import { FORM_DESCRIPTIONS } from "../perspective/meeting-rules.ts";
import type { Stance } from "../protocol/floor.ts";
import { CUT_MARK, cutAt, readUnitNumber } from "../scaffold/fields.ts";
import { hasPosition, type ParsedReply } from "../scaffold/message.ts";
import { parseReply, REPLY_LIMIT } from "../scaffold/parse.ts";
import { checkCitations, collectSources, createReasonsFields } from "../transcript/citations.ts";
import type { Draft, Json } from "../transcript/events.ts";
import { toMessageId, toStepPath } from "../transcript/path.ts";
import { getMember, type MemberState } from "../transcript/state.ts";
import { type CheckedReply, checkMovedBy, checkReply, isReason, type Part } from "./check-reply.ts";
import type { OpenTurn } from "./runtime.ts";

export type TurnReading = {
  ending: Draft<"message.spoken" | "turn.passed" | "turn.absent" | "ballot.cast">;
  impersonated: readonly string[];
  problem: string | null;
  isLegible: boolean;
  /** The problem is that the message says nothing new or leaves something open: it is refused once, and then it stands. */
  isRefusedOnce?: boolean;
  /** Reads a second reply and takes only the parts that were rejected here. Null if all was rejected. */
  readRepair: ((second: string) => TurnReading) | null;
};

type Reader = OpenTurn & {
  /** Flags for how the reply came. */
  marks: readonly string[];
};

/** The engine says who spoke, the id and the time; the reply only claims. */
export function readReply(
  turn: OpenTurn,
  text: string,
  marks: readonly string[] = [],
): TurnReading {
  const { fold, speaker, instruction } = turn;
  const reader = { ...turn, marks };
  if (instruction.reply) return readJson(reader, instruction.reply, text);
  const { seat } = getMember(fold.state, speaker);
  return seat.form === "json" ? readMessageJson(reader, text) : readScaffold(reader, text, null);
}

/** A reply with status 200 may still be no JSON, or another JSON than was asked for. */
function readMessageJson(reader: Reader, text: string): TurnReading {
  const { message, flags, problem } = toTaggedMessage(reader, text);
  const marks = [...reader.marks, ...flags];
  const reading = readScaffold({ ...reader, marks }, message ?? text, null);
  const { ending, readRepair } = reading;
  if (message === null && (ending.type === "turn.absent" || ending.parse !== "strict"))
    return { ...reading, problem, isLegible: false, readRepair: null };
  if (readRepair === null) return reading;
  return {
    ...reading,
    readRepair: (second) => readRepair(toTaggedMessage(reader, second).message ?? second),
  };
}

const NOT_THE_JSON = "Your reply is not the JSON object that was asked for.";

type MessageInTags = { message: string | null; flags: readonly string[]; problem: string };

function toTaggedMessage({ fold, speaker }: Reader, text: string): MessageInTags {
  const { value, repeated, isTooDeep } = readFitting(text, ANY_OBJECT);
  if (!isRecord(value)) return { message: null, flags: [], problem: describeNoJson(isTooDeep) };
  const { state } = fold;
  const { confidence, ...fields } = value;
  const isStated = (each: unknown) => each !== null && each !== undefined && each !== "";
  const sure = isStated(confidence) ? readUnitNumber(String(confidence)) : null;
  // No message is refused for a confidence out of range.
  const flags = dropMissing([
    isStated(confidence) && sure === null && "bad-confidence",
    ...markRepeated(repeated),
  ]);
  const stated = Object.entries({ ...fields, confidence: sure }).filter(([, each]) =>
    isStated(each),
  );
  const readable = [...state.documents, ...listEvidence(state.scenario.private, speaker)];
  const message = writeAsReply(
    getMember(state, speaker).seat,
    Object.fromEntries(stated) as Json,
    {},
    readable,
  );
  return { message: message.is === "reply" ? message.text : null, flags, problem: NOT_THE_JSON };
}

const ANY_OBJECT = z.record(z.string(), z.unknown());

function readScaffold(reader: Reader, text: string, first: Rejected | null): TurnReading {
  const { runtime, fold, path, speaker, instruction, marks } = reader;
  const { state } = fold;
  const findClaimedSeat = (claim: string | null) =>
    claim === null ? speaker : runtime.names.resolve(claim);
  const claimed = parseReply(
    runtime.names.reveal(text),
    (claim) => findClaimedSeat(claim) === speaker,
  );
  const own = keepOwnWords(reader, claimed);
  const claimant = findClaimedSeat(own.speaker);
  const isMending =
    first !== null && own.parse !== "failed" && (claimant === null || claimant === speaker);
  const parsed = isMending ? mergeRepair(first, own) : own;
  const isBallot = instruction.ballot !== undefined;
  const checked = checkReply(parsed, {
    state,
    speaker,
    resolve: runtime.names.resolve,
    isBallot,
    instruction,
  });
  const [asWhom, ...others] = [parsed.speaker, ...parsed.furtherSpeakers].map(findClaimedSeat);
  const impersonated = [...new Set([asWhom, ...others])].filter(
    (seat) => seat && seat !== speaker,
  ) as string[];
  const isForeign = asWhom !== null && asWhom !== speaker;
  const flags = dropMissing([...marks, ...checked.flags, asWhom === null && "speaker-unknown"]);
  const isLegible = !isForeign;
  const isWhole =
    isForeign ||
    parsed.parse === "failed" ||
    (parsed.content === "" && !hasPosition(checked)) ||
    checked.rejected.includes("turn");
  const readRepair = (second: string) =>
    readScaffold(reader, second, { parsed, rejected: checked.rejected });
  const isSilent = !isBallot && isPass(parsed, checked, getMember(state, speaker));
  const { content, ready, parse } = parsed;
  return {
    ending: isSilent
      ? { type: "turn.passed", path, at: state.now, speaker, parse, flags }
      : createEnding(reader, {
          ...checked,
          content,
          ready,
          parse,
          flags,
          artifacts: parsed.artifacts,
        }),
    impersonated,
    problem: isForeign
      ? `You wrote as ${parsed.speaker}. Speak only for yourself.`
      : checked.problem,
    isLegible,
    isRefusedOnce: !isForeign && checked.rejected.every((part) => part === "turn"),
    readRepair: isWhole ? null : readRepair,
  };
}

/** What does not fit the instruction's schema is never half believed. */
function readJson(reader: Reader, schema: z.ZodType, text: string): TurnReading {
  const { fold, speaker, instruction, marks } = reader;
  const { state } = fold;
  const { value, result, isRepaired, repeated, isTooDeep } = readFitting(
    cutAt(text, REPLY_LIMIT),
    schema,
    createCopyTest(listJsonDescriptions(instruction.text, toReplySchema(schema))),
  );
  const isRead = result.success;
  const isAgent = getMember(state, speaker).seat.kind === "agent";
  const stance =
    isRead && !isAgent ? (instruction.stance?.(result.data as never) ?? SILENT) : SILENT;
  const moved = checkMovedBy(hasPosition(stance) ? stance.movedBy : undefined, {
    state,
    speaker,
  });
  const rejected = (result.error?.issues ?? []).map(({ path: [key = ""] }) => String(key));
  const readRepair = (second: string) => {
    const merged = readJson(reader, schema, replaceParts(value, rejected, parseJson(second)));
    return merged.isLegible ? merged : readJson(reader, schema, second);
  };
  const isWhole = !isRecord(value) || rejected.includes("");
  const readAs = isRepaired ? "trimmed" : "strict";
  return {
    ending: createEnding(reader, {
      ...stance,
      movedBy: moved.movedBy,
      to: null,
      topic: instruction.topic ?? null,
      artifacts: [],
      content: cutAt(text.trim(), REPLY_LIMIT),
      ready: false,
      withdrawn: false,
      parse: isRead ? readAs : "failed",
      flags: [...marks, ...moved.flags, ...markRepeated(repeated)],
      reply: isRead ? (value as Json) : undefined,
      isJson: true,
    }),
    impersonated: [],
    problem: isRead ? null : describeJsonFault({ value, repeated, isTooDeep }, result.error),
    isLegible: isRead,
    readRepair: isWhole ? null : readRepair,
  };
}

type Stated = Stance &
  Pick<CheckedReply, "to" | "topic" | "withdrawn" | "flags"> &
  Pick<ParsedReply, "content" | "artifacts" | "ready" | "parse"> & {
    reply?: Json | undefined;
    isJson?: true;
  };

function createEnding(reader: Reader, stated: Stated): Draft<"message.spoken" | "ballot.cast"> {
  const { path, fold, speaker, instruction } = reader;
  const { state } = fold;
  const { verdict, abstains, reasoning, wouldChange, confidence, movedBy, content, parse, reply } =
    stated;
  const id = toMessageId(path);
  // In a parallel group the path keeps the names of several speakers apart.
  const [, ...group] = toStepPath(path).split("/");
  const number = [state.turns + 1, ...group].join("-");
  const sources = collectSources(state, speaker);
  const artifacts = stated.artifacts.map((each, index) =>
    each.kind === "exhibit" ? { ...each, id: `${number}.${index + 1}` } : each,
  );
  const isQuoting = !stated.isJson && instruction.ballot === undefined;
  const citations = isQuoting ? checkCitations(content, artifacts, sources) : [];
  const isAbsent = citations.some(({ found }) => found === "absent");
  const common = {
    path,
    speaker,
    verdict,
    reasoning,
    wouldChange,
    confidence,
    parse,
    abstains,
    movedBy,
    ...createReasonsFields(
      stated,
      sources,
      isAbsent ? [...stated.flags, "citation-not-found"] : stated.flags,
    ),
    reply,
  };
  if (instruction.ballot !== undefined) {
    const text = instruction.verbatim && { text: content };
    return { type: "ballot.cast", at: state.now, ballot: instruction.ballot, ...common, ...text };
  }
  const audience = instruction.audience ?? "all";
  const words = stated.isJson && audience === "record" ? 0 : countWords(content);
  return {
    type: "message.spoken",
    at: addSpeakingTime(state.now, words),
    id,
    to: stated.to,
    artifacts,
    ready: stated.ready,
    withdrawn: stated.withdrawn,
    content,
    audience,
    citations,
    words,
    topic: stated.topic ?? undefined,
    ...common,
  };
}

type Rejected = { parsed: ParsedReply; rejected: readonly Part[] };

/** The first reply with what the second states of its rejected parts: no argument is lost to a repair. */
function mergeRepair({ parsed: first, rejected }: Rejected, second: ParsedReply): ParsedReply {
  const isRejected = (part: Part) => rejected.includes(part);
  const isStance = (["verdict", "reasoning"] as const).some(isRejected);
  const isSettled = (flag: string) => ABOUT_VERDICT.has(flag) && second.verdict !== null;
  const merged = { ...first, flags: first.flags.filter((flag) => !isSettled(flag)) };
  if (isStance) {
    if (!isReason(first.reasoning)) merged.reasoning = second.reasoning;
    merged.wouldChange ??= second.wouldChange;
    merged.confidence ??= second.confidence;
    merged.movedBy ??= second.movedBy;
  }
  if (isRejected("verdict")) merged.verdict = second.verdict ?? first.verdict;
  if (isRejected("withdrawn")) merged.withdrawn = second.withdrawn;
  if (isRejected("to")) merged.to = second.to ?? first.to;
  if (first.content === "") {
    merged.content = second.content;
    merged.pass = second.pass;
  }
  if (first.artifacts.length === 0) merged.artifacts = second.artifacts;
  return merged;
}

const ABOUT_VERDICT: ReadonlySet<string> = new Set(["several-verdicts", "verdict-in-content"]);

const isCopy = createCopyTest([...FORM_DESCRIPTIONS, ...Object.values(ABOUT)]);

/** Without what a model copied from its prompt: it counts as not given. */
function keepOwnWords({ fold, speaker }: Reader, claimed: ParsedReply): ParsedReply {
  const { state } = fold;
  const { seat } = getMember(state, speaker);
  const isPerson = findPerson(seat) !== null;
  const said = isPerson ? claimed.content : dropCardLines(claimed.content);
  const content = hasContent(said) ? said : "";
  if (isPerson) return { ...claimed, content };
  const own = (text: string | null) => (text !== null && isCopy(text) ? null : text);
  return {
    ...claimed,
    content: own(content) ?? "",
    reasoning: own(claimed.reasoning),
    wouldChange: own(claimed.wouldChange),
    artifacts: claimed.artifacts.filter((each) => each.kind !== "citation" || !isCopy(each.quote)),
  };
}

function hasContent(text: string): boolean {
  const content = text.replace(CUT_MARK, "");
  const isMarked = content.includes("<");
  const bare = isMarked
    ? content.replaceAll(/<[/!?]?[A-Za-z-][^<>]*>/g, " ").replace(/<[/!?]?[A-Za-z]*$/, "")
    : content;
  return /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(bare);
}

function isPass(parsed: ParsedReply, checked: CheckedReply, member: MemberState): boolean {
  const { verdict, withdrawn } = checked;
  const isNew =
    hasPosition(checked) && (parsed.pass || verdict !== member.verdicts.at(-1)?.verdict);
  return (
    parsed.content.trim() === "" && !isNew && !withdrawn && (parsed.pass || !bringsMore(parsed))
  );
}

function bringsMore({ ready, artifacts }: ParsedReply): boolean {
  return ready || artifacts.some(({ kind }) => kind === "exhibit");
}

/** Fields of the first reply, with the rejected ones as the second states them. */
function replaceParts(first: unknown, rejected: readonly string[], second: unknown): string {
  const stated = isRecord(second) ? Object.entries(second) : [];
  const taken = stated.filter(([key]) => rejected.includes(key));
  return JSON.stringify({ ...(first as object), ...Object.fromEntries(taken) });
}

const SILENT: Stance = { verdict: null, reasoning: null, wouldChange: null, confidence: null };

function markRepeated(repeated: readonly string[]): readonly string[] {
  return repeated.length === 0 ? [] : ["repeated-field"];
}

function describeNoJson(isTooDeep: boolean): string {
  return isTooDeep ? `Your reply is ${TOO_DEEP}: use at most ${MOST_DEPTH} levels.` : NOT_THE_JSON;
}

function describeJsonFault({ value, repeated, isTooDeep }: JsonReply, error: z.ZodError): string {
  if (value === undefined) return isTooDeep ? describeNoJson(true) : "Your reply was not JSON.";
  if (repeated.length > 0) return `Your reply gives ${repeated.join(", ")} twice. Give it once.`;
  return error.issues
    .map(({ path, message }) => `${path.join(".") || "reply"}: ${message}`)
    .join("\n");
}

/** The second stands only if it is legible and has nothing worse wrong: an apology or a bare field never replaces an argument. */
export function chooseReading(first: TurnReading, second: TurnReading): TurnReading {
  const isRead = second.ending.type === "turn.absent" || second.ending.parse !== "failed";
  const isBetter = isRead && rateFault(second) <= rateFault(first) && !hasLostWords(first, second);
  const impersonated = [...new Set([...first.impersonated, ...second.impersonated])];
  return { ...(isBetter ? second : first), impersonated };
}

function rateFault({ problem, isLegible, ending }: TurnReading): number {
  if (!isLegible) return 3;
  if (ending.type !== "turn.absent" && ending.parse === "failed") return 2;
  return problem === null ? 0 : 1;
}

function hasLostWords(first: TurnReading, second: TurnReading): boolean {
  return first.isLegible && countSpokenWords(first) > 0 && countSpokenWords(second) === 0;
}

function countSpokenWords({ ending }: TurnReading): number {
  return ending.type === "message.spoken" ? ending.words : 0;
}

/** 150 words a minute, for every model. */
const MS_A_WORD = 400;

export function countWords(text: string): number {
  let words = 0;
  for (const [piece] of text.matchAll(/\S+/g))
    words += UNSPACED_LETTER.test(piece) ? estimateWords(foldWords(piece)) : 1;
  return Math.round(words);
}

const UNSPACED_LETTER = new RegExp(UNSPACED, "u");

export function addSpeakingTime(at: string, words: number): string {
  return words === 0 ? at : new Date(Date.parse(at) + words * MS_A_WORD).toISOString();
}
