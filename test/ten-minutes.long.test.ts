import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Io } from "../src/home/process/io.ts";
import { cli, type Ran } from "./cli/cli.ts";
import { ownServer } from "./models/own-servers.ts";
import { answerAsMember } from "./support/scripted-server.ts";

/** The commands of the program in each block that needs a model, as the words that a shell would make of them. */
function walksIn(page: string): readonly (readonly (readonly string[])[])[] {
  const blocks = [...readFileSync(page, "utf8").matchAll(/^```sh\n([\s\S]*?)^```$/gm)];
  return blocks
    .map(([, text = ""]) => text.split("\n").filter((line) => line.startsWith("boardroom ")))
    .filter((lines) => lines.some((line) => line.includes("--model auto")))
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

const [candidates = [], question = [], bare = [], board = []] = walksIn("docs/tutorial.md");

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

const NOWHERE = "http://127.0.0.1:9";

async function withModel() {
  const server = await ownServer("ollama", {
    models: [{ id: "qwen3:8b", loaded: true, window: 40_960, most: 40_960 }],
    reply: answerAsMember,
  });
  const env = {
    OLLAMA_HOST: server.url,
    LMSTUDIO_BASE_URL: NOWHERE,
    LLAMACPP_BASE_URL: NOWHERE,
    VLLM_BASE_URL: NOWHERE,
  };
  return { ...strangersFolder(env, { fetch, findMs: 20_000 }), server };
}

/** As the page says of scripts. */
const approved = (words: readonly string[] = []) => [...words, "--approve", "--because", "a test"];

describe("the walks of docs/tutorial.md with a model", () => {
  it("are four blocks of at most three commands", () => {
    expect(walksIn("docs/tutorial.md").map(({ length }) => length)).toEqual([3, 2, 2, 3]);
  });

  it("go from a job description and three CVs to a ranking and a report", async () => {
    const { cwd, run, server } = await withModel();
    const [made = [], ranked = [], reported = []] = candidates;
    const drafted = await run(made);
    expect({ code: drafted.code, next: nextOf(drafted)?.join(" ") }).toEqual({
      code: 0,
      next: expect.stringContaining(ranked.join(" ")),
    });
    const told = await run(ranked);
    expect(told.code).toBe(0);
    expect(nextOf(told)).toEqual(reported);
    const parts = [
      "Ben Ostrowski, Ida Halloran and Lea Fontaine are level.",
      "Models: ollama:qwen3:8b. Do not decide about a person",
      "│ Candidate ",
      "│ Has led a team (required) ",
    ];
    const places = parts.map((part) => told.out.indexOf(part));
    expect(places.every((place, at) => place >= 0 && place >= (places[at - 1] ?? 0))).toBe(true);
    const drafts = server.bodies.filter(({ messages }) =>
      messages[0]?.content.includes("You prepare a meeting"),
    );
    expect(drafts).toHaveLength(1);
    const sent = await run(reported.filter((word) => word !== "--open"));
    expect(sent).toMatchObject({
      code: 0,
      out: "transcripts/platform-lead-candidates-7/report.html\n",
    });
    expect(readFileSync(join(cwd, sent.out.trim()), "utf8")).toContain("Ida Halloran");
  }, 240_000);

  it.each([
    ["with a document", question],
    ["without one", bare],
  ])("go from a question to a decision record, %s", async (_, [asked, exported]) => {
    const { cwd, run, server } = await withModel();
    const told = await run(approved(asked));
    expect({ code: told.code, next: nextOf(told) }).toEqual({ code: 0, next: exported });
    // A call to draft the question, then each member's opening vote, two turns and a final vote: one model in all seats debates.
    if (bare[0] === asked) expect(server.bodies).toHaveLength(21);
    expect((await run(exported ?? [])).code).toBe(0);
    const record = readFileSync(join(cwd, exported?.at(-1) ?? ""), "utf8");
    expect(record).toMatch(/^Chosen: "(Yes|Move)", because 5 of 5 votes for .*\1 5, 100 %/m);
    expect(record).toMatch(/Transcript hash [0-9a-f]{64}/);
  });

  it("have the same board meet again with the earlier result", async () => {
    const { cwd, run } = await withModel();
    const [asked, became = [], again] = board;
    await run(approved(asked));
    expect((await run(became)).code).toBe(0);
    await run(approved(again));
    const [second = ""] = readdirSync(join(cwd, "transcripts")).filter(
      (name) => name.startsWith("prices-") && name !== "prices-7",
    );
    const record = readFileSync(join(cwd, "transcripts", second, "events.jsonl"), "utf8");
    expect(record).toContain(`- Later result: ${became[3]}`);
    const both = readdirSync(join(cwd, "transcripts")).filter((name) =>
      existsSync(join(cwd, "transcripts", name, "verdicts.json")),
    );
    expect(both).toHaveLength(2);
  });

  it("are refused without a model, before anything is saved", async () => {
    const nothing = {
      OLLAMA_HOST: NOWHERE,
      LMSTUDIO_BASE_URL: NOWHERE,
      LLAMACPP_BASE_URL: NOWHERE,
    };
    const { cwd, run } = strangersFolder({ ...nothing, VLLM_BASE_URL: NOWHERE }, { fetch });
    const { code, err } = await run(question[0] ?? []);
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringContaining("--model auto found no model"),
    });
    expect(existsSync(join(cwd, "scenarios"))).toBe(false);
  });
});
