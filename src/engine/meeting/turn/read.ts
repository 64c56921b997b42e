import type { z } from "zod";
import { isRecord } from "../../../lists.ts";
import { parseJson } from "../../../text/json-in.ts";
import { type Artifact, type ParsedReply, takesPosition } from "../../scaffold/message.ts";
import { parseReply } from "../../scaffold/parse.ts";
import { checkCitations, groundsFields } from "../../transcript/check-citations.ts";
import { sourcesOf } from "../../transcript/citable.ts";
import type { Draft, Json } from "../../transcript/events.ts";
import { memberOf } from "../../transcript/member-of.ts";
import { messageId } from "../../transcript/path.ts";
import type { MemberState } from "../../transcript/state.ts";
import type { Cue, Stance } from "../contract/floor.ts";
import { type CheckedReply, checkMovedBy, checkReply, isReason, type Part } from "./check.ts";
import { copiesIn, FORM_COPIED, PUT_YOUR_OWN, toldOf, withoutCopies } from "./copied-form.ts";
import type { Effect } from "./runtime.ts";

type MessageCue = Pick<
  Cue,
  "ballot" | "audience" | "topic" | "topics" | "topicRequired" | "addressed" | "mayWithdraw"
>;

export type TurnReading = {
  readonly ending: Draft<"message.spoken" | "turn.passed" | "turn.absent" | "ballot.cast">;
  readonly impersonated: readonly string[];
  readonly problem: string | null;
  /** False where nothing in it may be credited to the speaker. */
  readonly isLegible: boolean;
  /** Reads a second reply, of which only what was rejected here is taken; null where all of it was rejected. */
  readonly mend: ((second: string) => TurnReading) | null;
};

/** The engine says who spoke, the id and the time; the reply only claims. `marks`: flags for how the reply came. */
export function readScaffold(
  effect: Effect,
  speaker: string,
  cue: MessageCue,
  text: string,
  marks: readonly string[],
  first: Rejected | null = null,
): TurnReading {
  const { runtime, fold, path } = effect;
  const { state } = fold;
  const claimedSeat = (claim: string | null) => (claim === null ? speaker : runtime.names.resolve(claim));
  const replied = parseReply(runtime.names.unmask(text), (claim) => claimedSeat(claim) === speaker);
  const { reply: claimed, isNothingElse } = withoutCopies(replied, runtime.prompts.form);
  const own = !saysWords(claimed.content) ? { ...claimed, content: "" } : claimed;
  const claimedNow = claimedSeat(own.speaker);
  const isMending = first !== null && own.parse !== "failed" && !isNothingElse && claimedNow === speaker;
  const parsed = isMending ? mended(first, own) : own;
  const isBallot = cue.ballot !== undefined;
  const checked = checkReply(parsed, { state, speaker, resolve: runtime.names.resolve, isBallot, cue });
  const claims = [parsed.speaker, ...parsed.furtherSpeakers].map(claimedSeat);
  const impersonated = [...new Set(claims)].filter((seat): seat is string => seat !== null && seat !== speaker);
  const isOwn = claimedSeat(parsed.speaker) === speaker;
  const unknown = claimedSeat(parsed.speaker) === null ? ["speaker-unknown"] : [];
  const flags = [...marks, ...checked.flags, ...unknown];
  const isForeign = !isOwn && claimedSeat(parsed.speaker) !== null;
  const foreign = isForeign ? `You wrote as ${parsed.speaker}. Speak only for yourself.` : null;
  const copied = parsed.flags.includes(FORM_COPIED) ? PUT_YOUR_OWN : null;
  const problems = foreign === null ? [copied, checked.problem] : [foreign];
  const problem = problems.filter((each) => each !== null).join("\n") || null;
  const base = { path, at: state.now, speaker };
  const isEmpty = isNothingElse && !isBallot && !takesPosition(checked);
  const isOutside = checked.flags.includes("topic-required");
  const isLegible = !isForeign && !isOutside && !isEmpty;
  const isWhole = !isLegible || parsed.parse === "failed" || (parsed.content === "" && !takesPosition(checked));
  const mend = (second: string) =>
    readScaffold(effect, speaker, cue, second, marks, { parsed, rejected: checked.rejected });
  const result = { impersonated, problem, isLegible, mend: isWhole ? null : mend };

  if (cue.ballot !== undefined) {
    const { verdict, abstains, reasoning, wouldChange, confidence, movedBy } = checked;
    const stance = {
      verdict,
      ...(abstains && { abstains }),
      reasoning,
      wouldChange,
      confidence,
      ...(movedBy && { movedBy }),
    };
    const ending = {
      type: "ballot.cast",
      ...base,
      ballot: cue.ballot,
      ...stance,
      parse: parsed.parse,
      ...groundsFields(stance, sourcesOf(state, speaker), flags),
    } as const;
    return { ...result, ending };
  }
  if (isPass(parsed, checked, memberOf(state, speaker))) {
    return { ...result, ending: { type: "turn.passed", ...base, parse: parsed.parse, flags } };
  }
  return { ...result, ending: spoken(effect, speaker, cue, { parsed, checked, flags }) };
}

