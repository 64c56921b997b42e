/**
 * What each role and the arbiter are asked in a round, and the data of each instruction for
 * simulated members.
 */

import { createAgentSeat } from "../../engine/people/process-agents.ts";
import { escapeText } from "../../engine/scaffold/fields.ts";
import type { Json } from "../../engine/transcript/events.ts";
import { dropMissing, groupBy } from "../../lists.ts";
import type { Seat } from "../../scenario/schema/scenario.ts";
import { ARTIFACT_WORDS, type Artifact, TRACE_KINDS } from "./artifacts.ts";
import {
  type FiledArtifact,
  getOpening,
  getRoles,
  type Ledger,
  listPendingClaims,
  listPlaces,
} from "./ledger.ts";
import {
  describeMeasure,
  type LeastAndMost,
  PROPOSAL_WORDS,
  STEPS,
  SUPPLEMENT_WORDS,
} from "./lints.ts";
import { getLead, type Round } from "./plan.ts";
import * as r from "./records.ts";
import { type AskedCheck, toShortPlace } from "./replies.ts";

export const ARBITER = {
  id: "arbiter",
  name: "Arbiter",
  title: "Keeper of checks and record",
  manner: "States what an artifact shows, with its place, and nothing else.",
} as const;

export function createArbiter(model: string): Seat {
  return createAgentSeat(ARBITER, model);
}

function describeRound(ledger: Ledger, { number, kind, lead, present, absent }: Round): string {
  const { rounds } = getOpening(ledger);
  return dropMissing([
    `Round ${number} of ${rounds}. Lead: ${lead}. Present: ${present.join(", ")}.`,
    absent.length > 0 && `Absent: ${absent.join(", ")}.`,
    kind !== "normal" && `This is a ${kind} round: resolve the pending claims.`,
  ]).join(" ");
}

/** The round, the part of this role, and what is recorded. */
function beginRequest(ledger: Ledger, round: Round, role: r.Role): string[] {
  return [describeRound(ledger, round), describePart(ledger, role), ...listRecorded(ledger)];
}

/** Members know the part that they had at the opening. */
function describePart(ledger: Ledger, role: r.Role): string {
  const isOwn = getOpening(ledger).roles[role] === getRoles(ledger)[role];
  return isOwn ? "" : `Your part is now: ${role}. ${r.ROLE_FACTS[role].question}`;
}

export function askProposal(ledger: Ledger, round: Round): string {
  return dropEmpty([
    ...beginRequest(ledger, round, getLead(round)),
    `You lead this round. Write its proposal in ${describeMeasure(PROPOSAL_WORDS)}:`,
    "- Say what this round should find out, and about which candidate or part.",
    "- Name the evidence from the documents, and what each role should test.",
    "- Cite claims and decisions by id.",
  ]).join("\n");
}

export function askSupplement(ledger: Ledger, round: Round, role: r.Role): string {
  return dropEmpty([
    ...beginRequest(ledger, round, role),
    `Add to the lead's proposal from the view of your role, in ${describeMeasure(SUPPLEMENT_WORDS)}: what is missing, what you will test, and where you disagree.`,
  ]).join("\n");
}

const TASKS: Readonly<Record<r.Role, readonly string[]>> = {
  action: [
    `Write a Behavioral Trace Set: one trace of each kind (${TRACE_KINDS.join(", ")}), each of ${describeRange(STEPS.trace)} steps from at least three variables.`,
    "- Describe behavior, not feelings. happy_path and edge_case have different triggers.",
    "- cross_round_reference uses an element of an earlier round.",
  ],
  guardian: [
    "Write an Identity Invariant Check of one falsifiable sentence.",
    "- Quote evidence word for word. A wish is no invariant.",
  ],
  observer: [
    `Write an Operator Walkthrough of ${describeRange(STEPS.walkthrough)} steps by a specific person.`,
    '- No step begins with "if". Each friction point has the number of its step.',
  ],
  critic: [
    `Write an Adversarial Test Case on one recorded target, in ${describeRange(STEPS.attack)} steps of attack.`,
    "- If you find no weakness, say ROBUST with evidence.",
  ],
};

const PREDICTED =
  '- You cannot run anything here. Predict what would happen, and give as a result only what a document reports, with its line; use "not run" or UNCLEAR otherwise.';

export function askArtifact(
  ledger: Ledger,
  round: Round,
  role: r.Role,
  { targets, isRun }: { targets: readonly string[] | null; isRun: boolean },
): readonly string[] {
  const { most, least } = round.claimRules(role);
  const raise =
    most === 0
      ? "Raise no claims."
      : `Raise ${describeRange({ least, most })} new claims, each testable by one observable outcome.`;
  return dropEmpty([
    ...beginRequest(ledger, round, role),
    targets ? `Allowed targets: ${targets.join(", ")}` : "",
    ...TASKS[role],
    isRun ? "" : PREDICTED,
    `- ${raise}`,
    "- Under cites, name an earlier decision if there is one, and what else you build on (R3-action-happy_path, C-3-1, D-2-1 or lines of a document).",
    "- If you contradict an earlier decision, say that you do.",
    `- Use at most ${ARTIFACT_WORDS} words in total.`,
  ]);
}

function describeRange({ least, most }: LeastAndMost): string {
  return least === most ? String(most) : `${least} to ${most}`;
}

