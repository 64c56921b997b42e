import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { board, createJournal, openMeeting } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { PROTOCOL_VERSIONS } from "../../src/engine/transcript/versions.ts";
import { exampleScenario, reply } from "../support/example-scenario.ts";
import { cli, workFolder } from "./cli.ts";

type Closing = { reason: string; at: string; outcome: Record<string, unknown>; own?: unknown };
type Edit = (closing: Closing) => void;

/** One that counts sides, and one that counts options. */
const SAMPLES = ["hiring-sample", "memory-curation-sample"];

/** The record alone with its last line changed. Nothing after it has a hash of it. */
function forged(log: string, edit: Edit): { cwd: string; line: number } {
  const lines = readFileSync(log, "utf8").trimEnd().split("\n");
  const closing = JSON.parse(lines.at(-1) ?? "");
  edit(closing);
  const text = [...lines.slice(0, -1), JSON.stringify(closing), ""].join("\n");
  return { cwd: workFolder({ "forged/events.jsonl": text }), line: lines.length };
}

/** One vote less for the first option that has any. */
const fewerVotes: Edit = ({ outcome }) => {
  const votes = outcome.votes as Record<string, number>;
  const [name = ""] = Object.keys(votes).filter((each) => votes[each] !== 0);
  votes[name] = (votes[name] ?? 0) - 1;
};

const EDITS: readonly (readonly [string, Edit])[] = [
  ["votes", fewerVotes],
  ["status", ({ outcome }) => (outcome.status = "hung")],
  ["side", ({ outcome }) => (outcome.side = outcome.side === "for" ? "against" : "for")],
  ["option", ({ outcome }) => (outcome.option = "ANOTHER")],
  ["margin", ({ outcome }) => (outcome.margin = 11)],
  ["rule", ({ outcome }) => (outcome.rule = "a rule of my own")],
  ["reason", ({ outcome }) => (outcome.reason = "all agreed")],
  ["why it ended", (closing) => (closing.reason = "everybody was content")],
  ["when it ended", (closing) => (closing.at = "2030-01-01T00:00:00.000Z")],
];

describe("a record whose last line was changed", () => {
  it.each(SAMPLES)("is refused by verify and verdicts: %s", async (sample) => {
    const { cwd, line } = forged(`transcripts/${sample}/events.jsonl`, fewerVotes);
    for (const command of ["verify", "show"]) {
      const { code, out, err } = await cli([command, "forged"], { cwd });
      expect(code).toBe(5);
      expect(err).toContain(
        `events.jsonl:${line}: the last line does not follow from the record: `,
      );
      expect(err).toMatch(/ outcome\.votes\.\w+ is \d+; recounted it is \d+/);
      expect(err).toContain("Restore the file from a copy");
      expect(out).not.toContain("Outcome");
    }
  });

  it.each(EDITS)("is refused whatever field was changed: %s", async (_, edit) => {
    for (const sample of ["hidden-profile", "code-review", "niche-decision", "memory-curation"]) {
      const { cwd } = forged(`transcripts/${sample}-sample/events.jsonl`, edit);
      const { code, err } = await cli(["show", "forged", "--quiet"], { cwd });
      expect(code, sample).toBe(5);
      expect(err).toMatch(/ is .+; recounted it is .+/);
    }
  });

  it("is refused if it has a field more", async () => {
    const { cwd, line } = forged(
      "transcripts/hiring-sample/events.jsonl",
      (closing) => (closing.own = 1),
    );
    const { code, err } = await cli(["show", "forged"], { cwd });
    expect(code).toBe(5);
    expect(err).toContain(`events.jsonl:${line}: not an event: line: Unrecognized key: "own"`);
  });

  it.each([
    ["show", "forged", "--format", "csv"],
    ["show", "forged", "--format", "json"],
    ["report", "forged"],
    ["diff", "forged", "forged"],
    ["report", "forged", "--format", "md"],
    ["show", "forged"],
    ["show", "forged", "--json"],
    ["outcome", "forged"],
    ["resume", "forged"],
    ["run", "small", "--prior", "forged"],
  ])("is refused by %s %s %s %s", async (...argv) => {
    let votes = 0;
    const { cwd, line } = forged("transcripts/hiring-sample/events.jsonl", (closing) => {
      votes = (closing.outcome.votes as Record<string, number>).for ?? 0;
      fewerVotes(closing);
    });
    const { code, err } = await cli(argv, { cwd });
    expect(code).toBe(5);
    expect(err).toContain(`events.jsonl:${line}: `);
    expect(votes).toBeGreaterThan(0);
    expect(err).toContain(`outcome.votes.for is ${votes - 1}; recounted it is ${votes}`);
    expect(readdirSync(join(cwd, "forged"))).toEqual(["events.jsonl"]);
  });

  it("hides no sound one beside it", async () => {
    const { cwd } = forged("transcripts/hiring-sample/events.jsonl", fewerVotes);
    const other = join(process.cwd(), "transcripts/hiring-sample");
    const { code, out, err } = await cli(["show", "forged", other, "--format", "json"], { cwd });
    expect(code).toBe(5);
    expect(err).toMatch(/Skipped: .*forged\/events\.jsonl:/);
    expect(JSON.parse(out).meetings).toHaveLength(1);
  });
});

describe("a record that is sound", () => {
  it.each([{ messages: 3 }, { tokens: 42_000 }, { dollars: 0.06 }, { minutes: 0.05 }])(
    "is recounted without prices or a clock after a limit ended it: %o",
    async (limits) => {
      const cwd = workFolder();
      const folder = join(cwd, "limited");
      const spec = "local:dear";
      const members = exampleScenario().members.map((member) => ({ ...member, model: spec }));
      const base = exampleScenario({ members, options: { openingBallot: true } });
      const scenario = { ...base, limits: { ...base.limits, messages: 400, ...limits } };
      const createModel = () => ({
        ...scriptedModel(Array(900).fill(() => reply({ verdict: "YES", content: "Words." }))),
        ...{ spec, deterministic: false },
      });
      const prices = { [spec]: { input: 1, output: 10 } };
      let now = 0;
      const clock = () => (now += 50);
      const meeting = openMeeting({
        ...{ clock, scenario, protocol: board, seed: 7, createModel, prices, maxOutputTokens: 50 },
        journal: createJournal(folder),
      });
      expect((await meeting.run()).status).toBe("closed");
      expect(meeting.state.outcome?.status).toBe("partial");
      const sound = await cli(["verify", "limited"], { cwd });
      expect(sound.err).toBe("");
      expect(sound.out).toContain(`recounted from the record by board@${PROTOCOL_VERSIONS.board}`);
      const changed = forged(
        join(folder, "events.jsonl"),
        ({ outcome }) => (outcome.status = "decided"),
      );
      const { code, err } = await cli(["show", "forged", "--quiet"], { cwd: changed.cwd });
      expect(code).toBe(5);
      expect(err).toContain('outcome.status is "decided"; recounted it is "partial"');
    },
  );
});
