// Chooses the message of a member that has the floor: an answer that is due, an opening, the next
// beat of an open thread, a test of a crux, or a thread of the table.

import { findQuestion } from "../engine/perspective/heard.ts";
import { fillFirstName, type Player, toFirstName } from "./cast.ts";
import { closeDebate, isCloseToLimit } from "./closing.ts";
import type { Debate, Said } from "./debate.ts";
import type { Chance } from "./draw.ts";
import {
  chooseAddressee,
  chooseOpening,
  hasMove,
  listActive,
  listDue,
  listNext,
  listStarts,
  listThreads,
  reactsToOthers,
} from "./moves.ts";
import type { Speech } from "./speech.ts";
import { type Beat, chooseWords, citesOneOf, type Thread } from "./stage.ts";
import { readOpeningStance, readTurnedStance } from "./stance.ts";

/** A member that has the floor. */
export type Floor = {
  debate: Debate;
  player: Player;
  chance: Chance;
  /** Which threads may be spoken of, such as those of one topic. */
  isOn: (thread: Thread) => boolean;
};

/** Null if the member has nothing to say now. */
export function takeFloor(debate: Debate, player: Player, chance: Chance): Speech | null {
  const floor: Floor = { debate, player, chance, isOn: () => true };
  if (debate.isClosing || (isCloseToLimit(debate) && listDue(debate).length === 0))
    return open(floor) ?? closeDebate(debate, player, chance);
  const speech = speakOn(floor);
  if (speech || listActive(debate).some((other) => hasMove(debate, other))) return speech;
  return closeDebate(debate, player, chance);
}

/** What a member says about the matter; null for nothing, also while another is to answer. */
export function speakOn(floor: Floor): Speech | null {
  const due = listDue(floor.debate);
  return due.length === 0 || due.includes(floor.player) ? speakNow(floor) : answerGuest(floor);
}

/** The same, also while another is to answer. */
export function speakNow(floor: Floor): Speech | null {
  const { debate, player } = floor;
  const last = debate.log.at(-1)?.thread;
  const own = debate.opened.get(player.seat.id);
  const hasSpoken = debate.log.some(({ seat }) => seat === player.seat.id);
  // Others wait for a verdict that is long due, and reminders name it.
  const isOverdue = debate.log.length >= LATE_AFTER * debate.cast.players.size;
  return (
    answerGuest(floor) ??
    (isOverdue ? open(floor) : null) ??
    goOn(floor, ({ thread }) => thread !== null && thread === own) ??
    goOn(floor, ({ to, thread }) => thread === last || to === player.called) ??
    open(floor, hasSpoken ? undefined : OPENINGS_IN_A_ROW) ??
    goOn(floor, () => true) ??
    begin(floor) ??
    open(floor)
  );
}

/** A question or an answer to one other member; null if the member has none. */
export function testCrux(floor: Floor): Speech | null {
  const { debate, player } = floor;
  const speech = goOn(floor, () => true) ?? begin(floor);
  if (speech === null || speech.to !== null) return speech;
  const { thread } = speech;
  const owners = thread ? debate.listOwners(thread) : [];
  const to = owners.find((seat) => seat !== player.seat.id);
  return to === undefined ? null : { ...speech, to: debate.cast.players.get(to)?.called ?? null };
}

const OPENINGS_IN_A_ROW = 2;

/** Messages for each member after which a member opens before it answers. */
const LATE_AFTER = 3;

/** Takes up the line that a person names, or says that the documents do not answer a question. */
function answerGuest(floor: Floor): Speech | null {
  const { debate, player, chance } = floor;
  const { log, cast } = debate;
  const { prepared } = cast.stage.script;
  const at = log.findLastIndex(({ line, content }) => line === null && content !== "");
  const asked = log[at];
  if (!asked || asked.beat || asked.seat === player.seat.id) return null;
  if (prepared.some((text) => isFilledFrom(asked.content, text))) return null;
  const isPast = asked.isWhisper
    ? log.slice(at + 1).some(({ seat }) => seat === player.seat.id)
    : log.length - at > 2;
  if (isPast) return null;
  if (log.slice(at + 1).some(({ to }) => to === asked.speaker)) return null;
  if (asked.places.length > 0) return takeUp(floor, asked, log.slice(at + 1));
  // An answer would give a whisper away.
  if (asked.isWhisper || !(asked.isGuest || asked.content.includes("?"))) return null;
  const template = chance.pick(prepared, "prepared");
  if (template === undefined) return null;
  return { text: fillFirstName(template, asked.speaker), to: asked.speaker, cites: [] };
}

