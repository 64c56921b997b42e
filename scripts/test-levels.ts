/**
 * How many test cases go through what users have, and how many through internals: npx tsx scripts/test-levels.ts
 *
 * A case is one of the internals where it takes a value out of src that is not imported as `boardroom`,
 * `boardroom/extend` or `boardroom/testing`, by itself or by way of a helper; else it is one of the program where it
 * runs command lines; else of the public names. Doubles of `test/support` count as public. A type alone runs
 * nothing. `--files` counts each
 * file's cases of the internals; `--names` counts those of each name of src, and those that know no other. With
 * `--at-least 62` it fails where fewer of a hundred go by the program or public names.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const LEVELS = ["program", "public", "internal"] as const;
type Level = (typeof LEVELS)[number];

/** Names of a file that run the program, and those that run internals, with which they are. */
type Names = { program: Set<string>; internal: Map<string, ReadonlySet<string>> };
/** A statement with what is in it: lines from and to, and the names that it declares or sets. */
type Chunk = {
  from: number;
  to: number;
  text: string;
  names: readonly string[];
};

const PROGRAM = /^src\/(?:bin|cli\/(?:.*\/)?(?:main|io))\.ts$/;
/** Scenarios, models with faults, meetings run again and screens without a terminal help a test. It is not about them. */
const DOUBLES =
  /^test\/support\/(?:bad-day|example-scenario|faulty-model|misbehaving|rerun|selector-conformance|watcher)\.ts$/;
const CASE_OR_GROUP = /^\s*(?:describe|it|test)\b/;

const analysed = new Map<string, Names>();

/** The names at the top of a file, those that it imports included. */
function namesOf(file: string): Names {
  const known = analysed.get(file);
  if (known) return known;
  const names: Names = { program: new Set(), internal: new Map() };
  analysed.set(file, names);
  const text = readFileSync(file, "utf8");
  for (const [, clause, from] of text.matchAll(/^import ([^;]*?) from "(\.[^"]+\.tsx?)";$/gm)) {
    const target = relative("", join(dirname(file), from!));
    const imported = valuesIn(clause!);
    if (PROGRAM.test(target)) for (const name of imported) names.program.add(name);
    else if (DOUBLES.test(target)) continue;
    else if (target.startsWith("src/"))
      for (const name of imported) names.internal.set(name, new Set([`${target} ${name}`]));
    else {
      const theirs = namesOf(target);
      for (const name of imported) add(names.internal, name, theirs.internal.get(name) ?? []);
      for (const name of imported) if (theirs.program.has(name)) names.program.add(name);
    }
  }
  spread(chunksOf(text.split("\n"), 0, ""), names);
  return names;
}

/** The values that an import clause names: `{ one, type Two, three }`. */
function valuesIn(clause: string): string[] {
  if (clause.startsWith("type ")) return [];
  const each = clause
    .replace(/[{}]/g, "")
    .split(",")
    .map((name) => name.trim());
  return each
    .filter((name) => name !== "" && !name.startsWith("type "))
    .map((name) => name.split(" ").at(-1)!);
}

