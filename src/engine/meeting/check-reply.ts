// What a member may state at this moment: fields of a reply that break a rule are dropped and
// marked. Reading the reply itself is in read-reply.ts.

import { dropMissing } from "../../lists.ts";
import { holdsPassage } from "../../scenario/documents/citations.ts";
import { NONE } from "../../scenario/schema/scenario.ts";
import { toPlainWords } from "../../text/plain.ts";
import { isRepeatOfQuestion } from "../form/own-words.ts";
import { readOption } from "../form/read-option.ts";
import { findPerson } from "../people/person.ts";
import { findLeftOpen } from "../perspective/floor-card.ts";
import { isEntrySealed, isVisible } from "../perspective/view.ts";
import type { Instruction, Stance } from "../protocol/floor.ts";
import { hasLanguageModel } from "../protocol/protocol.ts";
import { isRepeating } from "../routing/selector.ts";
import type { FieldName } from "../scaffold/fields.ts";
import {
  hasPosition,
  listTexts,
  type Message,
  type MovedBy,
  type ParsedReply,
} from "../scaffold/message.ts";
import { type Entry, getMember, type MeetingState, type MemberState } from "../transcript/state.ts";

export type CheckedReply = Stance & {
  to: string | null;
  topic: string | null;
  withdrawn: boolean;
  flags: readonly string[];
  problem: string | null;
  /** What the problem is about: a repair replaces nothing else. */
  rejected: readonly Part[];
};

/** `turn`: the message as a whole. */
export type Part = "content" | "verdict" | "reasoning" | "withdrawn" | "to" | "turn";

type Rules = ReplyRules & {
  /** null for people, who have a form before them. */
  tag: (name: FieldName) => string | null;
};

type ReplyRules = {
  state: MeetingState;
  speaker: string;
  resolve: (claim: string) => string | null;
  isBallot: boolean;
  instruction: Instruction;
};

/** Fields that break a rule are dropped and flagged. The words are always kept. */
export function checkReply(reply: ParsedReply, given: ReplyRules): CheckedReply {
  const { state, speaker } = given;
  const member = getMember(state, speaker);
  const isPerson = findPerson(member.seat) !== null;
  const rules: Rules = { ...given, tag: (name) => (isPerson ? null : `<${name}>`) };
  if (member.seat.kind === "agent") return checkAgentReply(reply, rules);
  const verdict = checkVerdict(reply, member, rules);
  const isTaken = hasPosition(verdict);
  const withdrawal = checkWithdrawal(reply, member, isTaken, rules);
  const to = checkAddressee(reply, rules);
  const topic = chooseTopic(reply, rules);
  const turn = checkRepetitionAndLeaving(
    { ...reply, to: to.seat, verdict: verdict.verdict },
    member,
    rules,
  );
  const moved = checkMovedBy(isTaken ? reply.movedBy : undefined, rules);
  const found: readonly (readonly [string | null, ...Part[]])[] = [
    [findFormProblem(reply, rules), "content"],
    [verdict.problem, ...verdict.rejected],
    [withdrawal.problem, "verdict", "withdrawn"],
    [to.problem, "to"],
    [turn.problem, "turn"],
    [isPerson && moved.flags.length > 0 ? NOT_STATED : null],
  ];
  const problems = found.filter(([text]) => text !== null);
  return {
    to: to.seat,
    topic: topic.topic,
    verdict: verdict.verdict,
    abstains: verdict.abstains,
    reasoning: isTaken && isReason(reply.reasoning) ? reply.reasoning : null,
    wouldChange: isTaken ? reply.wouldChange : null,
    movedBy: moved.movedBy,
    confidence: verdict.verdict === null ? null : reply.confidence,
    withdrawn: withdrawal.withdrawn,
    flags: [
      ...reply.flags,
      ...to.flags,
      ...topic.flags,
      ...verdict.flags,
      ...moved.flags,
      ...withdrawal.flags,
      ...turn.flags,
    ],
    problem: problems.length > 0 ? problems.map(([text]) => text).join("\n") : null,
    rejected: problems.flatMap(([, ...parts]) => parts),
  };
}

/** People are asked again. A model's claim is dropped without a second call. */
const NOT_STATED =
  'No one said what you quote in "moved by": give the number of a message you heard, and exact words from it.';

type RuleFinding = { flags: readonly string[]; problem: string | null };
const FINE: RuleFinding = { flags: [], problem: null };

/** A process agent judges nothing: what looks like a vote in its words is none. */
function checkAgentReply(reply: ParsedReply, rules: Rules): CheckedReply {
  const to = checkAddressee(reply, rules);
  const voted = reply.verdict !== null || reply.withdrawn;
  return {
    to: to.seat,
    topic: rules.instruction.topic ?? null,
    verdict: null,
    reasoning: null,
    wouldChange: null,
    confidence: null,
    withdrawn: false,
    flags: dropMissing([...reply.flags, ...to.flags, voted && "agent-verdict"]),
    problem: findFormProblem(reply, rules),
    rejected: ["content"],
  };
}

