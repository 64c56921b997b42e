import { freshId } from "../../scenario/casebook/casebook-parts.ts";
import { addsWords, referenceOf } from "../../scenario/casebook/check-casebook.ts";
import { checkCitation, isMereReference, parseReference } from "../../scenario/documents/citations.ts";
import { type FoldedSpan, folded, foldedWords } from "../../scenario/documents/folded-text.ts";
import { placesOf, wantedOf } from "../../scenario/documents/quote-parts.ts";
import { describePath } from "../../scenario/files/explain-issues.ts";
import { slug } from "../../scenario/files/paths.ts";
import {
  type Casebook,
  type Point,
  pointSchema,
  type Requirement,
  requirementSchema,
} from "../../scenario/schema/casebook.ts";
import type { Document } from "../../scenario/schema/scenario.ts";
import { parseJson } from "../../text/json-in.ts";
import { criterionIds, type ReadingTask } from "./request.ts";

/** Something that was changed in what a model wrote, or left out of it, and why. */
export type Amendment = { readonly what: string; readonly why: string };

/** What of a model's answer stands in the documents. */
export type CheckedAnswer = {
  readonly casebook: Pick<Casebook, "points" | "requirements">;
  /** Points that the model offered. */
  readonly offered: number;
  readonly dropped: readonly Amendment[];
  readonly mended: readonly Amendment[];
};

type Notes = { readonly dropped: Amendment[]; readonly mended: Amendment[] };

/** Holds every quote, line and name of an answer against the case; null where it is no list of points at all. */
export function checkAnswer(text: string, task: ReadingTask): CheckedAnswer | null {
  const answer = parseJson(text);
  const offered = listIn(answer, "points");
  if (offered === null) return null;
  const notes: Notes = { dropped: [], mended: [] };
  const ids = new Map<string, string>();
  const points = offered.flatMap((each, index) => pointIn(each, index, task, notes, ids) ?? []);
  const kept = points.map((point) => ({
    ...point,
    against: [...new Set(point.against.flatMap((id) => ids.get(id) ?? []))].filter((id) => id !== point.id),
  }));
  const wanted = listIn(answer, "requirements") ?? [];
  const taken = new Set<string>();
  const requirements = wanted.flatMap(
    (each, index) => requirementIn(each, index, { task, notes, ids, taken }) ?? [],
  );
  return { casebook: { points: kept, requirements }, offered: offered.length, ...notes };
}

function listIn(answer: unknown, key: string): readonly unknown[] | null {
  const list =
    Array.isArray(answer) && key === "points" ? answer : (answer as Record<string, unknown> | null)?.[key];
  return Array.isArray(list) ? list : null;
}

/** What a model leaves empty, it leaves out. */
function filled(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  const isFilled = ([, each]: [string, unknown]) => each !== null && each !== "" && each !== false;
  return Object.fromEntries(Object.entries(value).filter(isFilled));
}

function pointIn(
  value: unknown,
  index: number,
  task: ReadingTask,
  notes: Notes,
  ids: Map<string, string>,
): Point | null {
  const given = filled(value);
  const what = typeof given.id === "string" ? `point ${given.id}` : `point ${index + 1}`;
  const drop = (why: string) => {
    notes.dropped.push({ what, why });
    return null;
  };
  const asked = typeof given.id === "string" ? given.id : what;
  const id = freshId(slug(asked), new Set(ids.values()));
  const says = typeof given.says === "string" ? given.says.trim().replace(/[.!?]+$/, "") : given.says;
  const read = LOOSE_POINT.safeParse({
    ...given,
    id,
    says,
    bears: strengthsIn(given.bears, what, task, notes),
  });
  if (!read.success) return drop(problemOf(read.error.issues));
  const place = placeOf(read.data, task.documents);
  if ("why" in place) return drop(place.why);
  const { on } = place;
  if (on !== (task.only ?? on)) return drop(`it is on ${on}, and only ${task.only} was asked for`);
  if (place.ref !== read.data.ref) {
    notes.mended.push({ what, why: `its quote stands on ${place.ref}, not on ${read.data.ref}` });
  }
  ids.set(asked, id);
  return { ...withKnownNames(read.data, what, task, notes), ref: place.ref };
}

const LOOSE_POINT = pointSchema.strip();
const LOOSE_REQUIREMENT = requirementSchema.strip();

type SchemaIssue = { readonly path: readonly PropertyKey[]; readonly message: string };

function problemOf([issue]: readonly SchemaIssue[]): string {
  return issue ? `${describePath(issue.path) || "it"}: ${issue.message}` : "it is no point";
}

function strengthsIn(bears: unknown, what: string, task: ReadingTask, notes: Notes): unknown {
  const known = criterionIds(task);
  if (typeof bears !== "object" || bears === null) return bears;
  const strange = Object.keys(bears).filter((id) => !known.includes(id));
  if (strange.length > 0) {
    notes.mended.push({ what, why: `${strange.join(", ")} is no criterion, and was taken out` });
  }
  const kept = Object.entries(bears).filter(
    ([id, value]) => known.includes(id) && value !== null && value !== 0,
  );
  return Object.fromEntries(kept);
}

