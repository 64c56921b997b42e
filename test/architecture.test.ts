import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import jsTokens from "js-tokens";
import { describe, expect, it } from "vitest";
import {
  bothWays,
  circles,
  comparingWithAProtocol,
  exportedForNobody,
  files,
  importsOf,
  nonNullAssertions,
  sources,
  writtenTwice,
} from "./support/house.ts";

/**
 * Tokens of all scripts in src, without white space and comments. The number only falls. If a feature needs more, raise
 * it and give the reason in the commit message.
 */
const TOKENS_AT_MOST = 666_320;

/** How often src may write `!` after a value, each time with a comment that gives the reason. */
const NON_NULL_AT_MOST = 23;

const ORDER = [
  "lists.ts",
  "text",
  "errors.ts",
  "files.ts",
  "scenario",
  "models",
  "engine",
  "protocols",
  "simulated",
  "showing",
  "home",
  "run",
  "studies",
  "screens",
  "agents",
  "cli",
];

function folderOf(file: string): string {
  return file.split("/")[0]!;
}

/** Files outside the allowed places that match. */
function offenders(pattern: RegExp, allowed: RegExp): string[] {
  return sources
    .filter(({ file, text }) => !allowed.test(file) && pattern.test(text))
    .map(({ file }) => file);
}

function importers(module: RegExp, allowed: RegExp): string[] {
  return sources
    .filter(
      ({ file, text }) => !allowed.test(file) && importsOf(text).some((name) => module.test(name)),
    )
    .map(({ file }) => file);
}

