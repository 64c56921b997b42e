import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readTranscript } from "boardroom";
import { describe, expect, test } from "vitest";
import { eventsOf } from "../support/meetings.ts";
import { cli, workFolder } from "./cli.ts";

const RUN = "run memory-curation --seed 3 --output m --quiet --member tamsin-okoro=human:ngo".split(
  " ",
);
const answer = (cwd: string, ...flags: string[]) => cli(["act", "m", "--quiet", ...flags], { cwd });
const occasionIn = async (cwd: string) =>
  JSON.parse((await answer(cwd, "--json")).out).request.occasion as string;

/** A jury that waits for what ngo says in INTRODUCTION. */
async function introduced(): Promise<string> {
  const cwd = workFolder();
  expect((await cli(RUN, { cwd })).code).toBe(6);
  expect((await answer(cwd, "--json", '{"ready": true}')).code).toBe(6);
  return cwd;
}

describe("a person in a jury with an agenda, without a terminal", () => {
  test("names a topic, says that the phase may end, and is taken", async () => {
    const cwd = await introduced();
    const asked = await answer(cwd);
    expect(asked.code).toBe(6);
    expect(asked.out).toContain(
      "Topics: building (Building and deploying), services (Services, keys and plans), people (People and names).",
    );
    expect(asked.out).not.toMatch(/<Topic>|<Ready>|JSON/);
    await answer(cwd, "--say", "I look for sources.", "--topic", "people", "--ready");
    const spoken = eventsOf(readTranscript(join(cwd, "m")).events, "message.spoken");
    expect(spoken.find(({ speaker }) => speaker === "tamsin-okoro")).toBeDefined();
    expect(
      spoken.findLast(({ speaker, topic }) => speaker === "tamsin-okoro" && topic !== undefined),
    ).toMatchObject({ content: "I look for sources.", topic: "people", ready: true });
  });

  test("answers the roll call by the flag of that name, and is told of flags that are no field of it", async () => {
    const cwd = workFolder();
    await cli(RUN, { cwd });
    const words = await answer(cwd, "--ready", "--say", "Here.");
    expect(words).toMatchObject({ code: 2, err: expect.stringContaining("ready, note") });
    expect((await answer(cwd, "--ready")).code).toBe(6);
    expect(await occasionIn(cwd)).toBe("statement");
  });

  test("is told at once of an answer that is not taken: why, what was written, and by the exit code", async () => {
    const cwd = await introduced();
    const verdict = "WRITE_BACK_MARKED";
    const { code, err } = await answer(cwd, "--say", "I look for sources.", "--verdict", verdict);
    expect(code).toBe(2);
    expect(err).toContain("Your answer could not be taken: Give the reasoning for your verdict");
    expect(err).toContain("You wrote:\n  I look for sources.\n");
    const asked = eventsOf(readTranscript(join(cwd, "m")).events, "human.asked").at(-1)!;
    expect(asked.request).toMatchObject({
      problem: expect.stringContaining("Give the reasoning"),
      typed: { content: "I look for sources." },
    });
  });

  test("prints the request as JSON with what was said before, and takes an answer as JSON", async () => {
    const cwd = await introduced();
    await answer(cwd, "--say", "I look for sources.", "--topic", "people");
    const { out, code } = await answer(cwd, "--json");
    expect(code).toBe(6);
    const printed = JSON.parse(out);
    expect(printed).toMatchObject({
      transcript: "m",
      person: "ngo",
      request: { seat: "tamsin-okoro" },
    });
    expect(printed.said.at(-1)).toMatchObject({
      name: expect.any(String),
      content: expect.any(String),
    });
    expect(printed.said).toHaveLength(5);
    const given = { content: "Line 8 is from May.", topic: "building", to: "Iver Dahlgaard" };
    await answer(cwd, "--json", JSON.stringify(given));
    const spoken = eventsOf(readTranscript(join(cwd, "m")).events, "message.spoken");
    expect(spoken.findLast(({ speaker }) => speaker === "tamsin-okoro")).toMatchObject({
      content: "Line 8 is from May.",
      topic: "building",
      to: "iver-dahlgaard",
    });
    expect(await answer(cwd, "--json", "no object")).toMatchObject({
      code: 2,
      err: expect.stringContaining("--json needs one JSON object"),
    });
  });
});

test("a decision sheet is asked item by item by its own words at a terminal, and what is left empty is left out", async () => {
  const cwd = await introduced();
  while ((await occasionIn(cwd)) !== "decision-sheet") await answer(cwd, "--pass");
  const typed = [
    ...["keep", "", "As the log says."],
    ...["rename", "/back", "merge", "They are one build."],
    ...Array.from({ length: 10 }, () => ""),
    ...["The log is right.", "2", "", "0.7", "", ""],
  ];
  const questions: string[] = [];
  const ask = async (question: string) => {
    questions.push(question);
    return typed.shift() ?? null;
  };
  const { err } = await cli(["act", "m", "--quiet"], { cwd, ask });
  expect(err).toContain(
    "1. The nightly build takes about 40 minutes, most of it the integration suite.\n",
  );
  expect(err).toContain("12. The migration to the new billing library");
  expect(err).toContain(
    "your choice: one of 1 keep, 2 rename, 3 merge, 4 drop, 5 NONE (no verdict)\n",
  );
  expect(err).not.toContain("choices.1");
  const cast = eventsOf(readTranscript(join(cwd, "m")).events, "ballot.cast").find(
    ({ speaker, ballot }) => speaker === "tamsin-okoro" && ballot === "closing",
  )!;
  expect(cast.reply).toEqual({
    choices: [
      { item: "o1", choice: "keep", reason: "As the log says." },
      { item: "o2", choice: "merge", reason: "They are one build." },
    ],
    reasoning: "The log is right.",
    verdict: "WRITE_BACK_MARKED",
    confidence: 0.7,
  });
}, 60_000);

test("what the inbox does not take is told by whoever holds the meeting, with the reason", async () => {
  const cwd = await introduced();
  const inbox = join(cwd, "m", "inbox.jsonl");
  appendFileSync(
    inbox,
    '{\n{"id":"odd","person":"chair","does":{"act":"whisper","to":"zoe","text":"x"}}\n',
  );
  const { err } = await cli(["resume", "m", "--quiet"], { cwd });
  const told = err.match(/(?<=^Not taken from the inbox: ).+(?= \(kept in inbox\.jsonl\)$)/gm);
  expect(told).toEqual([
    expect.stringMatching(/inbox\.jsonl: line \d+ is damaged and was skipped$/),
    'no member is called "zoe"',
  ]);
  expect(readFileSync(inbox, "utf8")).toContain('{"id":"odd","settled":true,');
  expect((await cli(["resume", "m", "--quiet"], { cwd })).err).not.toContain("zoe");
});

test("while a person writes nothing is printed over the prompt: it comes when they have written", async () => {
  const cwd = workFolder();
  let isOpen = false;
  const over: string[] = [];
  const out = { write: (text: string) => (isOpen ? over.push(text) : true) };
  const lines = ["yes", "", null];
  const ask = async () => {
    isOpen = true;
    await new Promise((resolve) => setImmediate(resolve));
    isOpen = false;
    return lines.shift() ?? null;
  };
  const people = ["--member", "tamsin-okoro=human:ngo", "--member", "iver-dahlgaard=human:mai"];
  await cli(["run", "memory-curation", "--seed", "3", "--output", "m", ...people], {
    cwd,
    ask,
    stdout: out,
  });
  expect(over).toEqual([]);
});
