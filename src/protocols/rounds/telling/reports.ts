import type { MeetingState } from "../../../engine/transcript/state.ts";
import { nonEmpty } from "../../../lists.ts";
import {
  document,
  heading,
  type LineContent,
  list,
  type Markdown,
  md,
  paragraphs,
  section,
  stack,
  table,
} from "../../../text/markdown.ts";
import type { FactData } from "../record/facts.ts";
import { type FiledArtefact, type Ledger, openingOf } from "../record/ledger.ts";
import {
  artefactPath,
  CHECKS,
  type ClaimRecord,
  type Decision,
  type StressRecord,
  type Verification,
} from "../record/records.ts";
import { axesInWords, evaluate } from "../signals/evaluation.ts";
import { FAILURE_MODES, type FailureMode } from "../signals/failure-modes.ts";

/** Tools look for the line with the drift verdict. */
export function roundReport(state: MeetingState, ledger: Ledger, round: number): string {
  const of = <Item extends { readonly round: number }>(items: readonly Item[]) =>
    items.filter((item) => item.round === round);
  const [held] = nonEmpty(of(ledger.rounds), `round ${round}`);
  const { lead, is_stress, absent_agent, kind } = held;
  const listed = (title: string, items: readonly LineContent[]) =>
    section(2, title, items.length === 0 ? [] : [list(items)]);
  const told = (message: string) => paragraphs(contentOf(state, message));
  return document([
    heading(1, `Round ${round}`),
    md`Lead: ${lead ?? "none"}. Kind: ${kind}.${is_stress ? md` Stress test without the ${absent_agent ?? "absent"}.` : ""}`,
    ...of(ledger.predictions).map(({ predicted }) => md`Predicted beforehand: ${predicted}`),
    section(
      2,
      "Lead proposal",
      of(ledger.proposals).flatMap(({ message, lints }) => [told(message), ...noted(lints)]),
    ),
    section(
      2,
      "Supplements",
      of(ledger.supplements).flatMap(({ role, message, lints }) =>
        section(3, role, [told(message), ...noted(lints)]),
      ),
    ),
    listed("Artefacts", of(ledger.artefacts).map(filed)),
    listed(
      "Absences",
      of(ledger.absences).map(({ role, phase, reason }) => `${role}, phase ${phase}: ${reason}`),
    ),
    listed("Cross-validation", of(ledger.verifications).map(checked)),
    listed("Claims", of(ledger.claims).map(raised)),
    listed("Decisions", of(ledger.decisions).map(decided)),
    listed(
      "Tensions",
      of(ledger.tensions).map(
        ({ id, source, text, status }) => `${id} [${status}] ${source.join(", ")}: ${text}`,
      ),
    ),
    section(2, "Assessment", of(ledger.assessments).flatMap(assessed)),
    section(
      2,
      "Drift",
      of(ledger.drift).flatMap(({ verdict, deviation, notes }) => [
        md`Drift check: ${verdict}`,
        md`Deviation ${deviation} of 5. ${notes}`,
      ]),
    ),
    section(
      2,
      "Stress",
      of(ledger.stress).flatMap(({ observed, score }) => [
        md`Observed: ${observed}`,
        md`Score: ${score} of 5.`,
      ]),
    ),
    listed("Alarms and failure modes", [
      ...of(ledger.alarms).map(({ slopes }) => `Sycophancy alarm: slopes ${slopes.join(", ")}`),
      ...of(ledger.failures).map(({ mode, detail }) => `${mode}: ${detail}`),
      ...of(ledger.responses).map(({ mode, text }) => `Response to ${mode}: ${text}`),
    ]),
  ]);
}

function noted(lints: readonly string[] = []): Markdown[] {
  return lints.length === 0 ? [] : [md`Notes: ${lints.join("; ")}.`];
}

function filed({ round, role, lints }: FiledArtefact): Markdown {
  const notes = lints.length === 0 ? "" : md` Notes: ${lints.join("; ")}.`;
  return md`[${role}](../${artefactPath(round, role)}).${notes}`;
}

function checked({ id, check, result, notes, evidence_refs, claim_status_changes }: Verification): Markdown {
  const refs = evidence_refs.length === 0 ? "" : md` Evidence: ${evidence_refs.join(", ")}.`;
  const changes = claim_status_changes.map(({ claim_id, from, to }) => `${claim_id} ${from} to ${to}`);
  const changed = changes.length === 0 ? "" : md` Changes: ${changes.join("; ")}.`;
  return md`${id} ${check}: **${result}**. ${notes}${refs}${changed}`;
}

function raised({ id, raised_by, text, testable_as, supersedes }: ClaimRecord): string {
  return `${id} (${raised_by}${supersedes ? `, supersedes ${supersedes}` : ""}): ${text} Testable as: ${testable_as}`;
}

function decided({ id, text, made_by, cites }: Decision): string {
  return `${id} (${made_by}): ${text} Cites ${cites.map((cite) => `${cite.id} (${cite.relation})`).join(", ")}.`;
}

function assessed({ convergence, architectureImpact, anchor }: FactData<"assessment.made">): Markdown[] {
  return [
    md`Convergence: ${convergence}`,
    md`Architecture: ${architectureImpact}`,
    ...(anchor === null ? [] : [md`Anchor: ${anchor}`]),
  ];
}

