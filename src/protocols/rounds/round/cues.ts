import { agentSeat } from "../../../engine/meeting/people/process-agents.ts";
import { escapeText } from "../../../engine/scaffold/escape.ts";
import type { Json } from "../../../engine/transcript/events.ts";
import type { Seat } from "../../../scenario/schema/scenario.ts";
import { ARTEFACT_WORDS, type Artefact, anchorsOf } from "../record/artefacts.ts";
import { type Ledger, openingOf, pendingClaims } from "../record/ledger.ts";
import { measureInWords, PROPOSAL_WORDS, SUPPLEMENT_WORDS } from "../record/lints.ts";
import {
  artefactPath,
  CHECK_FACTS,
  type CheckNumber,
  type ClaimRecord,
  type Decision,
  polarityOf,
  ROLE_FACTS,
  ROLES,
  type Role,
  type Tension,
  type Verification,
} from "../record/records.ts";
import { unansweredDrift } from "../signals/signals.ts";
import { leadOf, type Round } from "./plan.ts";

export const ARBITER = {
  id: "arbiter",
  name: "Arbiter",
  title: "Keeper of checks and record",
  manner: "States what an artefact shows, with its place, and nothing else.",
} as const;

export function arbiterSeat(model: string): Seat {
  return agentSeat(ARBITER, model);
}

function heading(ledger: Ledger, round: Round): string {
  const { rounds, anchor } = openingOf(ledger);
  const absent = round.absent.length > 0 ? ` Absent: ${round.absent.join(", ")}.` : "";
  return [
    `Round ${round.number} of ${rounds}${round.kind === "normal" ? "" : ` (${round.kind}: raise no new claims, resolve what is pending)`}. Lead: ${round.lead}. Present: ${round.present.join(", ")}.${absent}`,
    `Anchor: ${escapeText(anchor)}`,
  ].join("\n");
}

export function proposalCue(ledger: Ledger, round: Round): string {
  return [
    heading(ledger, round),
    `You are the ${round.lead} and lead this round. ${ROLE_FACTS[leadOf(round)].question}`,
    ...onRecord(ledger),
    ...unanswered(ledger),
    `Write the lead proposal: what this round is to find out, on which candidate or part, with which evidence from the documents, and what each role should test. ${measureInWords(PROPOSAL_WORDS)}, in place of the usual length. Cite claims and decisions by their ids. Do not withdraw; state a verdict only if yours has changed.`,
  ].join("\n");
}

/** A failed drift check that is not mended comes before anything else. */
function unanswered({ policy, drift }: Ledger): string[] {
  if (policy.driftFrom === undefined) return [];
  return unansweredDrift(drift).map(
    ({ round, notes }) =>
      `The drift check of round ${round} failed: ${escapeText(notes)} This round answers it before anything else: propose the part of the question that the anchor asks for, and leave the rest.`,
  );
}

export function supplementCue(ledger: Ledger, round: Round, role: Role): string {
  return [
    heading(ledger, round),
    `You are the ${role}. ${ROLE_FACTS[role].question}`,
    ...onRecord(ledger),
    `Supplement the lead's proposal from your role: what it leaves out, what you will test, and where you disagree. ${measureInWords(SUPPLEMENT_WORDS)}, in place of the usual length. Do not withdraw; state a verdict only if yours has changed.`,
  ].join("\n");
}

const TASKS: Readonly<Record<Role, string>> = {
  action:
    "Write a Behavioral Trace Set: exactly three traces (happy_path, edge_case, cross_round_reference), each of 10 to 15 steps, every step with a state delta such as queue_depth=3; at least three variables in the initial state; an outcome that can be observed. No feelings, no story without deltas; happy_path and edge_case have different triggers; cross_round_reference uses a primitive of an earlier round.",
  guardian:
    'Write an Identity Invariant Check: one falsifiable sentence (always X, measured by Y, tolerance Z), why now, a verdict, evidence quoted word for word, the mechanism if it is a FAIL, the condition if it is a CONDITIONAL_PASS, and a scenario in which it would fail. No wishes, no "needs more work", no paraphrase in place of a quotation.',
  observer:
    "Write an Operator Walkthrough: a named person with one concrete skill, a measurable goal, 8 to 15 steps as they were done, each with its outcome, friction points with the number of their step, and a verdict. No generic person, no step that begins with if, no friction without a place.",
  critic:
    'Write an Adversarial Test Case: one target on record, a hypothesis that begins "fails when", preconditions, 5 to 10 attack steps each with what is observed, what a BROKEN and what a ROBUST would look like, your verdict and what it rests on. Where you find no weakness say ROBUST with evidence: a BROKEN for form\'s sake helps nobody.',
};