function nameTag({ tag }: Rules, name: FieldName): string {
  return tag(name) === null ? "" : ` in ${tag(name)}`;
}

function findFormProblem(reply: ParsedReply, { isBallot, tag }: Rules): string | null {
  if (reply.parse === "failed") return "Your reply is not one message in the requested format.";
  if (reply.content.trim() === "" && !reply.pass && !isBallot && reply.verdict === null) {
    return `Your message has no content. Say something, or pass${tag("Pass") === null ? "" : " with <Pass>true</Pass>"}.`;
  }
  return null;
}

function checkVerdict(
  reply: ParsedReply,
  member: MemberState,
  rules: Rules,
): RuleFinding & {
  verdict: string | null;
  abstains?: true | undefined;
  rejected: readonly Part[];
} {
  const { state, isBallot, instruction, tag } = rules;
  const { verdicts } = state.scenario;
  const rejected = ["verdict"] as const;
  const allowed = `Choose one of ${verdicts.map(({ id }) => id).join(", ")}, or ${NONE} and say why you have none.`;
  const refuse = (problem: string | null, flags: readonly string[] = []) => {
    return { rejected, verdict: null, flags, problem };
  };
  if (reply.flags.includes("several-verdicts"))
    return refuse(`It contains more than one verdict. ${allowed}`);
  if (reply.flags.includes("verdict-in-content"))
    return refuse(
      `There is a ${tag("Verdict") ?? "verdict"} inside your ${tag("Content") ?? "content"}, and it is ignored. Put it once, outside ${tag("Content") ?? "the content"}. ${allowed}`,
    );
  if (reply.verdict === null)
    return refuse(isBallot ? `Your vote has no verdict. ${allowed}` : null);
  const named = readOption(reply.verdict, [...verdicts, NONE]);
  const abstains = named === NONE;
  const verdict = abstains ? null : named;
  if (verdict === null && !abstains)
    return refuse(`"${reply.verdict.slice(0, 60)}" is not an option. ${allowed}`, [
      "verdict-unknown",
    ]);
  const isNew = member.verdicts.at(-1)?.verdict !== verdict;
  // A final vote names a line at most: its reasons were given in the debate.
  const isBare = instruction.isBare || (instruction.ballot === "closing" && !abstains);
  if (!isReason(reply.reasoning) && !isBare && (isNew || isBallot)) {
    // Reasons are asked for once; then the verdict counts without. NONE needs them.
    return {
      rejected: ["reasoning"],
      verdict,
      flags: [abstains ? "verdict-without-reasoning" : "no-reasoning"],
      problem: abstains
        ? `Say${nameTag(rules, "VerdictReasoning")} why your verdict is ${NONE}: what is missing, or which facts conflict.`
        : `Give the reasoning for your verdict${nameTag(rules, "VerdictReasoning")}.`,
    };
  }
  return { ...FINE, rejected, verdict, abstains: abstains || undefined };
}

/** A mark, or a word for nothing, gives no reason. */
export function isReason(reasoning: string | null): boolean {
  return reasoning !== null && /[\p{L}\p{N}]/u.test(reasoning) && !NO_REASON.test(reasoning.trim());
}

const NO_REASON = /^(?:n\/?a|none|null|nothing|tbd|see above)\.?$/i;

function checkWithdrawal(
  reply: ParsedReply,
  member: MemberState,
  isTaken: boolean,
  { isBallot, instruction }: Rules,
): RuleFinding & { withdrawn: boolean } {
  if (!reply.withdrawn || isBallot) return { ...FINE, withdrawn: false };
  if (instruction.mayWithdraw === false)
    return { withdrawn: false, flags: ["withdrawal-not-open"], problem: null };
  if (isTaken || member.verdicts.length > 0) return { ...FINE, withdrawn: true };
  const problem = `You cannot withdraw without a verdict. Give one with your reasoning, use ${NONE} and say why, or stay in the debate.`;
  return { withdrawn: false, flags: ["withdrawal-without-verdict"], problem };
}

/** Words from which on a message can repeat another. */
const REPEATED_WORDS = 6;

/** Characters at the beginning by which a repeated message is known. */
const REPEATED_START = 80;

