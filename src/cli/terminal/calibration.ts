// Prints how often each persona was right, for `boardroom outcome` without a transcript.

import { decidedNothing, findFinalVerdict } from "../../engine/meeting/decide.ts";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import { getMember, type MeetingState } from "../../engine/transcript/state.ts";
import { getTerminalWidth, type Io, print, printJson } from "../../home/process/io.ts";
import { listTranscripts } from "../../home/records/find-transcripts.ts";
import { judgeVerdict, type KnownOutcome, readOutcome } from "../../home/records/known-outcome.ts";
import { locateTranscripts, readSettings } from "../../home/settings/settings.ts";
import { computeMean } from "../../lists.ts";
import { readRecord } from "../../showing/records.ts";
import { alignColumns } from "../../text/aligned.ts";

/** Prints how often each persona was right, over meetings whose outcome a person has recorded. */
export async function printCalibration(io: Io, json: boolean): Promise<void> {
  const known = await readKnownMeetings(io);
  const rows = calculateCalibration(known);
  if (json) printJson(io.stdout, rows);
  else if (rows.length > 0) print(io.stdout, formatCalibration(rows, getTerminalWidth(io)));
  else print(io.stdout, explainNothing(known));
}

async function readKnownMeetings(io: Io): Promise<readonly KnownMeeting[]> {
  const known: KnownMeeting[] = [];
  for (const folder of await listTranscripts(locateTranscripts(io, await readSettings(io)))) {
    const outcome = await readOutcome(io, folder);
    if (outcome === null) continue;
    const { events, head } = await readRecord(folder);
    if (outcome.head === head) known.push({ state: foldTranscript(events), known: outcome });
  }
  return known;
}

function explainNothing(known: readonly KnownMeeting[]): string[] {
  const lines = [
    'No decision has a recorded outcome yet. To record one: boardroom outcome TRANSCRIPT "<what happened>" --right yes',
  ];
  const nothing = known.filter(({ state }) => decidedNothing(state.outcome)).length;
  if (nothing > 0)
    lines.push(
      `Outcomes of meetings without a decision: ${nothing}. They do not count for or against any member.`,
    );
  return lines;
}

function formatCalibration(
  rows: readonly PersonaCalibration[],
  width: number | undefined,
): readonly string[] {
  const formatShare = (value: number | null) =>
    value === null ? "-" : `${Math.round(value * 100)} %`;
  return alignColumns(
    [
      ["PERSONA", "KNOWN", "SIMULATED", "RIGHT", "SURE", "BRIER"],
      ...rows.map(({ persona, known, simulated, right, sure, brier }) => [
        persona,
        String(known),
        String(simulated),
        `${right} (${formatShare(right / known)})`,
        formatShare(sure),
        brier === null ? "-" : brier.toFixed(2),
      ]),
    ],
    width,
  );
}

type PersonaCalibration = {
  persona: string;
  known: number;
  /** Meetings of them that were simulated. */
  simulated: number;
  right: number;
  sure: number | null;
  /** Mean squared distance of confidence from the result: 0 the best, 1 the worst; null without confidences. */
  brier: number | null;
};

type KnownMeeting = { state: MeetingState; known: KnownOutcome };

function calculateCalibration(meetings: readonly KnownMeeting[]): readonly PersonaCalibration[] {
  const byPersona = new Map<string, Fared>();
  for (const { state, known } of meetings.toSorted((a, b) =>
    a.state.startedAt < b.state.startedAt ? -1 : 1,
  )) {
    for (const { id, persona } of state.scenario.members) {
      const { verdict, confidence } = findFinalVerdict(getMember(state, id));
      const right = judgeVerdict(state, verdict, known);
      if (right === null) continue;
      const rows = byPersona.get(persona.name) ?? [];
      byPersona.set(persona.name, [...rows, { right, confidence, simulated: state.simulated }]);
    }
  }
  return [...byPersona]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([persona, rows]) => toCalibration(persona, rows));
}

type Fared = readonly {
  right: boolean;
  confidence: number | null;
  simulated: boolean;
}[];

function toCalibration(persona: string, rows: Fared): PersonaCalibration {
  const stated = rows.flatMap(({ right, confidence }) =>
    confidence === null ? [] : [{ right, confidence }],
  );
  return {
    persona,
    known: rows.length,
    simulated: rows.filter(({ simulated }) => simulated).length,
    right: rows.filter(({ right }) => right).length,
    sure: computeMean(stated.map(({ confidence }) => confidence)),
    brier: computeMean(stated.map(({ right, confidence }) => (confidence - (right ? 1 : 0)) ** 2)),
  };
}
