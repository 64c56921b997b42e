import { spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ownServer } from "./models/own-servers.ts";
import { createReader } from "./studies/board-test/reader.ts";
import { root } from "./support/built-folder.ts";
import { buildProgram } from "./support/built-program.ts";
import { FAKE_AGENT } from "./support/programs.ts";
import { startScriptedServer } from "./support/scripted-server.ts";

const GUIDES = readdirSync("docs/how-to").map((file) => join("docs/how-to", file));
const COMMANDS = listCommandPages();
const EXPLANATIONS = readdirSync("docs/explanation")
  .map((file) => join("docs/explanation", file))
  .filter((page) => readFileSync(page, "utf8").includes("```console"));
const PAGES = ["README.md", "docs/tutorial.md", ...GUIDES, ...EXPLANATIONS];

const BOARD_TEST = "docs/how-to/test-a-board.md";

/** The pages of the commands in the order of the overview. A reader follows them one after another. */
function listCommandPages(): readonly string[] {
  const overview = readFileSync("docs/reference/commands.md", "utf8");
  return [...overview.matchAll(/\]\((commands\/[a-z-]+\.md)\)/g)].map(([, path = ""]) =>
    join("docs/reference", path),
  );
}

/** Blocks that are not run, by what they begin with, each with the reason. There are six at most. */
const EXEMPT: Readonly<Record<string, string>> = {
  "claude mcp add": "It configures another program.",
  "npm install pg@8": "It installs packages from a registry.",
  "$ boardroom study run ways --batch":
    "It waits for a provider's batch; the tests of batches run it.",
  "$ boardroom worker": "It needs a PostgreSQL server; the cluster tests run it.",
};

type Block = { language: string; text: string; file: string | null };

/** The blocks of a page in order, with the file that the line before a block names. */
function readBlocks(page: string): readonly Block[] {
  const text = readFileSync(page, "utf8");
  return [...text.matchAll(/([^\n]*)\n+( *)```(\w+)\n([\s\S]*?)^ *```$/gm)].map(
    ([, before = "", indent = "", language = "", inner = ""]) => ({
      language,
      text: inner.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
      file: before.endsWith(":") ? findFileName(before) : null,
    }),
  );
}

/** The last name of a file in a line that asks the reader to write one. */
function findFileName(line: string): string | null {
  const names = [...line.matchAll(/`([\w~./-]+\.(?:yaml|ts|mjs|md))`/g)].map(
    ([, name = ""]) => name,
  );
  return names.at(-1) ?? null;
}

const isCommand = ({ language }: Block) => language === "sh" || language === "console";

const isExempt = ({ text }: Block) => Object.keys(EXEMPT).some((start) => text.startsWith(start));

let server: Awaited<ReturnType<typeof startScriptedServer>>;
let bin: string;
let prepared: string;

beforeAll(async () => {
  server = await startScriptedServer();
  prepared = mkdtempSync(join(tmpdir(), "boardroom docs "));
  bin = buildProgram().bin;
  writePrograms(join(prepared, "programs"));
});

afterAll(() => {
  server.close();
  rmSync(prepared, { recursive: true, force: true });
});

/** The lines of the example of hiring by which a board votes that is biased by name. */
const FACTS = [
  { id: "doctorate", words: "PhD in computer science, University of Aalsund, 2017" },
  { id: "reproduced-result", words: "An independent group at a second university reproduced" },
  { id: "paid-product", words: "Grew Cairn to EUR 6.2 million of annual revenue" },
  { id: "patents-or-library", words: "Created the open-source library calibra" },
];

/** The program under its name, a browser that opens nothing, and npm for a copy that is prepared. */
function writePrograms(folder: string): void {
  mkdirSync(folder);
  mkdirSync(join(prepared, "copy/scripts"), { recursive: true });
  symlinkSync(dirname(bin), join(prepared, "copy/dist"));
  cpSync(join(root, "scripts/start.js"), join(prepared, "copy/scripts/start.js"));
  const start = `exec "${process.execPath}" "${join(prepared, "copy/scripts/start.js")}"`;
  const programs = {
    boardroom: `exec "${process.execPath}" "${bin}" "$@"`,
    npm: `case "$1" in ci | link) ;; start) shift; [ "$1" != -- ] || shift; ${start} "$@" ;; *) exit 9 ;; esac`,
    "xdg-open": "exit 0",
    open: "exit 0",
    "my-agent": `exec "${process.execPath}" "${FAKE_AGENT}"`,
    "my-other-agent": `exec "${process.execPath}" "${FAKE_AGENT}" text`,
  };
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, name), 0o755);
  }
}

