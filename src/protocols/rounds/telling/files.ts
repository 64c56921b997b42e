import type { OutputFile } from "../../../engine/meeting/contract/protocol.ts";
import { nameIn } from "../../../engine/transcript/member-of.ts";
import type { MeetingState } from "../../../engine/transcript/state.ts";
import { document, md, paragraphs } from "../../../text/markdown.ts";
import { evidenceByCandidate } from "../record/evidence.ts";
import { type Ledger, ledgerOf } from "../record/ledger.ts";
import { artefactPath, roundDirectory } from "../record/records.ts";
import { renderArtefact } from "../record/render-artefact.ts";
import { ROLES } from "../record/roles.ts";
import { evaluate } from "../signals/evaluation.ts";
import { iterationLog, retrospective } from "./closing-reports.ts";
import { contentOf, roundReport } from "./round-report.ts";
import { synthesisText } from "./synthesis-text.ts";

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
    ...ledger.rounds.map(({ round }) => ({
      name: `rounds/${roundDirectory(round)}.md`,
      text: roundReport(state, ledger, round),
    })),
    { name: "synthesis.md", text: synthesisText(state, ledger) },
    { name: "retrospective.md", text: retrospective(ledger) },
    { name: "iteration-log.md", text: iterationLog(ledger) },
    {
      name: "evidence.json",
      text: `${JSON.stringify(evidenceByCandidate(state.scenario, ledger), null, 2)}\n`,
    },
    {
      name: "evaluation.json",
      text: `${JSON.stringify(evaluate(ledger, ROLES.length, ledger.judged), null, 2)}\n`,
    },
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
