import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { board, openMeeting } from "boardroom";
import { describe, expect, it } from "vitest";
import { isReservedName } from "../../src/scenario/schema/persona.ts";
import { cli, workFolder } from "../cli/cli.ts";
import { exampleScenario } from "../support/example-scenario.ts";
import { answering } from "../support/transcripts.ts";

/** Leaves the first half of a record, as a stop does. */
function truncateRecord(folder: string): void {
  const file = join(folder, "events.jsonl");
  const lines = readFileSync(file, "utf8").split(/(?<=\n)/);
  writeFileSync(file, lines.slice(0, lines.length / 2).join(""));
}

const persona = (name: string) =>
  `---\nname: ${name}\ntitle: Head\nexpertise: [law]\npersonality: Calm\nspeakingStyle: Short\n---\n`;

describe("the names of members", () => {
  it.each(["TimeKeeper", "Time Keeper", "system", "SYSTEM", "Everyone", "All", "Boardroom"])(
    "are refused if the meeting uses them itself: %s",
    async (name) => {
      const cwd = workFolder({ "personas/chen.md": persona(name) });
      const { code, err } = await cli(["check", "small"], { cwd });
      expect(code).toBe(2);
      expect(err).toContain(
        `chen: ${name} is a name that the meeting uses itself\n  Choose another name.`,
      );
    },
  );

  it("are refused if two members have one, before a meeting is held", async () => {
    const cwd = workFolder({
      "personas/chen.md": persona("Grace Okafor"),
      "personas/kumar.md": persona("grace okafor"),
    });
    const { code, err } = await cli(["run", "small", "--quiet"], { cwd });
    expect(code).toBe(2);
    expect(err).toContain("the members chen and kumar have the same name, grace okafor");
  });

  it("of people are refused alike", async () => {
    const cwd = workFolder();
    const { code, err } = await cli(["run", "small", "--quiet", "--member", "chen=human:system"], {
      cwd,
    });
    expect(code).toBe(2);
    expect(err).toContain("chen: system is a name that the meeting uses itself");
  });

  it("are refused in a meeting that a program opens, and in a fork", async () => {
    const scenario = exampleScenario();
    const [first, ...others] = scenario.members;
    const named = { ...first!, persona: { ...first!.persona, name: "Time Keeper" } };
    const createModel = () => answering();
    const open = (members: typeof scenario.members) =>
      openMeeting({ scenario: { ...scenario, members }, protocol: board, seed: 7, createModel });
    expect(() => open([named, ...others])).toThrow("is a name that the meeting uses itself");
    const twin = { ...first!, persona: { ...first!.persona, name: others[0]!.persona.name } };
    expect(() => open([twin, ...others])).toThrow("have the same name");

    const cwd = workFolder({ "personas/stranger.md": persona("System") });
    await cli(["run", "small", "--seed", "7", "--quiet", "--output", "t"], { cwd });
    const fork = ["fork", "t", "--at", "1", "--persona", "chen=stranger"];
    const { code, err } = await cli(fork, { cwd });
    expect(code).toBe(2);
    expect(err).toContain("System is a name that the meeting uses itself");
  });

  it("are refused for a guest of a meeting", async () => {
    const cwd = workFolder();
    await cli(["run", "small", "--seed", "7", "--quiet", "--output", "t"], { cwd });
    truncateRecord(join(cwd, "t"));
    const act = ["act", "t", "--interject", "I close this.", "--as"];
    const { code, err } = await cli([...act, "TimeKeeper"], { cwd });
    expect(code).toBe(2);
    expect(err).toContain("TimeKeeper is a name that the meeting uses itself");
    expect((await cli([...act, "ngo"], { cwd })).code).toBe(0);
  });

  it("of real people are fine", () => {
    expect(["Alla Time", "Ali", "Sys Temple", "Keeper"].map(isReservedName)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
