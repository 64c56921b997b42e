import { expect, it } from "vitest";
import { promptPerson } from "../../src/cli/terminal/ask-person.ts";
import type { Io } from "../../src/home/process/io.ts";

const REQUEST = { kind: "turn", seat: "ada", form: "message", text: "You have the floor." };

/** What a person who types these lines answers, and what they read. */
async function answered(lines: readonly string[], request = {}) {
  const left = [...lines];
  let read = "";
  const stderr = {
    write(text: string) {
      read += text;
      return true;
    },
  };
  const io = { ask: async () => left.shift() ?? null, stderr } as unknown as Io;
  const answer = await promptPerson(
    io,
    "ngo",
    { ...REQUEST, ...request },
    new AbortController().signal,
  );
  return { answer, read };
}

const REASONED = { content: "I change.", reasoning: "Two letters." };

it("keeps what was written through refusals, and a line with a slash replaces the one before", async () => {
  const first = ["I change.", "/verdict NO", "/because Two letters.", "/sure 7", "."];
  const { answer, read } = await answered([
    ...first,
    "/wat",
    ".",
    "/help",
    "/sure eight",
    ".",
    "/sure 0.8",
    ".",
  ]);
  expect(answer).toEqual({ ...REASONED, verdict: "NO", confidence: 0.8 });
  expect(read.match(/What you wrote is kept/g)).toHaveLength(4);
  const mended = await answered(["/verdict YES", "."], {
    problem: '"NO" is not an option.',
    typed: { ...REASONED, verdict: "NO" },
  });
  expect(mended.answer).toEqual({ ...REASONED, verdict: "YES" });
});

it("begins again, passes and declines without what was written before", async () => {
  const refused = { problem: "It is no message.", typed: REASONED };
  expect((await answered(["/again", "Anew.", "."], refused)).answer).toEqual({ content: "Anew." });
  expect((await answered(["/pass"], refused)).answer).toEqual({ pass: true });
  expect((await answered(["/absent I am ill"], refused)).answer).toEqual({ absent: "I am ill" });
});
