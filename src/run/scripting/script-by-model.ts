import { BoardroomError } from "../../errors.ts";
import type { ApprovalFlags } from "../../home/money/approvals.ts";
import { askModel } from "../../home/money/ask-model.ts";
import type { Io } from "../../home/process/io.ts";
import type { CallFlags, OuterSettings } from "../../home/settings/settings.ts";
import type { ModelAnswer, ModelRequest } from "../../models/port/model.ts";
import { estimateInput } from "../../models/pricing/estimate.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import type { ScriptMatter } from "../../scenario/script/check-script.ts";
import { parseJson } from "../../text/json-in.ts";
import { groupThousands } from "../../text/plain.ts";
import { warnOfKeys } from "../prepare/warnings.ts";
import {
  draftedPoints,
  groundedSentences,
  type ScriptDraft,
  withoutSentences,
  withSentences,
} from "./drafted.ts";
import {
  excessRequest,
  MOST_OUTPUT,
  POINTS_A_CALL,
  pointsRequest,
  type ScriptTask,
  sentencesRequest,
} from "./requests.ts";

type ScriptJob = {
  readonly spec: string;
  readonly scenario: Scenario;
  readonly task: ScriptTask;
  readonly statements: number;
  readonly outer: OuterSettings;
  readonly flags: ApprovalFlags & CallFlags;
};

/** Points, then their sentences, then a second look at both. Null without approval of the price; stderr says why. */
export async function scriptByModel(io: Io, job: ScriptJob): Promise<ScriptDraft | null> {
  const { spec, scenario, task, outer, flags } = job;
  const { documents, criteria, verdicts, sheet, title, question, context = "" } = task;
  const texts = [title, question, context];
  const matter: ScriptMatter = { documents, criteria: criteria.map(({ id }) => id), verdicts, sheet, texts };
  warnOfKeys(io, scenario);
  const ask = async (request: ModelRequest, plan?: ReturnType<typeof planOf>): Promise<ModelAnswer | null> => {
    const answered = await askModel(io, {
      ...{ spec, scenario, outer, flags, request, most: MOST_OUTPUT, expected: MOST_OUTPUT, told: TOLD },
      ...(plan ? { plan } : { isAllowed: true }),
    });
    return answered?.answer ?? null;
  };
  const first = pointsRequest(task);
  const answer = await ask(first, planOf(first, job.statements));
  if (answer === null) return null;
  let draft = requirePoints(answer, spec, matter);
  const { points } = draft.script;
  for (let at = 0; at < points.length; at += POINTS_A_CALL) {
    const said = await ask(sentencesRequest(task, points.slice(at, at + POINTS_A_CALL), points));
    if (said) draft = withSentences(draft, said.text, matter);
  }
  const sentences = groundedSentences(draft.script);
  if (sentences.length === 0) return draft;
  const excess = await ask(excessRequest(task, sentences));
  const { numbers } = (parseJson(excess?.text ?? "") ?? {}) as { numbers?: unknown };
  const named = Array.isArray(numbers) ? numbers : [];
  const beyond = named.flatMap((each) => sentences[Number(each) - 1]?.text ?? []);
  return withoutSentences(draft, new Set(beyond), "it says more than its line");
}

const TOLD = {
  as: "writer",
  does: "Writing the script",
  is: "script",
  ask: "Have it written? [y/N] ",
  nothing: "Nothing was written.",
  without: "Remove --model to write an outline to fill in.",
  code: "draft-failed",
  failed: "has not written the script",
} as const;

/** Tokens of a point without sentences, and of its sentences. */
const POINT_TOKENS = 110;
const SENTENCE_TOKENS = 380;

function planOf(request: ModelRequest, statements: number) {
  const points = Math.max(8, statements);
  const calls = 2 + Math.ceil(points / POINTS_A_CALL);
  const expected = points * (POINT_TOKENS + SENTENCE_TOKENS);
  return {
    calls,
    input: calls * (estimateInput(request) + 40 * points) + expected,
    most: calls * MOST_OUTPUT,
    expected,
  };
}

function requirePoints({ text, stop }: ModelAnswer, spec: string, matter: ScriptMatter): ScriptDraft {
  const draft = draftedPoints(text, matter);
  if (draft && draft.script.points.length > 0) return draft;
  const what =
    stop === "length"
      ? `its answer was cut off at ${groupThousands(MOST_OUTPUT)} tokens`
      : draft
        ? `it returned ${draft.offered} points, but none could be found in the documents`
        : "its answer has no points";
  throw new BoardroomError("draft-failed", {
    spec,
    message: `${spec} ${TOLD.failed}: ${what}`,
    remedy: "No file was written. Try again or use another model.",
  });
}
