import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type MeetingEvent, type ModelFactory, readTranscript } from "boardroom";
import { describe, expect, test } from "vitest";
import { verdictsFileSchema } from "../../src/showing/verdict-schema.ts";
import { failure } from "../support/failures.ts";
import { cli, twoTurns, workFolder, wroteIn } from "./cli.ts";
import { screenOf } from "./screen.ts";

const factories = { simulated: twoTurns };
const run = (cwd: string, ...flags: string[]) =>
  cli(["run", "small", ...flags], { cwd, factories });

test("prints the debate and the table, and where the transcript is", async () => {
  const cwd = workFolder();
  const { code, out, err } = await run(cwd, "--seed", "7");
  expect({ code, err }).toEqual({ code: 0, err: wroteIn("transcripts/small-7") });
  const { events, head } = readTranscript(join(cwd, "transcripts/small-7"));
  const [opened] = events as readonly [MeetingEvent<"meeting.opened">];
  const masked = out.replace(head, "<head>").replace(opened.meeting.slice(0, 12), "<meeting>");
  await expect(masked).toMatchFileSnapshot("golden/run-small.txt");
});

test("replay prints exactly what the run printed", async () => {
  const cwd = workFolder();
  const { out } = await run(cwd, "--seed", "7");
  expect(await cli(["show", "transcripts/small-7"], { cwd })).toEqual({ code: 0, out, err: "" });
});

test("json prints the lines of events.jsonl and nothing else", async () => {
  const cwd = workFolder();
  const { out } = await run(cwd, "--seed", "7", "--json");
  expect(out).toBe(readFileSync(join(cwd, "transcripts/small-7/events.jsonl"), "utf8"));
  expect((await cli(["show", "transcripts/small-7", "--json"], { cwd })).out).toBe(out);
});

describe("the transcript folder", () => {
  test("holds the log and what is read from it, for its owner alone", async () => {
    const cwd = workFolder();
    await run(cwd, "--seed", "7");
    const folder = join(cwd, "transcripts/small-7");
    const files = readdirSync(folder).sort();
    expect(files).toEqual([
      "events.jsonl",
      "transcript.md",
      "verdicts.csv",
      "verdicts.json",
      "written.json",
    ]);
    for (const file of files) expect(statSync(join(folder, file)).mode & 0o077).toBe(0);
    const verdicts = verdictsFileSchema.parse(
      JSON.parse(readFileSync(join(folder, "verdicts.json"), "utf8")),
    );
    expect(verdicts.meetings[0]!.headHash).toBe(readTranscript(folder).head);
  });

  test("takes the next free suffix", async () => {
    const cwd = workFolder();
    for (let count = 0; count < 3; count++) await run(cwd, "--seed", "7", "--quiet");
    expect(readdirSync(join(cwd, "transcripts")).sort()).toEqual([
      "small-7",
      "small-7-2",
      "small-7-3",
    ]);
  });

  test("is the one that --output names, when that is new or empty", async () => {
    const cwd = workFolder();
    mkdirSync(join(cwd, "mine"));
    expect((await run(cwd, "--seed", "7", "--output", "mine")).err).toBe(wroteIn("mine"));
    const again = await run(cwd, "--seed", "7", "--output", "mine");
    expect(again).toMatchObject({ code: 2, out: "" });
    expect(again.err).toBe(
      "boardroom: mine: already exists and is not an empty folder\n  Name another folder with --output.\n",
    );
  });

  test("is named safely after a seed that is a word", async () => {
    const cwd = workFolder();
    const { err } = await run(cwd, "--seed", "../../Etc Passwd", "--quiet");
    expect(err).toBe(wroteIn("transcripts/small-etc-passwd"));
  });
});

describe("settings", () => {
  test("a seed is drawn where nobody names one, and printed", async () => {
    const cwd = workFolder();
    const { out, err } = await run(cwd);
    const [, seed] = /Transcript: transcripts\/small-(\d+)/.exec(err)!;
    expect(out).toMatch(new RegExp(`^protocol board@\\d+, seed ${seed}$`, "m"));
  });

  test("flags reach the meeting", async () => {
    const cwd = workFolder({ "other.md": "Another line\n", "note.txt": "A note\n" });
    const { out } = await cli(
      ["run", "small", "--seed", "7", "--json"]
        .concat(["--document", "other.md", "--attach", "note.txt", "--member", "watson=second:one"])
        .concat(["--view", "anonymous", "--visibility", "sealed", "--max-messages", "12"])
        .concat(["--option", "selector.name=round-robin", "--option", "openingBallot=false"]),
      { cwd, factories: { ...factories, second: twoTurns } },
    );
    const events = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const [opened] = events;
    expect(opened.scenario.prompt).toMatchObject({ view: "anonymous", visibility: "sealed" });
    expect(opened.scenario.limits.messages).toBe(12);
    expect(opened.scenario.options).toEqual({
      selector: { name: "round-robin" },
      openingBallot: false,
    });
    expect(opened.seats.map(({ model }: { model: string }) => model)).toEqual([
      "simulated",
      "simulated",
      "second:one",
      "template",
    ]);
    const documents = events.filter(({ type }) => type === "document.added");
    expect(documents.map(({ text }) => text.trim())).toEqual(["Another line", "A note"]);
    expect(events.some(({ ballot }) => ballot === "opening")).toBe(false);
    expect(events.find(({ type }) => type === "speaker.selected").selector).toBe("round-robin");
  });
});

