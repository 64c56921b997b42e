import type { Place, Problem } from "../../errors.ts";
import { checkCitation, isMereReference, lookUp, parseReference } from "../documents/citations.ts";
import { repeats } from "../files/check-scenario.ts";
import { suggestion } from "../files/nearest.ts";
import type { YamlFile } from "../files/yaml-file.ts";
import type { Document, Scenario } from "../schema/scenario.ts";
import { type Point, type ScriptFile, WHOLE_CASE } from "../schema/script.ts";

export type ReadScript = { readonly script: ScriptFile; readonly yaml: YamlFile };

/** What members of a jury decide one by one. */
export type Sheet = {
  readonly topics: readonly string[];
  readonly items: readonly string[];
  readonly choices: readonly string[];
};

export type ScriptMatter = {
  readonly documents: readonly Pick<Document, "name" | "text" | "subject">[];
  readonly criteria: readonly string[];
  readonly verdicts: Scenario["verdicts"];
  readonly sheet: Sheet | null;
  /** Everything else in which a number may occur, such as question and context. */
  readonly texts: readonly string[];
};

type Path = readonly PropertyKey[];

export function sentencesOf(point: Point): { readonly path: Path; readonly text: string }[] {
  const list = (path: Path, texts: readonly string[]) =>
    texts.map((text, at) => ({ path: [...path, at], text }));
  const { lines, by, answers, stays, won, ask, reply, change, condition } = point;
  const one = (key: string, text: string | undefined) => (text === undefined ? [] : [{ path: [key], text }]);
  return [
    ...list(["lines"], lines),
    ...Object.entries(by).flatMap(([id, texts]) => list(["by", id], texts)),
    ...Object.entries(answers).flatMap(([id, { says, by: own }]) => [
      { path: ["answers", id], text: says },
      ...Object.entries(own).flatMap(([member, texts]) => list(["answers", id, "by", member], texts)),
    ]),
    ...[...one("stays", stays), ...one("won", won), ...one("ask", ask)],
    ...one("reply", typeof reply === "string" ? reply : reply?.says),
    ...[...one("change", change), ...one("condition", condition)],
  ];
}

/** For other options that is agreement in sign. */
export function isOpposite(one: Point, other: Point): boolean {
  const [a, b] = [signOf(one), signOf(other)];
  return one.for === other.for ? a * b < 0 : a * b > 0;
}

function signOf({ bears }: Pick<Point, "bears">): number {
  return Math.sign(Object.values(bears).reduce((sum, each) => sum + each, 0));
}

export function checkScript(file: ReadScript, of: ScriptMatter): Problem[] {
  const { script, yaml } = file;
  const verdicts = of.verdicts.map(({ id }) => id);
  const numbers = numbersIn([...of.documents.map(({ text }) => text), ...of.texts].join("\n"));
  const ids = script.points.map(({ id }) => id);
  const stray = (keys: readonly string[], known: readonly string[], path: Path, what: string) =>
    keys
      .filter((key) => !known.includes(key))
      .map((key) => unknown(yaml.placeOfKey([...path, key]), what, key, known));
  return [
    ...stray(Object.keys(script.spoken), verdicts, ["spoken"], "verdict"),
    ...stray(Object.keys(script.cuts ?? {}), verdicts, ["cuts"], "verdict"),
    ...stray(
      Object.keys(script.because),
      [...verdicts, "for", "against", "neutral", "split"],
      ["because"],
      "outcome",
    ),
    ...repeats(ids).map((at) => ({
      place: yaml.placeOf(["points", at, "id"]),
      message: `two points have the id ${ids[at]}`,
      remedy: "Give each point its own id.",
    })),
    ...script.points.flatMap((point, at) => [
      ...quoteProblems(file, of, at, point),
      ...idProblems(file, of, at, point),
      ...sentencesOf(point).flatMap(({ path, text }) =>
        sentenceProblems(yaml.placeOf(["points", at, ...path]), text, { id: point.id, verdicts, numbers }),
      ),
    ]),
  ];
}

function unknown(place: Place, what: string, id: string, known: readonly string[]): Problem {
  return { place, message: `there is no ${what} ${id}`, remedy: suggestion(id, known, `Known`) };
}

function quoteProblems(
  { yaml }: ReadScript,
  of: ScriptMatter,
  at: number,
  { id, ref, quote }: Point,
): Problem[] {
  const problem = (key: string, message: string, remedy: string) => [
    { place: yaml.placeOf(["points", at, key]), message, remedy },
  ];
  const { name, from, to } = parseReference(ref) ?? { name: ref, from: 0, to: 0 };
  const document = of.documents.find((each) => each.name === name);
  const known = of.documents.map((each) => each.name);
  if (!document) return [unknown(yaml.placeOf(["points", at, "ref"]), "document", name, known)];
  const lines = document.text.split("\n").length;
  if (from < 1 || from > to || to > lines)
    return problem(
      "ref",
      `point ${id} cites ${ref}, but ${name} has lines 1 to ${lines}`,
      "Cite lines of the document.",
    );
  if (isMereReference(quote))
    return problem("ref", `the quote of point ${id} has less than two words`, "Quote the whole line.");
  if (checkCitation({ ref, quote }, [document]).found === "exact") return [];
  const { found, place } = lookUp(quote, of.documents);
  const remedy =
    found === "exact" && place
      ? `It is elsewhere: write ref: ${place.document}#L${place.from}${place.to > place.from ? `-L${place.to}` : ""}`
      : "Copy the words of the line, with … for omitted words.";
  return problem("quote", `the quote of point ${id} is not on ${ref}`, remedy);
}