type Reader = { cwd: string; env: Readonly<Record<string, string>> };

function openReader(page: string): Reader {
  const home = join(prepared, page.replaceAll("/", "-"));
  const cwd = join(home, "work");
  mkdirSync(cwd, { recursive: true });
  const nowhere = "http://127.0.0.1:9";
  return {
    cwd,
    env: {
      PATH: `${join(prepared, "programs")}:${process.env.PATH}`,
      HOME: home,
      NO_COLOR: "1",
      TERM: "xterm",
      OLLAMA_HOST: server.url,
      LMSTUDIO_BASE_URL: nowhere,
      LLAMACPP_BASE_URL: nowhere,
      VLLM_BASE_URL: nowhere,
      ANTHROPIC_API_KEY: "a-key-of-a-test",
      ANTHROPIC_BASE_URL: server.url,
      OPENAI_API_KEY: "a-key-of-a-test",
      OPENAI_BASE_URL: `${server.url}/v1`,
    },
  };
}

type Ran = { code: number | null; out: string };

/**
 * Commands that wait for somebody or decide nothing, so that their page gives another exit code than 0, and what ends
 * the wait: Ctrl+C when the text is printed, or a second command with the flag that gives the reader's answer.
 */
const WAITS: readonly {
  start: RegExp;
  code: number;
  until?: string;
  answer?: string;
}[] = [
  { start: /^boardroom (?:serve|mcp --http)/, code: 0, until: "http://" },
  { start: /=agent:kai/, code: 130, until: "waits for the agent kai" },
  { start: /^boardroom ask (?!.*--yes)/, code: 6, answer: " --yes" },
  { start: /--withdraw$/, code: 0 },
  { start: /^boardroom run niche-decision/, code: 3 },
  { start: /^boardroom test .*--model vllm:biased/, code: 8 },
  { start: /=human:ngo|--as ngo| --by /, code: 6 },
];

const findWait = (command: string) => WAITS.find(({ start }) => start.test(command));

/** Where a terminal is missing, which a test has not, the meeting is printed. */
const NOTE =
  /^boardroom: the output is not a terminal, so the meeting is printed instead of shown$/gm;

function runShell({ cwd, env }: Reader, command: string): Promise<Ran> {
  const child = spawn("bash", ["-c", command], {
    cwd,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { until } = findWait(command) ?? {};
  let out = "";
  let isStopped = false;
  const read = (piece: unknown) => {
    out += String(piece);
    if (until === undefined || isStopped || !out.includes(until)) return;
    isStopped = true;
    process.kill(-(child.pid ?? 0), "SIGINT");
  };
  child.stdout.on("data", read);
  child.stderr.on("data", read);
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, out })));
}

function saveFile({ cwd, env }: Reader, { file, text }: Block): void {
  const path = (file ?? "").replace(/^~/, env.HOME ?? "");
  const place = path.startsWith("/") ? path : join(cwd, path);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, text);
}

type Shown = { command: string; lines: readonly string[] };

/**
 * A block's commands; a file that a command writes goes to its line END. In a console, lines after `$` and the command
 * are what it prints, and `…` is a cut, of lines or within one.
 */
function splitCommands({ language, text }: Block): readonly Shown[] {
  if (language === "sh") {
    const commands = text.match(/^.*<<'END'\n[\s\S]*?^END$|^.+$/gm) ?? [];
    return commands.map((command) => ({ command, lines: [] }));
  }
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((each) => {
      const [command = "", ...lines] = each.split("\n").map((line) => line.trimEnd());
      return { command, lines: lines.filter((line) => line !== "" && line.trim() !== "…") };
    });
}

function readShownLine(line: string): (printed: string) => boolean {
  const parts = line.split("…").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`^${parts.join(".*")}$`);
  return (printed) => pattern.test(printed);
}

/** The first line of a page that is not printed after the line before it. */
function findMissingLine(lines: readonly string[], out: string): string | undefined {
  const printed = out.split("\n").map((line) => line.trimEnd());
  let from = 0;
  return lines.find((line) => {
    const isShown = readShownLine(line);
    const at = printed.findIndex((each, index) => index >= from && isShown(each));
    from = at + 1;
    return at === -1;
  });
}

const APPROVAL = /^Next: (boardroom .*--approve --because) \.\.\.$/m;

/** Meetings that cost more than $3 wait for a reason. */
const isExpensive = ({ code, out }: Ran) => code === 6 && APPROVAL.test(out);

