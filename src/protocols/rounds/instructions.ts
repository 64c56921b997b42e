/**
 * What each role and the arbiter are asked in a round, and the data of each instruction for
 * simulated members.
 */

import { createAgentSeat } from "../../engine/people/process-agents.ts";
import { escapeText } from "../../engine/scaffold/fields.ts";
import type { Json } from "../../engine/transcript/events.ts";
import { dropMissing } from "../../lists.ts";
import type { Seat } from "../../scenario/schema/scenario.ts";
import { ARTIFACT_WORDS, type Artifact, listAnchors } from "./artifacts.ts";
import { getOpening, type Ledger, listPendingClaims } from "./ledger.ts";
import { describeMeasure, PROPOSAL_WORDS, SUPPLEMENT_WORDS } from "./lints.ts";
import { getLead, type Round } from "./plan.ts";
import * as r from "./records.ts";

export const ARBITER = {
  id: "arbiter",
  name: "Arbiter",
  title: "Keeper of checks and record",
  manner: "States what an artifact shows, with its place, and nothing else.",
} as const;

export function createArbiter(model: string): Seat {
  return createAgentSeat(ARBITER, model);
}

function describeRound(ledger: Ledger, round: Round): string {
  const { rounds, anchor } = getOpening(ledger);
  const absent = round.absent.length > 0 ? ` Absent: ${round.absent.join(", ")}.` : "";
  return [
    `Round ${round.number} of ${rounds}${round.kind === "normal" ? "" : ` (${round.kind}: resolve the pending claims and raise no new ones)`}. Lead: ${round.lead}. Present: ${round.present.join(", ")}.${absent}`,
    `Anchor: ${escapeText(anchor)}`,
  ].join("\n");
}

export function askProposal(ledger: Ledger, round: Round): string {
  return [
    describeRound(ledger, round),
    `You are the ${round.lead} and lead this round. ${r.ROLE_FACTS[getLead(round)].question}`,
    ...listRecorded(ledger),
    `Write the lead proposal in ${describeMeasure(PROPOSAL_WORDS)}:`,
    "- Say what this round should find out, and about which candidate or part.",
    "- Name the evidence from the documents, and what each role should test.",
    "- Cite claims and decisions by id. Do not withdraw.",
  ].join("\n");
}

export function askSupplement(ledger: Ledger, round: Round, role: r.Role): string {
  return [
    describeRound(ledger, round),
    `You are the ${role}. ${r.ROLE_FACTS[role].question}`,
    ...listRecorded(ledger),
    `Add to the lead's proposal from the view of your role, in ${describeMeasure(SUPPLEMENT_WORDS)}: what is missing, what you will test, and where you disagree. Do not withdraw.`,
  ].join("\n");
}

const TASKS: Readonly<Record<r.Role, readonly string[]>> = {
  action: [
    "Write a Behavioral Trace Set: one trace of each kind, happy_path first, each of 10 to 15 steps from at least three variables.",
    "- Describe behaviour, not feelings. happy_path and edge_case have different triggers.",
    "- cross_round_reference uses an element of an earlier round.",
  ],
  guardian: [
    "Write an Identity Invariant Check of one falsifiable sentence.",
    '- Quote evidence word for word. Avoid wishes and "needs more work".',
  ],
  observer: [
    "Write an Operator Walkthrough of 8 to 15 steps that were carried out, by a specific person.",
    '- No step begins with "if". Each friction point has the number of its step.',
  ],
  critic: [
    "Write an Adversarial Test Case on one recorded target, in 5 to 10 attack steps.",
    "- If you find no weakness, say ROBUST with evidence.",
  ],
};

