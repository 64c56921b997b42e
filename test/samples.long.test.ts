import { existsSync, readdirSync } from "node:fs";
import { readTranscript } from "boardroom";
import { describe, expect, it } from "vitest";
import { PROTOCOLS } from "../src/protocols/built-in.ts";
import { cli } from "./cli/cli.ts";
import { rerunMeeting } from "./support/rerun.ts";

const scenarios = readdirSync("scenarios", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

// A kept sample that runs differently now is a change of its protocol: raise the version, then make the samples anew.
describe.each(scenarios)("the sample of %s", (name) => {
  const folder = `transcripts/${name}-sample`;

  it("is there, and is what the protocol still does with its record", async () => {
    expect(
      existsSync(`${folder}/events.jsonl`),
      "run: npm run build && node scripts/samples.js",
    ).toBe(true);
    const { code, out, err } = await cli(["verify", folder]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^hash /m);
    const { events } = readTranscript(folder);
    const [opened] = events;
    const protocol = PROTOCOLS.find(
      (each) =>
        opened?.type === "meeting.opened" && opened.protocol === `${each.name}@${each.version}`,
    );
    expect(await rerunMeeting({ events, protocol: protocol! })).toMatchObject({ isSame: true });
  });

  it("reads as a debate and as a table", async () => {
    const { out } = await cli(["show", folder]);
    expect(out).toContain("Simulated members, no language model used");
    expect(out).toContain("Outcome");
  });
});
