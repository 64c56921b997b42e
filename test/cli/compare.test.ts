import { foldTranscript, plainPalette, verdictTable } from "boardroom";
import type { Draft } from "boardroom/extend";
import { describe, expect, test } from "vitest";
import {
  type ComparedMeeting,
  compareMeetings,
  printComparison,
} from "../../src/showing/compare/several.ts";
import { draft, opened, spoken, transcript } from "../showing/meeting.ts";
import { pureMembers } from "../support/pure-member.ts";
import { cli, workFolder } from "./cli.ts";

const factories = { simulated: pureMembers().factory };

async function held(...forked: string[]) {
  const cwd = workFolder();
  await cli(["run", "small", "--seed", "7", "--output", "a"], { cwd, factories });
  await cli(["fork", "a", ...forked, "--output", "b"], { cwd, factories });
  return cwd;
}

describe("diff", () => {
  test("tells the first turn where two meetings part, and puts verdicts side by side", async () => {
    const cwd = await held("--at", "3", "--seed", "11");
    const { code, out } = await cli(["diff", "a", "b"], { cwd });
    expect(code).toBe(0);
    await expect(out).toMatchFileSnapshot("golden/compare.txt");
  });

  test("tells a person's answer in words", () => {
    const side = (name: string, more: readonly Draft[]): ComparedMeeting => {
      const events = transcript([opened(), ...more]);
      return { name, events, table: verdictTable(foldTranscript(events), { headHash: "" }) };
    };
    const answered = draft("human.answered", "1", { person: "ngo", answer: { pass: true } });
    const comparison = compareMeetings(
      side("a", [answered]),
      side("b", [spoken("1", "chen", "Yes.")]),
    );
    expect(printComparison(comparison, { width: 100, palette: plainPalette })).toContain(
      "A: ngo answered\n",
    );
  });

  test("cuts long speeches after a sentence, or after a word", () => {
    const side = (name: string, content: string): ComparedMeeting => {
      const events = transcript([opened(), spoken("1", "chen", content)]);
      return { name, events, table: verdictTable(foldTranscript(events), { headHash: "" }) };
    };
    const [short, endless] = ["All of it is measured twice. ".repeat(20), "and so on ".repeat(50)];
    const text = printComparison(compareMeetings(side("a", short), side("b", endless)), {
      width: 400,
      palette: plainPalette,
    });
    expect(text).toMatch(/A: Dr\. Sarah Chen: (?:All of it is measured twice\. )+\.\.\.\n/);
    expect(text).toMatch(/B: Dr\. Sarah Chen: (?:and so on )*(?:and |and so )?\.\.\.\n/);
    expect(text.split("\n").every((line) => line.length <= 310)).toBe(true);
  });

  test("gives the same as JSON", async () => {
    const cwd = await held("--at", "3", "--seed", "11");
    const comparison = JSON.parse((await cli(["diff", "a", "b", "--json"], { cwd })).out);
    expect(comparison).toMatchObject({
      meetings: ["a", "b"],
      outcomes: ["Yes", "Yes"],
      members: [
        { id: "chen", verdicts: ["YES", "YES"], isSame: true },
        { id: "kumar", verdicts: ["NO", "NO"], isSame: true },
        { id: "watson", verdicts: ["YES", "YES"], isSame: true },
      ],
    });
    expect(comparison.shared).toBeGreaterThanOrEqual(3);
    expect(comparison.parting.where).toBe(`turn ${comparison.shared + 1}`);
  });

  test("says so where nothing differs", async () => {
    const cwd = await held("--at", "3");
    expect((await cli(["diff", "a", "b"], { cwd })).out).toMatch(/All \d+ turns are equal\./);
  });
});
