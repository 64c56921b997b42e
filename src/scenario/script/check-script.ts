import { BoardroomError, type Place, type Problem } from "../../errors.ts";
import { checkCitation, isMereReference, lookUp, parseReference, referenceTo } from "../documents/citations.ts";
import { suggestion } from "../files/nearest.ts";
import { repeats } from "../files/scenario-file.ts";
import type { YamlFile } from "../files/yaml-file.ts";
import type { Document, Scenario } from "../schema/scenario.ts";
import { type Point, type Script, type ScriptFile, WHOLE_CASE } from "../schema/script.ts";

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

export function matterOf(
  scenario: Pick<Scenario, "criteria" | "verdicts" | "title" | "question" | "context">,
  documents: ScriptMatter["documents"],
  sheet: Sheet | null = null,
): ScriptMatter {
  const { criteria, verdicts, title, question, context = "" } = scenario;
  const texts = [title, question, context];
  return { documents, sheet, verdicts, criteria: criteria.map(({ id }) => id), texts };
}

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

const DEED =
  /\bI(?:'ve| have)? (?:tested|phoned|rang|called|asked|read (?:it |this )?aloud|worked with|spoke to|talked to|tried it|measured|checked with)\b/i;

const isBare = ({ bears }: Point) => Object.keys(bears).length === 0;

export function checkScript({ script, yaml }: ReadScript, of: ScriptMatter): Problem[] {
  const { sheet, documents } = of;
  const verdicts = of.verdicts.map(({ id }) => id);
  const criteria = of.criteria.length > 0 ? of.criteria : [WHOLE_CASE];
  const numbers = numbersIn([...documents.map(({ text }) => text), ...of.texts].join("\n"));
  const ids = script.points.map(({ id }) => id);
  const names = documents.map(({ name }) => name);
  const unknown = (place: Place, what: string, id: string, known: readonly string[]): Problem[] =>
    known.includes(id)
      ? []
      : [{ place, message: `${what} ${JSON.stringify(id)} not found`, remedy: suggestion(id, known, "Known") }];
  const keysOf = (path: Path, names: object | undefined, what: string, known: readonly string[]) =>
    Object.keys(names ?? {}).flatMap((key) => unknown(yaml.placeOfKey([...path, key]), what, key, known));

  const problemsOf = (point: Point, at: number): Problem[] => {
    const { id, ref, quote, reply, items } = point;
    const path = ["points", at];
    const others = ids.filter((each) => each !== id);
    const problem = (place: Place, message: string, remedy: string): Problem[] => [{ place, message, remedy }];
    const value = (keys: Path, what: string, name: string | undefined, known: readonly string[]) =>
      name === undefined ? [] : unknown(yaml.placeOf([...path, ...keys]), what, name, known);

    const quoted = (): Problem[] => {
      const place = yaml.placeOf([...path, "ref"]);
      const { name, from, to } = parseReference(ref) ?? { name: ref, from: 0, to: 0 };
      const document = documents.find((each) => each.name === name);
      if (!document) return unknown(place, "document", name, names);
      const lines = document.text.split("\n").length;
      if (from < 1 || from > to || to > lines)
        return problem(
          place,
          `point ${id} cites ${ref}, but ${name} has lines 1 to ${lines}`,
          "Cite lines of the document.",
        );
      if (isMereReference(quote))
        return problem(place, `the quote of point ${id} has less than two words`, "Quote the whole line.");
      if (checkCitation({ ref, quote }, [document]).found === "exact") return [];
      const elsewhere = lookUp(quote, documents);
      return problem(
        yaml.placeOf([...path, "quote"]),
        `the quote of point ${id} is not on ${ref}`,
        elsewhere.found === "exact" && elsewhere.place
          ? `It is elsewhere: write ref: ${referenceTo(elsewhere.place)}`
          : "Copy the words of the line, with … for omitted words.",
      );
    };
    const answered = (other: string): Problem[] => {
      const place = yaml.placeOfKey([...path, "answers", other]);
      const to = script.points.find((each) => each.id === other && other !== id);
      if (!to) return unknown(place, "point", other, others);
      if (isOpposite(point, to) || isBare(point) || isBare(to)) return [];
      return problem(
        place,
        `point ${id} answers ${other}, but both speak the same way`,
        "Answer a point of the other side, or correct the sign in bears.",
      );
    };
    const said = ({ path: keys, text }: { readonly path: Path; readonly text: string }): Problem[] => {
      const strange = [...numbersIn(text)].find((each) => !numbers.has(each));
      const named = verdicts.find((each) => new RegExp(`\\b${each}\\b`).test(text));
      const deed = DEED.exec(text)?.[0];
      const rules = [
        [strange, `has the number ${strange}, which is in no document`, "Use a number of the documents."],
        [named, `names the verdict ${named}`, "Leave the verdict out: members state it themselves."],
        [deed, `claims that the speaker did something: "${deed}"`, "Say only what the documents say."],
      ] as const;
      return rules.flatMap(([found, what, remedy]) =>
        found === undefined
          ? []
          : problem(yaml.placeOf([...path, ...keys]), `a sentence of point ${id} ${what}`, remedy),
      );
    };
    return [
      ...quoted(),
      ...(isBare(point)
        ? problem(
            yaml.placeOf([...path, "bears"]),
            `point ${id} bears on no criterion`,
            "Add a criterion with a number from -1 (against) to 1 (for), such as bears: { cost: -0.5 }",
          )
        : []),
      ...keysOf([...path, "bears"], point.bears, "criterion", criteria),
      ...value(["for"], "verdict", point.for, verdicts),
      ...value(["issue"], "issue", point.issue, Object.keys(script.issues)),
      ...value(["reply", "with"], "point", typeof reply === "object" ? reply.with : undefined, others),
      ...(sheet ? value(["topic"], "topic", point.topic, sheet.topics) : []),
      ...(sheet ? keysOf([...path, "items"], items, "item", sheet.items) : []),
      ...Object.entries((sheet && items) ?? {}).flatMap(([item, choice]) =>
        value(["items", item], "choice", choice, sheet?.choices ?? []),
      ),
      ...point.tests.flatMap(({ found, ref: source }, nth) =>
        found === "open" || source !== undefined
          ? []
          : problem(
              yaml.placeOf([...path, "tests", nth]),
              `a test of point ${id} has the result "${found}" without a source`,
              "Add ref: with the line that states the result, or write found: open.",
            ),
      ),
      ...Object.keys(point.answers).flatMap(answered),
      ...sentencesOf(point).flatMap(said),
    ];
  };

  return [
    ...keysOf(["spoken"], script.spoken, "verdict", verdicts),
    ...keysOf(["cuts"], script.cuts, "verdict", verdicts),
    ...keysOf(["because"], script.because, "outcome", [...verdicts, "for", "against", "neutral", "split"]),
    ...repeats(ids).map((at) => ({
      place: yaml.placeOf(["points", at, "id"]),
      message: `two points have the id ${ids[at]}`,
      remedy: "Give each point its own id.",
    })),
    ...script.points.flatMap(problemsOf),
  ];
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

type Requiring = Pick<Scenario, "name" | "documents" | "private" | "script" | "scriptProblems">;

/** By script, the documents that it was last found to cover: each member of a meeting asks again. */
const covering = new WeakMap<Script, Pick<Requiring, "documents" | "private">>();

/** Throws if there is no script, or if it signs less than half of the subject. */
export function requireScript(scenario: Requiring): Script {
  const { documents, private: own = [], script, scriptProblems = [] } = scenario;
  const found = script && covering.get(script);
  if (found?.documents === documents && found.private === scenario.private && scriptProblems.length === 0)
    return script as Script;
  if (scriptProblems.length > 0) throw new BoardroomError("scenario-invalid", scriptProblems);
  const all = [...documents, ...own];
  const { statements, covered } = coverageOf(script ?? { points: [] }, all);
  const subjects = all.filter((each) => each.subject);
  const judged = subjects.length > 0 ? subjects : all;
  const subject = subjects.length > 0 || all.length === 1 ? judged[0]?.name : scenario.name;
  const isNamed = script?.points.some(({ ref }) => judged.some(({ name }) => ref.startsWith(`${name}#`)));
  if (!script || (!isNamed && statements > 0))
    throw missing(scenario, script, `${subject} has no script: simulated members know only prepared cases`);
  if (2 * covered < statements)
    throw missing(
      scenario,
      undefined,
      `the script of ${subject} weighs ${covered} of ${statements} statements: simulated members need at least half`,
    );
  covering.set(script, scenario);
  return script;
}

function missing({ name, documents }: Requiring, script: Script | undefined, message: string): BoardroomError {
  const subject = documents.find((each) => each.subject);
  const given = script && subject ? ["--document", subject.name] : [];
  const check = ["boardroom check", name, ...given, "--write-script"].join(" ");
  return new BoardroomError("script-missing", { message, remedy: scriptRemedies(check) });
}

export function scriptRemedies(check: string): string {
  return [
    "Use a language model: add --model auto, or name one, such as --model anthropic:claude-sonnet-5-5",
    `Let a model write the script once: ${check} --model MODEL`,
    `Fill in an outline yourself: ${check}`,
  ].join("\n");
}
