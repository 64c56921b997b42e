// Checks a script against its case: quotes, numbers and ids. It also measures how much of the
// documents the script covers.

import { BoardroomError, type Problem } from "../../errors.ts";
import {
  checkCitation,
  formatReference,
  holdsPassage,
  isMereReference,
  lookUp,
  parseReference,
} from "../documents/citations.ts";
import { suggestNames } from "../files/nearest.ts";
import { findRepeats } from "../files/scenario-file.ts";
import type { YamlFile } from "../files/yaml-file.ts";
import { type Cited, EVERYONE } from "../schema/play.ts";
import type { Document, Scenario } from "../schema/scenario.ts";
import { type Point, type Script, type ScriptFile, WHOLE_CASE } from "../schema/script.ts";
import { checkPlays, listCited } from "./check-plays.ts";
import { hasPlays, type ScriptCase } from "./script-case.ts";

export type ReadScript = { script: ScriptFile; yaml: YamlFile };

/** A copy in which each value is what `to` makes of it; undefined drops it. */
export function rewriteValue(
  value: unknown,
  to: (value: unknown, path: Path) => unknown,
  path: Path = [],
): unknown {
  const own = to(value, path);
  if (typeof own !== "object" || own === null) return own;
  const kept = Object.entries(own).flatMap(([key, each]) => {
    const inner = rewriteValue(each, to, [...path, Array.isArray(own) ? Number(key) : key]);
    return inner === undefined ? [] : [[key, inner] as const];
  });
  return Array.isArray(own) ? kept.map(([, each]) => each) : Object.fromEntries(kept);
}

type Path = readonly PropertyKey[];

const SPOKEN = /^(?:lines|by|answers|stays|won|ask|reply|change|condition)$/;

export function listSentences(point: Point): { path: Path; text: string }[] {
  const found: { path: Path; text: string }[] = [];
  rewriteValue(point, (value, path) => {
    const isSpoken =
      typeof value === "string" && SPOKEN.test(String(path[0])) && path.at(-1) !== "with";
    if (isSpoken) found.push({ path, text: value });
    return value;
  });
  return found;
}

function isOpposite(one: Point, other: Point): boolean {
  const [a, b] = [getSign(one), getSign(other)];
  return one.for === other.for ? a * b < 0 : a * b > 0;
}

function getSign({ bears }: Pick<Point, "bears">): number {
  return Math.sign(Object.values(bears).reduce((sum, each) => sum + each, 0));
}

const isBare = ({ bears }: Point) => Object.keys(bears).length === 0;

