/**
 * What the record asks of the member that has the floor: which question waits for it, who took up its reason, what would
 * turn the others, what only it knows, and which document is unused. The instruction of the turn shows these lines, and
 * no later prompt keeps them. The TimeKeeper names open points with the same functions.
 */
import { dropMissing } from "../../lists.ts";
import { estimateTokens } from "../../models/pricing/prices.ts";
import { parseReference, type Reference } from "../../scenario/documents/citations.ts";
import { listEvidence } from "../../scenario/schema/document.ts";
import type { Document } from "../../scenario/schema/scenario.ts";
import { dropTrailing } from "../../text/plain.ts";
import { escapeText } from "../scaffold/fields.ts";
import { type Entry, getMember, type MeetingState } from "../transcript/state.ts";
import {
  cutQuote,
  findQuestion,
  type Heard,
  listCitedPlaces,
  type MessageEntry,
  quoteBriefly,
  readHeard,
} from "./heard.ts";
import type { Names } from "./names.ts";
import { isSealed } from "./view.ts";

type Namer = Pick<Names, "getName">;

/** Tokens of a card at most. It drops its last lines until it fits. */
const CARD_TOKENS = 200;

/** Turns of a member for which an unanswered message waits on its card. */
const WAITING_TURNS = 2;

/** Lines of each kind on one card. */
const LINES_AT_MOST = 2;

/** Words of a line of a document from which on it states something. */
const STATEMENT_WORDS = 8;

/** `hidden`: ids of messages that a fork has taken out. */
export function writeFloorCard(
  state: MeetingState,
  member: string,
  names: Namer,
  hidden: ReadonlySet<string>,
): string[] {
  // A control withholds what others say.
  if (state.scenario.prompt.control !== undefined) return [];
  const heard = readHeard(state, member, hidden);
  const lines = [
    ...listWaiting(heard, member).map((entry) => `Waiting for you: ${quoteMessage(entry, names)}`),
    ...describeAnswerToReason(heard, member, names),
    ...describeConditions(state, heard, member, names),
    ...describeTerms(heard, member, names),
    ...describeUnheardLines(state, heard, member),
    ...describeUnusedDocument(state, heard),
  ];
  while (estimateTokens(lines.join("\n")) > CARD_TOKENS) lines.pop();
  return lines;
}