export function artefactCue(
  ledger: Ledger,
  round: Round,
  role: Role,
  targets: readonly string[] | null,
): string {
  const claims = round.claimRules(role);
  const raise =
    claims.most === 0
      ? "Raise no claims: this round resolves those that are pending."
      : `Raise ${claims.least === claims.most ? claims.most : `${claims.least} to ${claims.most}`} claims, each testable by one observable outcome, and only what no claim on record says already.`;
  return [
    heading(ledger, round),
    `You are the ${role}. ${ROLE_FACTS[role].question}`,
    ...onRecord(ledger),
    ...(targets === null ? [] : [`Allowed targets: ${targets.join(", ")}`]),
    `${TASKS[role]} At most ${ARTEFACT_WORDS} words in all. ${raise}`,
    "Under cites, name at least one earlier decision where there is one, and what else you build on, as R3-action-happy_path, C-3-1, D-2-1 or a document's lines. A contradiction of an earlier decision is named as such.",
  ].join("\n");
}

export function checkCue(
  ledger: Ledger,
  round: Round,
  check: CheckNumber,
  candidates: readonly string[],
): string {
  const least = ledger.policy.references ?? 2;
  const { name, broken, robust, unclear } = CHECK_FACTS[check];
  return [
    heading(ledger, round),
    `Check ${check}: ${name}. BROKEN: ${broken}. ROBUST: ${robust}. UNCLEAR: ${unclear}.`,
    ...onRecord(ledger),
    ...artefactLines(ledger, round.number),
    `Judge from the artefacts of this round alone. Give at least ${least === 2 ? "two" : least} evidence_refs from the places listed, notes of one to three sentences, and under affected every claim that this result settles: a BROKEN refutes the claim that the thing holds and confirms the claim that it fails; partly is true where it does so under some preconditions only.`,
    ...(candidates.length === 0
      ? []
      : [`Under candidates, name those of ${candidates.join(", ")} that the result speaks of.`]),
  ].join("\n");
}

export function assessmentCue(ledger: Ledger, round: Round): string {
  return [
    heading(ledger, round),
    `You are the ${round.lead} and led this round. Assess it.`,
    ...onRecord(ledger),
    ...verificationLines(ledger, round.number),
    "Decide what the evidence supports, up to three decisions, each citing at least one claim, verification or decision by its id; a decision that overturns an earlier one cites it with the relation supersedes. Name new tensions between roles, those that are resolved, what the round means for the architecture, and how it serves the anchor (null where it does not).",
  ].join("\n");
}

export function driftCue(ledger: Ledger, round: Round): string {
  return [
    heading(ledger, round),
    "Drift check: do the decisions so far still answer the anchor, or another question?",
    ...onRecord(ledger),
    ...ledger.drift.map(
      ({ round: of, verdict, notes }) => `Drift check of round ${of}: ${verdict}. ${escapeText(notes)}`,
    ),
    "PASS, PARTIAL or FAIL, with a deviation of 1 (none) to 5 (another product), and notes. Under addresses list the rounds of earlier FAIL or PARTIAL checks that have been addressed since.",
  ].join("\n");
}

/** Without the prediction, which whoever observes must not know. */
export function stressCue(ledger: Ledger, round: Round): string {
  return [
    heading(ledger, round),
    `Stress test: the ${round.stress} was kept away.`,
    ...verificationLines(ledger, round.number),
    ...artefactLines(ledger, round.number),
    "Say what this round lacks beside the rounds before it, and score it: 1 indistinguishable from them, 2 a minor omission, 3 a dimension missing.",
  ].join("\n");
}

export function synthesisCue(ledger: Ledger, evidence: readonly string[]): string {
  const { judged } = ledger;
  const { rounds, anchor } = openingOf(ledger);
  return [
    `The rounds are over after ${ledger.rounds.length} of ${rounds}. Anchor: ${escapeText(anchor)}`,
    ...(judged
      ? [`The rounds have ${judged.converged ? "" : "not "}converged: ${escapeText(judged.reason)}.`]
      : []),
    ...onRecord(ledger),
    ...evidence.map(escapeText),
    "Write the synthesis: a summary, what is settled and what is open, each point citing ids on record, and a recommendation with its conditions. No scores and no ranking.",
  ].join("\n");
}

