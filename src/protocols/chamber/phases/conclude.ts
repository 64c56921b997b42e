import type { Floor } from "../../../engine/meeting/contract/floor.ts";
import type { Level } from "../../../engine/meeting/money/criticality.ts";
import type { Outcome } from "../../../engine/transcript/events.ts";
import { memberOf } from "../../../engine/transcript/member-of.ts";
import { ARBITER } from "../agents.ts";
import { overruledInWords } from "../arbitration.ts";
import { type Arbitrated, type PanelAnswer, sessionConcluded } from "../facts.ts";
import { revealed } from "../labels.ts";
import { answeredIn, finalsOf, missingFrom, votesOf } from "../standing.ts";

type SessionEnd = {
  readonly answers: readonly PanelAnswer[];
  readonly arbitrated: Arbitrated;
  readonly attempt: number;
  readonly outcome: Outcome;
  readonly level: Level;
  readonly isDeclined: boolean;
};

/** Said at the very end, when nobody is asked anything more. */
export async function conclude(floor: Floor, ended: SessionEnd): Promise<Outcome> {
  const { answers, arbitrated, attempt, outcome, level, isDeclined } = ended;
  const missing = missingFrom(answers);
  const status = isDeclined
    ? "declined"
    : missing.length > 0
      ? "degraded"
      : (STATUS[outcome.status] ?? "completed");
  await sessionConcluded.record(floor, { status, level, missing, reruns: attempt - 1 });
  if (arbitrated.text !== null) {
    const nameOf = (id: string) => memberOf(floor.state, id).seat.persona.name;
    const text = revealed(arbitrated.text.synthesis, arbitrated.labels, nameOf);
    await floor.announce(ARBITER.id, { kind: "synthesis", text, about: [] });
  }
  const { reason } = outcome;
  const without = missing.length > 0 ? [`without ${missing.join(", ")}`] : [];
  const overruled = overruledInWords(arbitrated);
  const told = [reason, ...without, ...(overruled === "" ? [] : [overruled])];
  return { ...outcome, reason: told.join("; ") };
}

const STATUS: Partial<Record<Outcome["status"], "no_consensus" | "unaccepted">> = {
  "no-consensus": "no_consensus",
  unaccepted: "unaccepted",
};

/** With fewer than two answers there is nothing to compare or arbitrate. */
export async function failQuorum(
  floor: Floor,
  answers: readonly PanelAnswer[],
  attempt: number,
  level: Level,
): Promise<Outcome> {
  const missing = missingFrom(answers);
  await sessionConcluded.record(floor, { status: "failed_quorum", level, missing, reruns: attempt - 1 });
  const answered = answeredIn(answers);
  return {
    status: "partial",
    side: null,
    option: null,
    rule: "arbitrated panel",
    votes: votesOf(floor.state.scenario.verdicts, finalsOf(answers, [])),
    margin: answered.length,
    reason: `failed quorum: ${answered.length} of ${answers.length} panellists answered; missing ${missing.join(", ")}`,
  };
}