export function askArtifact(
  ledger: Ledger,
  round: Round,
  role: r.Role,
  targets: readonly string[] | null,
): readonly string[] {
  const { least, most } = round.claimRules(role);
  const range = least === most ? most : `${least} to ${most}`;
  const raise =
    most === 0
      ? "Raise no claims: this round resolves the pending ones."
      : `Raise ${range} new claims, each testable by one observable outcome.`;
  return dropMissing([
    describeRound(ledger, round),
    `You are the ${role}. ${r.ROLE_FACTS[role].question}`,
    ...listRecorded(ledger),
    targets && `Allowed targets: ${targets.join(", ")}`,
    ...TASKS[role],
    `- ${raise}`,
    "- Under cites, name an earlier decision if there is one, and what else you build on (R3-action-happy_path, C-3-1, D-2-1 or lines of a document).",
    "- If you contradict an earlier decision, say that you do.",
    `- Use at most ${ARTIFACT_WORDS} words in total.`,
  ]);
}

export function askCheck(ledger: Ledger, round: Round, check: r.CheckNumber): readonly string[] {
  const { name, broken, robust, unclear } = r.CHECK_FACTS[check];
  return [
    describeRound(ledger, round),
    `Check ${check}: ${spellRecordName(name)}. BROKEN: ${broken}. ROBUST: ${robust}. UNCLEAR: ${unclear}.`,
    ...listRecorded(ledger),
    ...listArtifactPlaces(ledger, round.number),
    "- Judge only from the artifacts of this round. A test that was not run leaves the check UNCLEAR.",
    "- Give at least two evidence_refs from the places listed, and notes of one to three sentences.",
    "- Under affected, list every claim that this result decides. BROKEN refutes a claim of robustness and confirms a claim of weakness; ROBUST does the opposite.",
    "- Set partly to true if this is the case only under some preconditions.",
  ];
}

export function askAssessment(ledger: Ledger, round: Round): readonly string[] {
  return [
    describeRound(ledger, round),
    `You are the ${round.lead} and led this round. Assess it.`,
    ...listRecorded(ledger),
    ...listVerifications(ledger, round.number),
    "- Make up to three decisions that the evidence supports. Each cites at least one claim, verification or decision by id.",
    "- A decision that overturns an earlier one cites it with the relation supersedes.",
    "- Name new tensions between roles, and those that are resolved.",
    "- Say what the round means for the architecture, and how it serves the anchor (null if it does not).",
  ];
}

export function askDrift(ledger: Ledger, round: Round): readonly string[] {
  return [
    describeRound(ledger, round),
    "Drift check: do the decisions so far still answer the anchor, or another question?",
    ...listRecorded(ledger),
    ...ledger.drift.map(
      ({ round: of, verdict, notes }) =>
        `Drift check of round ${of}: ${verdict}. ${escapeText(notes)}`,
    ),
    "- Reply PASS, PARTIAL or FAIL, with a deviation from 1 (none) to 5 (a different product), and notes.",
    "- Under addresses, list the rounds of earlier FAIL or PARTIAL checks that have been addressed since.",
  ];
}

/** Without the prediction, which the observer must not know. */
export function askStress(ledger: Ledger, round: Round): readonly string[] {
  return [
    describeRound(ledger, round),
    `Stress test: the ${round.stress} was kept away.`,
    ...listVerifications(ledger, round.number),
    ...listArtifactPlaces(ledger, round.number),
    "Say what this round lacks compared with earlier rounds, and score it: 1 no difference, 2 a minor omission, 3 a whole aspect is missing.",
  ];
}

export function askSynthesis(ledger: Ledger): readonly string[] {
  const { judged } = ledger;
  const { rounds, anchor } = getOpening(ledger);
  return [
    `The rounds are over after ${ledger.rounds.length} of ${rounds}. Anchor: ${escapeText(anchor)}`,
    ...(judged
      ? [
          `The rounds have ${judged.converged ? "" : "not "}converged: ${escapeText(judged.reason)}.`,
        ]
      : []),
    ...listRecorded(ledger),
    "Write the synthesis: a summary, what is settled, what is open, and a recommendation with its conditions. Each point cites recorded ids. No scores, no ranking.",
  ];
}

export function askBallot(ledger: Ledger): string {
  const { rounds, anchor } = getOpening(ledger);
  return [
    `Closing vote after ${ledger.rounds.length} of ${rounds} rounds. Anchor: ${escapeText(anchor)}`,
    ...listRecorded(ledger),
    "This is your final verdict.",
  ].join("\n");
}

