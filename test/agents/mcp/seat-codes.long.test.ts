import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Io } from "../../../src/home/process/io.ts";
import { cli, workFolder } from "../../cli/cli.ts";
import { agentAt, ioIn } from "./agent.ts";
import { started } from "./seated.ts";

/** `ended`: when the process ends. */
function opensOnly(opening: string, ended: Promise<number>): Io["startProgram"] {
  return (argv) => {
    const out = argv.find((each) => each.startsWith("--output="))?.slice("--output=".length);
    if (out === undefined) throw new Error(`nothing else was to be started: ${argv.join(" ")}`);
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, "events.jsonl"), opening);
    return { ended, stop() {} };
  };
}

describe("a meeting whose own process has done no more than open it", () => {
  const members = { chen: "agent:kai" };
  async function opened(change: (opening: string) => string = (opening) => opening) {
    const { cwd, meeting } = await started(members);
    const record = readFileSync(join(cwd, "transcripts", meeting, "events.jsonl"), "utf8");
    const opening = change(record.slice(0, record.indexOf("\n") + 1));
    let end = (_: number): void => {};
    const ended = new Promise<number>((resolve) => {
      end = resolve;
    });
    const agent = await agentAt(ioIn(cwd, { startProgram: opensOnly(opening, ended) }));
    const { data } = await agent.call("start_meeting", { scenario: "small", seed: 6, members });
    const given = { meeting: data.meeting, code: data.seats[0].code };
    const joined = await agent.call("join_meeting", given);
    end(1);
    return { agent, meeting: data.meeting, joined };
  }

  it("lets a seat be taken by its code as soon as that is told", async () => {
    expect((await opened()).joined.error).toBeNull();
  });

  it("is not gone on with by a seat where that costs money", async () => {
    const { agent, meeting, joined } = await opened((opening) =>
      opening.replace('"model":"simulated"', '"model":"anthropic:claude-haiku-4-5"'),
    );
    const { error } = await agent.call("wait_for_turn", { meeting, token: joined.data.token });
    expect(error?.code).toBe("not-allowed");
    expect(error?.problems[0]).toMatchObject({
      message: "no process runs this meeting now, and continuing it costs money",
      remedy: `A person can continue it: boardroom resume ${meeting}.`,
    });
  });
});

describe("a one-time code", () => {
  it("gives a token again where the first was lost on its way, and is spent when a token is used", async () => {
    const { agent, meeting, codes } = await started({ chen: "agent:kai" });
    const given = { meeting, code: codes.chen };
    const lost = (await agent.call("join_meeting", given)).data.token;
    const kept = (await agent.call("join_meeting", given)).data.token;
    const waits = async (token: string) =>
      (await agent.call("wait_for_turn", { meeting, token })).error?.code;
    expect(await waits(lost)).toBe("token-refused");
    expect(await waits(kept)).toBeUndefined();
    const third = await agent.call("join_meeting", given);
    expect(third.error?.code).toBe("token-refused");
    expect(third.error?.problems[0]?.message).toBe("this code of the seat chen was used already");
    expect(third.error?.problems[0]?.remedy).toContain("--renew");
    expect(await waits(kept)).toBeUndefined();
  });

  it("made anew leaves no token of the time before", async () => {
    const { agent, meeting, codes, cwd } = await started({ chen: "agent:kai" });
    const unused = (await agent.call("join_meeting", { meeting, code: codes.chen })).data.token;
    const place = join(cwd, "transcripts", meeting);
    expect((await cli(["mcp", "--seats", place], { cwd })).out).toContain("taken by test-agent");
    const { out } = await cli(["mcp", "--seats", place, "--renew", "chen"], { cwd });
    const [code] = /code_[\w-]+/.exec(out) ?? [];
    expect((await agent.call("wait_for_turn", { meeting, token: unused })).error?.code).toBe(
      "token-refused",
    );
    const { token } = (await agent.call("join_meeting", { meeting, code })).data;
    expect((await agent.call("wait_for_turn", { meeting, token })).error).toBeNull();
  });
});

describe("boardroom run with a seat for an agent", () => {
  it("prints the seat's code, and can be forked with nobody there", async () => {
    const cwd = workFolder();
    const argv = ["run", "small", "--seed", "6", "--max-messages", "3", "--output", "kept"];
    const flags = ["--member", "chen=agent:kai", "--answer-minutes", "0.002"];
    const { err } = await cli([...argv, ...flags], { cwd });
    expect(err).toMatch(
      /The seat chen waits for the agent kai, who takes it once with:\n {2}code_[\w-]{20,}\n/,
    );
    const forked = await cli(
      ["fork", "kept", "--at", "1", "--member", "chen=simulated", "--output", "other"],
      {
        cwd,
      },
    );
    expect(forked.err).toContain("Transcript: other");
    expect((await cli(["verify", "other"], { cwd })).code).toBe(0);
  });
});
