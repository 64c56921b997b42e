import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readTranscript, reopenJournal } from "boardroom";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { eventsOf } from "../support/meetings.ts";
import { cli, twoTurns, workFolder } from "./cli.ts";

const factories = { simulated: twoTurns };
const RUN = ["run", "small", "--seed", "7", "--output", "t", "--quiet"];
const NGO = ["--member", "kumar=human:ngo"];

/** Types these lines at the terminal, then ends the input. */
function typing(...lines: readonly string[]) {
  const left = [...lines];
  return async () => left.shift() ?? null;
}

const leave = ["--say", "Enough.", "--verdict", "NO", "--because", "Too risky", "--withdraw"];

describe("a person at the terminal of a run", () => {
  test("is prompted, told what is wrong, and heard", async () => {
    const cwd = workFolder();
    const ask = typing(
      ...["/verdict NO", "."],
      ...["/verdict NO", "/because Too risky", "."],
      ...[
        "First line.",
        "",
        "Second line.",
        "/cite paper.md#L1",
        "/verdict NO",
        "/because Too risky",
        "/withdraw",
        ".",
      ],
    );
    const { code, err } = await cli([...RUN, ...NGO], { cwd, factories, ask });
    expect(code).toBe(0);
    expect(err).toContain("ngo, you have the floor as kumar.");
    expect(err).toContain("Your answer could not be taken: Give the reasoning for your verdict.");
    const { events } = readTranscript(join(cwd, "t"));
    const spoken = eventsOf(events, "message.spoken").find(({ speaker }) => speaker === "kumar")!;
    expect(spoken.content).toBe("First line.\n\nSecond line.");
    expect(spoken.citations).toMatchObject([
      { ref: "paper.md#L1", quote: "The only line", found: "exact" },
    ]);
  });

  test("who ends the input is waited for", async () => {
    const cwd = workFolder();
    const { code, err } = await cli([...RUN, ...NGO], { cwd, factories, ask: typing() });
    expect(code).toBe(6);
    expect(err).toContain("boardroom act t --as ngo");
  });
});

describe("without a terminal", () => {
  test("the meeting waits, tells what is asked, and goes on with each answer until it is closed", async () => {
    const cwd = workFolder();
    const first = await cli([...RUN, ...NGO], { cwd, factories });
    expect(first.code).toBe(6);
    expect(first.err).toContain(
      "The meeting is waiting for a person: waiting for ngo\nTranscript: t\n  boardroom act t --as ngo\n",
    );
    const asked = await cli(["act", "t"], { cwd, factories });
    expect(asked.code).toBe(6);
    expect(asked.out).toContain("ngo, you have the floor as kumar.\nOpening vote");
    expect(asked.out).toContain("Options: YES, NO, NONE (no verdict).");
    const wrong = await cli(["act", "t", "--verdict", "NO", "--quiet"], { cwd, factories });
    expect(wrong).toMatchObject({
      code: 2,
      out: "",
      err: "Your answer could not be taken: Give the reasoning for your verdict.\nYou wrote:\n  /verdict NO\nYou are asked again:\n  boardroom act t --as ngo\n",
    });
    const short = await cli(["act", "t", "--json", '{"verdict": "NO"}'], { cwd, factories });
    expect(short.err).toContain("--json reasoning: needs to be filled in");
    expect((await cli(["act", "t"], { cwd, factories })).out).toContain(
      "could not be taken: Give the reasoning",
    );
    writeFileSync(join(cwd, "a.yaml"), "verdict: NO\nreasoning: Too risky\n");
    expect((await cli(["act", "t", "--file", "a.yaml", "--quiet"], { cwd, factories })).code).toBe(
      6,
    );
    writeFileSync(join(cwd, "b.md"), "Not yet.\n/to Emily Watson\n");
    expect((await cli(["act", "t", "--file", "b.md", "--quiet"], { cwd, factories })).code).toBe(6);
    expect((await cli(["act", "t", ...leave, "--quiet"], { cwd, factories })).code).toBe(0);
    const { events } = readTranscript(join(cwd, "t"));
    expect(events.at(-1)!.type).toBe("meeting.closed");
    expect(
      eventsOf(events, "message.spoken").filter(({ speaker }) => speaker === "kumar"),
    ).toMatchObject([
      { content: "Not yet.", to: "watson" },
      { content: "Enough.", verdict: "NO", withdrawn: true },
    ]);
    expect((await cli(["verify", "t"], { cwd, factories })).code).toBe(0);
    const late = await cli(["act", "t", "--as", "ngo", "--pass"], { cwd, factories });
    expect(late).toMatchObject({ code: 2, err: expect.stringContaining("this meeting is closed") });
  });

  test("of two people each is told apart, and says who they are", async () => {
    const cwd = workFolder();
    const { err } = await cli([...RUN, ...NGO, "--member", "chen=human:Mai"], { cwd, factories });
    expect(err).toContain("--as Mai\n  boardroom act t --as ngo");
    const both = await cli(["act", "t", "--pass"], { cwd, factories });
    expect(both).toMatchObject({
      code: 2,
      err: expect.stringContaining("the meeting waits for 2 people: Mai, ngo"),
    });
    const one = await cli(["act", "t", "--as", "NGO", "--verdict", "NO", "--because", "x"], {
      cwd,
      factories,
    });
    expect(one.err).toContain("waiting for Mai");
    expect(one.code).toBe(6);
  });

  test("where a process holds the meeting, an answer is left for it", async () => {
    const cwd = workFolder();
    await cli([...RUN, ...NGO], { cwd, factories });
    const { journal } = reopenJournal(join(cwd, "t"));
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    let isOver = false;
    const answered = cli(["act", "t", "--verdict", "NO", "--because", "x"], {
      cwd,
      factories,
    }).finally(() => {
      isOver = true;
    });
    while (!isOver) await vi.advanceTimersByTimeAsync(100);
    const { code, err } = await answered;
    vi.useRealTimers();
    journal.close();
    expect({ code, err }).toEqual({
      code: 0,
      err: "Left for the process that runs the meeting.\n",
    });
    const lines = () =>
      readFileSync(join(cwd, "t", "inbox.jsonl"), "utf8")
        .trim()
        .split("\n");
    expect(lines()).toHaveLength(1);
    expect((await cli(["resume", "t", "--quiet"], { cwd, factories })).code).toBe(6);
    expect(lines().map((line) => JSON.parse(line))).toMatchObject([
      { answer: {} },
      { settled: true },
    ]);
  });
});

