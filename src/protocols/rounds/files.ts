import type { OutputFile } from "../../meeting/define-protocol.ts";
import type { MeetingState } from "../../transcript/state.ts";
import { type Evaluation, evaluate } from "./evaluation.ts";
import { FAILURE_MODES, type FailureMode } from "./failure-modes.ts";
import { type Ledger, ledgerOf } from "./ledger.ts";
import { artefactPath, roundDirectory } from "./records.ts";
import { renderArtefact } from "./render-artefact.ts";
import { CHECKS, ROLES, type Role } from "./roles.ts";

/** The deliberation in files of the form that `boardroom validate-claims` reads, made from the events alone. */
export function roundsFiles(state: MeetingState): readonly OutputFile[] {
  const ledger = ledgerOf(state);
  if (ledger.rounds.length === 0) return [];
  const name = (seat: string) => state.members.get(seat)?.seat.persona.name ?? seat;
  return [
    ...stateFiles(ledger),
    ...ledger.artefacts.map((filed) => ({
      name: artefactPath(filed.round, filed.role),
      text: renderArtefact({ ...filed, holder: name(filed.holder) }, filed.artefact),
    })),
    ...ledger.proposals.map(({ round, role, message }) => ({
      name: artefactPath(round, "lead-proposal"),
      text: `# Round ${round}, lead proposal by the ${role}\n\n${contentOf(state, message)}\n`,
    })),
    ...ledger.rounds.map(({ round }) => ({
      name: `rounds/${roundDirectory(round)}.md`,
      text: roundReport(state, ledger, round),
    })),
    { name: "synthesis.md", text: synthesisText(ledger) },
    { name: "retrospective.md", text: retrospective(ledger) },
    { name: "iteration-log.md", text: iterationLog(ledger) },
    { name: "evaluation.json", text: `${JSON.stringify(evaluate(ledger, ROLES.length), null, 2)}\n` },
  ];
}

function stateFiles(ledger: Ledger): OutputFile[] {
  const stops = ledger.readings.map(({ slope: _, ...reading }) => reading);
  const files = {
    claims: ledger.claims,
    verifications: ledger.verifications,
    decisions: ledger.decisions,
    lead_history: ledger.leads,
    drift: ledger.drift,
    tensions: ledger.tensions,
    stress: ledger.stress,
    stop: stops,
  };
  return Object.entries(files).map(([name, items]) => ({
    name: `state/${name}.jsonl`,
    text: jsonLines(items),
  }));
}

function jsonLines(items: readonly unknown[]): string {
  return items.map((item) => `${JSON.stringify(item)}\n`).join("");
}

