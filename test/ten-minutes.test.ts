import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Io } from "../src/home/process/io.ts";
import { cli, type Ran, twoTurns } from "./cli/cli.ts";

/** The commands of a page's blocks, each as the words that a shell would make of it. */
function walksIn(page: string): readonly (readonly (readonly string[])[])[] {
  const blocks = [...readFileSync(page, "utf8").matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)];
  return blocks
    .flatMap(([, language, text = ""]) => (language === "" ? [text.trim().split("\n")] : []))
    .filter(([first = ""]) => first.startsWith("boardroom "))
    .map((lines) => lines.map(wordsOf));
}

/** Words as a shell splits them: quotation marks of either kind, and nothing else of a shell's. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? "",
  );
}

/** What a command says comes next, as words; null where it says nothing. */
function nextOf({ out, err }: Ran): readonly string[] | null {
  const [line] = `${out}\n${err}`.match(/^Next: .*$/m) ?? [];
  return line === undefined ? null : wordsOf(line.slice("Next: ".length));
}

/** A command without the words of which only whoever records an outcome knows what they will be. */
function knownAhead(words: readonly string[]): readonly string[] {
  return words[1] === "outcome" ? [...words.slice(0, 3), words.at(-2) ?? ""] : words;
}

const [, question = [], bare = [], board = []] = walksIn("docs/tutorial.md");

/** A stranger's folder with the files that the page names, and what runs commands in it as they stand there. */
function strangersFolder(env: Readonly<Record<string, string>> = {}, more: Partial<Io> = {}) {
  const cwd = mkdtempSync(join(tmpdir(), "boardroom stranger "));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const examples = (name: string) => join(process.cwd(), "examples", name);
  mkdirSync(join(cwd, "cvs"));
  for (const name of ["ben-ostrowski.md", "ida-halloran.md", "lea-fontaine.md"])
    cpSync(examples(`candidates/${name}`), join(cwd, "cvs", name));
  cpSync(examples("candidates/job-description.md"), join(cwd, "job-description.md"));
  cpSync(examples("panels/vendor-choice.md"), join(cwd, "offers.md"));
  cpSync(examples("panels/pricing.md"), join(cwd, "figures.md"));
  const home = { XDG_STATE_HOME: join(cwd, "state"), XDG_CONFIG_HOME: join(cwd, "config"), ...env };
  mkdirSync(home.XDG_STATE_HOME);
  const run = ([, ...argv]: readonly string[]) => cli(argv, { ...more, cwd, env: home });
  return { cwd, run };
}

/** A folder in which every member is the model that the page sets, scripted. */
function withModel() {
  const env = { BOARDROOM_MODEL: "anthropic:claude-sonnet-5-5", ANTHROPIC_API_KEY: "test" };
  return strangersFolder(env, { factories: { anthropic: twoTurns } });
}

/** As the page says of scripts. */
const approved = (words: readonly string[] = []) => [...words, "--approve", "--because", "a test"];

describe("the walks of docs/tutorial.md with a model", () => {
  it("are four blocks of at most three commands", () => {
    expect(walksIn("docs/tutorial.md").map(({ length }) => length)).toEqual([3, 2, 2, 3]);
  });

  it.each([
    ["with a document", question],
    ["without one", bare],
  ])("go from a question to a decision record, %s", async (_, [asked, exported]) => {
    const { cwd, run } = withModel();
    const told = await run(approved(asked));
    expect({ code: told.code, next: nextOf(told) }).toEqual({ code: 0, next: exported });
    expect((await run(exported ?? [])).code).toBe(0);
    const record = readFileSync(join(cwd, exported?.at(-1) ?? ""), "utf8");
    expect(record).toMatch(/^Chosen: "for" \(YES 5\), because 5 of 5 votes/m);
    expect(record).toMatch(/Transcript head hash [0-9a-f]{64}/);
  });

  it("have the same board meet again with its notes", async () => {
    const { cwd, run } = withModel();
    const [asked, became, again] = board;
    const told = await run(approved(asked));
    expect(knownAhead(nextOf(told) ?? [])).toEqual(knownAhead(became ?? []));
    expect(nextOf(await run(became ?? []))).toEqual(again);
    await run(approved(again));
    const both = readdirSync(join(cwd, "transcripts")).filter((name) =>
      existsSync(join(cwd, "transcripts", name, "verdicts.json")),
    );
    expect(both).toHaveLength(2);
  });

  it("are refused without a model, before anything is saved", async () => {
    const { cwd, run } = strangersFolder();
    const { code, err } = await run(question[0] ?? []);
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining("offers.md has no script") });
    expect(existsSync(join(cwd, "scenarios"))).toBe(false);
  });
});