export function checkScript({ script, yaml }: ReadScript, of: ScriptCase): Problem[] {
  const { sheet, documents } = of;
  const { points } = script;
  const verdicts = of.verdicts.map(({ id }) => id);
  const criteria = of.criteria.length > 0 ? of.criteria : [WHOLE_CASE];
  const numbers = findNumbers([...documents.map(({ text }) => text), ...of.texts].join("\n"));
  const ids = points.map(({ id }) => id);
  const problems: Problem[] = [];
  const addProblem = (path: Path, message: string, remedy: string) =>
    problems.push({ place: yaml.locateKey(path), message, remedy });
  const checkKnown = (path: Path, what: string, id: string | undefined, all: readonly string[]) => {
    if (id === undefined || all.includes(id)) return;
    addProblem(path, `${what} ${JSON.stringify(id)} not found`, suggestNames(id, all, "Known"));
  };
  const checkKnownKeys = (
    path: Path,
    entries: object | undefined,
    what: string,
    all: readonly string[],
  ) => {
    for (const key of Object.keys(entries ?? {})) checkKnown([...path, key], what, key, all);
  };

  const checkQuote = (path: Path, { ref, quote }: Cited, what: string, quoteKey: Path = []) => {
    const { name, from, to } = parseReference(ref) ?? { name: ref, from: 0, to: 0 };
    const names = documents.map((each) => each.name);
    const document = documents[names.indexOf(name)];
    const lines = document?.text.split("\n").length ?? 0;
    const at = quoteKey.length > 0 ? [...path, "ref"] : path;
    if (!document) return checkKnown(at, "document", name, names);
    if (from < 1 || from > to || to > lines) {
      const message = `${what} cites ${ref}, but ${name} has lines 1 to ${lines}`;
      return addProblem(at, message, "Cite lines of the document.");
    }
    if (isMereReference(quote, name))
      return addProblem(
        at,
        `the quote of ${what} has less than two words`,
        "Quote the whole line.",
      );
    if (checkCitation({ ref, quote }, [document]).found === "exact") return;
    const { found, place } = lookUp(quote, documents);
    const remedy =
      found === "exact" && place
        ? `It is elsewhere: write ref: ${formatReference(place)}`
        : "Copy the words of the line, with … for omitted words.";
    addProblem([...path, ...quoteKey], `the quote of ${what} is not on ${ref}`, remedy);
  };

  const checkSentence = (path: Path, id: string, text: string) => {
    const strange = [...findNumbers(text)].find((each) => !numbers.has(each));
    const named = verdicts.find((each) => new RegExp(`\\b${each}\\b`).test(text));
    const what = `a sentence of point ${id}`;
    if (strange !== undefined)
      addProblem(
        path,
        `${what} has the number ${strange}, which is in no document`,
        "Use a number of the documents.",
      );
    if (named !== undefined)
      addProblem(
        path,
        `${what} names the verdict ${named}`,
        "Leave the verdict out: members state it themselves.",
      );
  };

  const checkPoint = (point: Point, at: number) => {
    const { id, reply, items, bears, tests } = point;
    const path = ["points", at];
    const others = points.filter((each) => each.id !== id);
    const otherIds = others.map((each) => each.id);
    checkQuote(path, point, `point ${id}`, ["quote"]);
    if (isBare(point))
      addProblem(
        [...path, "bears"],
        `point ${id} bears on no criterion`,
        "Add a criterion with a number from -1 (against) to 1 (for), such as bears: { cost: -0.5 }",
      );
    checkKnownKeys([...path, "bears"], bears, "criterion", criteria);
    checkKnown([...path, "for"], "verdict", point.for, verdicts);
    checkKnown([...path, "issue"], "issue", point.issue, Object.keys(script.issues));
    checkKnown(
      [...path, "reply", "with"],
      "point",
      typeof reply === "object" ? reply.with : undefined,
      otherIds,
    );
    if (sheet) {
      checkKnown([...path, "topic"], "topic", point.topic, sheet.topics);
      checkKnownKeys([...path, "items"], items, "item", sheet.items);
      for (const [item, choice] of Object.entries(items ?? {}))
        checkKnown([...path, "items", item], "choice", choice, sheet.choices);
    }
    for (const [nth, { found, ref }] of tests.entries())
      if (found !== "open" && ref === undefined)
        addProblem(
          [...path, "tests", nth],
          `a test of point ${id} has the result "${found}" without a source`,
          "Add ref: with the line that states the result, or write found: open.",
        );
    checkKnownKeys([...path, "answers"], point.answers, "point", otherIds);
    for (const answered of Object.keys(point.answers)) {
      const other = others.find((each) => each.id === answered);
      if (!other || isBare(point) || isBare(other) || isOpposite(point, other)) continue;
      addProblem(
        [...path, "answers", answered],
        `point ${id} answers ${answered}, but both speak the same way`,
        "Answer a point of the other side, or correct the sign in bears.",
      );
    }
    for (const { path: keys, text } of listSentences(point))
      checkSentence([...path, ...keys], id, text);
  };

  checkKnownKeys(["spoken"], script.spoken, "verdict", verdicts);
  checkKnownKeys(["cuts"], script.cuts, "verdict", verdicts);
  checkKnownKeys(["because"], script.because, "outcome", [
    ...verdicts,
    "for",
    "against",
    "neutral",
    "split",
  ]);
  for (const at of findRepeats(ids))
    addProblem(
      ["points", at, "id"],
      `two points have the id ${ids[at]}`,
      "Give each point its own id.",
    );
  points.forEach(checkPoint);
  if (hasPlays(script)) return [...problems, ...checkPlays({ script, yaml }, of, checkQuote)];
  const texts = documents.map(({ text }) => text);
  const foreign =
    problems.length < 3 ? 0 : points.filter(({ quote }) => !holdsPassage(quote, texts)).length;
  if (2 * foreign <= points.length) return problems;
  const message = `${foreign} of ${points.length} quotes are not in the documents: this script is for another case`;
  return [{ place: yaml.locateKey(["points"]), message, remedy: SCRIPT_REMEDY }];
}

function findNumbers(text: string): Set<string> {
  const found = text.match(/\d[\d.,]*\d|\d/g) ?? [];
  return new Set(found.map((each) => each.replace(/,/g, "")));
}