/** How each line of a card begins. */
const LABELS =
  /^\s*(?:Waiting for you: |Your reason \(“|What would turn the others: |Terms offered: \[|Only you have this, and |No one has used |Your current verdict: )/;

/** Of the line that asks for a first verdict; small models speak it in the third person. */
const VERDICT_ASKED = " verdict yet. Options: ";

/** What a member says without lines that it copied from its card. */
export function dropCardLines(content: string): string {
  const lines = content.split("\n");
  const own = lines.filter((line) => !LABELS.test(line) && !line.includes(VERDICT_ASKED));
  return own.length === lines.length ? content : own.join("\n").trim();
}

/** Messages to the member that it has not answered, the last one of each speaker. */
export function listWaiting({ entries }: Heard, member: string): MessageEntry[] {
  const waiting = new Map<string, MessageEntry>();
  // What stands before so many own turns waits no more, so a long meeting is not read again.
  const turns: Entry[] = [];
  let next: MessageEntry | null = null;
  for (let index = entries.length - 1; index >= 0 && turns.length < WAITING_TURNS; index--) {
    const entry = entries[index] as Entry;
    if (isOwnTurn(entry, member)) turns.push(entry);
    if (!isMessage(entry)) continue;
    const { speaker, to } = entry.message;
    const isWaiting = to === member && !isAnswered(entry, turns, next);
    if (isWaiting && !waiting.has(speaker)) waiting.set(speaker, entry);
    next = entry;
  }
  return [...waiting.values()].toReversed().slice(-LINES_AT_MOST);
}

/** Questions to the member that none of its later messages answers, once it had its turns or has left. */
export function listUnanswered(entries: readonly Entry[], member: string): MessageEntry[] {
  return entries.filter((entry, index): entry is MessageEntry => {
    if (entry.kind !== "message" || entry.message.to !== member) return false;
    if (findQuestion(entry.message.content) === null) return false;
    const later = entries.slice(index + 1);
    const turns = later.filter((each) => isOwnTurn(each, member));
    const isDue = turns.length >= WAITING_TURNS || turns.some(isWithdrawal);
    return isDue && !isAnswered(entry, turns, later.find(isMessage) ?? null);
  });
}

function isMessage(entry: Entry): entry is MessageEntry {
  return entry.kind === "message";
}

/** The next message is the answer if it goes to who asked, or if the one asked tells everyone or hands the question on. */
function isAnswered(
  asked: MessageEntry,
  turns: readonly Entry[],
  next: MessageEntry | null,
): boolean {
  const { speaker, to } = asked.message;
  const reply = next?.message.withdrawn ? null : next?.message;
  const isNext =
    reply?.to === speaker ||
    (reply?.speaker === to && (reply?.to === null || findQuestion(reply?.content ?? "") !== null));
  return isNext || turns.some((turn) => isMessage(turn) && isAnswerTo(turn.message, asked));
}

function isWithdrawal(entry: Entry): boolean {
  return isMessage(entry) && entry.message.withdrawn;
}

function isOwnTurn(entry: Entry, member: string): boolean {
  if (entry.kind === "pass") return entry.speaker === member;
  return isMessage(entry) && entry.message.speaker === member;
}

type Answering = { to: string | null; content: string; withdrawn: boolean };

/** Words to everyone answer everyone, but a farewell has to name what it answers. */
function isAnswerTo({ to, content, withdrawn }: Answering, { turn, message }: MessageEntry) {
  return to === message.speaker || content.includes(`[${turn}]`) || (to === null && !withdrawn);
}

/** The turn that a member leaves without an answer to: a question to it, or an answer to its reason. Null if there is none. */
export function findLeftOpen(
  state: MeetingState,
  member: string,
  reply: Answering & { verdict: string | null },
): number | null {
  const heard = readHeard(state, member);
  const waiting = listWaiting(heard, member);
  const asked = waiting.filter(({ message }) => findQuestion(message.content) !== null);
  const turned =
    reply.verdict !== null && reply.verdict !== getMember(state, member).verdicts.at(-1)?.verdict;
  const answer = turned ? null : findAnswerToReason(heard, member)?.answer;
  return dropMissing([...asked, answer]).find((entry) => !isAnswerTo(reply, entry))?.turn ?? null;
}

type ReasonAnswer = { reason: MessageEntry; answer: MessageEntry };

/**
 * The last message of another member that cites a line of the member's reason, or names the message that gave it, and
 * after which the member has not spoken. Null if there is none.
 */
export function findAnswerToReason(
  { messages, lastMessages, lastPositions }: Heard,
  member: string,
): ReasonAnswer | null {
  const reason = lastPositions.get(member);
  if (reason === undefined) return null;
  const spokenAt = lastMessages.get(member) ?? -1;
  const places = [...listCitedPlaces(reason), ...findReferences(reason.message.reasoning ?? "")];
  const answer = messages.slice(spokenAt + 1).findLast((entry) => {
    const { to, content, verdict } = entry.message;
    if (to !== null && to !== member) return false;
    if (content.includes(`[${reason.turn}]`)) return true;
    // A verdict that is given to everyone cites lines for itself.
    if (to === null && verdict !== null) return false;
    return listCitedPlaces(entry).some((place) => isAmong(place, places));
  });
  return answer === undefined ? null : { reason, answer };
}

function describeAnswerToReason(heard: Heard, member: string, names: Namer): string[] {
  const found = findAnswerToReason(heard, member);
  if (found === null) return [];
  const { reasoning, content } = found.reason.message;
  return [
    `Your reason (${quoteInPrompt(reasoning ?? content)}) was taken up: ${quoteMessage(found.answer, names)} Say why it still holds, give a better one, or change your verdict.`,
  ];
}

/** What members with another verdict said in the meeting would change theirs; nothing while verdicts are sealed. */
function describeConditions(
  state: MeetingState,
  { lastPositions }: Heard,
  member: string,
  names: Namer,
): string[] {
  const own = getMember(state, member).verdicts.at(-1);
  if (isSealed(state.scenario.prompt.visibility, own?.verdict != null)) return [];
  const conditions = state.scenario.members.flatMap(({ id }) => {
    const last = lastPositions.get(id);
    if (id === member || last === undefined || last.message.wouldChange === null) return [];
    if (own !== undefined && last.message.verdict === own.verdict) return [];
    return [`${escapeText(names.getName(id))}: ${escapeText(cutQuote(last.message.wouldChange))}`];
  });
  return conditions.length === 0
    ? []
    : [`What would turn the others: ${conditions.slice(0, LINES_AT_MOST + 1).join("; ")}.`];
}

const ACCEPTS = /\b(?:agreed?|accept|deal|fine with|live with|einverstanden)\b/i;

function describeTerms({ terms }: Heard, member: string, { getName }: Namer): string[] {
  const offers = [...terms.values()].filter(({ entry }) => entry.message.speaker !== member);
  const described = offers.slice(-LINES_AT_MOST).map(({ entry, text, answers }) => {
    const { speaker } = entry.message;
    const accepting = answers.filter(({ message }) => ACCEPTS.test(message.content));
    const supporters = [...new Set([speaker, ...accepting.map(({ message }) => message.speaker)])];
    const own = answers.findLast(({ message }) => message.speaker === member);
    const said = own === undefined ? "you have not answered" : `you answered in [${own.turn}]`;
    const names = supporters.filter((id) => id !== member).map(getName);
    return `[${entry.turn}] ${quoteInPrompt(text)} (${escapeText(names.join(", "))} for it; ${said})`;
  });
  return described.length === 0 ? [] : [`Terms offered: ${described.join("; ")}.`];
}

/** Lines that only this member was given, and that no message has cited. */
function describeUnheardLines(state: MeetingState, heard: Heard, member: string): string[] {
  const lines = listEvidence(state.scenario.private, member)
    .flatMap((document) => [...readUncitedStatements(document, heard)])
    .slice(0, LINES_AT_MOST)
    .map(quoteLine);
  if (lines.length === 0) return [];
  return [`Only you have this, and the others have not heard it: ${lines.join("; ")}.`];
}

function describeUnusedDocument(state: MeetingState, heard: Heard): string[] {
  const unused = findUnusedDocument(state, heard);
  const line = unused && readUncitedStatements(unused, heard).next().value;
  if (!line) return [];
  return [
    `No one has used ${escapeText(line.document)} yet, such as line ${line.line} ${quoteExactly(line.text)}.`,
  ];
}

/** The first document of the meeting that no message cites; null before the first citation. */
export function findUnusedDocument({ documents }: MeetingState, { cited }: Heard): Document | null {
  if (cited.size === 0) return null;
  return documents.find(({ name }) => !cited.has(name)) ?? null;
}

type Statement = { document: string; line: number; text: string };

function* readUncitedStatements(
  { name, text }: Pick<Document, "name" | "text">,
  heard: Heard,
): Generator<Statement> {
  const cited = [...(heard.cited.get(name)?.values() ?? [])];
  for (const [index, words] of text.split("\n").entries()) {
    const line = index + 1;
    const isCited = cited.some(({ from, to }) => from <= line && line <= to);
    if (isCited || words.startsWith("#")) continue;
    if (words.split(/\s+/).length >= STATEMENT_WORDS) yield { document: name, line, text: words };
  }
}

function findReferences(text: string): Reference[] {
  const words = text.split(/[\s"'()]+/).map((word) => dropTrailing(word, ".,;:"));
  return words.flatMap((word) => parseReference(word) ?? []);
}

function isAmong(place: Reference, places: readonly Reference[]): boolean {
  return places.some(
    ({ name, from, to }) => name === place.name && from <= place.to && to >= place.from,
  );
}

/** `[9] Emily Watson: “Has anybody reproduced her results?”`: the question of a message, or its beginning. */
function quoteMessage(
  { turn, message: { speaker, content } }: MessageEntry,
  { getName }: Namer,
): string {
  return `[${turn}] ${escapeText(getName(speaker))}: ${quoteInPrompt(findQuestion(content) ?? content)}`;
}

function quoteLine({ document, line, text }: Statement): string {
  return `${escapeText(document)} line ${line} ${quoteExactly(text)}`;
}

/** Members copy the words of a line, so its marks stay. */
function quoteExactly(text: string): string {
  return `“${escapeText(cutQuote(text))}”`;
}

function quoteInPrompt(text: string): string {
  return escapeText(quoteBriefly(text));
}