/** What one round did, in the order of its phases; carries the drift verdict in the line that tools look for. */
function roundReport(state: MeetingState, ledger: Ledger, round: number): string {
  const of = <Item extends { readonly round: number }>(items: readonly Item[]) =>
    items.filter((item) => item.round === round);
  const { lead, is_stress, absent_agent, kind } = of(ledger.rounds)[0]!;
  const drift = of(ledger.drift)[0];
  const stress = of(ledger.stress)[0];
  const assessment = of(ledger.assessments)[0];
  return document([
    `# Round ${round}`,
    [
      `Lead: ${lead ?? "nobody"}. Kind: ${kind}.${is_stress ? ` Stress test without the ${absent_agent}.` : ""}`,
      ...of(ledger.predictions).map(({ predicted }) => `Predicted beforehand: ${predicted}`),
    ],
    section(
      "Lead proposal",
      of(ledger.proposals).map(({ message }) => contentOf(state, message)),
    ),
    section(
      "Supplements",
      of(ledger.supplements).map(({ role, message }) => `### ${role}\n\n${contentOf(state, message)}`),
    ),
    section(
      "Artefacts",
      of(ledger.artefacts).map(({ role, lints }) => {
        const notes = lints.length === 0 ? "" : ` Notes: ${lints.join("; ")}.`;
        return `- [${role}](../${artefactPath(round, role)}).${notes}`;
      }),
    ),
    section(
      "Absences",
      of(ledger.absences).map(({ role, phase, reason }) => `- ${role}, phase ${phase}: ${reason}`),
    ),
    section(
      "Cross-validation",
      of(ledger.verifications).map(({ id, check, result, notes, evidence_refs, claim_status_changes }) => {
        const refs = evidence_refs.length === 0 ? "" : ` Evidence: ${evidence_refs.join(", ")}.`;
        const changes = claim_status_changes.map(({ claim_id, from, to }) => `${claim_id} ${from} to ${to}`);
        return `- ${id} ${check}: **${result}**. ${notes}${refs}${changes.length === 0 ? "" : ` Changes: ${changes.join("; ")}.`}`;
      }),
    ),
    section(
      "Claims",
      of(ledger.claims).map(
        ({ id, raised_by, text, testable_as, supersedes }) =>
          `- ${id} (${raised_by}${supersedes ? `, supersedes ${supersedes}` : ""}): ${text} Testable as: ${testable_as}`,
      ),
    ),
    section(
      "Decisions",
      of(ledger.decisions).map(
        ({ id, text, made_by, cites }) =>
          `- ${id} (${made_by}): ${text} Cites ${cites.map((cite) => `${cite.id} (${cite.relation})`).join(", ")}.`,
      ),
    ),
    section(
      "Tensions",
      of(ledger.tensions).map(
        ({ id, source, text, status }) => `- ${id} [${status}] ${source.join(", ")}: ${text}`,
      ),
    ),
    section(
      "Assessment",
      assessment
        ? [
            `Convergence: ${assessment.convergence}`,
            `Architecture: ${assessment.architectureImpact}`,
            ...(assessment.anchor === null ? [] : [`Anchor: ${assessment.anchor}`]),
          ]
        : [],
    ),
    section(
      "Drift",
      drift ? [`Drift check: ${drift.verdict}`, `Deviation ${drift.deviation} of 5. ${drift.notes}`] : [],
    ),
    section("Stress", stress ? [`Observed: ${stress.observed}`, `Score: ${stress.score} of 5.`] : []),
    section("Alarms and failure modes", [
      ...of(ledger.alarms).map(({ slopes }) => `- Sycophancy alarm: slopes ${slopes.join(", ")}`),
      ...of(ledger.failures).map(({ mode, detail }) => `- ${mode}: ${detail}`),
      ...of(ledger.responses).map(({ mode, text }) => `- Response to ${mode}: ${text}`),
    ]),
  ]);
}

function synthesisText(ledger: Ledger): string {
  const { synthesis, judged, opened } = ledger;
  const points = (items: readonly { readonly text: string; readonly cites: readonly string[] }[]) =>
    items.map(({ text, cites }) => `- ${text}${cites.length > 0 ? ` (${cites.join(", ")})` : ""}`);
  return document([
    "# Synthesis",
    [
      `Anchor: ${opened!.anchor}`,
      ...(judged ? [`${judged.converged ? "Converged" : "Not converged"}: ${judged.reason}.`] : []),
    ],
    synthesis ? [synthesis.summary] : ["No synthesis was written."],
    section("Settled", points(synthesis?.settled ?? [])),
    section("Open", points(synthesis?.open ?? [])),
    section("Recommendation", synthesis ? [synthesis.recommendation] : []),
  ]);
}

