// How a debate ends. One of the winning side who did not turn reads out the grounds, what is agreed
// and what is not, the others say their last words, and the one who began the ending says the result.

import { groupBy, lookUpKey } from "../lists.ts";
import { findSide, type Side } from "../scenario/schema/scenario.ts";
import { countSides, type Played, type Player } from "./cast.ts";
import type { Debate } from "./debate.ts";
import type { Chance } from "./draw.ts";
import { listActive } from "./moves.ts";
import type { Speech } from "./speech.ts";
import { chooseWords, type Thread } from "./stage.ts";

export type Result = "for" | "against" | "split";

/** What the ending needs for each member, with reminders and passes. */
const MESSAGES_EACH = 3;

/** The remaining messages are needed for the ending. */
export function isCloseToLimit(debate: Debate): boolean {
  const { messages } = debate.cast.scenario.limits;
  return debate.entries + MESSAGES_EACH * listActive(debate).length >= messages;
}

/** Null for a member who waits for its turn in the ending. */
export function closeDebate(debate: Debate, player: Player, chance: Chance): Speech | null {
  const thanks = giveThanks(debate, player, chance);
  if (thanks) return thanks;
  const ending = { chance, result: readResult(debate) };
  const text = tellSettled(debate, ending);
  const to = findNextSpeaker(debate, player);
  if (!debate.isClosing && text !== "")
    return isCloser(debate, player) ? { text, to, cites: [] } : null;
  const hasClosed = player.seat.id === debate.closer;
  // The one who closes waits for the others.
  if (hasClosed && listActive(debate).length > 1) return null;
  const last = hasClosed ? sayResult(debate, player, ending) : leave(debate, player, chance);
  return { ...last, isWithdrawn: true };
}

/** The side with the most verdicts. A neutral side, or as many on two sides, is a split. */
export function readResult({ cast, verdicts }: Pick<Debate, "cast" | "verdicts">): Result {
  const { for: pro, neutral, against } = countSides(cast.scenario, verdicts.values());
  if (pro > Math.max(neutral, against)) return "for";
  return against > Math.max(neutral, pro) ? "against" : "split";
}

export function isWithResult(debate: Debate, player: Player, result = readResult(debate)): boolean {
  return isOnSide(debate.cast.scenario, debate.getVerdict(player), result);
}

/** Neutral after a split. */
export function isOnSide({ verdicts }: Played, verdict: string | null, result: Result): boolean {
  return findSide(verdicts, verdict) === (result === "split" ? "neutral" : result);
}

function getSide(debate: Debate, player: Player): Side | null {
  return findSide(debate.cast.scenario.verdicts, debate.getVerdict(player));
}

/** Others close if all were asked and those who should are silent. */
function isCloser(debate: Debate, player: Player): boolean {
  const rounds = Math.floor(debate.passes / listActive(debate).length);
  const closers = listClosers(debate);
  return (closers[rounds] ?? closers.at(-1))?.includes(player) === true;
}

type Ending = { chance: Chance; result: Result };

/** Words for the verdict that most members hold come before those for a side. */
function chooseForResult<Words>(
  debate: Debate,
  words: Readonly<Record<string, Words>>,
  result: string,
): Words | undefined {
  return lookUpKey(words, findLeading(debate) ?? result) ?? lookUpKey(words, result);
}

/** The verdict that more members hold than any other. */
function findLeading({ verdicts }: Debate): string | null {
  const [first, second] = [...groupBy([...verdicts.values()], (id) => id)].sort(
    ([, one], [, other]) => other.length - one.length,
  );
  return first && first[1].length > (second?.[1].length ?? 0) ? first[0] : null;
}

/** The result in the member's words; without any, its last words. */
export function sayResult(debate: Debate, player: Player, ending: Ending): Speech {
  const { sum } = debate.cast.stage.script;
  const words = sum && chooseWords(chooseForResult(debate, sum, ending.result), player.name);
  const text = ending.chance.pick(words ?? [], "sum");
  return text === undefined ? leave(debate, player, ending.chance) : { text, to: null, cites: [] };
}