function listRecorded(ledger: Ledger): string[] {
  const { claims, statuses, decisions, tensions } = ledger;
  const pending = listPendingClaims(ledger);
  const settled = claims.filter((claim) => !pending.includes(claim)).slice(-SETTLED_SHOWN);
  const lines = [
    ...decisions.slice(-DECISIONS_SHOWN).map(({ id, text }) => `${id}: ${text}`),
    ...[...settled, ...pending].map(
      (claim) =>
        `${claim.id} [${spellRecordName(statuses.get(claim.id) ?? claim.status)}, ${r.getPolarity(claim)}, ${claim.raised_by}]: ${claim.text} Testable as: ${claim.testable_as}`,
    ),
    ...tensions
      .filter(({ status }) => status === "open")
      .map(({ id, source, text }) => `${id} [${source.join(", ")}]: ${text}`),
  ];
  return lines.length === 0
    ? ["Nothing is recorded yet."]
    : ["Recorded so far:", ...lines.map(escapeText)];
}

const DECISIONS_SHOWN = 15;
const SETTLED_SHOWN = 12;

function listArtifactPlaces({ artifacts }: Ledger, round: number): string[] {
  return artifacts
    .filter((each) => each.round === round)
    .map(
      ({ role, artifact }) =>
        `Place: ${r.toArtifactPath(round, role)}#${listAnchors(artifact).join(` or #`)}`,
    );
}

function listVerifications({ verifications }: Ledger, round: number): string[] {
  return verifications
    .filter((each) => each.round === round)
    .map(
      ({ id, check, result, notes }) =>
        `${id} [${spellRecordName(result)}] ${spellRecordName(check)}: ${escapeText(notes)}`,
    );
}

/** Names of our record, as words. */
export function spellRecordName(name: string): string {
  return name.replaceAll("_", " ");
}

type Ids = readonly string[];

export type RoundsData = {
  /** The last one where the rounds are over. */
  round: number;
  present: readonly r.Role[];
  lead: r.Role | null;
  stress: r.Role | null;
  role: r.Role | null;
  rules: Readonly<Record<r.Role, { least: number; most: number }>> | null;
  targets: Ids | null;
  check: r.CheckNumber | null;
  claims: readonly (r.ClaimRecord & Required<Pick<r.ClaimRecord, "polarity">>)[];
  decisions: readonly r.Decision[];
  tensions: readonly r.Tension[];
  checks: readonly r.Verification[];
  drift: readonly number[];
  filed: readonly FiledData[];
};

type FiledData = { role: r.Role; artifact: Artifact; places: Ids };

type InstructionInput = Partial<Pick<RoundsData, "role" | "targets" | "check">>;

export function createInstructionData(
  ledger: Ledger,
  round: Round | null,
  asked: InstructionInput = {},
): Readonly<Record<string, Json>> {
  const number = round?.number ?? ledger.rounds.length;
  const data: RoundsData = {
    round: number,
    present: round?.present ?? [],
    lead: round?.lead ?? null,
    stress: round?.stress ?? null,
    role: null,
    rules:
      round &&
      (Object.fromEntries(
        r.ROLES.map((role) => [role, round.claimRules(role)]),
      ) as RoundsData["rules"]),
    targets: null,
    check: null,
    claims: ledger.claims.map((claim) => {
      const status = ledger.statuses.get(claim.id) ?? claim.status;
      return { ...claim, status, polarity: r.getPolarity(claim) };
    }),
    decisions: ledger.decisions,
    tensions: ledger.tensions.filter(({ status }) => status === "open"),
    checks: ledger.verifications,
    drift: ledger.drift
      .filter(({ verdict, addressed_by }) => verdict !== "PASS" && addressed_by === undefined)
      .map((each) => each.round),
    filed: ledger.artifacts
      .filter((each) => each.round === number)
      .map(({ role, artifact }) => {
        const places = listAnchors(artifact).map(
          (anchor) => `${r.toArtifactPath(number, role)}#${anchor}`,
        );
        return { role, artifact, places };
      }),
    ...asked,
  };
  return data as unknown as Readonly<Record<string, Json>>;
}
