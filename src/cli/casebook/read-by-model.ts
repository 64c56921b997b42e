import { BoardroomError } from "../../errors.ts";
import type { ModelAnswer } from "../../models/port/model.ts";
import { type CheckedAnswer, checkAnswer } from "../../models/reader/check-answer.ts";
import { type ReadingTask, readingRequest } from "../../models/reader/request.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import { groupThousands } from "../../text/plain.ts";
import type { LeaveFlags } from "../money/ask-leave.ts";
import { askOnce } from "../money/ask-once.ts";
import { warnOfKeys } from "../preparing/told-before.ts";
import type { CallFlags } from "../settings/models.ts";
import type { OuterSettings } from "../settings/settings.ts";
import type { Io } from "../terminal/io.ts";

export type ModelReading = CheckedAnswer & {
  /** Dollars; null where the price or what was used is unknown. */
  readonly cost: number | null;
};

type ReadingJob = {
  readonly spec: string;
  readonly scenario: Scenario;
  readonly task: ReadingTask;
  /** Statements that the rules count, for the estimate. */
  readonly statements: number;
  readonly outer: OuterSettings;
  readonly flags: LeaveFlags & CallFlags;
};

/** Tokens of the longest answer, and of what one point takes in it. */
const MOST_OUTPUT = 16_000;
const POINT_TOKENS = 130;

/** Has a model read a case, once there is leave for its price; null where there is none, which stderr says. */
export async function readByModel(io: Io, asked: ReadingJob): Promise<ModelReading | null> {
  const { spec, task, scenario, outer, flags } = asked;
  warnOfKeys(io, task);
  const answered = await askOnce(io, {
    ...{ spec, scenario, outer, flags, most: MOST_OUTPUT },
    request: readingRequest(task, MOST_OUTPUT),
    expected: 300 + POINT_TOKENS * Math.max(8, asked.statements),
    told: {
      as: "reader",
      does: "Reading",
      is: "reading",
      ask: "Read it? [y/N] ",
      nothing: "Nothing was read.",
      without: "Leave --model out: rules then read the documents, at no cost.",
      code: "reading-failed",
      failed: "has not read the case",
    },
  });
  return answered && { ...checked(answered.answer, spec, task, MOST_OUTPUT), cost: answered.cost };
}

function checked(answer: ModelAnswer, spec: string, task: ReadingTask, most: number): CheckedAnswer {
  const read = checkAnswer(answer.text, task);
  if (read && read.casebook.points.length > 0) return read;
  if (answer.stop === "length") {
    const remedy = "Nothing was written. Read one document at a time with --document, or name another model.";
    throw failed(spec, `its answer was cut off at ${groupThousands(most)} tokens`, remedy);
  }
  const begins = answer.text.trim().slice(0, 160);
  const what = read
    ? `not one of its ${read.offered} points stands in the documents`
    : `its answer is no JSON with points; it begins: ${JSON.stringify(begins)}`;
  throw failed(spec, what, "Nothing was written. Ask again, name another model, or leave --model out.");
}

function failed(spec: string, what: string, remedy: string): BoardroomError {
  return new BoardroomError("reading-failed", {
    spec,
    message: `${spec} has not read the case: ${what}`,
    remedy,
  });
}
