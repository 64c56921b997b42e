import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Io } from "../src/home/process/io.ts";
import { cli, type Ran } from "./cli/cli.ts";

/** The commands of a page's blocks, each as the words that a shell would make of it. */
export function walksIn(page: string): readonly (readonly (readonly string[])[])[] {
  const blocks = [...readFileSync(page, "utf8").matchAll(/^```\n([\s\S]*?)^```/gm)];
  return blocks
    .map(([, text = ""]) => text.trim().split("\n"))
    .filter(([first = ""]) => first.startsWith("boardroom "))
    .map((lines) => lines.map(wordsOf));
}

/** Words as a shell splits them: quotation marks of either kind, and nothing else of a shell's. */
export function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? "",
  );
}

/** What a command says comes next, as words; null where it says nothing. */
export function nextOf({ out, err }: Ran): readonly string[] | null {
  const [line] = `${out}\n${err}`.match(/^Next: .*$/m) ?? [];
  return line === undefined ? null : wordsOf(line.slice("Next: ".length));
}

/** A command without the words of which only whoever records an outcome knows what they will be. */
export function knownAhead(words: readonly string[]): readonly string[] {
  return words[1] === "outcome" ? [...words.slice(0, 3), words.at(-2) ?? ""] : words;
}

type Environment = Readonly<Record<string, string>>;

/** A stranger's folder with the files that the page names, and what runs commands in it as they stand there. */
export function strangersFolder(env: Environment = {}, more: Partial<Io> = {}) {
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
  const opened: string[] = [];
  const run = ([, ...argv]: readonly string[]) =>
    cli(argv, { ...more, cwd, env: home, openFile: (path) => void opened.push(path) });
  return { cwd, opened, run };
}
