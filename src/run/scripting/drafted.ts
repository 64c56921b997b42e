import type { z } from "zod";
import { checkCitation, lookUp } from "../../scenario/documents/citations.ts";
import { describePath } from "../../scenario/files/explain-issues.ts";
import {
  isSentence,
  type Point,
  pointSchema,
  type ScriptFile,
  scriptSchema,
} from "../../scenario/schema/script.ts";
import { checkScript, type ScriptMatter, sentencesOf } from "../../scenario/script/check-script.ts";
import { parseJson } from "../../text/json-in.ts";
import { freshId } from "./outline.ts";

export type ScriptDraft = {
  readonly script: ScriptFile;
  /** What was removed or corrected, and why. */
  readonly notes: readonly string[];
  readonly offered: number;
};

type Path = readonly PropertyKey[];
type Entries = Readonly<Record<string, unknown>>;

export function draftedPoints(text: string, matter: ScriptMatter): ScriptDraft | null {
  const { points: offered, ...head } = entriesOf(parseJson(text));
  if (!Array.isArray(offered)) return null;
  const notes: string[] = [];
  const taken = new Set<string>();
  const points = offered.flatMap((each, at): Point[] => {
    const given = entriesOf(each);
    const what = `point ${given.id ?? at + 1}`;
    const id = freshId(String(given.id ?? given.quote ?? what), taken);
    const point = salvaged(pointSchema, { ...given, id }, what, notes);
    if (!point || checkCitation(point, matter.documents).found === "exact") return point ? [point] : [];
    const { found, place } = lookUp(point.quote, matter.documents);
    if (found !== "exact" || !place) return [point];
    const ref = `${place.document}#L${place.from}${place.to > place.from ? `-L${place.to}` : ""}`;
    notes.push(`${what}: its quote is on ${ref}, not on ${point.ref}; corrected`);
    return [{ ...point, ref }];
  });
  const names = salvaged(scriptSchema.pick({ spoken: true, because: true, issues: true }), head, "head", notes);
  const script = { ...scriptSchema.parse({}), ...names, points };
  return withoutProblems({ script, notes, offered: offered.length }, matter);
}

const SENTENCES = new Set(["lines", "answers", "stays", "won", "ask", "reply", "change", "condition"]);

export function withSentences(draft: ScriptDraft, text: string, matter: ScriptMatter): ScriptDraft {
  const { points: list } = entriesOf(parseJson(text));
  const given = new Map((Array.isArray(list) ? list : []).map((each) => [entriesOf(each).id, entriesOf(each)]));
  const notes = [...draft.notes];
  const points = draft.script.points.map((point) => {
    const own = Object.entries(given.get(point.id) ?? {}).filter(([key]) => SENTENCES.has(key));
    return salvaged(pointSchema, { ...point, ...Object.fromEntries(own) }, `point ${point.id}`, notes) ?? point;
  });
  return withoutProblems({ ...draft, script: { ...draft.script, points }, notes }, matter);
}

export function withoutSentences(draft: ScriptDraft, texts: ReadonlySet<string>, why: string): ScriptDraft {
  const found = draft.script.points.flatMap((point, at) =>
    sentencesOf(point).flatMap(({ path, text }) => (texts.has(text) ? [["points", at, ...path]] : [])),
  );
  return removed(
    draft,
    found,
    [...texts].map((text) => `${JSON.stringify(text)}: ${why}`),
  );
}

/** Each sentence with the lines that it rests on. */
export function groundedSentences({ points }: Pick<ScriptFile, "points">) {
  return points.flatMap((point) =>
    sentencesOf(point).map(({ path: [key, id], text }) => {
      const other =
        key === "answers" ? id : key === "reply" && typeof point.reply === "object" ? point.reply.with : "";
      const lines = [point, ...points.filter((each) => each.id === other)].map(({ quote }) => quote);
      return { text, lines };
    }),
  );
}

function entriesOf(value: unknown): Entries {
  return typeof value === "object" && value !== null ? (value as Entries) : {};
}

/** A model sends null, "" or false for an omitted field. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== "object" || value === null) return value;
  const filled = Object.entries(value).filter(([, each]) => each !== null && each !== "" && each !== false);
  return Object.fromEntries(filled.map(([key, each]) => [key, bare(each)]));
}

/** Drops each field that does not fit; null if a required field is missing. */
function salvaged<Read>(schema: z.ZodType<Read>, given: unknown, what: string, notes: string[]): Read | null {
  let value = bare(given);
  for (;;) {
    const read = schema.safeParse(value);
    const issue = read.error?.issues[0];
    if (!issue) return read.data ?? null;
    const path = [...issue.path, ...(issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [])];
    const list = valueAt(value, path);
    const bad = Array.isArray(list) ? list.findIndex((each) => !isSentence(each)) : -1;
    const at = bad < 0 ? path : [...path, bad];
    notes.push(`${what}: ${describePath(at)}: ${issue.message}`);
    if (at.length === 0 || valueAt(value, at) === undefined) return null;
    value = without(value, at);
  }
}

/** Removes what `check` would refuse, until it refuses nothing. */
function withoutProblems(draft: ScriptDraft, matter: ScriptMatter): ScriptDraft {
  const placeOf = (path: Path) => ({ file: JSON.stringify(path) });
  const yaml = { file: "", value: draft.script, placeOf, placeOfKey: placeOf };
  const problems = checkScript({ script: draft.script, yaml }, matter);
  if (problems.length === 0) return draft;
  const found = problems.map(({ place }): Path => {
    const path = JSON.parse(place?.file ?? "[]") as Path;
    if (path[2] === "id" || path[2] === "ref" || path[2] === "quote") return path.slice(0, 2);
    return path[2] === "reply" ? path.slice(0, 3) : path;
  });
  const notes = problems.map(({ message }, at) => {
    const text = valueAt(draft.script, found[at] ?? []);
    return typeof text === "string" ? `${JSON.stringify(text)}: ${message}` : message;
  });
  const { script, ...rest } = removed(draft, found, notes);
  const points = script.points.filter(({ bears }) => Object.keys(bears).length > 0);
  return withoutProblems({ ...rest, script: { ...script, points } }, matter);
}

/** The last first, so that no index shifts. */
function removed(draft: ScriptDraft, paths: readonly Path[], notes: readonly string[]): ScriptDraft {
  const once = [...new Map(paths.map((path) => [JSON.stringify(path), path])).values()];
  const script = once.reduceRight<unknown>(without, draft.script) as ScriptFile;
  return { ...draft, script, notes: [...draft.notes, ...notes] };
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => entriesOf(inner)[key as string], value);
}

function without(value: unknown, [key, ...rest]: Path): unknown {
  const change = (inner: unknown) => (rest.length === 0 ? [] : [without(inner, rest)]);
  if (Array.isArray(value)) return value.flatMap((each, at) => (at === key ? change(each) : [each]));
  const kept = Object.entries(entriesOf(value)).flatMap(([name, each]) =>
    name === key ? change(each).map((inner) => [name, inner]) : [[name, each]],
  );
  return Object.fromEntries(kept);
}