/** What a model is asked to say otherwise. Its second message stays, with a flag. Small models repeat each message, so they are not asked while they do. */
function checkRepetitionAndLeaving(
  reply: ParsedReply,
  { seat }: MemberState,
  rules: Rules,
): RuleFinding {
  const { state, speaker, isBallot, instruction } = rules;
  if (isBallot || !hasLanguageModel(seat)) return FINE;
  const repeated = findRepeated(reply.content, state);
  if (repeated !== null) {
    const problem = isRepeating(state, speaker)
      ? null
      : `Your message repeats ${repeated}. Say something new, or pass.`;
    return { flags: ["repeats"], problem };
  }
  const isLeaving = reply.withdrawn && instruction.mayWithdraw !== false;
  const open = isLeaving ? findLeftOpen(state, speaker, reply) : null;
  if (open === null) return FINE;
  return {
    flags: [],
    problem: `Before you withdraw, answer [${open}] or change your verdict.`,
  };
}

function findRepeated(content: string, { entries, scenario }: MeetingState): string | null {
  if (isRepeatOfQuestion(content, scenario)) return "the question";
  const words = toPlainWords(content);
  if (words.split(" ").length < REPEATED_WORDS) return null;
  const start = words.slice(0, REPEATED_START);
  for (const entry of entries as readonly Entry[]) {
    if (entry.kind !== "message") continue;
    if (getStart(entry.message) === start) return `[${entry.turn}]`;
  }
  return null;
}

const starts = new WeakMap<object, string>();

function getStart(message: Message): string {
  const known = starts.get(message) ?? toPlainWords(message.content).slice(0, REPEATED_START);
  starts.set(message, known);
  return known;
}

function checkAddressee(
  { to, pass }: ParsedReply,
  rules: Rules,
): RuleFinding & { seat: string | null } {
  const { state, speaker, resolve, instruction } = rules;
  const addressNobody = (...flags: string[]) => ({
    seat: null,
    flags,
    problem:
      instruction.addressed && !pass
        ? `Address one other person by name${nameTag(rules, "SpeakingTo")}.`
        : null,
  });
  if (to === null || EVERYBODY.test(to.trim()))
    return instruction.addressed ? addressNobody("addressee-missing") : addressNobody();
  const seat = resolve(to);
  if (seat === null) return addressNobody("addressee-unknown");
  if (seat === speaker) return addressNobody("addressee-self");
  if (getMember(state, seat).status === "withdrawn") return addressNobody("addressee-withdrawn");
  return { ...FINE, seat };
}

/** What the reply names, if it may choose; else what the message belongs to anyway. */
function chooseTopic(
  { topic, pass }: ParsedReply,
  { instruction }: Rules,
): { topic: string | null; flags: readonly string[] } {
  const usual = instruction.topic ?? null;
  const named = topic?.trim().toLowerCase();
  if (instruction.topics === undefined || pass || !named) return { topic: usual, flags: [] };
  const found = instruction.topics.find((id) => id.toLowerCase() === named);
  return found === undefined
    ? { topic: usual, flags: ["topic-unknown"] }
    : { topic: found, flags: [] };
}

const EVERYBODY = /^(?:the )?(?:(?:whole )?board|all|everyone|everybody|jury|panel)$/i;

type CheckedMove = { movedBy?: MovedBy; flags: readonly string[] };

const MOVED_BY_NOT_QUOTED = "moved-by-not-said";

export function checkMovedBy(
  claim: MovedBy | undefined,
  { state, speaker }: { state: MeetingState; speaker: string },
): CheckedMove {
  if (claim === undefined) return { flags: [] };
  const { control } = state.scenario.prompt;
  const heard = state.entries.find(
    (entry) =>
      readSpokenId(entry, claim) !== null &&
      isVisible(entry, speaker, control) &&
      isOthers(entry, speaker),
  );
  const message = heard && readSpokenId(heard, claim);
  const holds =
    heard !== undefined &&
    message != null &&
    control === undefined &&
    holdsPassage(claim.passage, listWords(heard, isEntrySealed(state, speaker, heard)));
  return holds
    ? { movedBy: { message, passage: claim.passage }, flags: [] }
    : { flags: [MOVED_BY_NOT_QUOTED] };
}

/**
 * The id in the record of what a claim names by the number of its turn; null if this entry is not meant. Only messages
 * can change a verdict, not notices or documents. Interjections are no turns, so their words alone name them.
 */
function readSpokenId(entry: Entry, { message, passage }: MovedBy): string | null {
  if (entry.kind === "message") return String(entry.turn) === message ? entry.message.id : null;
  if (entry.kind !== "interjection" || message !== "") return null;
  return holdsPassage(passage, [entry.text]) ? entry.id : null;
}

function isOthers(entry: Entry, speaker: string): boolean {
  return !(entry.kind === "message" && entry.message.speaker === speaker);
}

/** The grounds of a sealed verdict are not shown. */
function listWords(entry: Entry, isSealed: boolean): readonly string[] {
  if (entry.kind === "interjection") return [entry.text];
  if (entry.kind !== "message") return [];
  return listTexts(
    isSealed ? { ...entry.message, reasoning: null, wouldChange: null } : entry.message,
  );
}