/** The command that the program prints, with the reader's reason. */
const readApproval = ({ out }: Ran) => `${APPROVAL.exec(out)?.[1]} "the page shows it"`;

/** What goes wrong for a reader who follows the page from an empty folder. */
async function followPage(page: string, reader = openReader(page)): Promise<readonly string[]> {
  const wrong: string[] = [];
  const run = async (command: string, expected: number, lines: readonly string[] = []) => {
    const first = await runShell(reader, command);
    const { code, out } = isExpensive(first) ? await runShell(reader, readApproval(first)) : first;
    const isRefused = /^boardroom: /m.test(out.replace(NOTE, ""));
    if (code !== expected || isRefused)
      wrong.push(`$ ${command}\nexit ${code}\n${out.slice(-1500)}`);
    const missing = findMissingLine(lines, out);
    if (missing !== undefined) wrong.push(`$ ${command}\ndoes not print: ${missing}`);
  };
  for (const block of readBlocks(page)) {
    if (!isCommand(block) && block.file !== null) saveFile(reader, block);
    if (!isCommand(block) || isExempt(block)) continue;
    for (const { command, lines } of splitCommands(block)) {
      const { code = 0, answer } = findWait(command) ?? {};
      await run(command, code, lines);
      if (answer !== undefined) await run(command + answer, 0);
    }
  }
  return wrong;
}

describe("a reader who follows a page from an empty folder", () => {
  it.concurrent.each(PAGES.filter((page) => page !== BOARD_TEST))(
    "can run every command of %s",
    async (page) => {
      expect(await followPage(page)).toEqual([]);
    },
    600_000,
  );

  it(`can run every command of ${BOARD_TEST} with a board that is biased by name`, async () => {
    const { url } = await ownServer("vllm", {
      models: [{ id: "biased", loaded: true, window: 65_536 }],
      reply: createReader({ noise: 11, bias: 0.3 }, FACTS, "guide"),
    });
    const { cwd, env } = openReader(BOARD_TEST);
    const reader = { cwd, env: { ...env, VLLM_BASE_URL: url } };
    expect(await followPage(BOARD_TEST, reader)).toEqual([]);
  }, 300_000);

  it("can run every command of the reference, page by page", async () => {
    const reader = openReader("commands");
    const wrong: string[] = [];
    for (const page of COMMANDS) wrong.push(...(await followPage(page, reader)));
    expect(wrong).toEqual([]);
    expect(COMMANDS.length).toBeGreaterThan(20);
  }, 300_000);

  it.each([...PAGES, ...COMMANDS])("sees in %s what each command of the program prints", (page) => {
    const silent = readBlocks(page)
      .filter((block) => isCommand(block) && !isExempt(block))
      .flatMap(splitCommands)
      .filter(({ command, lines }) => command.startsWith("boardroom ") && lines.length === 0);
    expect(silent.map(({ command }) => command)).toEqual([]);
  });

  it("is stopped by a command that fails, and by one that should fail and does not", async () => {
    const page = join(prepared, "page.md");
    writeFileSync(
      page,
      "# A page\n\n```sh\nboardroom run nowhere\nboardroom list --by someone\n```\n\n```console\n$ boardroom list\nA meeting.\n…\n```\n",
    );
    const wrong = await followPage(page);
    expect(wrong).toEqual([
      expect.stringContaining("$ boardroom run nowhere\nexit 2"),
      expect.stringContaining("$ boardroom list --by someone\nexit 2"),
      "$ boardroom list\ndoes not print: A meeting.",
    ]);
  });

  it("gets from npm start the command that is named after --", async () => {
    const reader = openReader("start");
    const { code } = await runShell(reader, "npm start -- run investment --seed 7 --quiet");
    expect({ code, transcripts: readdirSync(join(reader.cwd, "transcripts")) }).toEqual({
      code: 0,
      transcripts: ["investment-7"],
    });
  });

  it("finds at most six blocks that are not run, each with its reason", () => {
    const exempt = [...PAGES, ...COMMANDS].flatMap(readBlocks).filter(isExempt);
    const starts = Object.keys(EXEMPT);
    expect(starts.filter((start) => !exempt.some(({ text }) => text.startsWith(start)))).toEqual(
      [],
    );
    expect(exempt.length).toBeLessThanOrEqual(6);
    const commands = PAGES.flatMap(readBlocks).filter(isCommand);
    expect(commands.length).toBeGreaterThan(40);
  });
});
