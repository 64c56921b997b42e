import { join } from "node:path";
import { foldTranscript, readTranscript } from "boardroom";
import { describe, expect, it } from "vitest";
import { writeAnswer } from "../../../src/home/seats/inbox.ts";
import { seatAnswer, seatCall } from "../../../src/showing/watching/seat.ts";
import { cli, twoTurns, workFolder } from "../../cli/cli.ts";

const RUN = ["run", "small", "--seed", "7", "--output", "t", "--quiet"];
const factories = { simulated: twoTurns };

describe("what a seat is asked", () => {
  it("is the form that people get, with what was said last and by whom", async () => {
    const cwd = workFolder();
    const { code } = await cli([...RUN, "--member", "kumar=human:ngo"], { cwd, factories });
    expect(code).toBe(6);
    const state = foldTranscript(readTranscript(join(cwd, "t")).events);
    const call = seatCall(state, "ngo");
    expect(call).toMatchObject({
      person: "ngo",
      seat: "kumar",
      isForm: false,
      problem: null,
      typed: null,
    });
    expect(call?.fields.map(({ name }) => name)).toContain("verdict");
    expect(call?.text).not.toBe("");
    expect(JSON.parse(JSON.stringify(call))).toEqual(call);
    expect(seatCall(state, "somebody-else")).toBeNull();
    expect(seatCall(state, "chair")?.person).toBe("ngo");
  });

  it("names the verdict that the member gave last", async () => {
    const cwd = workFolder();
    await cli([...RUN, "--member", "kumar=human:ngo"], { cwd, factories });
    for (const content of ["", "It costs too much."]) {
      const answer = { content, verdict: "NO", reasoning: "The costs." };
      writeAnswer(join(cwd, "t"), { person: "ngo", answer });
      await cli(["resume", "t"], { cwd, factories });
    }
    const state = foldTranscript(readTranscript(join(cwd, "t")).events);
    expect(seatCall(state, "ngo")).toMatchObject({ current: "NO", facts: {} });
  });
});

describe("what a seat may answer", () => {
  const fields = [
    { name: "content", label: "your words", required: true, kind: { is: "text" } },
    {
      name: "verdict",
      label: "verdict",
      required: false,
      kind: { is: "choice", of: [{ value: "HIRE" }] },
    },
    {
      name: "confidence",
      label: "how sure you are",
      required: false,
      kind: { is: "number", least: 0, most: 1 },
    },
    {
      name: "cite",
      label: "passages",
      required: false,
      kind: { is: "list", item: { is: "text" } },
    },
  ] as const;

  it("is taken where it fits, in the values that are asked for", () => {
    const given = {
      content: "Two audits.",
      verdict: "hire",
      confidence: "0.8",
      cite: ["cv.md#L3", "cv.md#L9"],
    };
    expect(seatAnswer({ fields }, given)).toEqual({
      answer: {
        content: "Two audits.",
        verdict: "HIRE",
        confidence: 0.8,
        cite: ["cv.md#L3", "cv.md#L9"],
      },
    });
  });

  it.each([
    [{ verdict: "HIRE" }, { "your words": "needs to be filled in" }],
    [{ content: "x", verdict: "MAYBE" }, { verdict: '"MAYBE" is none of them' }],
    [{ content: "x", confidence: 2 }, { "how sure you are": "not a number from 0 to 1" }],
    [
      { content: "x", mood: "good" },
      { mood: "is not asked for; what is: content, verdict, confidence, cite" },
    ],
  ])("is told what is wrong with %j, by field", (given, problems) => {
    expect(seatAnswer({ fields }, given)).toEqual({ problems });
  });

  it("may be silence or absence whatever is asked", () => {
    expect(seatAnswer({ fields }, { pass: true })).toEqual({ answer: { pass: true } });
    expect(seatAnswer({ fields }, { absent: "ill" })).toEqual({ answer: { absent: "ill" } });
    expect(seatAnswer({ fields: [] }, {})).toEqual({ problems: { "": "the answer is empty" } });
  });
});