type Rejected = { readonly parsed: ParsedReply; readonly rejected: readonly Part[] };

/** The first reply with what the second states of its rejected parts: no argument is lost to a repair. */
function mended({ parsed: first, rejected }: Rejected, second: ParsedReply): ParsedReply {
  const isRejected = (part: Part) => rejected.includes(part);
  const isCopied = first.flags.includes(FORM_COPIED);
  const isStance = isCopied || (["verdict", "reasoning"] as const).some(isRejected);
  const verdict = isRejected("verdict") ? (second.verdict ?? first.verdict) : first.verdict;
  const isSettled = (flag: string) =>
    (ABOUT_VERDICT.has(flag) && second.verdict !== null) || (flag === FORM_COPIED && second.parse === "strict");
  return {
    ...first,
    ...(isStance && {
      verdict,
      reasoning: isReason(first.reasoning) ? first.reasoning : second.reasoning,
      wouldChange: first.wouldChange ?? second.wouldChange,
      confidence: first.confidence ?? second.confidence,
      movedBy: first.movedBy ?? second.movedBy,
    }),
    ...(isRejected("withdrawn") && { withdrawn: second.withdrawn }),
    ...(isRejected("to") && { to: second.to ?? first.to }),
    ...(isRejected("topic") && { topic: second.topic ?? first.topic }),
    ...(first.content === "" && { content: second.content, pass: second.pass }),
    artifacts: first.artifacts.length > 0 ? first.artifacts : second.artifacts,
    flags: first.flags.filter((flag) => !isSettled(flag)),
  };
}

const ABOUT_VERDICT: ReadonlySet<string> = new Set(["several-verdicts", "verdict-in-content"]);

function saysWords(content: string): boolean {
  const bare = content.replaceAll(/<[/!?]?[A-Za-z-][^<>]*>/g, " ").replace(/<[/!?]?[A-Za-z]*$/, "");
  return /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(bare);
}

function isPass(parsed: ParsedReply, checked: CheckedReply, member: MemberState): boolean {
  const { verdict, withdrawn } = checked;
  const isNew = takesPosition(checked) && (parsed.pass || verdict !== member.verdicts.at(-1)?.verdict);
  return parsed.content.trim() === "" && !isNew && !withdrawn && (parsed.pass || !saysElse(parsed));
}

function saysElse({ ready, artifacts }: ParsedReply): boolean {
  return ready || artifacts.some(({ kind }) => kind === "exhibit");
}

type ReadReply = {
  readonly parsed: ParsedReply;
  readonly checked: CheckedReply;
  readonly flags: readonly string[];
};

function spoken(
  { path, fold }: Effect,
  speaker: string,
  cue: MessageCue,
  { parsed, checked, flags }: ReadReply,
): Draft<"message.spoken"> {
  const { state } = fold;
  const id = messageId(path);
  const artifacts = parsed.artifacts.map((artifact, index) => named(artifact, `${id}.${index + 1}`));
  const sources = sourcesOf(state, speaker);
  const citations = checkCitations(parsed.content, artifacts, sources);
  const absent = citations.some(({ found }) => found === "absent");
  const words = countWords(parsed.content);
  const { to, topic, verdict, abstains, reasoning, wouldChange, confidence, movedBy, withdrawn } = checked;
  return {
    type: "message.spoken",
    path,
    at: afterWords(state.now, words),
    id,
    speaker,
    to,
    artifacts,
    verdict,
    ...(abstains && { abstains }),
    reasoning,
    wouldChange,
    confidence,
    ...(movedBy && { movedBy }),
    ready: parsed.ready,
    withdrawn,
    content: parsed.content,
    audience: cue.audience ?? "all",
    ...(topic !== null && { topic }),
    parse: parsed.parse,
    citations,
    ...groundsFields(checked, sources, absent ? [...flags, "citation-not-found"] : flags),
    words,
  };
}

