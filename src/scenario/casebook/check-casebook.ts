import type { Place, Problem } from "../../errors.ts";
import { checkCitation, isMereReference, lookUp, parseReference } from "../documents/citations.ts";
import { folded, foldedWords, occurrences } from "../documents/folded-text.ts";
import { repeats } from "../files/check-scenario.ts";
import { suggestion } from "../files/nearest.ts";
import type { YamlFile } from "../files/yaml-file.ts";
import { type Casebook, type Point, WHOLE_CASE } from "../schema/casebook.ts";
import type { Document } from "../schema/scenario.ts";

/** A casebook as written, and its lines. */
export type CasebookFile = { readonly casebook: Casebook; readonly yaml: YamlFile };

/** What members of a jury decide one by one, as its protocol's options tell it. */
export type Sheet = {
  readonly topics: readonly string[];
  readonly items: readonly string[];
  readonly choices: readonly string[];
};

/** The case that a casebook is held against. */
export type CasebookMatter = {
  readonly documents: readonly Pick<Document, "name" | "text">[];
  /** Ids of the criteria. */
  readonly criteria: readonly string[];
  /** Ids of the verdicts. */
  readonly verdicts: readonly string[];
  /** Null where the protocol decides nothing by topics and items, or none is known. */
  readonly sheet: Sheet | null;
  /** Documents that are not as they were when read: what stands on them is left out, and not held against them. */
  readonly changed: ReadonlySet<string>;
  /** Ids of the points of another casebook of the same case. */
  readonly others: readonly string[];
};

/** What is wrong with a casebook that its schema cannot say. */
export function checkCasebook(file: CasebookFile, of: CasebookMatter): Problem[] {
  const { casebook } = file;
  return [
    ...strangeDigests(file, of),
    ...casebook.points.flatMap((point, index) => [
      ...refProblems(file, of, ["points", index], point.ref),
      ...quoteProblems(file, of, index, point),
      ...wordProblems(file, of, index, point),
    ]),
    ...repeatedIds(file, of),
    ...casebook.requirements.flatMap(({ ref, by }, index) => [
      ...refProblems(file, of, ["requirements", index], ref),
      ...(by === undefined ? [] : unknownPoint(file, of, ["requirements", index, "by"], by)),
    ]),
  ];
}

function strangeDigests({ casebook, yaml }: CasebookFile, { documents }: CasebookMatter): Problem[] {
  const names = documents.map(({ name }) => name);
  return Object.keys(casebook.documents ?? {})
    .filter((name) => !names.includes(name))
    .map((name) => ({
      place: yaml.placeOfKey(["documents", name]),
      message: `the casebook is of ${name}, but there is no such document`,
      remedy: suggestion(name, names, "Documents"),
    }));
}

type Path = readonly PropertyKey[];

function refProblems({ yaml }: CasebookFile, of: CasebookMatter, path: Path, ref: string): Problem[] {
  const { name, from, to } = parseReference(ref) ?? { name: ref, from: 0, to: 0 };
  const place = yaml.placeOf([...path, "ref"]);
  const document = of.documents.find((each) => each.name === name);
  if (!document) {
    const names = of.documents.map((each) => each.name);
    const message = `the casebook cites ${ref}, but there is no such document`;
    return [{ place, message, remedy: suggestion(name, names, "Documents") }];
  }
  const lines = document.text.split("\n").length;
  if (of.changed.has(name) || (from >= 1 && from <= to && to <= lines)) return [];
  const message = `the casebook cites ${ref}, but ${name} has lines 1 to ${lines}`;
  return [{ place, message, remedy: "Cite the first line before the last, both within the document." }];
}

function quoteProblems(
  { yaml }: CasebookFile,
  of: CasebookMatter,
  index: number,
  { id, ref, quote }: Point,
): Problem[] {
  const place = yaml.placeOf(["points", index, "quote"]);
  const document = of.documents.find(({ name }) => name === parseReference(ref)?.name);
  if (!document || of.changed.has(document.name)) return [];
  const { found } = checkCitation({ ref, quote }, [document]);
  if (addsWords(quote, document)) {
    const message = `the quote of point ${id} has words in brackets that ${document.name} has not`;
    return [
      { place, message, remedy: "Quote the document's own words alone, with … where some are left out." },
    ];
  }
  if (found === "exact") return [];
  if (isMereReference(quote)) {
    return [{ place, message: `point ${id} quotes less than two words`, remedy: "Quote a whole clause." }];
  }
  const message = `the quote of point ${id} does not stand word for word on ${ref}`;
  return [{ place, message, remedy: whereItStands(quote, [document, ...of.documents], of.changed) }];
}

