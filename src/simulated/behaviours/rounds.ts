// What simulated members say in rounds: texts of the plays. The lead speaks first, and the others
// answer at the same time. round-artifacts.ts has what they file, round-checks.ts what is found.

import type { Role } from "../../protocols/rounds/records.ts";
import { type Player, toFirstName } from "../cast.ts";
import { leave, readResult, sayResult, tellSettled } from "../closing.ts";
import { type Behaviour, castBallot, requirePlayer, type SimulatedTurn } from "../member.ts";
import { type Floor, speakNow } from "../speak.ts";
import { renderPass, renderSpeech, type Speech } from "../speech.ts";
import { createArtifact } from "./round-artifacts.ts";
import { assess, checkAll, checkDrift, scoreStress, synthesize } from "./round-checks.ts";
import { dealTests, listTests, readRound } from "./round-tests.ts";

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

function readRoles({ scenario }: SimulatedTurn): Readonly<Record<Role, string>> {
  return (scenario.options as { roles: Readonly<Record<Role, string>> }).roles;
}

function findLead(turn: SimulatedTurn): string | null {
  const { lead } = readRound(turn);
  return lead && readRoles(turn)[lead];
}

/** The others who take part in the round. */
function listOthers(turn: SimulatedTurn): string[] {
  const roles = readRoles(turn);
  return readRound(turn).present.flatMap((role) =>
    roles[role] === turn.seat.id ? [] : roles[role],
  );
}

/** The others who have not spoken since the lead began the round. */
function listLeft(turn: SimulatedTurn): string[] {
  const { log } = turn.debate;
  const lead = findLead(turn);
  const spoken = log.slice(log.findLastIndex(({ seat }) => seat === lead)).map(({ seat }) => seat);
  return listOthers(turn).filter((id) => !spoken.includes(id));
}

function render(turn: SimulatedTurn, speech: Speech | null): string {
  const player = requirePlayer(turn);
  if (speech === null) return renderPass(player);
  const others = listOthers(turn);
  const begins = ({ called }: Player) => speech.text.startsWith(toFirstName(called));
  const all = [...turn.debate.cast.players.values()].filter((other) => other !== player);
  const named = all.find(begins);
  const to = named ?? all.find(({ called }) => called === speech.to);
  if (to && others.includes(to.seat.id)) return renderSpeech(player, { ...speech, to: to.called });
  const text = named ? speech.text.replace(/^\S+\. /, "") : speech.text;
  return renderSpeech(player, { ...speech, text, to: null });
}

function propose(turn: SimulatedTurn): string {
  if (countRoundsLeft(turn) === 0) return render(turn, conclude(turn));
  return render(turn, speakTo(turn, listOthers(turn)) ?? nameTest(turn));
}

function supplement(turn: SimulatedTurn): string {
  const isLast = countRoundsLeft(turn) === 0;
  return render(turn, isLast ? conclude(turn) : speakTo(turn, listOthers(turn)));
}

/** Answers for the own opening and words about a change of verdict come first, then the plays of those who can still answer in this round. */
function speakTo(turn: SimulatedTurn, able: readonly string[]): Speech | null {
  const { debate, chance } = turn;
  const player = requirePlayer(turn);
  const own = debate.opened.get(player.seat.id) ?? player.play;
  const { thread: last, beat } = debate.log.at(-1) ?? {};
  const matters: Floor["isOn"][] = [
    (thread) => thread === own || (thread === last && beat?.file.turns !== undefined),
    (thread) => debate.listOwners(thread).some((id) => able.includes(id)),
    ({ play }) => play === null,
  ];
  for (const isOn of matters) {
    const speech = speakNow({ debate, player, chance, isOn });
    if (speech?.thread) return speech;
  }
  return null;
}

/** If all plays are finished, as in long reviews, the lead names a test that was not mentioned yet. */
function nameTest(turn: SimulatedTurn): Speech | null {
  const dealt = Object.values(dealTests(turn)).map(({ main }) => main);
  const fresh = [...dealt, ...listTests(turn)].find(({ claim }) => !turn.debate.hasHeard(claim));
  if (!fresh) return null;
  const { claim, test, cite } = fresh;
  return { text: `${claim} ${test}`, to: null, cites: cite ? [cite] : [] };
}

/** The lead reads out what is settled, the others have their last words, and the lead says the result. */
function conclude(turn: SimulatedTurn): Speech {
  const { debate, chance } = turn;
  const { closer, turned, cast } = debate;
  const player = requirePlayer(turn);
  const ending = { chance, result: readResult(debate) };
  const left = listLeft(turn);
  const next = left.find((id) => turned.has(id)) ?? left[0] ?? closer;
  const to = cast.players.get(next ?? "")?.called ?? null;
  if (player.seat.id !== findLead(turn)) return { ...leave(debate, player, chance), to };
  const text = closer === null ? tellSettled(debate, ending) : "";
  return text === "" ? sayResult(debate, player, ending) : { text, to, cites: [] };
}