export function askChecks(
  ledger: Ledger,
  round: Round,
  asked: readonly AskedCheck[],
): readonly string[] {
  const filed = ledger.artifacts.filter((each) => each.round === round.number);
  return [
    describeRound(ledger, round),
    "Compare the artifacts of this round:",
    ...filed.map(renderArtifact),
    ...listRecorded(ledger),
    ...asked.flatMap(({ check, places }) => {
      const { name, broken, robust, unclear } = r.CHECK_FACTS[check];
      return [
        `check${check}: ${spellRecordName(name)}. BROKEN: ${broken}. ROBUST: ${robust}. UNCLEAR: ${unclear}.`,
        `Places of check${check}: ${places.map(toShortPlace).join(", ")}.`,
      ];
    }),
    "- What is predicted has not happened. Only a result that a document reports, or that a person found, decides a claim. Otherwise the check is UNCLEAR.",
    "- Under evidence_refs, give at least two places. Write notes of one to three sentences.",
    "- Under affected, list every claim that this result decides. BROKEN refutes a claim of robustness and confirms a claim of weakness; ROBUST does the opposite. Set partly to true if this is the case only under some preconditions.",
  ];
}

/** Without its claims, which the arbiter has announced. */
function renderArtifact({ round, role, basis, artifact }: FiledArtifact): string {
  const { claims: _, ...rest } = artifact;
  const body = escapeText(JSON.stringify(rest));
  return `<Artifact ref="R${round}-${role}" basis="${basis}">${body}</Artifact>`;
}

export function askAssessment(ledger: Ledger, round: Round): readonly string[] {
  return dropEmpty([
    ...beginRequest(ledger, round, getLead(round)),
    "You led this round. Assess it.",
    "- Make up to three decisions that the evidence supports. Each cites at least one claim, verification or decision by id.",
    "- A decision that overturns an earlier one cites it with the relation supersedes.",
    "- Name new tensions between roles, and those that are resolved.",
    "- Say what the round means for the architecture, and how it serves the anchor (null if it does not).",
  ]);
}

export function askDrift(ledger: Ledger, round: Round): readonly string[] {
  return [
    describeRound(ledger, round),
    `Drift check: do the decisions so far still answer the anchor, or another question? Anchor: ${escapeText(getOpening(ledger).anchor)}`,
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
    "Say what this round lacks compared with earlier rounds, and score it: 1 no difference, 2 a minor omission, 3 a whole aspect is missing.",
  ];
}

export function askSynthesis(ledger: Ledger): readonly string[] {
  const { judged } = ledger;
  return dropEmpty([
    describeEnd(ledger, "The rounds are over"),
    judged
      ? `The rounds have ${judged.converged ? "" : "not "}converged: ${escapeText(judged.reason)}.`
      : "",
    ...listRecorded(ledger),
    "Write the synthesis: a summary, what is settled, what is open, and a recommendation with its conditions. Each point cites recorded ids. No scores, no ranking.",
  ]);
}

export function askBallot(ledger: Ledger): string {
  return [
    describeEnd(ledger, "Closing vote"),
    ...listRecorded(ledger),
    "This is your final verdict.",
  ].join("\n");
}

function describeEnd(ledger: Ledger, what: string): string {
  const { rounds, anchor } = getOpening(ledger);
  return `${what} after ${ledger.rounds.length} of ${rounds} rounds. Anchor: ${escapeText(anchor)}`;
}

/** The ids alone: the arbiter has told their texts when they were recorded. */
function listRecorded(ledger: Ledger): string[] {
  const { claims, statuses, decisions, tensions } = ledger;
  const pending = listPendingClaims(ledger);
  const settled = claims.filter((claim) => !pending.includes(claim)).slice(-SETTLED_SHOWN);
  const listIds = (items: readonly { id: string }[]) => items.map(({ id }) => id).join(", ");
  const byStatus = groupBy([...pending, ...settled], ({ id, status }) =>
    r.formatStatus(statuses.get(id) ?? status),
  );
  const groups: [string, readonly { id: string }[]][] = [
    ["decisions", decisions.slice(-DECISIONS_SHOWN)],
    ...[...byStatus].map(([status, all]) => [`${status} claims`, all] as [string, typeof all]),
    ["open tensions", tensions.filter(({ status }) => status === "open")],
  ];
  const lines = groups.flatMap(([name, all]) =>
    all.length > 0 ? [`${name}: ${listIds(all)}`] : [],
  );
  return lines.length === 0 ? [] : [`Recorded so far: ${lines.join("; ")}.`];
}

const DECISIONS_SHOWN = 15;
const SETTLED_SHOWN = 12;

/** What an assessment can cite. */
export function listCitable({ claims, verifications, decisions }: Ledger, round: number): string[] {
  const ofRound = [...claims, ...verifications].filter((each) => each.round === round);
  return [...ofRound, ...decisions.slice(-DECISIONS_SHOWN)].map(({ id }) => id);
}

function dropEmpty(lines: readonly string[]): string[] {
  return lines.filter((line) => line !== "");
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
  toCheck: readonly r.CheckNumber[];
  claims: readonly (r.ClaimRecord & Required<Pick<r.ClaimRecord, "polarity">>)[];
  decisions: readonly r.Decision[];
  tensions: readonly r.Tension[];
  checks: readonly r.Verification[];
  drift: readonly number[];
  filed: readonly FiledData[];
};

type FiledData = { role: r.Role; artifact: Artifact; places: Ids };

type InstructionInput = Partial<Pick<RoundsData, "role" | "targets" | "toCheck">>;

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
    toCheck: [],
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
      .map((each) => ({ role: each.role, artifact: each.artifact, places: listPlaces(each) })),
    ...asked,
  };
  return data as unknown as Readonly<Record<string, Json>>;
}
