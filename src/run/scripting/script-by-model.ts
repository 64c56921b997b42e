import { BoardroomError } from "../../errors.ts";
import type { ApprovalFlags } from "../../home/money/approvals.ts";
import { askModel } from "../../home/money/ask-model.ts";
import type { Io } from "../../home/process/io.ts";
import type { CallFlags, OuterSettings } from "../../home/settings/settings.ts";
import type { ModelAnswer, ModelRequest } from "../../models/port/model.ts";
import { estimateInput } from "../../models/pricing/estimate.ts";
import { checkCitation, lookUp, referenceTo } from "../../scenario/documents/citations.ts";
import { explainIssues } from "../../scenario/files/explain-issues.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import { type ScriptFile, scriptSchema } from "../../scenario/schema/script.ts";
import { checkScript, matterOf, type ScriptMatter, sentencesOf } from "../../scenario/script/check-script.ts";
import { parseJson } from "../../text/json-in.ts";
import { groupThousands } from "../../text/plain.ts";
import { warnOfKeys } from "../prepare/warnings.ts";
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

type ScriptDraft = {
  readonly script: ScriptFile;
  /** What was removed or corrected, and why. */
  readonly notes: readonly string[];
};

/** Points, then their sentences, then a second look at both. Null without approval of the price; stderr says why. */
export async function scriptByModel(io: Io, job: ScriptJob): Promise<ScriptDraft | null> {
  const { spec, scenario, task, outer, flags } = job;
  const matter = matterOf(task, task.documents, task.sheet);
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
  let draft = pointsIn(answer, spec, matter);
  const { points } = draft.script;
  for (let at = 0; at < points.length; at += POINTS_A_CALL) {
    const said = await ask(sentencesRequest(task, points.slice(at, at + POINTS_A_CALL), points));
    if (said) draft = withSentences(draft, said.text, matter);
  }
  const sentences = draft.script.points.flatMap((point, at) =>
    sentencesOf(point).map(({ path, text }) => {
      const [key, id] = path;
      const { reply } = point;
      const by = key === "answers" ? id : key === "reply" && typeof reply === "object" ? reply.with : "";
      const lines = [point, ...draft.script.points.filter((each) => each.id === by)].map(({ quote }) => quote);
      return { path: ["points", at, ...path], text, lines };
    }),
  );
  if (sentences.length === 0) return draft;
  const excess = await ask(excessRequest(task, sentences));
  const { numbers } = record(parseJson(excess?.text ?? ""));
  const beyond = (Array.isArray(numbers) ? numbers : []).flatMap((each) => sentences[Number(each) - 1] ?? []);
  const why = beyond.map(({ text }) => `${JSON.stringify(text)}: it says more than its line`);
  return accepted(without(draft.script, beyond), matter, [...draft.notes, ...why]);
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

function pointsIn({ text, stop }: ModelAnswer, spec: string, matter: ScriptMatter): ScriptDraft {
  const given = record(parseJson(text));
  const offered = Array.isArray(given.points) ? given.points : null;
  const notes: string[] = [];
  const points = offered?.map((each) => {
    const { id, ref, quote } = each as { id?: unknown; ref?: unknown; quote?: unknown };
    if (typeof quote !== "string" || typeof ref !== "string") return each;
    const { found, place } = lookUp(quote, matter.documents);
    if (found !== "exact" || !place || checkCitation({ ref, quote }, matter.documents).found === "exact")
      return each;
    notes.push(`point ${id}: its quote is on ${referenceTo(place)}, not on ${ref}; corrected`);
    return { ...each, ref: referenceTo(place) };
  });
  const draft = accepted({ ...given, points: points ?? [] }, matter, notes);
  if (draft.script.points.length > 0) return draft;
  const what =
    stop === "length"
      ? `its answer was cut off at ${groupThousands(MOST_OUTPUT)} tokens`
      : offered
        ? `it returned ${offered.length} points, but none could be found in the documents`
        : "its answer has no points";
  throw new BoardroomError("draft-failed", {
    spec,
    message: `${spec} ${TOLD.failed}: ${what}`,
    remedy: "No file was written. Try again or use another model.",
  });
}

const SENTENCES = new Set(["lines", "answers", "stays", "won", "ask", "reply", "change", "condition"]);

function withSentences({ script, notes }: ScriptDraft, text: string, matter: ScriptMatter): ScriptDraft {
  const { points: list } = record(parseJson(text));
  const given = new Map((Array.isArray(list) ? list : []).map((each) => [record(each).id, record(each)]));
  const points = script.points.map((point) => {
    const own = Object.entries(given.get(point.id) ?? {}).filter(([key]) => SENTENCES.has(key));
    return { ...point, ...Object.fromEntries(own) };
  });
  return accepted({ ...script, points }, matter, notes);
}

type Path = readonly PropertyKey[];
type Fault = { readonly path: Path; readonly message: string };

/** Without such a field its point, answer or reply says nothing. */
const NEEDED: ReadonlySet<PropertyKey> = new Set([
  "id",
  "ref",
  "quote",
  "bears",
  "says",
  "with",
  "text",
  "found",
]);

/** Removes what `check` would refuse, until it refuses nothing. */
function accepted(given: unknown, matter: ScriptMatter, before: readonly string[]): ScriptDraft {
  const read = scriptSchema.safeParse(given);
  const found = read.success
    ? refusedIn(read.data, matter)
    : explainIssues(read.error.issues, scriptSchema, given);
  if (read.success && found.length === 0) return { script: read.data, notes: before };
  const faults = found.map(({ path, message }) => ({
    ...{ message, path: path.length > 1 && NEEDED.has(path.at(-1) ?? "") ? path.slice(0, -1) : path },
  }));
  // A model sends null, "" or false for an omitted field: that is no fault to report.
  const isSaid = ({ path }: Fault) => !["", null, false].includes(valueAt(given, path) as string);
  const notes = faults.filter(isSaid).map(({ message }) => message);
  return accepted(without(given, faults), matter, [...before, ...notes]);
}

function refusedIn(script: ScriptFile, matter: ScriptMatter): readonly Fault[] {
  const placeOf = (path: Path) => ({ file: JSON.stringify(path) });
  const yaml = { file: "", value: script, placeOf, placeOfKey: placeOf };
  return checkScript({ script, yaml }, matter).map(({ place, message }) => {
    const path = JSON.parse(place?.file ?? "[]") as Path;
    const text = valueAt(script, path);
    return { path, message: typeof text === "string" ? `${JSON.stringify(text)}: ${message}` : message };
  });
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => record(inner)[key], value);
}

function without(given: unknown, faults: readonly Pick<Fault, "path">[]): unknown {
  const gone = new Set(faults.map(({ path }) => JSON.stringify(path)));
  const kept = (value: unknown, path: Path): unknown => {
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).flatMap(([key, each]) => {
      const at = [...path, Array.isArray(value) ? Number(key) : key];
      return gone.has(JSON.stringify(at)) ? [] : [[key, kept(each, at)] as const];
    });
    return Array.isArray(value) ? entries.map(([, each]) => each) : Object.fromEntries(entries);
  };
  return kept(given, []);
}

/** Entries of a mapping or a list, by key; none of anything else. */
function record(value: unknown): Readonly<Record<PropertyKey, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>) : {};
}