describe("exit codes", () => {
  const failing =
    (kind: "auth" | "timeout"): ModelFactory =>
    (input) => ({ ...twoTurns(input), generate: async () => failure(kind, "no") });

  test("4 when a provider refuses the key", async () => {
    const cwd = workFolder();
    const { code, err } = await cli(["run", "small", "--seed", "7"], {
      cwd,
      factories: { simulated: failing("auth") },
    });
    expect(code).toBe(4);
    expect(err).toBe(
      "The meeting is suspended: no\nTranscript: transcripts/small-7\nContinue: boardroom resume transcripts/small-7\n",
    );
    expect(readTranscript(join(cwd, "transcripts/small-7")).events.at(-1)!.type).toBe(
      "meeting.suspended",
    );
  });

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ])("%s stops the meeting in order, with %i and a whole transcript", async (name, expected) => {
    const cwd = workFolder();
    const stop = new AbortController();
    let calls = 0;
    const simulated: ModelFactory = (input) => {
      const model = twoTurns(input);
      const generate: typeof model.generate = (...asked) => {
        if (++calls === 5) stop.abort(name);
        return model.generate(...asked);
      };
      return { ...model, generate };
    };
    const stopSignal = () => stop.signal;
    const { code, err } = await cli(["run", "small", "--seed", "7"], {
      cwd,
      factories: { simulated },
      stopSignal,
    });
    expect(code).toBe(expected);
    expect(err).toMatch(
      /^The meeting is stopped: .*\nTranscript: transcripts\/small-7\nContinue: boardroom resume transcripts\/small-7\n$/,
    );
    const { events } = readTranscript(join(cwd, "transcripts/small-7"));
    expect(events.filter(({ type }) => type === "call.answered")).toHaveLength(4);
  });
});

describe("bad input is one clear error with exit 2, and nothing is written", () => {
  const scenario = (line: string) =>
    `title: T\nquestion: Q?\nverdicts: [{id: A, side: for}, {id: B, side: against}]\nmembers: [chen]\n${line}\n`;

  test.each<[string, string[], RegExp]>([
    [
      "no scenario",
      ["run"],
      /missing argument: scenario\n {2}Available:\n[\s\S]*\n {2,4}small: A small matter\n/,
    ],
    ["an unknown scenario", ["run", "smal"], /Did you mean small\?/],
    ["an unknown flag", ["run", "small", "--sed", "7"], /Did you mean --seed\?/],
    ["a dry run", ["run", "small", "--dry-run"], /use "boardroom check"\./],
    ["an unknown command", ["rum"], /Did you mean "run"/],
    [
      "a seat that is not there",
      ["run", "small", "--member", "chem=simulated"],
      /Did you mean chen\?/,
    ],
    ["a member without a model", ["run", "small", "--member", "chen"], /Write it like sarah-chen=/],
    ["zero messages", ["run", "small", "--max-messages", "0"], /whole number of at least 1/],
    ["an unknown provider", ["run", "small", "--model", "antropic:x"], /Did you mean anthropic\?/],
    [
      "a provider without a key",
      ["run", "small", "--model", "openai:gpt-6-sol"],
      /OPENAI_API_KEY is not set/,
    ],
    ["an unknown protocol", ["run", "small", "--protocol", "bord"], /Did you mean board\?/],
    [
      "an option that is none",
      ["run", "small", "--option", "openingBallott=false"],
      /openingBallott/,
    ],
    ["an option of no form", ["run", "small", "--option", "__proto__.x=1"], /is no option/],
    ["an unreadable document", ["run", "small", "--document", "gone.md"], /gone\.md/],
    ["two ways to print", ["run", "small", "--quiet", "--json"], /cannot be used with/],
    ["zero limits in the file", ["run", "zero"], /zero\/scenario\.yaml:5:20: /],
    [
      "a missing persona",
      ["run", "nobody"],
      /nobody\/scenario\.yaml:\d+:\d+: .*chem[\s\S]*Did you mean chen\?/,
    ],
  ])("%s", async (_, argv, message) => {
    const cwd = workFolder({
      "scenarios/zero/scenario.yaml": scenario("limits: {messages: 0}"),
      "scenarios/nobody/scenario.yaml": scenario("").replace("[chen]", "[chem]"),
    });
    const before = readdirSync(cwd, { recursive: true }).sort();
    const { code, out, err } = await cli(argv, { cwd, factories });
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(message);
    expect(readdirSync(cwd, { recursive: true }).sort()).toEqual(before);
  });
});

describe("terminals", () => {
  const terminal = { isTTY: true, columns: 100, rows: 30 };

  test.each([
    ["a pipe", { isTTY: false, columns: undefined }, {}],
    ["NO_COLOR", terminal, { NO_COLOR: "1" }],
    ["TERM=dumb", terminal, { TERM: "dumb" }],
  ])("%s gets clean text", async (_, io, env) => {
    const cwd = workFolder();
    const { out } = await cli(["run", "small", "--seed", "7"], { cwd, factories, env, ...io });
    expect(out).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
    expect(out).toMatch(/Outcome +Yes\n/);
  });

  test("what streams is taken back, so that the screen ends as the replay prints it", async () => {
    const cwd = workFolder();
    const { out } = await cli(["run", "small", "--seed", "7"], { cwd, factories, ...terminal });
    const replayed = await cli(["show", "transcripts/small-7"], { cwd, ...terminal });
    expect(out).toContain("is thinking");
    expect(screenOf(out)).toBe(replayed.out);
    expect(replayed.out).toContain("\x1b[");
  });
});
