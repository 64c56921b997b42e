import { checkCitation, isMereReference, parseReference } from "../../../scenario/documents/citations.ts";
import { folded } from "../../../scenario/documents/folded-text.ts";
import { placesOf, wantedOf } from "../../../scenario/documents/quote-parts.ts";
import { describePath } from "../../../scenario/files/explain-issues.ts";
import type { YamlFile } from "../../../scenario/files/yaml-file.ts";
import type { Document } from "../../../scenario/schema/scenario.ts";
import { type Point, pointSchema, type ScriptFile, scriptSchema } from "../../../scenario/schema/script.ts";
import {
  checkScript,
  isOpposite,
  type ScriptMatter,
  sentencesOf,
} from "../../../scenario/script/check-script.ts";
import { parseJson } from "../../../text/json-in.ts";
import { freshId } from "./outline.ts";
import { criterionIds, type Rejected, type ScriptTask } from "./requests.ts";

export type Amendment = { readonly what: string; readonly why: string };

export type ScriptDraft = {
  readonly script: ScriptFile;
  readonly amendments: readonly Amendment[];
  readonly offered: number;
};

export function draftedPoints(text: string, task: ScriptTask): ScriptDraft | null {
  const answer = parseJson(text) as Record<string, unknown> | null;
  const offered = listIn(answer, "points");
  if (offered === null) return null;
  const amendments: Amendment[] = [];
  const taken = new Set<string>();
  const points = offered.flatMap((each, at) => pointFrom(each, at, { task, amendments, taken }) ?? []);
  const used = new Set(points.flatMap(({ issue }) => issue ?? []));
  const words = (key: string) => filled(answer?.[key]);
  const verdicts = task.verdicts.map(({ id }) => id);
  const outcomes = [...verdicts, "for", "against", "neutral", "split"];
  const only = (given: Record<string, unknown>, known: Iterable<string>) => {
    const ids = new Set(known);
    return Object.fromEntries(Object.entries(given).filter(([id]) => ids.has(id)));
  };
  const head = (key: "spoken" | "issues" | "because", value: Record<string, unknown>) => {
    const field = scriptSchema.shape[key];
    const entries = Object.entries(value).filter(([id, each]) => field.safeParse({ [id]: each }).success);
    return field.parse(Object.fromEntries(entries)) as never;
  };
  const issues: ScriptFile["issues"] = head("issues", only(words("issues"), used));
  const script: ScriptFile = {
    spoken: head("spoken", only(words("spoken"), verdicts)),
    because: head("because", only(words("because"), outcomes)),
    issues,
    points: points.map(({ issue, ...point }) =>
      issue !== undefined && Object.hasOwn(issues, issue) ? { issue, ...point } : point,
    ),
  };
  return { script, amendments, offered: offered.length };
}

function listIn(answer: unknown, key: string): readonly unknown[] | null {
  const list = (answer as Record<string, unknown> | null)?.[key];
  return Array.isArray(list) ? list : null;
}

/** A model sends null, "" or false for what it leaves out. */
function filled(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  const isFilled = ([, each]: [string, unknown]) => each !== null && each !== "" && each !== false;
  return Object.fromEntries(Object.entries(value).filter(isFilled));
}

type Notes = { readonly task: ScriptTask; readonly amendments: Amendment[]; readonly taken: Set<string> };

function pointFrom(value: unknown, at: number, { task, amendments, taken }: Notes): Point | null {
  const given = filled(value);
  const what = `point ${typeof given.id === "string" ? given.id : at + 1}`;
  const drop = (why: string) => {
    amendments.push({ what, why });
    return null;
  };
  const known = criterionIds(task);
  const bears = Object.entries(filled(given.bears)).filter(([id, each]) => known.includes(id) && each !== 0);
  const id = freshId(typeof given.id === "string" ? given.id : String(given.quote ?? what), new Set(taken));
  const read = pointSchema.strip().safeParse({ ...given, id, bears: Object.fromEntries(bears) });
  if (!read.success) {
    const [issue] = read.error.issues;
    return drop(issue ? `${describePath(issue.path) || "it"}: ${issue.message}` : "it is no point");
  }
  const place = placeOf(read.data, task.documents);
  if ("why" in place) return drop(place.why);
  if (place.ref !== read.data.ref)
    amendments.push({ what, why: `its quote is on ${place.ref}, not on ${read.data.ref}; corrected` });
  taken.add(id);
  return { ...withKnownNames(read.data, task), ref: place.ref };
}

function withKnownNames(
  { for: option, topic, items = {}, ...point }: Point,
  { sheet, verdicts }: ScriptTask,
): Point {
  const kept = Object.entries(items).filter(
    ([item, choice]) => sheet?.items.includes(item) && sheet.choices.includes(choice),
  );
  return {
    ...point,
    ...(option !== undefined && verdicts.some(({ id }) => id === option) && { for: option }),
    ...(topic !== undefined && sheet?.topics.includes(topic) && { topic }),
    ...(kept.length > 0 && { items: Object.fromEntries(kept) }),
  };
}

