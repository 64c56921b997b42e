// The rules of a debate: the beats that are open to a member, and the member it then addresses.
// speak.ts chooses among these beats.

import { lookUpKey } from "../lists.ts";
import { findSide } from "../scenario/schema/scenario.ts";
import type { Cited } from "../scenario/schema/script.ts";
import { mayRead, type Player } from "./cast.ts";
import type { Debate, Said } from "./debate.ts";
import type { Chance } from "./draw.ts";
import type { Beat, Thread } from "./stage.ts";

/** Whether a member may say a beat after a message of its thread; null at the thread's start. */
function maySay(debate: Debate, player: Player, beat: Beat, after: Said | null): boolean {
  const { file } = beat;
  const { id } = player.seat;
  if (after?.seat === id || debate.getWords(beat, player).length === 0) return false;
  if (isSpent(debate, beat, id) || !isOnSide(debate, beat, player)) return false;
  if (isKeptForOpening(debate, player, beat) || isKeptForPlay(debate, player, beat)) return false;
  if (!beat.isOwners && file.needs.length === 0 && hasCited(debate, id, file.cite)) return false;
  if (beat.isOwners ? debate.opened.get(id) !== beat.thread : isOwner(debate, player, beat))
    return false;
  const isDecisive = (file.turns ?? file.accepts ?? file.refuses) !== undefined;
  const isAwaited = after?.to === player.called || beat.isOwners;
  if (after && debate.log.length - after.n > LATE && !isDecisive && !isAwaited) return false;
  if (file.now && after?.n !== debate.log.length) return false;
  if (file.other && hasSpoken(debate, beat.thread, id)) return false;
  if (file.needs.some((key) => !debate.isSaid(key))) return false;
  if (file.bars.some((key) => debate.isSaid(key))) return false;
  return (
    mayHandleTerms(debate, beat, player) && mayRead(debate.cast.scenario, player.seat, file.cite)
  );
}

/** After more messages an answer is dropped, unless the member was asked or told what may turn it, or it decides something. */
const LATE = 8;

/** Each owner can speak a turning beat once. Any other beat is spoken once. */
function isSpent(debate: Debate, beat: Beat, seat: string): boolean {
  if (beat.file.turns === undefined) return debate.isSaid(beat.key);
  return debate.isSaidBy(beat.key, seat) || debate.turned.has(seat);
}

/** A member says its reason first in its own opening, so no member says it twice. */
function isKeptForOpening({ opened }: Debate, { seat, play }: Player, { file }: Beat): boolean {
  const own = opened.has(seat.id) ? [] : (play?.play?.cite ?? []);
  return file.cite.some(({ ref }) => own.some((cited) => cited.ref === ref));
}

/** A member brings a line once after its opening; then it is no news. */
function hasCited({ log }: Debate, seat: string, cited: readonly Cited[]): boolean {
  const own = log.flatMap((said) => (said.seat === seat && said.beat ? said.places : []));
  return cited.some(({ ref }) => own.includes(ref));
}

function isOwner(debate: Debate, { seat, play }: Player, { thread }: Beat): boolean {
  return thread.play !== null && (debate.opened.get(seat.id) ?? play) === thread;
}

function isOnSide(debate: Debate, { file }: Beat, player: Player): boolean {
  const verdict = debate.getVerdict(player);
  if (verdict === null) return file.if === undefined;
  const { verdicts } = debate.cast.scenario;
  const isFor = findSide(verdicts, verdict) === "for";
  const fits = (group: string) =>
    group === "yes" ? isFor : group === "no" ? !isFor : group === verdict;
  return file.if === undefined || file.if.some(fits);
}

/** In a play, who offers terms wants the deal, or drafts. */
function mayHandleTerms(debate: Debate, { file, thread }: Beat, player: Player): boolean {
  const { offers, agreed } = file;
  const { terms, cast } = debate;
  if (agreed !== undefined && terms.get(agreed)?.stage !== "accepted") return false;
  if (offers === undefined) return true;
  const stage = terms.get(offers)?.stage;
  if (stage === "accepted" || stage === "refused") return false;
  if (thread.play === null || file.if !== undefined) return true;
  const side = findSide(cast.scenario.verdicts, debate.getVerdict(player));
  const drafts = lookUpKey(cast.stage.script.members, player.name)?.drafts === true;
  return side === "for" || (side === "neutral" && drafts);
}