/** Grounds, what is agreed, what is open and the count, if the script has words for it. */
export function tellSettled(debate: Debate, ending: Ending): string {
  if (debate.cast.stage.script.sum === undefined) return "";
  const parts = [tellGrounds, tellTerms, tellOpen].map((tell) => tell(debate, ending));
  const settled = parts.filter((part) => part !== "");
  return settled.length === 0
    ? ""
    : [...settled, tellCount(debate, ending.result)].join(" ").trim();
}

/** What those who hold the result rest it on; after no result, what each side or option has. */
function tellGrounds(debate: Debate, { chance, result }: Ending): string {
  const { stage, scenario } = debate.cast;
  const leading = findLeading(debate);
  const options = leading === null ? debate.verdicts.values() : [leading];
  const sides = result === "split" ? ["for", "against"] : [result];
  const told = new Set<string>(scenario.decision.by === "option" ? options : sides);
  const sentences = [...told].flatMap((held) => {
    const words = chance.pick(
      chooseForResult(debate, stage.script.grounds, held) ?? [],
      `grounds ${held}`,
    );
    const clauses = listGrounds(debate, held);
    return words === undefined || clauses.length === 0 ? [] : `${words} ${clauses.join(", and ")}.`;
  });
  return sentences.join(" ");
}

const MOST_GROUNDS = 2;

/** Of those who hold a side or verdict; who did not turn comes first. */
export function listGrounds(
  debate: Debate,
  held: string,
  isOn: (thread: Thread) => boolean = () => true,
): string[] {
  const { cast, opened, turned } = debate;
  const holders = [...cast.players.values()].filter((player) =>
    [getSide(debate, player), debate.getVerdict(player)].includes(held),
  );
  const isTurned = ({ seat }: Player) => Number(turned.has(seat.id));
  const grounds = holders
    .sort((a, b) => isTurned(a) - isTurned(b))
    .flatMap(({ seat, name }) => {
      const thread = opened.get(seat.id);
      const file = turned.get(seat.id)?.file ?? thread?.play;
      return (thread && isOn(thread) && chooseWords(file?.ground, name)) || [];
    });
  return [...new Set(grounds)].slice(0, MOST_GROUNDS);
}

function tellCount({ cast, verdicts }: Debate, result: Result): string {
  const counts = countSides(cast.scenario, verdicts.values());
  const { count } = cast.stage.script;
  const told = [count[result], counts.neutral > 0 ? count.neutral : undefined];
  return told
    .flatMap((words) => words ?? [])
    .join(" ")
    .replaceAll(/\{(for|against|neutral)\}/g, (_, side: Side) => `${counts[side]}`);
}

/** Those of the winning side who did not turn, else all of that side, else anybody. */
function listClosers(debate: Debate): Player[][] {
  const active = listActive(debate);
  const able = active.filter(({ seat }) => seat.id !== debate.log.at(-1)?.seat);
  const winning = able.filter((player) => isWithResult(debate, player));
  const steady = winning.filter(({ seat }) => !debate.turned.has(seat.id));
  return [steady, winning, able, active].filter(({ length }) => length > 0);
}

function tellTerms(debate: Debate, { chance, result }: Ending): string {
  const { terms, agreed } = debate.cast.stage.script;
  const accepted = [...debate.terms].filter(([, { stage }]) => stage === "accepted");
  if (accepted.length === 0 || result === "against") return "";
  const words = chance.pick(agreed, "agreed") ?? "";
  return [words, ...accepted.map(([id]) => lookUpKey(terms, id) ?? "")].join(" ");
}

const MOST_OPEN = 2;

/** What members asked for who did not turn; after a no, the cruxes of those against. */
function tellOpen(debate: Debate, { chance, result }: Ending): string {
  const { open, grounds } = debate.cast.stage.script;
  // The grounds of both sides say it already.
  if (result === "split" && grounds.against !== undefined) return "";
  const isAgainst = result === "against";
  const firm = [...debate.cast.players.values()].filter(({ seat }) => !debate.turned.has(seat.id));
  const refusing = firm.filter((player) => getSide(debate, player) === "against");
  const doubting = firm.filter((player) => !holdsResult(debate, player));
  const unmet = result === "for" || refusing.length === 0 ? doubting : refusing;
  const left = unmet.flatMap(({ seat, name }) => {
    const play = debate.opened.get(seat.id)?.play;
    return chooseWords(play?.open, name) ?? [];
  });
  if (left.length === 0) return "";
  // Members may share a play, and not all of them can be named.
  const named = [...new Set(left)].slice(0, MOST_OPEN);
  const words = chance.pick(isAgainst ? open.against : open.one, "open") ?? "";
  return `${words} ${named.join("; ")}.`;
}