/** The statements at one depth of indentation. */
function chunksOf(lines: readonly string[], offset: number, indent: string): Chunk[] {
  const begins = lines.flatMap((line, at) =>
    line.startsWith(indent) && /^[\w/]/.test(line.slice(indent.length)) ? [at] : [],
  );
  return begins.map((from, index) => {
    const to = begins[index + 1] ?? lines.length;
    const text = lines.slice(from, to).join("\n");
    const declared =
      /^\s*(?:export )?(?:async )?(?:const|let|function|class) (\w+|[{[][^=]*?[}\]]) ?/.exec(
        text,
      )?.[1];
    const set = /^\s*(?:before|after)(?:All|Each)\(/.test(text)
      ? [...text.matchAll(/(\w+) = /g)].map(([, name]) => name!)
      : [];
    return {
      from: offset + from,
      to: offset + to,
      text,
      names: [...(declared?.match(/\w+/g) ?? []), ...set],
    };
  });
}

/** Adds the names of what mentions a name that is known already, until nothing is added. */
function spread(chunks: readonly Chunk[], { program, internal }: Names): void {
  const plain = chunks.filter(
    ({ text }) => !CASE_OR_GROUP.test(text) && !text.startsWith("import "),
  );
  const known = () =>
    program.size + [...internal.values()].reduce((sum, { size }) => sum + size, 0);
  for (let before = -1; before !== known(); ) {
    before = known();
    for (const { text, names } of plain) {
      const read = namesIn(text);
      if (read.some((name) => program.has(name))) for (const name of names) program.add(name);
      const behind = behindOf(text, internal);
      for (const name of names) add(internal, name, behind);
    }
  }
}

function add(names: Names["internal"], name: string, behind: Iterable<string>): void {
  const all = new Set([...(names.get(name) ?? []), ...behind]);
  if (all.size > 0) names.set(name, all);
}

/** The names of src that a piece of code runs. */
function behindOf(text: string, internal: Names["internal"]): readonly string[] {
  const loaded = [...text.matchAll(/\bimport\([`"](?:\.+\/)+(src\/[^`"]*)[`"]\)/g)].map(
    ([, path]) => path!,
  );
  const named = namesIn(text).flatMap((name) => [...(internal.get(name) ?? [])]);
  return [...new Set([...loaded, ...named])];
}

/** The names that code reads: none of its texts, comments, keys, fields of something else, or types. */
function namesIn(text: string): readonly string[] {
  const code = codeOf(text);
  return [...new Set(code.match(/(?<!\w|(?<!\.\.)\.)[A-Za-z_$][\w$]*\b(?!:)/g) ?? [])];
}

/** Code without its texts, comments and patterns; what stands between `${` and `}` of a text is code. */
function codeOf(text: string): string {
  /** How many braces are open in each piece of code that is open, the innermost last; null for a text. */
  const open: (number | null)[] = [0];
  let code = "";
  for (let at = 0; at < text.length; ) {
    const braces = open.at(-1) ?? null;
    const token = braces === null ? IN_TEXT : IN_CODE;
    token.lastIndex = at;
    const part = token.exec(text)?.[0] ?? text[at]!;
    at += part.length;
    if (part === "`" && braces === null) open.pop();
    else if (part === "`") open.push(null);
    else if (part === "${" && braces === null) open.push(0);
    else if (part === "}" && braces === 0 && open.length > 1) open.pop();
    else if (braces !== null) {
      if (part === "{") open[open.length - 1] = braces + 1;
      if (part === "}") open[open.length - 1] = braces - 1;
      code += /^(?:\/|"|')./.test(part) ? " " : part;
    }
  }
  return code;
}

const IN_TEXT = /`|\$\{|\\.|[^`$\\]+/y;
const IN_CODE =
  /\/\*[\s\S]*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(?<=[(,=:[!&|?{};\n>]\s*)\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*|[^`{}/"']+/y;

/** The level of the case that begins on or about a line, counted from 1. */
function levelAt(file: string, line: number): Found {
  const own = namesOf(file);
  const names = { program: new Set(own.program), internal: new Map(own.internal) };
  let chunks = chunksOf(readFileSync(file, "utf8").split("\n"), 0, "");
  for (let indent = "  "; ; indent += "  ") {
    const chunk = chunks.find(({ from, to }) => from < line && line <= to);
    if (chunk === undefined) return { level: "public", behind: [] };
    const lines = chunk.text.split("\n");
    const inner = chunksOf(lines.slice(1), chunk.from + 1, indent);
    const isGroup =
      /^\s*(?:describe\b|for \()/.test(lines[0]!) &&
      inner.some(({ text }) => CASE_OR_GROUP.test(text));
    if (!isGroup) return levelOf(chunk.text, names);
    const head = levelOf(chunk.text.slice(0, chunk.text.indexOf(inner[0]!.text)), names);
    if (head.level === "internal") return head;
    spread(inner, names);
    chunks = inner;
  }
}

type Found = { level: Level; behind: readonly string[] };

function levelOf(text: string, { program, internal }: Names): Found {
  const behind = behindOf(text, internal);
  if (behind.length > 0) return { level: "internal", behind };
  return { level: namesIn(text).some((name) => program.has(name)) ? "program" : "public", behind };
}

type Listed = { file: string; location: { line: number } };
type Row = Record<Level, number>;

const listed = execFileSync("npx", ["vitest", "list", "--json", "--includeTaskLocation"], {
  encoding: "utf8",
  maxBuffer: 2 ** 28,
});
const cases: readonly Listed[] = JSON.parse(listed.slice(listed.indexOf("[")));
const byFolder = new Map<string, Row>();
const byFile = new Map<string, Row>();
/** Of each name of src: cases that run it, and those that run nothing else of src. */
const byName = new Map<string, { cases: number; alone: number }>();
for (const { file, location } of cases) {
  const path = relative("", file);
  const { level, behind } = levelAt(path, location.line);
  for (const name of behind) {
    const { cases, alone } = byName.get(name) ?? { cases: 0, alone: 0 };
    byName.set(name, { cases: cases + 1, alone: alone + (behind.length === 1 ? 1 : 0) });
  }
  const folder = path.split("/").slice(0, -1).slice(0, 2).join("/");
  for (const [rows, name] of [
    [byFolder, folder],
    [byFolder, "together"],
    [byFile, path],
  ] as const) {
    const row = rows.get(name) ?? { program: 0, public: 0, internal: 0 };
    row[level] += 1;
    rows.set(name, row);
  }
}

/** Of a hundred cases, those without internals. */
function shareOf({ program, public: open, internal }: Row): number {
  return (100 * (program + open)) / (program + open + internal);
}

const cells = (values: readonly string[]) => values.map((value) => value.padStart(14)).join("");
console.log("folder".padEnd(20) + cells([...LEVELS, "no internals"]));
for (const [folder, row] of [...byFolder].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
  const share = `${shareOf(row).toFixed(0)} %`;
  console.log(folder.padEnd(20) + cells([...LEVELS.map((level) => String(row[level])), share]));
}
const least = Number(process.argv[process.argv.indexOf("--at-least") + 1]);
if (process.argv.includes("--at-least") && shareOf(byFolder.get("together")!) < least) {
  console.error(`Less than ${least} % of the cases go by the program or public names.`);
  process.exitCode = 1;
}
if (process.argv.includes("--files")) {
  const files = [...byFile].toSorted(([, one], [, other]) => other.internal - one.internal);
  for (const [file, { internal }] of files)
    if (internal > 0) console.log(`${String(internal).padStart(5)} ${file}`);
}
if (process.argv.includes("--names")) {
  const names = [...byName].toSorted(([, one], [, other]) => other.cases - one.cases);
  for (const [name, { cases, alone }] of names)
    console.log(`${String(cases).padStart(5)} ${String(alone).padStart(5)} ${name}`);
}