/** The checklist of failure modes, the stress tests, and the axes of the evaluation; no single score. */
function retrospective(ledger: Ledger): string {
  const { failures, responses, audits, stress, opened, alarms } = ledger;
  const evaluation = evaluate(ledger, ROLES.length);
  const modes = (Object.keys(FAILURE_MODES) as FailureMode[]).flatMap((mode) => {
    const seen = failures.filter((each) => each.mode === mode);
    const answers = responses.filter((each) => each.mode === mode);
    return [
      `- [${seen.length > 0 ? "x" : " "}] ${mode} ${FAILURE_MODES[mode]}${seen.length > 0 ? "" : ": not seen"}`,
      ...seen.map(({ round, detail }) => `  - round ${round}: ${detail}`),
      ...answers.map(({ round, text }) => `  - answered after round ${round}: ${text}`),
    ];
  });
  return document([
    "# Retrospective",
    section("Failure modes", modes),
    section("Stress tests", [
      ...(opened!.stressReason === null
        ? []
        : [`Fewer than three roles were stressed: ${opened!.stressReason}`]),
      ...stress.map(
        ({ round, absent, predicted, observed, score, precommitted }) =>
          `- Round ${round} without the ${absent}: ${score} of 5${precommitted ? "" : " (scorer primed)"}. Predicted: ${predicted} Observed: ${observed}`,
      ),
    ]),
    section(
      "Audits",
      audits.map(
        ({ round, mode, of, finding }) =>
          `- After round ${round}, for ${mode}: ${finding} (${of.join(", ") || "nothing to audit"})`,
      ),
    ),
    section(
      "Alarms",
      alarms.map(({ round, slopes }) => `- Sycophancy after round ${round}: slopes ${slopes.join(", ")}`),
    ),
    section("Evaluation", axes(evaluation)),
  ]);
}

function axes(evaluation: Evaluation): string[] {
  const { means, convergence, B1_reading, C1_note, ...figures } = evaluation;
  const told = (value: number | null) => (value === null ? "nothing to measure" : String(value));
  return [
    "| Axis | Value |\n| --- | --- |\n" +
      Object.entries(figures)
        .map(([axis, value]) => `| ${axis} | ${told(value)} |`)
        .join("\n"),
    `B1 reads as ${B1_reading}. Falling disagreement against tension: ${convergence}. ${C1_note}`,
    `Group means: A ${told(means.A)}, B ${told(means.B)}, C ${told(means.C)}. They are not added up.`,
  ];
}

/** One line a round: who led, what the checks found, what was added. */
function iterationLog(ledger: Ledger): string {
  const lines = ledger.rounds.map(({ round, lead, is_stress, absent_agent, kind }) => {
    const results = CHECKS.map((check) => {
      const made = ledger.verifications.find(({ id }) => id === `V-${round}-${check}`);
      return made ? SHORT[made.result] : "-";
    });
    const count = (items: readonly { readonly round: number }[]) =>
      items.filter((item) => item.round === round).length;
    const reading = ledger.readings.find((each) => each.round === round);
    const cells = [
      String(round),
      `${lead ?? "nobody"}${is_stress ? ` (without ${absent_agent as Role})` : ""}`,
      kind,
      results.join(" "),
      String(count(ledger.claims)),
      String(count(ledger.decisions)),
      reading ? `${reading.satisfied}/6` : "",
    ];
    return `| ${cells.join(" | ")} |`;
  });
  const head =
    "| Round | Lead | Kind | Checks 1 to 4 | Claims | Decisions | Signals |\n| --- | --- | --- | --- | --- | --- | --- |";
  return document(["# Iteration log", [[head, ...lines].join("\n")]]);
}

const SHORT = { BROKEN: "B", ROBUST: "R", UNCLEAR: "U", NOT_APPLICABLE: "n/a" } as const;

type Part = string | readonly string[];

/** A section with its heading; nothing where it has no lines. */
function section(title: string, lines: readonly string[]): readonly string[] {
  const isList = lines.every((line) => /^\s*- /.test(line));
  return lines.length === 0 ? [] : [`## ${title}`, ...(isList ? [lines.join("\n")] : lines)];
}

function document(parts: readonly Part[]): string {
  return `${parts.flat().join("\n\n")}\n`;
}

/** A member's words, so that none of their lines passes for a heading. */
function contentOf({ entries }: MeetingState, message: string): string {
  const entry = entries.find((each) => each.kind === "message" && each.message.id === message);
  const content = entry?.kind === "message" ? entry.message.content : "";
  return content.replace(/^(#{1,6}\s)/gm, "\\$1").trim();
}