function hasSpoken({ log }: Debate, thread: Thread, seat: string): boolean {
  return log.some((said) => said.thread === thread && said.seat === seat);
}

/** Another message has brought what would turn an owner. */
function isMet(debate: Debate, thread: Thread): boolean {
  return debate.log.some(({ beat }) => beat !== null && meets(beat, thread));
}

/** What would turn a member is kept for its own play, which has answers to it. */
function isKeptForPlay(debate: Debate, { seat, play }: Player, beat: Beat): boolean {
  if (isMeeting(beat)) return false;
  const own = debate.opened.has(seat.id) ? null : play;
  const held = [...debate.opened].filter(([id]) => !debate.turned.has(id));
  return [own, ...held.map(([, thread]) => thread)].some(
    (thread) => thread !== null && thread !== beat.thread && meets(beat, thread),
  );
}

/** The script names it, or it cites the words after which an owner of the play may turn. */
function meets({ key, file }: Beat, thread: Thread): boolean {
  if (thread.play?.meets.includes(key)) return true;
  return file.cite.some(({ quote }) => listMeetingQuotes(thread).has(quote));
}

/** An owner may turn after it. */
function isMeeting({ isOwners, next }: Beat): boolean {
  return !isOwners && next.some(({ file }) => file.turns !== undefined);
}

const meetingQuotes = new WeakMap<Thread, ReadonlySet<string>>();

function listMeetingQuotes(thread: Thread): ReadonlySet<string> {
  const known = meetingQuotes.get(thread);
  if (known) return known;
  const meeting = [...thread.beats.values()].filter(isMeeting);
  const quotes = new Set(meeting.flatMap(({ file }) => file.cite.map(({ quote }) => quote)));
  meetingQuotes.set(thread, quotes);
  return quotes;
}

/** The opening that was drawn, or one with the same verdict if what it asks for is known by now. */
export function chooseOpening(debate: Debate, player: Player, chance: Chance): Thread | null {
  const { stage, scenario } = debate.cast;
  const { play: drawn, name, seat } = player;
  if (drawn === null || !isMet(debate, drawn)) return drawn;
  const others = stage.plays.filter(
    (thread) =>
      thread.play?.who.includes(name) &&
      thread.play.verdict === drawn.play?.verdict &&
      mayRead(scenario, seat, thread.play.cite) &&
      !hasSpoken(debate, thread, seat.id) &&
      !isMet(debate, thread),
  );
  return chance.pick(others, "opening anew") ?? drawn;
}

/** The beats with which a member may continue a thread now. */
export function listNext(debate: Debate, player: Player, thread: Thread): Beat[] {
  const after = debate.latest.get(thread);
  if (!after) return [];
  const next = (after.beat?.next ?? []).filter((beat) => maySay(debate, player, beat, after));
  return next.length > 0 ? next : listEchoes(debate, player, thread);
}

/** What turned one owner of a play may turn another who had opened it by then. */
function listEchoes(debate: Debate, player: Player, thread: Thread): Beat[] {
  const { id } = player.seat;
  if (debate.opened.get(id) !== thread) return [];
  const opened = debate.log.findIndex(({ line, seat }) => seat === id && line?.kind === "opening");
  const heard = debate.log.slice(opened).flatMap(({ beat }) => beat ?? []);
  return heard.filter(
    (beat) => beat.thread === thread && beat.file.turns && maySay(debate, player, beat, null),
  );
}

/** The beats with which a member may begin to talk about a crux, or raise a thread of the table. */
export function listStarts(debate: Debate, player: Player, thread: Thread): Beat[] {
  const allowed = thread.start.filter((beat) => maySay(debate, player, beat, null));
  // Words or terms of other threads may meet a crux, even one that was given up.
  const heard = allowed.filter(
    (beat) => reactsToOthers(beat) && !debate.turned.has(player.seat.id),
  );
  if (heard.length > 0 || debate.isEnded(thread)) return heard;
  if (thread.file.bars.some((key) => debate.isSaid(key)) || isGoing(debate, thread)) return [];
  const leadsOn = ({ isOwners, next }: Beat) =>
    isOwners ||
    next.length === 0 ||
    next.some(({ key, file }) => file.turns || !debate.isSaid(key));
  const isEnding = isWindingDown(debate);
  if (thread.play === null) return isEnding || debate.latest.has(thread) ? [] : allowed;
  const isOpen = debate.isSaid(`${thread.id}.opening`) && !(isEnding && debate.isTried(thread));
  return isOpen ? allowed.filter(leadsOn) : [];
}

