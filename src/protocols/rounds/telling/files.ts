import type { OutputFile } from "../../../engine/meeting/contract/protocol.ts";
import { type FinalVerdict, finalVerdict } from "../../../engine/meeting/decision/decide.ts";
import { NO_VERDICT } from "../../../engine/transcript/events.ts";
import { memberOf, nameIn } from "../../../engine/transcript/member-of.ts";
import type { MeetingState } from "../../../engine/transcript/state.ts";
import { document, list, type Markdown, md, paragraphs, section, table } from "../../../text/markdown.ts";
import { renderArtefact } from "../record/artefacts.ts";
import { type CandidateEvidence, evidenceByCandidate, WITHOUT_CANDIDATE } from "../record/evidence.ts";
import { type Ledger, ledgerOf, openingOf } from "../record/ledger.ts";
import {
  artefactPath,
  CHECK_FACTS,
  CHECKS,
  type CheckNumber,
  ROLES,
  roundDirectory,
} from "../record/records.ts";
import { evaluate } from "../signals/evaluation.ts";
import { convergenceWord } from "../signals/signals.ts";
import { contentOf, iterationLog, retrospective, roundReport } from "./reports.ts";

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

function synthesisText(state: MeetingState, ledger: Ledger): string {
  const { synthesis, judged } = ledger;
  return document([
    md`# Synthesis`,
    md`Question: ${state.scenario.question}`,
    md`Anchor: ${openingOf(ledger).anchor}`,
    ...(judged ? [md`Convergence: ${convergenceWord(judged)}. ${judged.reason}.`] : []),
    synthesis ? paragraphs(synthesis.summary) : md`No synthesis was written.`,
    section(2, "Evidence by candidate", evidence(state, ledger)),
    section(2, "Settled", points(settled(ledger))),
    section(2, "Open", points(synthesis?.open ?? [])),
    section(2, "Recommendation", synthesis ? [paragraphs(synthesis.recommendation)] : []),
    section(2, "Outcome", outcome(state)),
  ]);
}

function evidence(state: MeetingState, ledger: Ledger): Markdown[] {
  const rows = evidenceByCandidate(state.scenario, ledger);
  if (rows.length === 0) return [];
  const named = (row: CandidateEvidence) => row.candidate ?? WITHOUT_CANDIDATE;
  const attacks = rows.flatMap((row) => row.survivingAttacks.map((attack) => ({ row, attack })));
  return [
    table(
      [
        ["Candidate", named],
        ...CHECKS.map((check) => [checkTitle(check), (row: CandidateEvidence) => results(row, check)] as const),
        ["Surviving attacks", (row) => row.survivingAttacks.length],
        ["Confirmed weaknesses", (row) => row.confirmedWeaknesses.join(", ") || "none"],
      ],
      rows,
    ),
    ...(attacks.length === 0
      ? [md`No attack has survived.`]
      : [
          md`Surviving attacks:`,
          list(
            attacks.map(
              ({ row, attack: { verification, target, hypothesis } }) =>
                `${verification}, ${named(row)}, on ${target}: ${hypothesis}`,
            ),
          ),
        ]),
  ];
}

function checkTitle(check: CheckNumber): string {
  return `${check} ${CHECK_FACTS[check].name.replaceAll("_", " ")}`;
}

function results({ checks }: CandidateEvidence, check: CheckNumber): string {
  const told = (["BROKEN", "ROBUST", "UNCLEAR"] as const)
    .filter((result) => checks[check][result] > 0)
    .map((result) => `${checks[check][result]} ${result}`);
  return told.join(", ") || "none";
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

function voteInWords({ name, verdict, by, reasoning }: FinalVerdict & { readonly name: string }): string {
  const why = verdict === null && by !== null && reasoning !== null ? `: ${reasoning}` : "";
  return `${name}: ${verdict ?? NO_VERDICT}${why}`;
}

function outcome(state: MeetingState): Markdown[] {
  const { outcome: decided, scenario } = state;
  if (decided === null) return [md`The meeting is not closed: nothing is decided yet.`];
  const sideOf = new Map<string, string>(scenario.verdicts.map(({ id, side }) => [id, side]));
  const winner = decided.option ?? decided.side;
  const votes = scenario.members.map(({ id }) => {
    const member = memberOf(state, id);
    return { name: member.seat.persona.name, ...finalVerdict(member) };
  });
  const others = votes.filter(({ verdict }) => {
    if (verdict === null || winner === null) return false;
    return (decided.option === null ? sideOf.get(verdict) : verdict) !== winner;
  });
  const meaning = scenario.verdicts.find(({ id }) => id === decided.option)?.meaning;
  const named = `${decided.status}${winner === null ? "" : `: ${winner}`}`;
  return [
    meaning === undefined ? md`**${named}**.` : md`**${named}**. ${meaning}`,
    md`${decided.reason}; ${decided.rule}, margin ${decided.margin}.`,
    md`Votes:`,
    list(votes.map(voteInWords)),
    ...(others.length === 0
      ? [md`Dissent: none.`]
      : [
          md`Dissent:`,
          list(
            others.map(
              ({ name, verdict, reasoning }) => `${name}, for ${verdict}${reasoning ? `: ${reasoning}` : ""}`,
            ),
          ),
        ]),
  ];
}
