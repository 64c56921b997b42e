import type { MeetingState } from "../../transcript/state.ts";
import type { Ledger } from "./ledger.ts";
import { document, section } from "./markdown.ts";
import { artefactPath } from "./records.ts";

/** What one round did, in the order of its phases; carries the drift verdict in the line that tools look for. */
export function roundReport(state: MeetingState, ledger: Ledger, round: number): string {
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

/** A member's words, so that none of their lines passes for a heading. */
export function contentOf({ entries }: MeetingState, message: string): string {
  const entry = entries.find((each) => each.kind === "message" && each.message.id === message);
  const content = entry?.kind === "message" ? entry.message.content : "";
  return content.replace(/^(#{1,6}\s)/gm, "\\$1").trim();
}
