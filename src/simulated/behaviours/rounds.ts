// What simulated members say in rounds: texts of the plays. The lead speaks first, and the others
// answer at the same time. round-artifacts.ts has what they file, round-checks.ts what is found.

import { lookUpKey } from "../../lists.ts";
import type { Role } from "../../protocols/rounds/records.ts";
import type { Player } from "../cast.ts";
import { leave, readResult, sayResult, tellSettled } from "../closing.ts";
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
  return readRound(turn).present.flatMap((role) => findHolder(turn, role) ?? []);
}

function findHolder({ scenario, debate }: SimulatedTurn, role: Role | null): Player | null {
  const { roles } = scenario.options as { roles: Readonly<Record<Role, string>> };
  return role === null ? null : (debate.cast.players.get(roles[role]) ?? null);
}

/** The members who take part and have not spoken since the lead began the round. */
function listLeft(turn: SimulatedTurn): Player[] {
  const { log } = turn.debate;
  const lead = findHolder(turn, readRound(turn).lead);
  const begun = log.findLastIndex(({ seat }) => seat === lead?.seat.id);
  const spoken = log.slice(begun).map(({ seat }) => seat);
  return listPresent(turn).filter(({ seat }) => !spoken.includes(seat.id));
}

function render(turn: SimulatedTurn, speech: Speech | null): string {
  const player = requirePlayer(turn);
  if (speech === null) return renderPass(player);
  return renderSpeech(player, {
    ...speech,
    to: chooseListener(turn, player, speech),
    isWithdrawn: false,
  });
}

/** Words that an owner of the play can answer go to the owner. Nobody addresses one who is absent. */
function chooseListener(
  turn: SimulatedTurn,
  player: Player,
  { beat, thread, to }: Speech,
): string | null {
  const isTest = beat?.isOwners === false && beat.next.some(({ isOwners }) => isOwners);
  const owners = thread && isTest ? turn.debate.listOwners(thread) : [];
  const others = listPresent(turn).filter((other) => other !== player);
  const owner = others.find(({ seat }) => owners.includes(seat.id));
  return (owner ?? others.find(({ called }) => called === to))?.called ?? null;
}

type IsOn = Floor["isOn"];

/** The lead continues the talk. */
function propose(turn: SimulatedTurn): string {
  const { debate, chance } = turn;
  const player = requirePlayer(turn);
  if (countRoundsLeft(turn) === 0) return render(turn, conclude(turn));
  const owners = listPresent(turn).filter((other) => other !== player);
  const speech = speakOfFirst({ debate, player, chance }, [
    isOwn(turn, player),
    isPlayOf(turn, owners),
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
  const isLast = countRoundsLeft(turn) === 0;
  return render(turn, isLast ? conclude(turn) : chooseSupplement(turn, requirePlayer(turn)));
}

/** Members speak in turn. Each takes up what can still be answered in this round. */
function chooseSupplement(turn: SimulatedTurn, player: Player): Speech | null {
  const { debate, chance } = turn;
  const others = listPresent(turn).filter((other) => other !== player);
  const left = listLeft(turn).filter((other) => other !== player);
  return speakOfFirst({ debate, player, chance }, [
    isOwn(turn, player),
    // The last one may ask anybody, who then answers.
    isPlayOf(turn, left.length === 0 ? others : left),
    (thread) => !isPlay(thread),
  ]);
}

function isPlayOf({ debate }: SimulatedTurn, players: readonly Player[]): IsOn {
  return (thread) =>
    debate.listOwners(thread).some((id) => players.some(({ seat }) => seat.id === id));
}

/** The lead reads out what is settled, the others have their last words, and the lead says the result. */
function conclude(turn: SimulatedTurn): Speech {
  const { debate, chance } = turn;
  const player = requirePlayer(turn);
  const ending = { chance, result: readResult(debate) };
  const lead = findHolder(turn, readRound(turn).lead);
  const settled = tellSettled(debate, ending);
  const isBegun = debate.closer === lead?.seat.id;
  if (player === lead && (isBegun || settled === "")) return sayResult(debate, player, ending);
  const left = (player === lead ? listPresent(turn) : listLeft(turn)).filter(
    (each) => each !== player,
  );
  const next =
    left.find(({ seat }) => debate.turned.has(seat.id)) ?? left[0] ?? (isBegun ? lead : null);
  const said = player === lead ? { text: settled, cites: [] } : leave(debate, player, chance);
  return { ...said, to: next?.called ?? null };
}
