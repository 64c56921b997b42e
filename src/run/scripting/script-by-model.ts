import { BoardroomError } from "../../errors.ts";
import type { LeaveFlags } from "../../home/money/ask-leave.ts";
import { askOnce } from "../../home/money/ask-once.ts";
import type { Io } from "../../home/process/io.ts";
import type { CallFlags } from "../../home/settings/models.ts";
import type { OuterSettings } from "../../home/settings/settings.ts";
import type { ModelAnswer, ModelRequest } from "../../models/port/model.ts";
import { estimateInput } from "../../models/pricing/estimate.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import { isSentence, type ScriptFile } from "../../scenario/schema/script.ts";
import type { ScriptMatter } from "../../scenario/script/check-script.ts";
import { onlyPoints } from "../../scenario/script/script-file.ts";
import { parseJson } from "../../text/json-in.ts";
import { groupThousands } from "../../text/plain.ts";
import {
  type Amendment,
  draftedPoints,
  editSentences,
  faultsIn,
  groundedSentences,
  type ScriptDraft,
  withSentences,
} from "../asking/script/drafted.ts";
import {
  excessRequest,
  POINTS_A_CALL,
  pointsRequest,
  repairRequest,
  type ScriptTask,
  sentencesRequest,
} from "../asking/script/requests.ts";
import { warnOfKeys } from "../prepare/told-before.ts";

type ScriptJob = {
  readonly spec: string;
  readonly scenario: Scenario;
  readonly task: ScriptTask;
  readonly matter: ScriptMatter;
  readonly statements: number;
  readonly outer: OuterSettings;
  readonly flags: LeaveFlags & CallFlags;
};

type ModelScript = {
  readonly script: ScriptFile;
  readonly amendments: readonly Amendment[];
  /** Dollars; null if the price or the use is unknown. */
  readonly cost: number | null;
};

/** Tokens of the longest answer; of a point without sentences, and with them. */
const MOST_OUTPUT = 16_000;
const POINT_TOKENS = 110;
const SENTENCE_TOKENS = 380;

/** Null without approval of the price; stderr says why. */
export async function scriptByModel(io: Io, job: ScriptJob): Promise<ModelScript | null> {
  const { spec, scenario, task, matter, outer, flags } = job;
  warnOfKeys(io, scenario);
  let cost: number | null = 0;
  const ask = async (request: ModelRequest, plan?: ReturnType<typeof planOf>): Promise<ModelAnswer | null> => {
    const answered = await askOnce(io, {
      ...{ spec, scenario, outer, flags, request, most: MOST_OUTPUT, expected: MOST_OUTPUT, told: TOLD },
      ...(plan ? { plan } : { isAllowed: true }),
    });
    if (answered) cost = cost === null || answered.cost === null ? null : cost + answered.cost;
    return answered?.answer ?? null;
  };
  const first = pointsRequest(task, MOST_OUTPUT);
  const answer = await ask(first, planOf(first, job.statements));
  if (answer === null) return null;
  let draft = requirePoints(answer, spec, task);
  const points = draft.script.points;
  for (let at = 0; at < points.length; at += POINTS_A_CALL) {
    const some = points.slice(at, at + POINTS_A_CALL);
    const said = await ask(sentencesRequest(task, some, points, MOST_OUTPUT));
    if (said) draft = withSentences(draft, said.text);
  }
  draft = withoutBroken(draft, matter);
  const { rejected } = faultsIn(draft.script, matter);
  if (rejected.length > 0) {
    const repaired = await ask(repairRequest(task, rejected, MOST_OUTPUT));
    const says = numbered(repaired?.text ?? "", rejected.length);
    draft = edited(draft, (text) => says.get(rejected.findIndex((each) => each.text === text)) ?? text);
  }
  const wrong = new Map(faultsIn(draft.script, matter).rejected.map(({ text, why }) => [text, why]));
  draft = withoutSentences(draft, wrong);
  const all = groundedSentences(draft.script);
  if (all.length > 0) {
    const excess = await ask(excessRequest(task, all, MOST_OUTPUT));
    const numbers = (parseJson(excess?.text ?? "") as { numbers?: unknown } | null)?.numbers;
    const named = Array.isArray(numbers) ? numbers : [];
    const beyond = named.flatMap((each) => all[Number(each) - 1]?.text ?? []);
    draft = withoutSentences(draft, new Map(beyond.map((text) => [text, "it says more than its line"])));
  }
  return { script: draft.script, amendments: draft.amendments, cost };
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

function planOf(request: ModelRequest, statements: number) {
  const points = Math.max(8, statements);
  const calls = 3 + Math.ceil(points / POINTS_A_CALL);
  const expected = points * (POINT_TOKENS + SENTENCE_TOKENS);
  return {
    calls,
    input: calls * (estimateInput(request) + 40 * points) + expected,
    most: calls * MOST_OUTPUT,
    expected,
  };
}

function requirePoints({ text, stop }: ModelAnswer, spec: string, task: ScriptTask): ScriptDraft {
  const draft = draftedPoints(text, task);
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

function withoutBroken(draft: ScriptDraft, matter: ScriptMatter): ScriptDraft {
  const { broken } = faultsIn(draft.script, matter);
  if (broken.size === 0) return draft;
  const script = onlyPoints(draft.script, ({ id }) => !broken.has(id));
  const left = [...broken].map(([id, why]) => ({ what: `point ${id}`, why }));
  return { ...draft, script, amendments: [...draft.amendments, ...left] };
}

function edited(draft: ScriptDraft, edit: (text: string) => string | null): ScriptDraft {
  return {
    ...draft,
    script: { ...draft.script, points: draft.script.points.map((point) => editSentences(point, edit)) },
  };
}

function withoutSentences(draft: ScriptDraft, wrong: ReadonlyMap<string, string>): ScriptDraft {
  const left = [...wrong].map(([text, why]) => ({ what: JSON.stringify(text), why }));
  const kept = edited(draft, (text) => (wrong.has(text) ? null : text));
  return { ...kept, amendments: [...draft.amendments, ...left] };
}

function numbered(text: string, count: number): ReadonlyMap<number, string> {
  const list = (parseJson(text) as { sentences?: unknown } | null)?.sentences;
  const entries = Array.isArray(list) ? list : [];
  return new Map(
    entries.flatMap((each: { number?: unknown; says?: unknown } | null) => {
      const at = Number(each?.number) - 1;
      const says = isSentence(each?.says) ? String(each?.says).trim() : null;
      return Number.isInteger(at) && at >= 0 && at < count && says !== null ? [[at, says] as const] : [];
    }),
  );
}