function idProblems({ script, yaml }: ReadScript, of: ScriptMatter, at: number, point: Point): Problem[] {
  const path = ["points", at] as const;
  const { sheet } = of;
  const ids = script.points.map(({ id }) => id).filter((id) => id !== point.id);
  const { reply } = point;
  const value = (keys: Path, what: string, id: string | undefined, known: readonly string[]) =>
    id === undefined || known.includes(id) ? [] : [unknown(yaml.placeOf([...path, ...keys]), what, id, known)];
  const key = (keys: Path, what: string, id: string, known: readonly string[]) =>
    known.includes(id) ? [] : [unknown(yaml.placeOfKey([...path, ...keys, id]), what, id, known)];
  const criteria = of.criteria.length > 0 ? of.criteria : [WHOLE_CASE];
  const verdicts = of.verdicts.map(({ id }) => id);
  return [
    ...Object.keys(point.bears).flatMap((id) => key(["bears"], "criterion", id, criteria)),
    ...value(["for"], "verdict", point.for, verdicts),
    ...value(["issue"], "issue", point.issue, Object.keys(script.issues)),
    ...value(["reply", "with"], "point", typeof reply === "object" ? reply.with : undefined, ids),
    ...(sheet ? value(["topic"], "topic", point.topic, sheet.topics) : []),
    ...Object.entries((sheet && point.items) ?? {}).flatMap(([item, choice]) => [
      ...key(["items"], "item", item, sheet?.items ?? []),
      ...value(["items", item], "choice", choice, sheet?.choices ?? []),
    ]),
    ...point.tests.flatMap(({ found, ref }, nth) => {
      if (found === "open" || ref !== undefined) return [];
      return {
        place: yaml.placeOf([...path, "tests", nth]),
        message: `a test of point ${point.id} has the result "${found}" without a source`,
        remedy: "Add ref: with the line that states the result, or write found: open.",
      };
    }),
    ...Object.keys(point.answers).flatMap((id) => {
      const other = script.points.find((each) => each.id === id && each.id !== point.id);
      if (!other) return key(["answers"], "point", id, ids);
      if (isOpposite(point, other)) return [];
      return {
        place: yaml.placeOfKey([...path, "answers", id]),
        message: `point ${point.id} answers ${id}, but both speak the same way`,
        remedy: "Answer a point of the other side, or correct the sign in bears.",
      };
    }),
  ];
}

const DEED =
  /\bI(?:'ve| have)? (?:tested|phoned|rang|called|asked|read (?:it |this )?aloud|worked with|spoke to|talked to|tried it|measured|checked with)\b/i;

type SentenceRules = {
  readonly id: string;
  readonly verdicts: readonly string[];
  readonly numbers: ReadonlySet<string>;
};

function sentenceProblems(place: Place, text: string, { id, verdicts, numbers }: SentenceRules): Problem[] {
  const strange = [...numbersIn(text)].find((each) => !numbers.has(each));
  const named = verdicts.find((each) => new RegExp(`\\b${each}\\b`).test(text));
  const deed = DEED.exec(text)?.[0];
  const rules = [
    [strange, `has the number ${strange}, which is in no document`, "Use a number of the documents."],
    [named, `names the verdict ${named}`, "Leave the verdict out: members state it themselves."],
    [deed, `claims that the speaker did something: "${deed}"`, "Say only what the documents say."],
  ] as const;
  return rules.flatMap(([found, what, remedy]) =>
    found === undefined ? [] : [{ place, message: `a sentence of point ${id} ${what}`, remedy }],
  );
}

/** As written, without separators of thousands. */
function numbersIn(text: string): Set<string> {
  const found = text.match(/\d[\d.,]*\d|\d/g) ?? [];
  return new Set(found.map((each) => each.replace(/,/g, "")));
}

const LEAST_WORDS = 8;

export function statementLines(text: string): number[] {
  return text.split("\n").flatMap((line, at) => {
    const words = line.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
    return /^#/.test(line) || words.length < LEAST_WORDS ? [] : [at + 1];
  });
}

/** Without a subject, the documents with points are judged. */
export function coverageOf(
  { points }: Pick<ScriptFile, "points">,
  documents: readonly Pick<Document, "name" | "text" | "subject">[],
): { readonly statements: number; readonly covered: number } {
  const subjects = documents.filter(({ subject }) => subject);
  const named = new Set(points.flatMap(({ ref }) => parseReference(ref)?.name ?? []));
  const judged = subjects.length > 0 ? subjects : documents.filter(({ name }) => named.has(name));
  let [statements, covered] = [0, 0];
  for (const { name, text } of judged.length > 0 ? judged : documents) {
    const spans = points.flatMap((point) => {
      const place = signOf(point) === 0 ? null : parseReference(point.ref);
      return place?.name === name ? [place] : [];
    });
    const lines = statementLines(text);
    statements += lines.length;
    covered += lines.filter((line) => spans.some(({ from, to }) => from <= line && line <= to)).length;
  }
  return { statements, covered };
}

export function unansweredIn({ points }: Pick<ScriptFile, "points">): string[] {
  const answered = new Set(points.flatMap(({ answers }) => Object.keys(answers)));
  return points.filter((point) => signOf(point) !== 0 && !answered.has(point.id)).map(({ id }) => id);
}