function named(artifact: Artifact, id: string): Artifact {
  return artifact.kind === "exhibit" ? { ...artifact, id } : artifact;
}

/** What does not fit the cue's schema is never half believed. */
export function readJson<Reply>(
  effect: Effect,
  speaker: string,
  cue: Cue<Reply> & Required<Pick<Cue<Reply>, "reply">>,
  text: string,
  marks: readonly string[],
): TurnReading {
  const { path, fold } = effect;
  const { state } = fold;
  const value = parseJson(text);
  const result = cue.reply.safeParse(value);
  const copies = result.success ? copiesIn(result.data, cue.text) : [];
  const isCopy = copies.some(({ depth }) => depth === 1);
  const audience = cue.audience ?? "all";
  const words = audience === "record" ? 0 : countWords(text);
  const isRead = result.success && !isCopy;
  const again = (second: string) => readJson(effect, speaker, cue, second, marks);
  const rejected = [
    ...(result.error?.issues ?? []).map(({ path: [key = ""] }) => String(key)),
    ...copies.map(({ place }) => place.split(".")[0] ?? ""),
  ];
  const mend = (second: string) => {
    const merged = again(withParts(value, rejected, parseJson(second)));
    return merged.isLegible ? merged : again(second);
  };
  const isWhole = !isRecord(value) || rejected.includes("");
  const problem = !result.success ? describe(value, result.error) : copies.length > 0 ? toldOf(copies) : null;
  const allMarks = copies.length > 0 ? [...marks, FORM_COPIED] : marks;
  const isAgent = memberOf(state, speaker).seat.kind === "agent";
  const { movedBy: claim, ...stance } = isRead && !isAgent ? (cue.stance?.(result.data) ?? SILENT) : SILENT;
  const moved = checkMovedBy(takesPosition(stance) ? claim : undefined, { state, speaker });
  const movedBy = moved.movedBy && { movedBy: moved.movedBy };
  const parse = isRead ? "strict" : "failed";
  const reply = isRead ? { reply: value as Json } : {};
  if (cue.ballot !== undefined) {
    const base = { path, at: state.now, speaker, ballot: cue.ballot };
    const ending: Draft<"ballot.cast"> = {
      type: "ballot.cast",
      ...base,
      ...stance,
      ...movedBy,
      parse,
      ...groundsFields(stance, sourcesOf(state, speaker), [...allMarks, ...moved.flags]),
      ...reply,
      ...(cue.verbatim && { text: text.trim() }),
    };
    return { ending, impersonated: [], problem, isLegible: isRead, mend: isWhole ? null : mend };
  }
  const ending: Draft<"message.spoken"> = {
    type: "message.spoken",
    path,
    at: afterWords(state.now, words),
    id: messageId(path),
    speaker,
    to: null,
    artifacts: [],
    ...stance,
    ...movedBy,
    ready: false,
    withdrawn: false,
    content: text.trim(),
    audience,
    ...(cue.topic !== undefined && { topic: cue.topic }),
    parse,
    citations: [],
    ...groundsFields(stance, sourcesOf(state, speaker), [...allMarks, ...moved.flags]),
    words,
    ...reply,
  };
  return { ending, impersonated: [], problem, isLegible: isRead, mend: isWhole ? null : mend };
}

/** Fields of the first reply, with the rejected ones as the second states them. */
function withParts(first: unknown, rejected: readonly string[], second: unknown): string {
  const stated = isRecord(second) ? Object.entries(second) : [];
  const taken = stated.filter(([key]) => rejected.includes(key));
  return JSON.stringify({ ...(first as object), ...Object.fromEntries(taken) });
}

const SILENT: Stance = { verdict: null, reasoning: null, wouldChange: null, confidence: null };

function describe(value: unknown, error: z.ZodError): string {
  if (value === undefined) return "Your reply was not JSON.";
  return error.issues.map(({ path, message }) => `${path.join(".") || "reply"}: ${message}`).join("\n");
}

/** 150 words a minute, for every model. */
const MS_A_WORD = 400;

export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}

export function afterWords(at: string, words: number): string {
  return words === 0 ? at : new Date(Date.parse(at) + words * MS_A_WORD).toISOString();
}
