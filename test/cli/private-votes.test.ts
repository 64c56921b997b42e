import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { agentAt, ioIn } from "../agents/mcp/agent.ts";
import { cli, twoTurns, workFolder } from "./cli.ts";

const SEATED = ["--member", "kumar=human:ngo", "--seed", "7", "--output", "transcripts/t"];
const VOTED = ["--option", "openingBallot=true"];
const ENDS = [
  "--say",
  "Enough, says kumar.",
  "--verdict",
  "NO",
  "--because",
  "Too risky",
  "--withdraw",
];

/** The private vote of a member: its reason is said nowhere else before its first turn. */
const VOTE = /opening vote: Yes|chen says so/;

function meetingAt(cwd: string) {
  return (...argv: readonly string[]) => cli(argv, { cwd, factories: { simulated: twoTurns } });
}

it("the votes of others are in no output before the close, whoever looks, and in every output after it", async () => {
  const cwd = workFolder();
  const run = meetingAt(cwd);
  const recorded = () => readFileSync(join(cwd, "transcripts/t/events.jsonl"), "utf8");
  const lookers = [
    ["show", "transcripts/t"],
    ["show", "transcripts/t", "--format", "json"],
    ["watch", "transcripts/t"],
    ["watch", "transcripts/t", "--as", "ngo"],
    ["report", "transcripts/t", "--format", "md"],
    ["act", "transcripts/t", "--as", "ngo"],
    ["act", "transcripts/t", "--as", "ngo", "--json"],
  ];
  const first = await run("run", "small", ...SEATED, ...VOTED);
  expect(recorded()).toContain("chen says so");
  expect(first.out + first.err).not.toMatch(VOTE);
  for (const looker of lookers) {
    const { out, err } = await run(...looker);
    expect(out, looker.join(" ")).not.toBe("");
    expect(out + err, looker.join(" ")).not.toMatch(VOTE);
  }
  const agent = await agentAt(ioIn(cwd));
  const read = await agent.call("read_transcript", { meeting: "t" });
  expect(JSON.stringify(read)).not.toMatch(VOTE);

  const voted = await run("act", "transcripts/t", "--as", "ngo", ...ENDS);
  expect(voted.out).toContain("Dr. James Kumar, opening vote: No");
  expect(voted.out).not.toContain("Dr. Sarah Chen, opening vote");
  let last = voted;
  for (let turn = 0; turn < 6 && !recorded().includes('"type":"meeting.closed"'); turn++)
    last = await run("act", "transcripts/t", "--as", "ngo", ...ENDS);
  expect(last.out).toContain("Dr. Sarah Chen, opening vote: Yes");
  expect((await run("show", "transcripts/t")).out).toContain("Dr. Sarah Chen, opening vote: Yes");
});

it("a meeting printed as JSON leaves out the votes of others and the replies that contain them", async () => {
  const run = meetingAt(workFolder());
  const { out } = await run("run", "small", ...SEATED, ...VOTED, "--json");
  expect(out).toContain('"type":"human.asked"');
  expect(out).not.toMatch(/"ballot\.cast"|chen says so/);
});

it("a named viewer who holds no seat sees all, as does the chair of a meeting without people", async () => {
  const run = meetingAt(workFolder());
  await run("run", "small", ...SEATED, ...VOTED);
  expect((await run("watch", "transcripts/t", "--as", "mai")).out).toContain("opening vote: Yes");
  const alone = await run("run", "small", "--seed", "7", "--output", "u", ...VOTED);
  expect(alone.out.indexOf("opening vote: Yes")).toBeLessThan(alone.out.indexOf("[1]"));
});
