import type { Cue, Floor } from "../../../engine/meeting/contract/floor.ts";
import { countWords } from "../../../engine/meeting/turn/read.ts";
import type { Json } from "../../../engine/transcript/events.ts";
import { memberOf } from "../../../engine/transcript/member-of.ts";
import { isSimulated } from "../../../models/port/model-spec.ts";
import { type Artefact, artefactSchema } from "../record/artefacts.ts";
import { enterPhase, FACTS } from "../record/facts.ts";
import { knownIds, type Ledger, ledgerOf, rolesOf } from "../record/ledger.ts";
import { anchorsOf } from "../record/render-artefact.ts";
import type { Role } from "../record/roles.ts";
import { lintArtefact, lintLength, PROPOSAL_WORDS, SUPPLEMENT_WORDS } from "../signals/lints.ts";
import { expectationsFor, expectationsInWords } from "../signals/stress-signature.ts";
import { recordAbsence } from "./absence.ts";
import { assess, checkDrift, scoreStress } from "./assess.ts";
import { crossValidate, updateClaims } from "./cross-validate.ts";
import { cueData } from "./cue-data.ts";
import { artefactCue, proposalCue, supplementCue } from "./cues.ts";
import { leadOf, type Round } from "./round.ts";

export async function holdRound(floor: Floor, round: Round, driftEvery: number): Promise<void> {
  if (round.stress !== null) await predictStress(floor, round, round.stress);
  await assignLead(floor, round);
  if (round.lead === null) return;
  await propose(floor, round);
  await supplement(floor, round);
  await fileArtefacts(floor, round);
  await crossValidate(floor, round);
  if (await updateClaims(floor, round)) await assess(floor, round);
  if (isDriftDue(ledgerOf(floor.state), round.number, driftEvery)) await checkDrift(floor, round);
  if (round.stress !== null) await scoreStress(floor, round, round.stress);
}

function isDriftDue({ policy, drift }: Ledger, round: number, driftEvery: number): boolean {
  const { driftFrom } = policy;
  const isOpen =
    driftFrom !== undefined &&
    round >= driftFrom &&
    !drift.some((check) => check.verdict === "PASS" && check.round >= driftFrom);
  return round % driftEvery === 0 || isOpen;
}

/** On record before anything of the round can be read. */
async function predictStress(floor: Floor, round: Round, absent: Role): Promise<void> {
  const { number, predicted, movedFrom } = round;
  if (movedFrom !== null)
    await FACTS["stress.brought-forward"].record(floor, { round: number, absent, planned: movedFrom });
  const expects = expectationsFor(absent, ledgerOf(floor.state));
  const told = [predicted, expectationsInWords(absent, expects)].filter((each) => each !== null);
  await FACTS["stress.predicted"].record(floor, {
    round: number,
    absent,
    predicted: told.join(" "),
    expects,
  });
}

async function assignLead(floor: Floor, { number: round, lead, stress, present, kind }: Round): Promise<void> {
  await enterPhase(floor, round, "A");
  const entry = { round, lead, is_stress: stress !== null, absent_agent: stress, present: [...present], kind };
  await FACTS["lead.assigned"].record(floor, entry);
}

async function propose(floor: Floor, round: Round): Promise<void> {
  await enterPhase(floor, round.number, "B");
  const ledger = ledgerOf(floor.state);
  const lead = leadOf(round);
  const holder = rolesOf(ledger)[lead];
  const turn = await floor.turn(holder, {
    kind: "rounds-proposal",
    text: proposalCue(ledger, round),
    data: cueData(ledger, round, { role: lead }),
    mayWithdraw: false,
  });
  if (turn.status !== "spoke") return recordAbsence(floor, round, lead, "B", turn);
  const { id: message, content } = turn.message;
  await FACTS["proposal.made"].record(floor, {
    round: round.number,
    role: lead,
    message,
    ...wordsOf(floor, holder, content, PROPOSAL_WORDS),
  });
}

function wordsOf(
  { state }: Floor,
  seat: string,
  content: string,
  measure: Parameters<typeof lintLength>[1],
): { readonly words: number; readonly lints?: string[] } {
  const words = countWords(content);
  const lints = lintLength(words, measure, memberOf(state, seat).seat.model);
  return lints.length === 0 ? { words } : { words, lints };
}

/** Side by side: nobody is swayed by another's supplement. */
async function supplement(floor: Floor, round: Round): Promise<void> {
  await enterPhase(floor, round.number, "C");
  const ledger = ledgerOf(floor.state);
  const others = round.present.filter((role) => role !== round.lead);
  await inParallel(floor, others, async (branch, role) => {
    const cue = {
      kind: "rounds-supplement",
      text: supplementCue(ledger, round, role),
      data: cueData(ledger, round, { role }),
      mayWithdraw: false,
    };
    const holder = rolesOf(ledger)[role];
    const turn = await branch.turn(holder, cue);
    if (turn.status !== "spoke") return recordAbsence(branch, round, role, "C", turn);
    const { id: message, content } = turn.message;
    await FACTS["supplement.made"].record(branch, {
      round: round.number,
      role,
      message,
      ...wordsOf(branch, holder, content, SUPPLEMENT_WORDS),
    });
  });
}

async function fileArtefacts(floor: Floor, round: Round): Promise<void> {
  await enterPhase(floor, round.number, "D");
  const ledger = ledgerOf(floor.state);
  const known = knownIds(ledger);
  await inParallel(floor, round.present, async (branch, role) => {
    const targets = role === "critic" && ledger.policy.criticTightened ? attackable(ledger) : null;
    const holder = rolesOf(ledger)[role];
    const rules = {
      claims: round.claimRules(role),
      targets,
      isSimulated: isSimulated(memberOf(floor.state, holder).seat.model),
    };
    const turn = await branch.turn<Artefact>(holder, {
      kind: `rounds-${role}`,
      text: artefactCue(ledger, round, role, targets),
      data: cueData(ledger, round, { role, targets }),
      reply: artefactSchema(role, rules),
    } as Cue<Artefact>);
    if (turn.status !== "spoke") return recordAbsence(branch, round, role, "D", turn);
    const artefact = turn.reply;
    const lints = lintArtefact(role, artefact, { round: round.number, known });
    const filed = { round: round.number, role, holder, artefact: artefact as unknown as Json, lints };
    await FACTS["artefact.filed"].record(branch, filed as never);
  });
}

function attackable({ artefacts, claims, statuses, decisions }: Ledger): readonly string[] | null {
  const last = artefacts.at(-1)?.round;
  const fields = artefacts
    .filter(({ round, role }) => round === last && role !== "critic")
    .flatMap(({ round, role, artefact }) =>
      anchorsOf(role, artefact).map((anchor) => `R${round}-${role}-${anchor}`),
    );
  const standing = claims.filter(({ id }) => statuses.get(id) !== "superseded").slice(-20);
  const all = [...fields, ...standing.map(({ id }) => id), ...decisions.slice(-10).map(({ id }) => id)];
  return all.length === 0 ? null : all;
}

async function inParallel(
  floor: Floor,
  roles: readonly Role[],
  act: (branch: Floor, role: Role) => Promise<void>,
): Promise<void> {
  if (roles.length === 0) return;
  const holders = rolesOf(ledgerOf(floor.state));
  await floor.parallel(
    roles.map((role) => (branch: Floor) => act(branch, role)),
    { speakers: roles.map((role) => holders[role]) },
  );
}