/** A side for, or the option that most members hold if each option is counted by itself. */
function holdsResult(debate: Debate, player: Player): boolean {
  if (debate.cast.scenario.decision.by === "side") return getSide(debate, player) === "for";
  return debate.getVerdict(player) === findLeading(debate);
}

function giveThanks(debate: Debate, player: Player, chance: Chance): Speech | null {
  const last = debate.log.at(-1);
  if (last?.line?.kind !== "after" || listActive(debate).length < 2) return null;
  if (isCloseToLimit(debate)) return null;
  const texts = lookUpKey(last.line.beat?.file.thanks ?? {}, player.name);
  const text = texts && chance.pick(texts, "thanks");
  if (text === undefined) return null;
  const isDone = !isHoldout(debate, player) && hasGivenReason(debate, player);
  return { text, to: null, cites: [], isWithdrawn: isDone };
}

/** A member with a reply to the reason that a turned member gives at the end. */
function findThankful(debate: Debate, { seat }: Player): string | null {
  const thanks = debate.turned.get(seat.id)?.file.thanks ?? {};
  const able = listActive(debate).filter(({ name }) => lookUpKey(thanks, name) !== undefined);
  return able[0]?.called ?? null;
}

function isHoldout(debate: Debate, player: Player): boolean {
  return !isWithResult(debate, player) && !debate.turned.has(player.seat.id);
}

/** Who turned and has given its reason has nothing more to say. */
function hasGivenReason(debate: Debate, { seat }: Player): boolean {
  return debate.log.some((said) => said.seat === seat.id && said.line?.kind === "after");
}

/** The last word in a jury. One of the winning side says the result, which a trial has counted. */
export function conclude(
  debate: Debate,
  player: Player,
  { chance, counted }: { chance: Chance; counted: Result | null },
): Speech {
  const result = counted ?? readResult(debate);
  const all = [...debate.cast.players.values()];
  const winning = all.filter((each) => isWithResult(debate, each, result));
  // A hung jury has no winning side. The second of two members says this.
  const isHung = counted === "split" && debate.isClosing;
  const isWinner = counted === null ? winning.at(-1) === player : winning.includes(player);
  if (isHung || isWinner) {
    const said = sayResult(debate, player, { chance, result });
    return { ...said, text: `${tellSettled(debate, { chance, result })} ${said.text}`.trim() };
  }
  return { ...leave(debate, player, chance), to: null };
}

/** The last words of a member, turned or not. */
export function leave(debate: Debate, player: Player, chance: Chance): Speech {
  const text = chance.pick(listLastWords(debate, player), "last") ?? "";
  return { text, to: findThankful(debate, player) ?? findNextSpeaker(debate, player), cites: [] };
}

function listLastWords(debate: Debate, { name, seat, play }: Player): readonly string[] {
  const turned = debate.turned.get(seat.id);
  if (turned) return chooseWords(turned.file.leaves ?? turned.file.after, name) ?? [];
  const last = (debate.opened.get(seat.id) ?? play)?.play?.last;
  return (
    (last && (chooseForResult(debate, last, readResult(debate)) ?? chooseWords(last, name))) ?? []
  );
}

/** In the order in which members are addressed: turned, who agree, holdouts, the one who closes. */
function rankForEnding(debate: Debate, player: Player): number {
  if (player.seat.id === debate.closer) return 3;
  if (debate.turned.has(player.seat.id)) return 0;
  return isHoldout(debate, player) ? 2 : 1;
}

function findNextSpeaker(debate: Debate, player: Player): string | null {
  const [next] = listActive(debate)
    .filter((other) => other !== player)
    .sort((a, b) => rankForEnding(debate, a) - rankForEnding(debate, b));
  return next?.called ?? null;
}
