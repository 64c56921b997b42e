import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";

/** In the order of dependence: a folder imports itself and those above it. */
const ORDER = [
  "text",
  "errors.ts",
  "scenario",
  "scaffold",
  "transcript",
  "perspective",
  "routing",
  "models",
  "meeting",
  "protocols",
  "reports",
  "tui",
  "cli",
];

const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
const sources = files.map((file) => ({ file, text: readFileSync(join("src", file), "utf8") }));

/** What a file imports, types and dynamic imports included. */
function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1]!);
}

function folderOf(file: string): string {
  return file.split("/")[0]!;
}

/** Files outside the allowed places that match. */
function offenders(pattern: RegExp, allowed: RegExp): string[] {
  return sources.filter(({ file, text }) => !allowed.test(file) && pattern.test(text)).map(({ file }) => file);
}

function importers(module: RegExp, allowed: RegExp): string[] {
  return sources
    .filter(({ file, text }) => !allowed.test(file) && importsOf(text).some((name) => module.test(name)))
    .map(({ file }) => file);
}

describe("the house", () => {
  it("knows every folder of src", () => {
    const roots = ["index.ts", "testing.ts", "bin.ts", "testing"];
    expect(files.map(folderOf).filter((folder) => ![...ORDER, ...roots].includes(folder))).toEqual([]);
  });

  it("imports upwards only", () => {
    const wrong = sources.flatMap(({ file, text }) => {
      const own = ORDER.indexOf(folderOf(file));
      if (own === -1) return [];
      const targets = importsOf(text).filter((name) => name.startsWith("."));
      const folders = targets.map((name) => folderOf(relative("src", join("src", dirname(file), name))));
      return folders
        .filter((folder) => ORDER.indexOf(folder) > own)
        .map((folder) => `${file} imports ${folder}`);
    });
    expect(wrong).toEqual([]);
  });

  it("keeps each vendor's SDK in its own folder, and blessed in one file", () => {
    expect(importers(/^@anthropic-ai\/sdk/, /^models\/anthropic\//)).toEqual([]);
    expect(importers(/^openai/, /^models\/openai\//)).toEqual([]);
    expect(importers(/^blessed$/, /^tui\/screen\.ts$/)).toEqual([]);
  });

  it("touches files in few places", () => {
    const allowed =
      /^(?:cli\/|transcript\/(?:journal-file|lock)\.ts|meeting\/people\/file-inbox\.ts|scenario\/(?:files\/read-text|documents\/documents)\.ts|models\/simulated\/words\.ts)/;
    expect(importers(/^(?:node:)?fs(?:\/promises)?$/, allowed)).toEqual([]);
  });

  it("touches the process in cli/ and bin.ts, and where a writer of a transcript names itself", () => {
    expect(offenders(/\bprocess\.[a-z]+\b(?! of)(?=[.([;,)\s])/, /^(?:cli\/|bin\.ts)/)).toEqual([]);
    expect(importers(/^(?:node:)?(?:process|os|child_process)$/, /^(?:cli\/|transcript\/lock\.ts$)/)).toEqual(
      [],
    );
  });

  it("writes to the terminal where words are cleaned, and nowhere else", () => {
    const cleaned = /^(?:cli\/(?:io|live-region|ask-line|go-on)\.ts|tui\/screen\.ts)$/;
    expect(offenders(/(?:stdout|stderr|output|console)\.(?:write|log|error)\(/, cleaned)).toEqual([]);
  });

  it("has clocks and chance behind the floor's ports only", () => {
    expect(
      offenders(
        /Math\.random|Date\.now|performance\.now|new Date\(\)/,
        /^(?:meeting\/contract\/clocks\.ts|models\/|cli\/|tui\/)/,
      ),
    ).toEqual([]);
    expect(offenders(/Math\.random/, /^$/)).toEqual([]);
  });

  it("keeps what differs between Node versions out of the log", () => {
    const logged = /^(?:cli|tui|reports)\//;
    expect(offenders(/Math\.pow|localeCompare|\bIntl\.|[\w)\]] \*\* [\w(]/, logged)).toEqual([]);
  });
});