function placeOf(
  { ref, quote }: Pick<Point, "ref" | "quote">,
  documents: readonly Document[],
): { readonly ref: string } | { readonly why: string } {
  const name = parseReference(ref)?.name ?? ref;
  const document = documents.find((each) => each.name === name);
  if (!document) return { why: `there is no document ${name}` };
  if (isMereReference(quote)) return { why: "it quotes less than two words" };
  if (checkCitation({ ref, quote }, [document]).found === "exact") return { ref };
  const spans = placesOf(wantedOf(quote), folded(document.text)).filter(({ isReworded }) => !isReworded);
  const [first, ...others] = spans.filter(
    (span, at) => spans.findIndex((each) => each.first === span.first) === at,
  );
  if (!first) return { why: `its quote is not in ${name}` };
  if (others.length > 0)
    return { why: `its quote is ${others.length + 1} times in ${name}, and not on ${ref}` };
  return { ref: `${name}#L${first.first}${first.last > first.first ? `-L${first.last}` : ""}` };
}

/** Each is checked alone, so that a bad one spoils no other. */
export function withSentences(draft: ScriptDraft, text: string): ScriptDraft {
  const amendments: Amendment[] = [...draft.amendments];
  const { points } = draft.script;
  const given = new Map(
    (listIn(parseJson(text), "points") ?? []).map((each) => [String(filled(each).id), filled(each)]),
  );
  const { lines, stays, won, ask, reply, change, condition } = pointSchema.shape;
  const shapes = { stays, won, ask, reply, change, condition };
  const written = points.map((point): Point => {
    const own = given.get(point.id);
    if (own === undefined) return point;
    const bad = (what: string) => {
      amendments.push({ what: `${what} of point ${point.id}`, why: "it is no sentence of the asked form" });
      return [];
    };
    const texts = Array.isArray(own.lines) ? own.lines : [];
    const fields = Object.entries(shapes).flatMap(([key, shape]) => {
      if (own[key] === undefined) return [];
      const read = shape.safeParse(own[key]);
      return read.success ? [[key, read.data] as const] : bad(key);
    });
    const answers = Object.entries(filled(own.answers)).flatMap(([id, says]) => {
      const other = points.find((each) => each.id === id);
      const read = pointSchema.shape.answers.safeParse({ [id]: says });
      if (!other || !isOpposite(point, other) || !read.success) return bad(`the answer to ${id}`);
      return Object.entries(read.data);
    });
    return knownReply({
      ...point,
      lines: texts.flatMap((each) => lines.safeParse([each]).data ?? bad("a line")),
      answers: Object.fromEntries(answers),
      ...Object.fromEntries(fields),
    });
  });
  function knownReply(point: Point): Point {
    const { reply: said, ...rest } = point;
    const isKnown = typeof said !== "object" || points.some(({ id }) => id === said.with && id !== point.id);
    return said === undefined || !isKnown ? rest : point;
  }
  return { ...draft, script: { ...draft.script, points: written }, amendments };
}

export function editSentences(point: Point, edit: (text: string) => string | null): Point {
  const list = (texts: readonly string[]) => texts.flatMap((text) => edit(text) ?? []);
  const { lines, by, answers, stays, won, ask, reply, change, condition, ...rest } = point;
  const one = (key: string, text: string | undefined) => {
    const edited = text === undefined ? null : edit(text);
    return edited === null ? {} : { [key]: edited };
  };
  const own = (texts: Point["by"]) =>
    Object.fromEntries(Object.entries(texts).map(([id, each]) => [id, list(each)]));
  const answered = Object.entries(answers).flatMap(([id, { says, by: voices }]) => {
    const edited = edit(says);
    return edited === null ? [] : [[id, { says: edited, by: own(voices) }] as const];
  });
  const says = typeof reply === "object" ? edit(reply.says) : null;
  return {
    ...rest,
    lines: list(lines),
    by: own(by),
    answers: Object.fromEntries(answered),
    ...{ ...one("stays", stays), ...one("won", won), ...one("ask", ask) },
    ...(typeof reply === "object"
      ? says !== null && { reply: { with: reply.with, says } }
      : one("reply", reply)),
    ...{ ...one("change", change), ...one("condition", condition) },
  };
}

export function faultsIn(script: ScriptFile, matter: ScriptMatter) {
  const found = checkScript({ script, yaml: byPath(script) }, matter);
  const rejected: Rejected[] = [];
  const broken = new Map<string, string>();
  for (const { place, message } of found) {
    const path = JSON.parse(place?.file ?? "[]") as readonly (string | number)[];
    const point = path[0] === "points" ? script.points[Number(path[1])] : undefined;
    if (!point) continue;
    const key = JSON.stringify(path.slice(2));
    const sentence = sentencesOf(point).find((each) => JSON.stringify(each.path) === key);
    if (sentence) rejected.push({ text: sentence.text, why: message });
    else broken.set(point.id, message);
  }
  return { rejected, broken };
}

function byPath(value: unknown): YamlFile {
  const placeOf = (path: readonly PropertyKey[]) => ({ file: JSON.stringify(path) });
  return { file: "the script", value, placeOf, placeOfKey: placeOf };
}

export function groundedSentences({ points }: Pick<ScriptFile, "points">) {
  const quoteOf = (id: string) => points.find((each) => each.id === id)?.quote ?? "";
  return points.flatMap((point) =>
    sentencesOf(point).map(({ path, text }) => {
      const other =
        path[0] === "answers"
          ? String(path[1])
          : typeof point.reply === "object" && path[0] === "reply"
            ? point.reply.with
            : null;
      return { text, lines: other === null ? [point.quote] : [point.quote, quoteOf(other)] };
    }),
  );
}