/** Whether a quote has words of its own in brackets, which a casebook does not pass on as the document's. */
export function addsWords(quote: string, { text }: Pick<Document, "text">): boolean {
  if (!/\[[^\][]*[\p{L}\p{N}][^\][]*\]/u.test(quote)) return false;
  return occurrences(foldedWords(quote), folded(text)).length === 0;
}

function whereItStands(
  quote: string,
  documents: CasebookMatter["documents"],
  changed: ReadonlySet<string>,
): string {
  const { found, place } = lookUp(
    quote,
    documents.filter(({ name }) => !changed.has(name)),
  );
  if (found !== "exact" || !place)
    return "Quote the document's own words, with … where some are left out, or take the point out.";
  return `It stands elsewhere: write ref: ${referenceOf(place)}.`;
}

/** `memo.md#L31-L32`. */
export function referenceOf({ document, from, to }: NonNullable<ReturnType<typeof lookUp>["place"]>): string {
  return `${document}#L${from}${to > from ? `-L${to}` : ""}`;
}

/** Ids that a point borrows from elsewhere in the case. */
function wordProblems(file: CasebookFile, of: CasebookMatter, index: number, point: Point): Problem[] {
  const { yaml } = file;
  const path = ["points", index];
  const criteria = of.criteria.length > 0 ? of.criteria : [WHOLE_CASE];
  const strange = (
    place: Place,
    what: string,
    id: string,
    known: readonly string[],
    label: string,
  ): Problem[] =>
    known.includes(id)
      ? []
      : [
          {
            place,
            message: `point ${point.id} names the ${what} ${id}, which the scenario does not have`,
            remedy: suggestion(id, known, label),
          },
        ];
  const at = (...keys: Path) => yaml.placeOf([...path, ...keys]);
  const { bears, candidate, topic, items = {}, against } = point;
  const { sheet } = of;
  return [
    ...Object.keys(bears).flatMap((id) =>
      strange(yaml.placeOfKey([...path, "bears", id]), "criterion", id, criteria, "Criteria"),
    ),
    ...against.flatMap((id, each) => unknownPoint(file, of, [...path, "against", each], id, point.id)),
    ...(candidate === undefined ? [] : strange(at("candidate"), "verdict", candidate, of.verdicts, "Verdicts")),
    ...(topic === undefined || !sheet ? [] : strange(at("topic"), "topic", topic, sheet.topics, "Topics")),
    ...(sheet
      ? Object.entries(items).flatMap(([item, choice]) => [
          ...strange(yaml.placeOfKey([...path, "items", item]), "item", item, sheet.items, "Items"),
          ...strange(at("items", item), "choice", choice, sheet.choices, "Choices"),
        ])
      : []),
  ];
}

function unknownPoint(
  { casebook, yaml }: CasebookFile,
  { others }: CasebookMatter,
  path: Path,
  id: string,
  self?: string,
): Problem[] {
  const known = [...casebook.points.map((point) => point.id), ...others].filter((each) => each !== self);
  if (known.includes(id)) return [];
  const message = id === self ? `point ${id} is weighed against itself` : `there is no point ${id}`;
  return [{ place: yaml.placeOf(path), message, remedy: suggestion(id, known, "Points") }];
}

function repeatedIds({ casebook, yaml }: CasebookFile, { others }: CasebookMatter): Problem[] {
  const twice = (key: "points" | "requirements", taken: readonly string[], what: string): Problem[] => {
    const ids = [...taken, ...casebook[key].map(({ id }) => id)];
    return repeats(ids).map((index) => ({
      place: yaml.placeOf([key, index - taken.length, "id"]),
      message: `${what} ${ids[index]} stands twice`,
      remedy: "Give each an id of its own.",
    }));
  };
  return [...twice("points", others, "point"), ...twice("requirements", [], "requirement")];
}