/** Whether a text is a template with some name in it. */
function isFilledFrom(text: string, template: string): boolean {
  const [before = "", after = ""] = template.split("{name}");
  return text.startsWith(before) && text.endsWith(after);
}

/** A beat that cites a line that a person names, unless a member has said one. */
function takeUp(floor: Floor, { places }: Said, since: readonly Said[]): Speech | null {
  const { debate, player, chance, isOn } = floor;
  if (since.some(({ beat }) => beat && citesOneOf(beat, places))) return null;
  const able = listThreads(debate)
    .filter(isOn)
    .flatMap((thread) => [
      ...listNext(debate, player, thread),
      ...listStarts(debate, player, thread),
    ]);
  const citing = able.filter((beat) => citesOneOf(beat, places));
  const beat = chance.pick(citing, "take up");
  return beat ? say(floor, beat) : null;
}

/** Speaks the opening, unless the last messages were openings. */
export function open(
  { debate, player, chance, isOn }: Floor,
  most = Number.POSITIVE_INFINITY,
): Speech | null {
  if (player.play === null || debate.opened.has(player.seat.id) || !isOn(player.play)) return null;
  const { log } = debate;
  const inARow = log.length - 1 - log.findLastIndex(({ line }) => line?.kind !== "opening");
  if (inARow >= most && listTests(debate, player).length > 0) return null;
  const thread = chooseOpening(debate, player, chance);
  if (thread?.play == null) return null;
  const { says, brief = says, cite } = thread.play;
  const voiced = chance.draw("brief") < 0.5 ? brief : says;
  const texts = chooseWords(voiced, player.name) ?? chooseWords(says, player.name) ?? [];
  const text = chance.pick(texts, "opening") ?? "";
  return { text, to: null, cites: cite, stance: readOpeningStance(player, thread), thread };
}

function listTests(debate: Debate, player: Player): { thread: Thread; beat: Beat }[] {
  return listThreads(debate).flatMap((thread) =>
    listStarts(debate, player, thread).map((beat) => ({ thread, beat })),
  );
}

/** Continues a thread, the latest first. */
function goOn(floor: Floor, isWaiting: (said: Said) => boolean): Speech | null {
  const { debate, player, chance, isOn } = floor;
  for (const thread of listThreads(debate)) {
    const last = debate.latest.get(thread);
    if (!last || !isWaiting(last) || !isOn(thread)) continue;
    const beats = listNext(debate, player, thread);
    const weighOwn = weighReply(player);
    const weigh = (each: Beat) => (each.isOwners ? weighOwn(each) : weighNews(debate, each));
    const beat = chance.pickWeighted(beats, weigh, `continue ${thread.id}`);
    if (beat) return say(floor, beat);
  }
  return null;
}

/** A stubborn member rather finds something wanting in an answer than takes it. */
export function weighReply({ stubborn }: Player): (beat: Beat) => number {
  return ({ isOwners, file }) => {
    if (!isOwners) return 1;
    return file.turns === undefined ? 0.25 + stubborn : 1.25 - stubborn;
  };
}

/** Tests a crux or raises a thread of the table. */
function begin(floor: Floor): Speech | null {
  const { debate, player, chance, isOn } = floor;
  const tests = listTests(debate, player).filter(({ thread }) => isOn(thread));
  const weigh = ({ thread, beat }: (typeof tests)[number]) => weighStart(debate, thread, beat);
  const chosen = chance.pickWeighted(tests, weigh, "begin");
  return chosen ? say(floor, chosen.beat) : null;
}