export function ballotWords(ledger: Ledger, evidence: readonly string[]): string {
  const { rounds, anchor } = openingOf(ledger);
  return [
    `Closing ballot after ${ledger.rounds.length} of ${rounds} rounds. Anchor: ${escapeText(anchor)}`,
    ...onRecord(ledger),
    ...evidence.map(escapeText),
    "This is your final verdict and goes on record as such.",
  ].join("\n");
}

function onRecord(ledger: Ledger): string[] {
  const { claims, statuses, decisions, tensions } = ledger;
  const pending = pendingClaims(ledger);
  const settled = claims.filter((claim) => !pending.includes(claim)).slice(-SETTLED_SHOWN);
  const lines = [
    ...decisions.slice(-DECISIONS_SHOWN).map(({ id, text }) => `${id}: ${text}`),
    ...[...settled, ...pending].map(
      (claim) =>
        `${claim.id} [${statuses.get(claim.id)}, ${polarityOf(claim)}, ${claim.raised_by}]: ${claim.text} Testable as: ${claim.testable_as}`,
    ),
    ...tensions
      .filter(({ status }) => status === "open")
      .map(({ id, source, text }) => `${id} [${source.join(", ")}]: ${text}`),
  ];
  return lines.length === 0 ? ["Nothing is on record yet."] : ["On record:", ...lines.map(escapeText)];
}

const DECISIONS_SHOWN = 15;
const SETTLED_SHOWN = 12;

function artefactLines({ artefacts }: Ledger, round: number): string[] {
  return artefacts
    .filter((each) => each.round === round)
    .map(
      ({ role, artefact }) => `Place: ${artefactPath(round, role)}#${anchorsOf(role, artefact).join(` or #`)}`,
    );
}

function verificationLines({ verifications }: Ledger, round: number): string[] {
  return verifications
    .filter((each) => each.round === round)
    .map(({ id, check, result, notes }) => `${id} [${result}] ${check}: ${escapeText(notes)}`);
}

type Ids = readonly string[];

export type RoundsData = {
  /** The last one where the rounds are over. */
  readonly round: number;
  readonly present: readonly Role[];
  readonly lead: Role | null;
  readonly stress: Role | null;
  readonly role: Role | null;
  readonly rules: Readonly<Record<Role, { readonly least: number; readonly most: number }>> | null;
  readonly targets: Ids | null;
  readonly check: CheckNumber | null;
  readonly references: number;
  readonly candidates: Ids;
  readonly claims: readonly (ClaimRecord & Required<Pick<ClaimRecord, "polarity">>)[];
  readonly decisions: readonly Decision[];
  readonly tensions: readonly Tension[];
  readonly checks: readonly Verification[];
  readonly drift: readonly number[];
  readonly filed: readonly FiledData[];
};

type FiledData = { readonly role: Role; readonly artefact: Artefact; readonly places: Ids };

type CueMatter = Partial<Pick<RoundsData, "role" | "targets" | "check" | "candidates">>;

export function cueData(
  ledger: Ledger,
  round: Round | null,
  asked: CueMatter = {},
): Readonly<Record<string, Json>> {
  const number = round?.number ?? ledger.rounds.length;
  const data: RoundsData = {
    ...{ round: number, present: round?.present ?? [], lead: round?.lead ?? null },
    ...{ stress: round?.stress ?? null, role: null },
    rules:
      round && (Object.fromEntries(ROLES.map((role) => [role, round.claimRules(role)])) as RoundsData["rules"]),
    ...{ targets: null, check: null, references: ledger.policy.references ?? 2, candidates: [] },
    claims: ledger.claims.map((claim) => {
      const status = ledger.statuses.get(claim.id) ?? claim.status;
      return { ...claim, status, polarity: polarityOf(claim) };
    }),
    decisions: ledger.decisions,
    tensions: ledger.tensions.filter(({ status }) => status === "open"),
    checks: ledger.verifications,
    drift: ledger.drift
      .filter(({ verdict, addressed_by }) => verdict !== "PASS" && addressed_by === undefined)
      .map((each) => each.round),
    filed: ledger.artefacts
      .filter((each) => each.round === number)
      .map(({ role, artefact }) => {
        const places = anchorsOf(role, artefact).map((anchor) => `${artefactPath(number, role)}#${anchor}`);
        return { role, artefact, places };
      }),
    ...asked,
  };
  return data as unknown as Readonly<Record<string, Json>>;
}
