import { finalVerdict } from "../../engine/meeting/decision/decide.ts";
import { type MeetingState, memberOf } from "../../engine/transcript/state.ts";
import type { KnownOutcome } from "./known-outcome.ts";
import { wasRight } from "./note.ts";

export type PersonaCalibration = {
  readonly persona: string;
  readonly known: number;
  /** Meetings of them that were simulated. */
  readonly simulated: number;
  readonly right: number;
  readonly sure: number | null;
  /** Mean squared distance of confidence from the result: 0 the best, 1 the worst; null without confidences. */
  readonly brier: number | null;
  /** Shares that were right in the earlier and the later half; null with fewer than two. */
  readonly earlier: number | null;
  readonly later: number | null;
};

export type KnownMeeting = { readonly state: MeetingState; readonly known: KnownOutcome };

export function calibrationOf(meetings: readonly KnownMeeting[]): readonly PersonaCalibration[] {
  const byPersona = new Map<string, Fared>();
  for (const { state, known } of meetings.toSorted((a, b) =>
    a.state.startedAt < b.state.startedAt ? -1 : 1,
  )) {
    for (const { id, persona } of state.scenario.members) {
      const { verdict, confidence } = finalVerdict(memberOf(state, id));
      const right = wasRight(state, verdict, known);
      if (right === null) continue;
      const rows = byPersona.get(persona.name) ?? [];
      byPersona.set(persona.name, [...rows, { right, confidence, simulated: state.simulated }]);
    }
  }
  return [...byPersona].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([persona, rows]) => rowOf(persona, rows));
}

type Fared = readonly {
  readonly right: boolean;
  readonly confidence: number | null;
  readonly simulated: boolean;
}[];

function rowOf(persona: string, rows: Fared): PersonaCalibration {
  const stated = rows.flatMap(({ right, confidence }) => (confidence === null ? [] : [{ right, confidence }]));
  const half = Math.floor(rows.length / 2);
  return {
    persona,
    known: rows.length,
    simulated: rows.filter(({ simulated }) => simulated).length,
    right: rows.filter(({ right }) => right).length,
    sure: mean(stated.map(({ confidence }) => confidence)),
    brier: mean(stated.map(({ right, confidence }) => (confidence - (right ? 1 : 0)) ** 2)),
    earlier: half === 0 ? null : shareOf(rows.slice(0, half)),
    later: half === 0 ? null : shareOf(rows.slice(half)),
  };
}

function shareOf(rows: Fared): number | null {
  return mean(rows.map(({ right }) => (right ? 1 : 0)));
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, each) => sum + each, 0) / values.length;
}
