/**
 * How many test cases go through what users have, and how many through internals: npx tsx scripts/test-levels.ts
 *
 * A case is one of the internals where it runs something of src that neither `boardroom` nor `boardroom/testing`
 * exports, by itself or by way of a helper; else it is one of the program where it runs command lines; else of the
 * public names. What is imported as a type alone runs nothing. `--files` counts each file's cases of the internals.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const LEVELS = ["program", "public", "internal"] as const;
type Level = (typeof LEVELS)[number];

/** Names of a file that run the program, and those that run internals. */
type Names = { readonly program: Set<string>; readonly internal: Set<string> };
/** A statement with what is in it: lines from and to, and the names that it declares or sets. */
type Chunk = {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly names: readonly string[];
};

const PROGRAM = /^src\/(?:bin|cli\/(?:.*\/)?(?:main|io))\.ts$/;
const CASE_OR_GROUP = /^\s*(?:describe|it|test)\b/;

const analysed = new Map<string, Names>();

/** The names at the top of a file, those that it imports included. */
function namesOf(file: string): Names {
  const known = analysed.get(file);
  if (known) return known;
  const names: Names = { program: new Set(), internal: new Set() };
  analysed.set(file, names);
  const text = readFileSync(file, "utf8");
  for (const [, clause, from] of text.matchAll(/^import ([^;]*?) from "(\.[^"]+\.ts)";$/gm)) {
    const target = relative("", join(dirname(file), from!));
    const imported = valuesIn(clause!);
    if (PROGRAM.test(target)) for (const name of imported) names.program.add(name);
    else if (target.startsWith("src/")) for (const name of imported) names.internal.add(name);
    else {
      const theirs = namesOf(target);
      for (const name of imported) if (theirs.internal.has(name)) names.internal.add(name);
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
  return each.filter((name) => name !== "" && !name.startsWith("type ")).map((name) => name.split(" ").at(-1)!);
}

/** The statements at one depth of indentation. */
function chunksOf(lines: readonly string[], offset: number, indent: string): Chunk[] {
  const begins = lines.flatMap((line, at) =>
    line.startsWith(indent) && /^[\w/]/.test(line.slice(indent.length)) ? [at] : [],
  );
  return begins.map((from, index) => {
    const to = begins[index + 1] ?? lines.length;
    const text = lines.slice(from, to).join("\n");
    const declared = /^\s*(?:export )?(?:async )?(?:const|let|function|class) (\w+|[{[][^=]*?[}\]]) ?/.exec(
      text,
    )?.[1];
    const set = /^\s*(?:before|after)(?:All|Each)\(/.test(text)
      ? [...text.matchAll(/(\w+) = /g)].map(([, name]) => name!)
      : [];
    return { from: offset + from, to: offset + to, text, names: [...(declared?.match(/\w+/g) ?? []), ...set] };
  });
}

/** Adds the names of what mentions a name that is known already, until nothing is added. */
function spread(chunks: readonly Chunk[], { program, internal }: Names): void {
  const plain = chunks.filter(({ text }) => !CASE_OR_GROUP.test(text) && !text.startsWith("import "));
  for (let before = -1; before !== program.size + internal.size; ) {
    before = program.size + internal.size;
    for (const { text, names } of plain) {
      for (const kind of [program, internal])
        if (mentions(text, kind)) for (const name of names) kind.add(name);
    }
  }
}

function mentions(text: string, names: ReadonlySet<string>): boolean {
  const code = text.replace(/"(?:[^"\\\n]|\\.)*"/g, '""').replace(/^\s*(?:\/\/|\/?\*).*$/gm, "");
  return (code.match(/(?<![.\w])[A-Za-z_]\w*/g) ?? []).some((name) => names.has(name));
}

/** The level of the case that begins on or about a line, counted from 1. */
function levelAt(file: string, line: number): Level {
  const own = namesOf(file);
  const names = { program: new Set(own.program), internal: new Set(own.internal) };
  let chunks = chunksOf(readFileSync(file, "utf8").split("\n"), 0, "");
  for (let indent = "  "; ; indent += "  ") {
    const chunk = chunks.find(({ from, to }) => from < line && line <= to);
    if (chunk === undefined) return "public";
    const lines = chunk.text.split("\n");
    const inner = chunksOf(lines.slice(1), chunk.from + 1, indent);
    const isGroup =
      /^\s*(?:describe\b|for \()/.test(lines[0]!) && inner.some(({ text }) => CASE_OR_GROUP.test(text));
    if (!isGroup) return levelOf(chunk.text, names);
    const head = levelOf(chunk.text.slice(0, chunk.text.indexOf(inner[0]!.text)), names);
    if (head === "internal") return head;
    spread(inner, names);
    chunks = inner;
  }
}

function levelOf(text: string, { program, internal }: Names): Level {
  if (mentions(text, internal)) return "internal";
  return mentions(text, program) ? "program" : "public";
}

type Listed = { readonly file: string; readonly location: { readonly line: number } };
type Row = Record<Level, number>;

const listed = execFileSync("npx", ["vitest", "list", "--json", "--includeTaskLocation"], {
  encoding: "utf8",
  maxBuffer: 2 ** 28,
});
const cases: readonly Listed[] = JSON.parse(listed.slice(listed.indexOf("[")));
const byFolder = new Map<string, Row>();
const byFile = new Map<string, Row>();
for (const { file, location } of cases) {
  const path = relative("", file);
  const level = levelAt(path, location.line);
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

const cells = (values: readonly string[]) => values.map((value) => value.padStart(14)).join("");
console.log("folder".padEnd(20) + cells([...LEVELS, "no internals"]));
for (const [folder, row] of [...byFolder].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
  const all = row.program + row.public + row.internal;
  const share = `${((100 * (all - row.internal)) / all).toFixed(0)} %`;
  console.log(folder.padEnd(20) + cells([...LEVELS.map((level) => String(row[level])), share]));
}
if (process.argv.includes("--files")) {
  const files = [...byFile].toSorted(([, one], [, other]) => other.internal - one.internal);
  for (const [file, { internal }] of files)
    if (internal > 0) console.log(`${String(internal).padStart(5)} ${file}`);
}
