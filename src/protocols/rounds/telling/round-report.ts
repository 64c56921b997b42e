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
} from "../../../text/markdown.ts";
import type { FactData } from "../record/facts.ts";
import type { FiledArtefact, Ledger } from "../record/ledger.ts";
import { artefactPath, type ClaimRecord, type Decision, type Verification } from "../record/records.ts";

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
    md`Lead: ${lead ?? "nobody"}. Kind: ${kind}.${is_stress ? md` Stress test without the ${absent_agent ?? "absent"}.` : ""}`,
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
