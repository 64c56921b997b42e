import { describe, expect, it } from "vitest";
import { isReservedName } from "../../src/scenario/schema/persona.ts";
import { cli, workFolder } from "../cli/cli.ts";

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

  it("of real people are fine", () => {
    expect(["Alla Time", "Ali", "Sys Temple", "Keeper"].map(isReservedName)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