/** An untested crux first, above all the one just stated. */
function weighStart(debate: Debate, thread: Thread, beat: Beat): number {
  return weighThread(debate, thread, reactsToOthers(beat)) * weighNews(debate, beat);
}

/** A line that was cited is no news. */
function weighNews(debate: Debate, { file }: Beat): number {
  return file.cite.some(({ ref }) => debate.isCited(ref)) ? 0.05 : 1;
}

function weighThread(debate: Debate, thread: Thread, isReaction: boolean): number {
  if (thread.play === null) return 0.6 / (1 + 4 * debate.cast.table.indexOf(thread));
  if (isReaction) return 9;
  if (debate.latest.get(thread)?.n === debate.log.length) return 6;
  return debate.isTried(thread) ? 1 : 3;
}

/** A beat as a message, with a lead if its thread has waited. */
function say({ debate, player, chance }: Floor, beat: Beat): Speech {
  const { thread, file } = beat;
  const lead = chooseLead(debate, player, beat, chance);
  const mover = file.turns === undefined ? undefined : findMover(debate, player, beat);
  const answered = mover?.seat ?? findAnswered(debate, player, beat);
  const { to: replied, asked } = chooseAddressee(debate, { player, beat, answered }, chance);
  const words = debate.getWords(beat, player);
  // An answer goes to who asked, or to everyone, and so do words that begin with a name.
  const mayAsk = asked !== null && lead === "" && !isAsked(debate, player);
  const asking = mayAsk
    ? words.filter((each) => findQuestion(each) !== null && !NAMES_ONE.test(each))
    : [];
  const text = chance.pick(asking.length > 0 ? asking : words, "words") ?? "";
  // Words to one person are not sent to another, even if only the other has an answer.
  const isFree = mayAsk && replied === null && !NAMES_ONE.test(text);
  const to = asking.length > 0 || isFree ? asked : replied;
  const speech: Speech = { text: `${lead}${text}`, to, cites: file.cite, thread, beat };
  if (mover === undefined) return speech;
  return { ...speech, stance: readTurnedStance(player, beat), mover };
}

function isAsked({ log }: Debate, { called }: Player): boolean {
  const last = log.at(-1);
  return last?.to === called && findQuestion(last.content) !== null;
}

const NAMES_ONE = /\byou(?:rs?)?\b|^\p{Lu}\p{L}+[,.:]|, \p{Lu}\p{L}+[,.?]/u;

/** The speaker of the message that the beat follows, else an owner of its play. */
function findAnswered(debate: Debate, { seat }: Player, beat: Beat): string | null {
  const last = debate.latest.get(beat.thread);
  if (last?.beat?.next.includes(beat)) return last.seat;
  const owners = debate.listOwners(beat.thread).filter((id) => id !== seat.id);
  return owners.at(-1) ?? null;
}

function findMover(debate: Debate, { seat }: Player, turning: Beat): Said | null {
  const { file } = turning;
  if (file.for !== undefined) return debate.log.find(({ beat }) => beat?.key === file.for) ?? null;
  const isCause = ({ next, file: { offers, accepts } }: Beat) =>
    file.agreed === undefined ? next.includes(turning) : [offers, accepts].includes(file.agreed);
  return (
    debate.log.findLast((said) => said.seat !== seat.id && said.beat && isCause(said.beat)) ?? null
  );
}

/** Who begins with a crux again names it. Who answers late names the person. */
function chooseLead(debate: Debate, player: Player, beat: Beat, chance: Chance): string {
  const last = debate.latest.get(beat.thread);
  if (!last || last.n === debate.log.length) return "";
  if (last.beat?.next.includes(beat) !== true) {
    const { hooks = [] } = beat.isOwners ? {} : (beat.thread.play ?? {});
    const hook = chance.pick(
      hooks.filter((each) => !debate.hasHeard(each)),
      "hook",
    );
    return hook === undefined ? "" : `${hook} `;
  }
  const name = toFirstName(last.speaker);
  const isNamed = debate.getWords(beat, player).some((words) => words.includes(name));
  return last.seat === player.seat.id || isNamed ? "" : `${name}. `;
}
