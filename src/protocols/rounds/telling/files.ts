import type { OutputFile } from "../../../engine/meeting/contract/protocol.ts";
import { type MeetingState, nameIn } from "../../../engine/transcript/state.ts";
import { document, list, type Markdown, md, paragraphs, section } from "../../../text/markdown.ts";
import { renderArtefact } from "../record/artefacts.ts";
import { type Ledger, ledgerOf, openingOf } from "../record/ledger.ts";
import { artefactPath } from "../record/records.ts";
import { convergenceWord } from "../signals/signals.ts";
import { iterationLog, retrospective } from "./reports.ts";

/** In the form that `boardroom validate-claims` reads, from the events alone. */
export function roundsFiles(state: MeetingState): readonly OutputFile[] {
  const ledger = ledgerOf(state);
  if (ledger.opened === null || ledger.rounds.length === 0) return [];
  const name = (seat: string) => nameIn(state, seat);
  return [
    ...stateFiles(ledger),
    ...ledger.artefacts.map((filed) => ({
      name: artefactPath(filed.round, filed.role),
      text: renderArtefact({ ...filed, holder: name(filed.holder) }, filed.artefact),
    })),
    ...ledger.proposals.map(({ round, role, message }) => ({
      name: artefactPath(round, "lead-proposal"),
      text: document([
        md`# Round ${round}, lead proposal by the ${role}`,
        paragraphs(contentOf(state, message)),
      ]),
    })),
    { name: "synthesis.md", text: synthesisText(state, ledger) },
    { name: "retrospective.md", text: retrospective(ledger) },
    { name: "iteration-log.md", text: iterationLog(ledger) },
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

function synthesisText(state: MeetingState, ledger: Ledger): string {
  const { synthesis, judged } = ledger;
  return document([
    md`# Synthesis`,
    md`Question: ${state.scenario.question}`,
    md`Anchor: ${openingOf(ledger).anchor}`,
    ...(judged ? [md`Convergence: ${convergenceWord(judged)}. ${judged.reason}.`] : []),
    synthesis ? paragraphs(synthesis.summary) : md`No synthesis was written.`,
    section(2, "Settled", points(settled(ledger))),
    section(2, "Open", points(synthesis?.open ?? [])),
    section(2, "Recommendation", synthesis ? [paragraphs(synthesis.recommendation)] : []),
  ]);
}

type CitedPoint = { readonly text: string; readonly cites: readonly string[] };

function points(items: readonly CitedPoint[]): Markdown[] {
  if (items.length === 0) return [];
  return [list(items.map(({ text, cites }) => `${text}${cites.length > 0 ? ` (${cites.join(", ")})` : ""}`))];
}

function settled({ decisions, synthesis }: Ledger): CitedPoint[] {
  const superseded = new Set(
    decisions.flatMap(({ cites }) =>
      cites.filter(({ relation }) => relation === "supersedes").map(({ id }) => id),
    ),
  );
  const standing = decisions.filter(({ id }) => !superseded.has(id));
  const texts = new Set(standing.map(({ text }) => text));
  return [
    ...standing.map(({ id, text }) => ({ text, cites: [id] })),
    ...(synthesis?.settled ?? []).filter(({ text }) => !texts.has(text)),
  ];
}

function contentOf({ entries }: MeetingState, message: string): string {
  const entry = entries.find((each) => each.kind === "message" && each.message.id === message);
  return entry?.kind === "message" ? entry.message.content : "";
}