export function contentOf({ entries }: MeetingState, message: string): string {
  const entry = entries.find((each) => each.kind === "message" && each.message.id === message);
  return entry?.kind === "message" ? entry.message.content : "";
}

export function retrospective(ledger: Ledger): string {
  const { failures, responses, audits, stress, alarms } = ledger;
  const { stressReason } = openingOf(ledger);
  const evaluation = evaluate(ledger, ledger.judged);
  const modes = (Object.keys(FAILURE_MODES) as FailureMode[]).flatMap((mode) => {
    const seen = [
      ...failures.filter((each) => each.mode === mode),
      ...(mode === "FM-1" ? alarms.map(alarmed) : []),
    ].sort((a, b) => a.round - b.round);
    const answers = responses.filter((each) => each.mode === mode);
    const name = `${mode} ${FAILURE_MODES[mode]}`;
    return [
      list([seen.length > 0 ? md`[x] ${name}` : md`[ ] ${name}: not seen`]),
      ...nested(seen.map(({ round, detail }) => `round ${round}: ${detail}`)),
      ...nested(answers.map(({ round, text }) => `answered after round ${round}: ${text}`)),
    ];
  });
  const listed = (title: string, items: readonly string[]) =>
    section(2, title, items.length === 0 ? [] : [list(items)]);
  return document([
    md`# Retrospective`,
    section(2, "Failure modes", [stack(modes)]),
    section(2, "Stress tests", [
      ...(stressReason === null ? [] : [md`Fewer than three roles were stressed: ${stressReason}`]),
      ...(stress.length === 0 ? [] : [list(stress.map(stressed))]),
      ...notHeld(ledger),
    ]),
    listed(
      "Audits",
      audits.map(
        ({ round, mode, of, finding }) =>
          `After round ${round}, for ${mode}: ${finding} (${of.join(", ") || "nothing to audit"})`,
      ),
    ),
    listed(
      "Alarms",
      alarms.map(({ round, slopes }) => `Sycophancy after round ${round}: slopes ${slopes.join(", ")}`),
    ),
    section(2, "Evaluation", axes(evaluation)),
  ]);
}

function notHeld(ledger: Ledger): Markdown[] {
  const { rounds, moved } = ledger;
  const left = openingOf(ledger).stress.filter(
    ({ round }) => round > rounds.length && !moved.some(({ planned }) => planned === round),
  );
  if (left.length === 0) return [];
  const told = left.map(({ round, absent }) => `round ${round} without the ${absent}`).join(", ");
  return [md`Planned and not held, since the rounds ended before: ${told}.`];
}

function nested(items: readonly string[]): Markdown[] {
  return items.length === 0 ? [] : [list(items, 1)];
}

function stressed({ round, absent, predicted, observed, score, precommitted }: StressRecord): string {
  const primed = precommitted ? "" : " (scorer primed)";
  return `Round ${round} without the ${absent}: ${score} of 5${primed}. Predicted: ${predicted} Observed: ${observed}`;
}

function alarmed({ round, slopes }: Ledger["alarms"][number]) {
  return {
    round,
    detail: `alarm: disagreement fell in two readings in a row (slopes ${slopes.join(", ")})`,
  };
}

function axes(evaluation: ReturnType<typeof evaluate>): Markdown[] {
  const { disagreement, convergence, convergence_reason, B1_reading } = evaluation;
  return [
    table(
      [
        ["Axis", ([axis]) => axis],
        ["Value", ([, value]) => value],
      ],
      axesInWords(evaluation),
    ),
    md`Convergence: ${convergence}. ${convergence_reason ?? ""}`,
    md`B1 reads as ${B1_reading}; disagreement against tension: ${disagreement}.`,
  ];
}

export function iterationLog(ledger: Ledger): string {
  const results = (round: number) =>
    CHECKS.map((check) => {
      const made = ledger.verifications.find(({ id }) => id === `V-${round}-${check}`);
      return made ? SHORT[made.result] : "-";
    }).join(" ");
  const count = (items: readonly { readonly round: number }[], round: number) =>
    items.filter((item) => item.round === round).length;
  const signals = (round: number) => {
    const reading = ledger.readings.find((each) => each.round === round);
    return reading ? `${reading.satisfied}/6` : "";
  };
  return document([
    md`# Iteration log`,
    table(
      [
        ["Round", ({ round }) => round],
        [
          "Lead",
          ({ lead, is_stress, absent_agent }) =>
            `${lead ?? "none"}${is_stress ? ` (without ${absent_agent})` : ""}`,
        ],
        ["Kind", ({ kind }) => kind],
        ["Checks 1 to 4", ({ round }) => results(round)],
        ["Claims", ({ round }) => count(ledger.claims, round)],
        ["Decisions", ({ round }) => count(ledger.decisions, round)],
        ["Signals", ({ round }) => signals(round)],
      ],
      ledger.rounds,
    ),
  ]);
}

const SHORT = { BROKEN: "B", ROBUST: "R", UNCLEAR: "U", NOT_APPLICABLE: "n/a" } as const;