describe("the house", () => {
  it("knows every folder of src", () => {
    const roots = ["index.ts", "extend.ts", "testing.ts", "bin.ts", "testing"];
    expect(files.map(folderOf).filter((folder) => ![...ORDER, ...roots].includes(folder))).toEqual(
      [],
    );
  });

  it("imports upwards only", () => {
    const wrong = sources.flatMap(({ file, text }) => {
      const own = ORDER.indexOf(folderOf(file));
      if (own === -1) return [];
      const targets = importsOf(text).filter((name) => name.startsWith("."));
      const folders = targets.map((name) =>
        folderOf(relative("src", join("src", dirname(file), name))),
      );
      return folders
        .filter((folder) => ORDER.indexOf(folder) > own)
        .map((folder) => `${file} imports ${folder}`);
    });
    expect(wrong).toEqual([]);
  });

  it("keeps each vendor's SDK in its own folder, and blessed in one file", () => {
    expect(importers(/^@anthropic-ai\/sdk/, /^models\/anthropic\//)).toEqual([]);
    expect(importers(/^openai/, /^models\/openai\//)).toEqual([]);
    expect(importers(/^@modelcontextprotocol\//, /^agents\/mcp\//)).toEqual([]);
    expect(importers(/^blessed$/, /^screens\/tui\/screen\.ts$/)).toEqual([]);
  });

  it("touches files in few places", () => {
    const allowed =
      /^(?:files\.ts|cli|home|run|agents\/service|screens\/(?:report|web|watch)|studies\/(?:opening|running|cluster\/(?:by-workers|database)\.ts|results\.ts)|showing\/records\.ts|engine\/transcript\/(?:journal-file|lock)\.ts|scenario\/(?:files\/(?:read-text|package-files)|documents\/documents)\.ts)/;
    expect(importers(/^(?:node:)?fs(?:\/promises)?$/, allowed)).toEqual([]);
  });

  it("reads files in files.ts alone, where devices and pipes are refused", () => {
    // The record opens its own file to write, and a folder to sync it. A child process writes to a log.
    const writing =
      /^(?:files|engine\/transcript\/journal-file|home\/(?:process\/child-process|records\/transcript-folder))\.ts$/;
    expect(
      offenders(/\bcreateReadStream\b|\breadFileSync\b|\breadFile\b[^;]*"node:fs/, /^files\.ts$/),
    ).toEqual([]);
    expect(offenders(/\bopenSync\(|import \{[^}]*\bopen\b[^}]*\} from "node:fs/, writing)).toEqual(
      [],
    );
  });

  it("changes files in files.ts alone, behind one gate that names the file, the reason and the remedy", () => {
    const changing =
      /\b(?:writeFile|appendFile|mkdir|mkdtemp|rename|rm|rmdir|unlink|copyFile|truncate|ftruncate|symlink|link|chmod|cp)(?:Sync)?\b/;
    const importModule = /import (?:\{([^}]*)\}|\* as fs) from "node:fs(?:\/promises)?"/g;
    const changers = sources.filter(({ text }) =>
      [...text.matchAll(importModule)].some(
        ([, names]) => names === undefined || changing.test(names),
      ),
    );
    // The record cuts and renames the file that it holds open, in the same gate.
    expect(changers.map(({ file }) => file).sort()).toEqual([
      "engine/transcript/journal-file.ts",
      "files.ts",
    ]);
    expect(offenders(/"cannot be written|`cannot be written/, /^files\.ts$/)).toEqual([]);
  });

  it("makes addresses of names of files in one function", () => {
    expect(
      offenders(
        /encodeURIComponent|href=\{`\$\{(?!folder\}\$\{linkTo\()/,
        /^(?:models\/|studies\/cluster\/database|screens\/pages\/link\.ts|screens\/web\/client\/)/,
      ),
    ).toEqual([]);
  });

  it("touches the process in home/process/, cli/terminal/ and bin.ts, in the lock of a transcript, and to read documents", () => {
    const inChild =
      /^(?:(?:home\/process|cli\/terminal)\/|screens\/watch\/watch\.ts|bin\.ts|scenario\/documents\/extraction-child\.ts)/;
    expect(offenders(/\bprocess\.[a-z]+\b(?! of)(?=[.([;,)\s])/, inChild)).toEqual([]);
    const starting =
      /^(?:(?:home\/process|cli\/terminal)\/|engine\/transcript\/lock\.ts$|scenario\/documents\/extraction-process\.ts$)/;
    expect(importers(/^(?:node:)?(?:process|os|child_process)$/, starting)).toEqual([]);
  });

  it("knows protocols by their registry alone, and none by its name", () => {
    const registry = /protocols\/built-in\.ts$/;
    const others = importers(
      /protocols\/(?!built-in\.ts|rounds\/validate-claims\.ts)/,
      /^(?:protocols\/|simulated\/behaviours\/|index\.ts$)/,
    );
    expect(others.filter((file) => !registry.test(file))).toEqual([]);
    expect(
      offenders(/"(?:chamber|judges|jury|rounds)"/, /^(?:protocols|simulated\/behaviours)\//),
    ).toEqual([]);
  });

  it("has at most 23 commands", () => {
    const main = sources.find(({ file }) => file === "cli/main.ts")?.text ?? "";
    const commands = main.match(/import\("\.\/commands\/[\w-]+\.ts"\)/g) ?? [];
    expect(new Set(commands).size).toBeGreaterThan(20);
    expect(commands.length).toBeLessThanOrEqual(23);
  });

  it("writes to the terminal where words are cleaned, and nowhere else", () => {
    const cleaned =
      /^(?:home\/process\/(?:io|live-region)|cli\/terminal\/(?:ask-(?:line|key)|run-in-terminal)|screens\/tui\/screen)\.ts$/;
    expect(offenders(/(?:stdout|stderr|output|console)\.(?:write|log|error)\(/, cleaned)).toEqual(
      [],
    );
  });

  it("exports what some other file uses, and nothing else", () => {
    expect(exportedForNobody()).toEqual([]);
  });

  it("says each thing once: no two files have the same function", () => {
    expect(writtenTwice()).toEqual([]);
  });

  it("makes no markup of words, and has the page itself in one folder", () => {
    expect(
      offenders(/dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML|document\.write/, /^$/),
    ).toEqual([]);
    expect(readFileSync("src/screens/pages/assets/page.js", "utf8")).not.toMatch(
      /innerHTML|insertAdjacentHTML|eval\(/,
    );
    expect(importers(/^preact/, /^screens\/pages\//)).toEqual([]);
  });

  it("has clocks and chance behind the floor's ports only", () => {
    expect(
      offenders(
        /Math\.random|Date\.now|performance\.now|new Date\(\)/,
        /^(?:engine\/protocol\/clocks\.ts|(?:models|home|run|screens|agents\/service|cli)\/|studies\/(?:running|cluster-here)\/)/,
      ),
    ).toEqual([]);
    expect(offenders(/Math\.random/, /^$/)).toEqual([]);
  });

  it("keeps what differs between Node versions out of the log", () => {
    const logged = /^(?:cli|home|run|screens|showing|studies)\//;
    expect(offenders(/Math\.pow|localeCompare|\bIntl\.|[\w)\]] \*\* [\w(]/, logged)).toEqual([]);
  });
});

/** What a text names that could be a file or a folder: `meeting/turn/`, `tell.ts`, `telling/{en,de}.ts`, `read-*`. */
function namedIn(doc: string): string[] {
  const text = readFileSync(doc, "utf8").replace(/```(?:ts|yaml)[\s\S]*?```/g, "");
  const quoted = [...text.matchAll(/`([\w./*{},-]+)`/g)].map(([, name]) => name!);
  return quoted.filter(
    (name) => /\.(?:tsx?|yaml|css|md)$|\w\/$/.test(name) && !/^\W*\w+$/.test(name),
  );
}

/** Files and folders of the project, by their paths from its root. */
const standing = [
  ...readdirSync("."),
  ...["src", "docs", "test", "panels"].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: "utf8" }).map((path) => `${root}/${path}`),
  ),
].map((path) => `/${path}`);

function stands(name: string): boolean {
  const pattern = name
    .replace(/\/$/, "")
    .replace(/[.]/g, "\\.")
    .replaceAll("*", "[^/]*")
    .replace(/\{([^}]*)\}/, (_, each: string) => `(?:${each.replaceAll(",", "|")})`);
  const ending = new RegExp(`/${pattern}$`);
  return standing.some((path) => ending.test(path));
}

describe("what the docs say of the house", () => {
  it.each(["docs/architecture.md", "AGENTS.md", "CONTRIBUTING.md"])(
    "every file that %s names stands",
    (doc) => {
      expect(namedIn(doc).filter((name) => !stands(name))).toEqual([]);
    },
  );

  it("shows every room, in the order of imports", () => {
    const page = readFileSync("docs/architecture.md", "utf8");
    const [, tree = ""] = /```\nsrc\/\n([\s\S]*?)```/.exec(page) ?? [];
    const rooms = [...tree.matchAll(/^ {2}([\w.]+)/gm)].map(([, room]) => room);
    expect(rooms.slice(0, -1)).toEqual(ORDER);
    expect(rooms.at(-1)).toBe("index.ts");
  });

  it("says where to change what in at most 25 rows", () => {
    const [, rows = ""] =
      /\n## To change X, open Y\n([\s\S]*)/.exec(readFileSync("docs/architecture.md", "utf8")) ??
      [];
    const count = rows.split("\n").filter((row) => row.startsWith("| ")).length - 2;
    expect(count).toBeGreaterThan(10);
    expect(count).toBeLessThanOrEqual(25);
  });

  it("the way of a turn goes by files that stand", () => {
    const [, way = ""] =
      /## A turn\n```\n([\s\S]*?)```/.exec(readFileSync("docs/architecture.md", "utf8")) ?? [];
    const steps = [...way.matchAll(/^(\w[\w/.*-]*)/gm)].map(([, step]) => step!);
    expect(steps.length).toBeGreaterThan(7);
    expect(steps.filter((step) => !stands(step) && !stands(`${step}.ts`))).toEqual([]);
  });
});

describe("the structure of src", () => {
  it("has no circle of files, types included", () => {
    expect(circles()).toEqual([]);
  });

  it("has no two folders that import each other, nor one that its own sub-folder imports back", () => {
    expect(bothWays()).toEqual([]);
  });

  it("compares with a protocol's name in protocols/ alone", () => {
    expect(comparingWithAProtocol()).toEqual([]);
  });

  it("opens meetings in one file, and asks for approval in one", () => {
    expect(offenders(/\bopenMeeting\(/, /^engine\//)).toHaveLength(1);
    expect(offenders(/\brequestApproval\(/, /^home\/spending\//)).toHaveLength(1);
  });

  it("seldom asserts that a value is not null", () => {
    const count = sources.reduce((sum, { text }) => sum + nonNullAssertions(text), 0);
    expect(count).toBeLessThanOrEqual(NON_NULL_AT_MOST);
  });

  it("keeps the number of tokens", () => {
    const scripts = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) =>
      /\.(?:tsx?|js)$/.test(file),
    );
    const tokens = scripts.reduce((sum, file) => sum + countTokens(join("src", file)), 0);
    expect(tokens).toBeLessThanOrEqual(TOKENS_AT_MOST);
  });
});

function countTokens(path: string): number {
  const silent = /^(?:WhiteSpace|LineTerminatorSequence|\w+Comment)$/;
  const tokens = [...jsTokens(readFileSync(path, "utf8"), { jsx: path.endsWith("x") })];
  return tokens.filter(({ type }) => !silent.test(type)).length;
}
