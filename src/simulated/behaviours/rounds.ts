// What simulated members say in rounds: texts of the plays. The lead speaks first, and the others
// answer at the same time. round-artifacts.ts has what they file, round-checks.ts what is found.

import { lookUpKey } from "../../lists.ts";
import type { Role } from "../../protocols/rounds/records.ts";
import type { Player } from "../cast.ts";
import { leave, readResult, sumUp } from "../closing.ts";
import { Chance } from "../draw.ts";
import { type Behaviour, castBallot, requirePlayer, type SimulatedTurn } from "../member.ts";
import { type Floor, speakNow } from "../speak.ts";
import { renderPass, renderSpeech, type Speech } from "../speech.ts";
import type { Thread } from "../stage.ts";
import { createArtifact } from "./round-artifacts.ts";
import { assess, checkAll, checkDrift, scoreStress, synthesize } from "./round-checks.ts";
import { dealTests, listTested, listTests, readRound } from "./round-tests.ts";

export const ROUNDS: Readonly<Record<string, Behaviour>> = {
  "rounds-proposal": propose,
  "rounds-supplement": supplement,
  "rounds-action": (turn) => createArtifact(turn, "action"),
  "rounds-guardian": (turn) => createArtifact(turn, "guardian"),
  "rounds-observer": (turn) => createArtifact(turn, "observer"),
  "rounds-critic": (turn) => createArtifact(turn, "critic"),
  "rounds-check": checkAll,
  "rounds-assessment": assess,
  "rounds-drift": checkDrift,
  "rounds-stress": scoreStress,
  "rounds-synthesis": synthesize,
  "rounds-closing-ballot": castBallot,
};

/** Rounds after this one, unless the signals end the review sooner. */
function countRoundsLeft({ scenario, data }: SimulatedTurn): number {
  return Number(scenario.options.rounds) - Number(data.round);
}

/** Those who take part in the round. */
function listPresent(turn: SimulatedTurn): Player[] {
  const { roles } = turn.scenario.options as { roles: Readonly<Record<Role, string>> };
  const { players } = turn.debate.cast;
  return readRound(turn).present.flatMap((role) => players.get(roles[role]) ?? []);
}

function render(turn: SimulatedTurn, speech: Speech | null): string {
  const player = requirePlayer(turn);
  if (speech === null) return renderPass(player);
  const isHere = listPresent(turn).some(({ called }) => called === speech.to);
  return renderSpeech(player, { ...speech, to: isHere ? speech.to : null, isWithdrawn: false });
}

type IsOn = Floor["isOn"];

/** The lead continues the talk. In the last round it sums up. */
function propose(turn: SimulatedTurn): string {
  const { debate, chance } = turn;
  const player = requirePlayer(turn);
  if (countRoundsLeft(turn) === 0)
    return render(turn, sumUp(debate, player, { chance, result: readResult(debate) }));
  const speech = speakOfFirst({ debate, player, chance }, [
    isOwn(turn, player),
    isPlay,
    () => true,
  ]);
  const heard = speech && { ...speech, text: `${takeUpRecord(turn, player)}${speech.text}` };
  return render(turn, heard ?? nameTest(turn));
}

/** What broke in the last round, as the lead begins with it. */
function takeUpRecord(turn: SimulatedTurn, player: Player): string {
  const { debate, chance } = turn;
  const { decisions, round } = readRound(turn);
  const cited = decisions
    .filter((each) => each.round === round - 1)
    .flatMap(({ cites }) => cites.map(({ id }) => id));
  const broke = listTested(turn).find(
    ({ id, test }) => test.found === "breaks" && cited.includes(id),
  );
  const { record } = lookUpKey(debate.cast.stage.script.members, player.name) ?? {};
  if (!record || broke?.test.short === undefined) return "";
  const { verdict, short } = broke.test;
  const leads = debate.getVerdict(player) === verdict ? record.own : record.other;
  const fresh = leads.filter((lead) => !debate.hasHeard(lead.split("{it}")[0] ?? ""));
  const lead = chance.pick(fresh, "record");
  return lead === undefined ? "" : `${lead.replace("{it}", short)} `;
}

/** The first of these matters on which the member has something to say. */
function speakOfFirst(floor: Omit<Floor, "isOn">, matters: readonly IsOn[]): Speech | null {
  for (const isOn of matters) {
    const speech = speakNow({ ...floor, isOn });
    if (speech?.thread) return speech;
  }
  return null;
}

/** The rounds are few, so members open soon and answer for their own opening before they test others. */
function isOwn({ debate }: SimulatedTurn, { seat, play }: Player): IsOn {
  return (thread) => thread === (debate.opened.get(seat.id) ?? play);
}

function isPlay({ play }: Thread): boolean {
  return play !== null;
}

/** If all plays are finished, the lead names a test that was not mentioned yet. */
function nameTest(turn: SimulatedTurn): Speech | null {
  const mains = Object.values(dealTests(turn)).map(({ main }) => main);
  const all = [...mains, ...listTests(turn)];
  const fresh = all.find(({ claim }) => !turn.debate.hasHeard(claim));
  if (fresh === undefined) return null;
  const { claim, test, cite } = fresh;
  return { text: `${claim} ${test}`, to: null, cites: cite ? [cite] : [] };
}

function supplement(turn: SimulatedTurn): string {
  const player = requirePlayer(turn);
  if (countRoundsLeft(turn) === 0)
    return render(turn, { ...leave(turn.debate, player, turn.chance), to: null });
  return render(turn, chooseSupplement(turn, player));
}

/** Members speak at the same time. Each works out what others take up first, and leaves it to them. */
function chooseSupplement(turn: SimulatedTurn, own: Player): Speech | null {
  const { debate, data, request } = turn;
  const lead = debate.log.at(-1);
  const draw = (player: Player) =>
    new Chance(request.seed ?? "", `round ${data.round} ${player.seat.id}`);
  const rank = (player: Player) => {
    if (lead?.to === player.called) return 0;
    const isAwaited = [...debate.latest.values()].some(({ to }) => to === player.called);
    return draw(player).draw("order") + (isAwaited ? 2 : 1);
  };
  const speakers = listPresent(turn)
    .filter(({ seat }) => seat.id !== lead?.seat)
    .sort((a, b) => rank(a) - rank(b));
  const taken = new Set<Thread>();
  const isLeads: IsOn = (thread) => thread === lead?.thread && !taken.has(thread);
  for (const player of speakers) {
    const isFree: IsOn = (thread) => !taken.has(thread) && mayBeAnswered(turn, player, thread);
    const isLeadsPlay: IsOn = (thread) => isLeads(thread) && isPlay(thread);
    const isFreePlay: IsOn = (thread) => isFree(thread) && isPlay(thread);
    // The last one leaves no question of the lead's without an answer.
    const isLast = player === speakers.at(-1);
    const rest = isLast ? [isLeads, isFreePlay] : [isFreePlay, isLeads];
    const matters = [isLeadsPlay, isOwn(turn, player), ...rest, isFree];
    const speech = speakOfFirst({ debate, player, chance: draw(player) }, matters);
    if (player === own) return speech;
    if (speech?.thread) taken.add(speech.thread);
  }
  return null;
}

/** What is begun just before the round of last words stays without an answer. */
function mayBeAnswered(turn: SimulatedTurn, { called }: Player, thread: Thread): boolean {
  return countRoundsLeft(turn) > 1 || turn.debate.latest.get(thread)?.to === called;
}