describe("acts from beside a meeting", () => {
  test("wait in the inbox and take effect when it goes on", async () => {
    const cwd = workFolder({ "letter.md": "The licence was revoked.\n" });
    await cli([...RUN, ...NGO], { cwd, factories });
    for (const flags of [
      ["--interject", "Mind the time."],
      ["--whisper", "watson", "--text", "Ask about the licence."],
      ["--bring", "letter.md", "--as", "Mai"],
      ["--floor", "watson"],
      ["--ballot"],
    ])
      expect((await cli(["act", "t", ...flags], { cwd })).code).toBe(0);
    await cli(["act", "t", "--verdict", "NO", "--because", "x", "--quiet"], { cwd, factories });
    const { events } = readTranscript(join(cwd, "t"));
    expect(eventsOf(events, "person.acted").map(({ does }) => does.act)).toEqual([
      ...["interject", "whisper", "bring-document", "give-floor", "call-ballot"],
    ]);
    expect(eventsOf(events, "document.added").at(-1)).toMatchObject({
      name: "letter.md",
      by: "Mai",
    });
    const called = eventsOf(events, "human.asked").find(({ request }) =>
      JSON.stringify(request).includes("called-ballot"),
    );
    expect(called).toBeDefined();
  });

  test("take an answer from nobody who is not at the table", async () => {
    const cwd = workFolder();
    await cli([...RUN, ...NGO], { cwd, factories });
    const { code, err } = await cli(["act", "t", "--as", "ngoo", "--say", "Yes."], { cwd });
    expect(code).toBe(2);
    expect(err).toMatch(/person "ngoo" not found in this meeting\n {2}Did you mean ngo\?/);
    expect(existsSync(join(cwd, "t/inbox.jsonl"))).toBe(false);
  });

  test.each([
    [["--floor", "zoe"], 'member "zoe" not found in this meeting'],
    [["--floor", "timekeeper"], 'member "timekeeper" not found in this meeting'],
    [["--interject", " "], "It must hold words."],
    [["--whisper", "watson"], "--whisper needs --text"],
    [["--at", "3"], "--at needs one of --interject"],
    [["--ballot", "--say", "x"], "--ballot cannot be used with --say"],
    [["--ballot", "--adjourn"], "--ballot cannot be used with --adjourn"],
  ])("refuse what is none: %j", async (flags, why) => {
    const cwd = workFolder();
    await cli([...RUN, ...NGO], { cwd, factories });
    const { code, err } = await cli(["act", "t", ...flags], { cwd });
    expect(code).toBe(2);
    expect(err).toContain(why);
  });
});
