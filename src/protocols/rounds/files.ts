/**
 * The files of a meeting in rounds: the records as JSON lines, the artifacts, the synthesis and the
 * retrospective, in the form that `boardroom verify` reads.
 */

import type { ProtocolFile } from "../../engine/protocol/protocol.ts";
import { getMemberName, type MeetingState } from "../../engine/transcript/state.ts";
import { dropMissing } from "../../lists.ts";
import * as m from "../../text/article.ts";
import { createArtifactArticle } from "./artifacts.ts";
import { FAILURE_MODES, type FailureMode } from "./failure-modes.ts";
import { getOpening, type Ledger, readLedger } from "./ledger.ts";
import { type StressRecord, toArtifactPath } from "./records.ts";
import { describeConvergence } from "./signals.ts";

/** In the form that `boardroom verify` reads, from the events alone. */
export function createFiles(state: MeetingState): readonly ProtocolFile[] {
  const ledger = readLedger(state);
  if (ledger.opened === null || ledger.rounds.length === 0) return [];
  const name = (seat: string) => getMemberName(state, seat);
  return [
    ...createStateFiles(ledger),
    ...ledger.artifacts.map((filed) => ({
      name: toArtifactPath(filed.round, filed.role),
      content: createArtifactArticle({ ...filed, holder: name(filed.holder) }, filed.artifact),
    })),
    ...ledger.proposals.map(({ round, role, message }) => ({
      name: toArtifactPath(round, "lead-proposal"),
      content: [
        m.heading(1, `Round ${round}, lead proposal by the ${role}`),
        m.paragraphs(findContent(state, message)),
      ],
    })),
    { name: "synthesis.md", content: createSynthesis(state, ledger) },
    { name: "retrospective.md", content: createRetrospective(ledger) },
  ];
}

function createStateFiles(ledger: Ledger): ProtocolFile[] {
  const files = {
    claims: ledger.claims,
    verifications: ledger.verifications,
    decisions: ledger.decisions,
    lead_history: ledger.leads,
    drift: ledger.drift,
    tensions: ledger.tensions,
    stress: ledger.stress,
    stop: ledger.readings,
  };
  return Object.entries(files).map(([name, items]) => ({
    name: `state/${name}.jsonl`,
    content: printJsonLines(items),
  }));
}

function printJsonLines(items: readonly unknown[]): string {
  return items.map((item) => `${JSON.stringify(item)}\n`).join("");
}

function createSynthesis(state: MeetingState, ledger: Ledger): m.Article {
  const { synthesis, judged } = ledger;
  return dropMissing([
    m.heading(1, "Synthesis"),
    m.md`Question: ${state.scenario.question}`,
    m.md`Anchor: ${getOpening(ledger).anchor}`,
    judged && m.md`Convergence: ${describeConvergence(judged)}. ${judged.reason}.`,
    synthesis ? m.paragraphs(synthesis.summary) : m.md`No synthesis was written.`,
    ...m.section(2, "Settled", createPoints(listSettled(ledger))),
    ...m.section(2, "Open", createPoints(synthesis?.open ?? [])),
    ...m.section(2, "Recommendation", synthesis ? [m.paragraphs(synthesis.recommendation)] : []),
  ]);
}

type CitedPoint = { text: string; cites: readonly string[] };

function createPoints(items: readonly CitedPoint[]): m.Article {
  if (items.length === 0) return [];
  return [
    m.list(
      items.map(({ text, cites }) => `${text}${cites.length > 0 ? ` (${cites.join(", ")})` : ""}`),
    ),
  ];
}

function listSettled({ decisions, synthesis }: Ledger): CitedPoint[] {
  const superseded = new Set(
    decisions.flatMap(({ cites }) =>
      cites.filter(({ relation }) => relation === "supersedes").map(({ id }) => id),
    ),
  );
  const current = decisions.filter(({ id }) => !superseded.has(id));
  const texts = new Set(current.map(({ text }) => text));
  return [
    ...current.map(({ id, text }) => ({ text, cites: [id] })),
    ...(synthesis?.settled ?? []).filter(({ text }) => !texts.has(text)),
  ];
}

function findContent({ entries }: MeetingState, message: string): string {
  const entry = entries.find((each) => each.kind === "message" && each.message.id === message);
  return entry?.kind === "message" ? entry.message.content : "";
}

function createRetrospective(ledger: Ledger): m.Article {
  const { failures, responses, audits, stress, judged } = ledger;
  const { stressReason } = getOpening(ledger);
  const modes = (Object.keys(FAILURE_MODES) as FailureMode[]).flatMap((mode) => {
    const seen = failures.filter((each) => each.mode === mode);
    const answers = responses.filter((each) => each.mode === mode);
    const name = `${mode} ${FAILURE_MODES[mode].name}`;
    return [
      seen.length > 0 ? m.taskItem(name, true) : m.taskItem(`${name}: not seen`, false),
      ...m.nestItems(seen.map(({ round, detail }) => `round ${round}: ${detail}`)),
      ...m.nestItems(answers.map(({ round, text }) => `answered after round ${round}: ${text}`)),
    ];
  });
  const audited = audits.map(
    ({ round, mode, of, finding }) =>
      `After round ${round}, for ${mode}: ${finding} (${of.join(", ") || "nothing to audit"})`,
  );
  const tests = dropMissing([
    stressReason !== null && m.md`Fewer than three roles were stressed: ${stressReason}`,
    stress.length > 0 && m.list(stress.map(describeStress)),
    ...describeNotRun(ledger),
  ]);
  return dropMissing([
    m.heading(1, "Retrospective"),
    judged && m.md`Convergence: ${describeConvergence(judged)}. ${judged.reason}.`,
    ...m.section(2, "Failure modes", [m.list(modes)]),
    ...m.section(2, "Stress tests", tests),
    ...m.section(2, "Audits", audited.length === 0 ? [] : [m.list(audited)]),
  ]);
}

function describeNotRun(ledger: Ledger): m.Article {
  const { rounds, moved } = ledger;
  const left = getOpening(ledger).stress.filter(
    ({ round }) => round > rounds.length && !moved.some(({ planned }) => planned === round),
  );
  if (left.length === 0) return [];
  const roundsWithout = left
    .map(({ round, absent }) => `round ${round} without the ${absent}`)
    .join(", ");
  return [m.md`Planned and not held, since the rounds ended before: ${roundsWithout}.`];
}

function describeStress({ round, absent, predicted, observed, score }: StressRecord): string {
  return `Round ${round} without the ${absent}: ${score} of 3. Predicted: ${predicted} Observed: ${observed}`;
}