/** Words of an owner on a term or a beat of another thread. */
export function reactsToOthers({ isOwners, thread, file }: Beat): boolean {
  const { agreed, needs } = file;
  const isElsewhere = needs.some((key) => !key.startsWith(`${thread.id}.`));
  return agreed !== undefined || (isOwners && isElsewhere);
}

/** Messages for each member after which only an untested crux is begun. */
const LONG_DEBATE = 8;

function isWindingDown({ log, cast }: Debate): boolean {
  return log.length >= LONG_DEBATE * cast.players.size;
}

/** An active member can continue it. */
function isGoing(debate: Debate, thread: Thread): boolean {
  return listActive(debate).some((player) => listNext(debate, player, thread).length > 0);
}

/** The simulated members who have not left. */
export function listActive({ cast, gone }: Debate): Player[] {
  return [...cast.players.values()].filter(
    ({ seat, isSimulated }) => isSimulated && !gone.has(seat.id),
  );
}

/** The opened plays and the threads of the table, the latest first. */
export function listThreads(debate: Debate): Thread[] {
  const threads = [...new Set(debate.opened.values()), ...debate.cast.table];
  const getLastSaid = (thread: Thread) => debate.latest.get(thread)?.n ?? 0;
  return threads.sort((a, b) => getLastSaid(b) - getLastSaid(a));
}

/** True if a member has an opening, an answer or a test to say. */
export function hasMove(debate: Debate, player: Player): boolean {
  if (player.play !== null && !debate.opened.has(player.seat.id)) return true;
  return listThreads(debate).some(
    (thread) =>
      listNext(debate, player, thread).length > 0 || listStarts(debate, player, thread).length > 0,
  );
}

/** The owners of the last message's play who can answer it. */
export function listDue(debate: Debate): Player[] {
  const { log, passes, opened, cast } = debate;
  const { seat = null, thread = null } = log.at(-1) ?? {};
  if (thread === null || passes >= WAITS_EACH * cast.players.size) return [];
  return listActive(debate).filter(
    (player) =>
      player.seat.id !== seat &&
      opened.get(player.seat.id) === thread &&
      listNext(debate, player, thread).length > 0,
  );
}

/** Passes, by number of members, for which the others wait for an owner's answer. */
const WAITS_EACH = 0.15;

type Reply = {
  /** The member whose words are answered, if a reply to it exists or no reply exists. Null for everyone, and if two would talk alone. */
  to: string | null;
  /** Another who can reply, for words that ask. */
  asked: string | null;
};

export function chooseAddressee(
  debate: Debate,
  { player, beat, answered }: { player: Player; beat: Beat; answered: string | null },
  chance: Chance,
): Reply {
  const partner = findDuetPartner(debate, player.seat.id);
  const after = { seat: player.seat.id, n: debate.log.length } as Said;
  const able = listActive(debate).filter((other) =>
    beat.next.some((next) => maySay(debate, other, next, after)),
  );
  const named = able.find(({ name }) => beat.file.to.includes(name));
  if (named) return { to: named.called, asked: null };
  const isAble = able.length === 0 || able.some(({ seat }) => seat.id === answered);
  const replied = debate.cast.players.get(answered ?? "");
  const isReplied = replied && isAble && answered !== partner && !debate.gone.has(replied.seat.id);
  const others = able.filter(({ seat }) => seat.id !== partner && seat.id !== answered);
  const asked = chance.pick(others, "asked")?.called ?? null;
  return { to: isReplied ? replied.called : null, asked };
}

/** The partner of the last two messages. After a third one, the selector gives the floor to another member. */
function findDuetPartner({ log }: Debate, seat: string): string | null {
  const [before, last] = log.slice(-2);
  if (!last?.seat || before?.seat !== seat) return null;
  return last.to === before.speaker && before.to === last.speaker ? last.seat : null;
}