const LEAST_WORDS = 8;

function findStatementLines(text: string): number[] {
  return text.split("\n").flatMap((line, at) => {
    const words = line.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
    return /^#/.test(line) || words.length < LEAST_WORDS ? [] : [at + 1];
  });
}

/** Without a subject, the documents with points are judged. */
export function measureCoverage(
  {
    points,
    plays = {},
    threads = [],
  }: Pick<ScriptFile, "points"> & Partial<Pick<ScriptFile, "plays" | "threads">>,
  documents: readonly Pick<Document, "name" | "text" | "subject">[],
): { statements: number; covered: number } {
  const subjects = documents.filter(({ subject }) => subject);
  const cited = listCited({ plays, threads });
  const refs = [...points.filter((point) => getSign(point) !== 0), ...cited];
  const named = new Set(
    [...points, ...cited].flatMap(({ ref }) => parseReference(ref)?.name ?? []),
  );
  const judged = subjects.length > 0 ? subjects : documents.filter(({ name }) => named.has(name));
  let [statements, covered] = [0, 0];
  for (const { name, text } of judged.length > 0 ? judged : documents) {
    const spans = refs.flatMap(({ ref }) => {
      const place = parseReference(ref);
      return place?.name === name ? [place] : [];
    });
    const lines = findStatementLines(text);
    statements += lines.length;
    covered += lines.filter((line) =>
      spans.some(({ from, to }) => from <= line && line <= to),
    ).length;
  }
  return { statements, covered };
}

export function findUnanswered({ points }: Pick<ScriptFile, "points">): string[] {
  const answered = new Set(points.flatMap(({ answers }) => Object.keys(answers)));
  return points
    .filter((point) => getSign(point) !== 0 && !answered.has(point.id))
    .map(({ id }) => id);
}

type Requiring = Pick<
  Scenario,
  "name" | "documents" | "private" | "script" | "scriptProblems" | "members"
>;

/** Throws if the script has no opening for a simulated member. */
function requireOpenings(script: Script, { members }: Requiring): Script {
  const own = new Set(Object.values(script.plays).flatMap(({ who }) => who));
  const written = [...own].map((name) => script.members[name]?.id ?? name);
  const missing = members.find(
    ({ persona, model }) =>
      model === "simulated" && !written.includes(persona.id) && !own.has(EVERYONE),
  );
  if (missing === undefined) return script;
  throw refuseWithoutModel(
    undefined,
    `the script has no play for ${missing.persona.name}: simulated members say only what is written for them`,
  );
}

/** Throws if there is no script, or if it signs less than half of the subject. */
export function requireScript(scenario: Requiring): Script {
  const { documents, private: own = [], script, scriptProblems = [] } = scenario;
  if (scriptProblems.length > 0) throw new BoardroomError("scenario-invalid", scriptProblems);
  if (script && hasPlays(script)) return requireOpenings(script, scenario);
  const all = [...documents, ...own];
  const { statements, covered } = measureCoverage(script ?? { points: [] }, all);
  const subjects = all.filter((each) => each.subject);
  const judged = subjects.length > 0 ? subjects : all;
  const subject = subjects.length > 0 || all.length === 1 ? judged[0]?.name : scenario.name;
  const isNamed = script?.points.some(({ ref }) =>
    judged.some(({ name }) => ref.startsWith(`${name}#`)),
  );
  if (!script || (!isNamed && (statements > 0 || subjects.length > 0)))
    throw refuseWithoutModel(subject);
  if (2 * covered < statements)
    throw refuseWithoutModel(
      subject,
      `the script weighs ${covered} of ${statements} statements: simulated members need at least half`,
    );
  return script;
}

/** What every command says of a case that simulated members cannot discuss. */
export function refuseWithoutModel(
  file: string | undefined,
  message = "no script, and simulated members know only prepared cases",
): BoardroomError {
  const place = file === undefined ? undefined : { file };
  return new BoardroomError("script-missing", { place, message, remedy: SCRIPT_REMEDY });
}

const SCRIPT_REMEDY = [
  "With a model, any case works: --model auto uses one on this computer, --model anthropic:claude-sonnet-5-5 needs a key.",
  'Without a model, prepared cases work: run "boardroom run hiring", or write a script as "boardroom new scenario NAME" does.',
].join("\n");