/** Without topics, items, choices and candidates that the scenario does not have. */
function withKnownNames(point: Point, what: string, { sheet, verdicts }: ReadingTask, notes: Notes): Point {
  const { candidate, topic, items, ...rest } = point;
  const strange = (name: string): Record<string, never> => {
    notes.mended.push({ what, why: `${name} is not in the scenario, and was taken out` });
    return {};
  };
  const isItem = ([item, choice]: [string, string]) =>
    sheet?.items.includes(item) && sheet.choices.includes(choice);
  const keptItems = Object.fromEntries(Object.entries(items ?? {}).filter(isItem));
  return {
    ...rest,
    ...(candidate === undefined
      ? {}
      : verdicts.some(({ id }) => id === candidate)
        ? { candidate }
        : strange(`the candidate ${candidate}`)),
    ...(topic === undefined ? {} : sheet?.topics.includes(topic) ? { topic } : strange(`the topic ${topic}`)),
    ...(Object.keys(keptItems).length > 0 && { items: keptItems }),
  };
}

type QuoteFound = { readonly ref: string; readonly on: string } | { readonly why: string };

/** The lines that a quote stands on: those that are named, else the only ones of that document that hold it. */
function placeOf({ ref, quote }: Pick<Point, "ref" | "quote">, documents: readonly Document[]): QuoteFound {
  const reference = parseReference(ref);
  const document = documents.find(({ name }) => name === reference?.name);
  if (!document) return { why: `there is no document ${reference?.name ?? ref}` };
  if (isMereReference(quote)) return { why: "it quotes less than two words" };
  if (addsWords(quote, document))
    return { why: `its quote has words in brackets that ${document.name} has not` };
  const on = document.name;
  if (checkCitation({ ref, quote }, [document]).found === "exact") return { ref, on };
  const spans = placesOf(wantedOf(quote), folded(document.text)).filter(({ isReworded }) => !isReworded);
  const [first, ...others] = distinct(spans);
  if (!first) return { why: `its quote does not stand in ${document.name}: ${JSON.stringify(short(quote))}` };
  if (others.length > 0)
    return { why: `its quote stands ${others.length + 1} times in ${document.name}, and not on ${ref}` };
  return { ref: referenceOf({ document: on, from: first.first, to: first.last }), on };
}

function distinct(spans: readonly FoldedSpan[]): readonly FoldedSpan[] {
  return spans.filter(({ first }, index) => spans.findIndex((each) => each.first === first) === index);
}

function short(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

type Among = {
  readonly task: ReadingTask;
  readonly notes: Notes;
  /** Ids of the points that were kept, by the ids that the model gave them. */
  readonly ids: ReadonlyMap<string, string>;
  readonly taken: Set<string>;
};

/** Without a point that shows it, whether a requirement is met is open. */
function requirementIn(value: unknown, index: number, { task, notes, ids, taken }: Among): Requirement | null {
  const given = filled(value);
  const what = typeof given.id === "string" ? `requirement ${given.id}` : `requirement ${index + 1}`;
  const drop = (why: string) => {
    notes.dropped.push({ what, why });
    return null;
  };
  const id = freshId(slug(typeof given.id === "string" ? given.id : what), taken);
  const { by: shown, ...rest } = given;
  const known = task.asked?.find((each) => each.id === given.id);
  if (task.asked && task.asked.length > 0 && !known) return drop("it is none of those that were asked about");
  const asWas = known && { text: known.text, ref: known.ref, must: known.must };
  const read = LOOSE_REQUIREMENT.safeParse({ ...rest, id, ...asWas });
  if (!read.success) return drop(problemOf(read.error.issues));
  const problem = known ? null : unaskedBy(read.data, task.documents);
  if (problem !== null) return drop(problem);
  const by = typeof shown === "string" ? ids.get(shown) : undefined;
  if (by !== undefined) return { ...read.data, by };
  if (read.data.met !== "open") {
    notes.mended.push({ what, why: `no point shows that it is met: ${read.data.met}, so it is open` });
  }
  return { ...read.data, met: "open" };
}

/** Why a requirement is none of the lines that it names; null where it shares half of its words with them. */
function unaskedBy({ ref, text }: Requirement, documents: readonly Document[]): string | null {
  const reference = parseReference(ref);
  const document = documents.find(({ name }) => name === reference?.name);
  if (!reference || !document) return `there is no document ${reference?.name ?? ref}`;
  const lines = document.text.split("\n").slice(Math.max(0, reference.from - 1), reference.to);
  const there = new Set(foldedWords(lines.join("\n")));
  const words = foldedWords(text).filter((word) => /\p{L}{4}|\p{N}/u.test(word));
  const shared = words.filter((word) => there.has(word)).length;
  return words.length > 0 && shared * 2 >= words.length ? null : `${ref} asks for nothing of that kind`;
}
