import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Bench } from "./bench.ts";
import { median } from "./measure.ts";
import { board, findScenario, loadScenario, openMeeting, PROGRAM } from "./product.ts";

const MESSAGES = 80;
const SEATS = ["sarah-chen", "michael-rodriguez", "emily-watson", "james-kumar", "lisa-thompson"];

export const bench: Bench = {
  name: "outside",
  about:
    "A turn of an agent from outside, over HTTP, beside one of a member that answers in the meeting's own process",
  async run() {
    const inside = await turnsInside();
    const outside = await turnsOutside();
    const added = (of: (values: readonly number[]) => number) => of(outside) - of(inside);
    const detail = (of: (values: readonly number[]) => number) =>
      `${of(inside).toFixed(1)} ms in the process, ${of(outside).toFixed(1)} ms from outside; ${outside.length} turns`;
    return [
      { ...finding("added to a turn, median", added(median)), detail: detail(median) },
      { ...finding("added to a turn, 99th percentile", added(high)), detail: detail(high) },
    ];
  },
};

function finding(what: string, measured: number) {
  return { what, against: "a member in the process", measured, unit: "ms", target: null };
}

function high(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0;
}

let said = 0;

function answer() {
  said += 1;
  return {
    content: `Point ${said}: the record of the candidate is what I go by, and nothing else.`,
    verdict: "HIRE",
    reasoning: `Reason ${said}`,
  };
}

/** Milliseconds from one question to the next. */
function laps(times: readonly number[]): number[] {
  return times.slice(1).map((time, index) => time - (times[index] ?? time));
}

async function turnsInside(): Promise<readonly number[]> {
  const scenario = await loadScenario(await findScenario("hiring", { cwd: tmpdir() }), {});
  const members = scenario.members.map((seat) => ({ ...seat, model: `human:${seat.id}` }));
  const times: number[] = [];
  const meeting = openMeeting({
    scenario: { ...scenario, members, limits: { ...scenario.limits, messages: MESSAGES } },
    protocol: board,
    createModel: () => {
      throw new Error("nobody is a model here");
    },
    people: async (_person, request, _signal, path) => {
      if (!path.includes("/")) times.push(performance.now());
      const { content: _, ...vote } = answer();
      return request.form === "ballot" ? vote : answer();
    },
  });
  await meeting.run();
  return laps(times);
}

async function turnsOutside(): Promise<readonly number[]> {
  const cwd = mkdtempSync(join(tmpdir(), "boardroom-bench-"));
  const server = spawn(process.execPath, [fileURLToPath(PROGRAM), "mcp", "--http", "--port", "0"], {
    cwd,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    let out = "";
    await new Promise<void>((resolve) =>
      server.stdout.on("data", (piece) => {
        out += piece;
        if (out.split("\n").length > 2) resolve();
      }),
    );
    const [address = "", header = ""] = out.split("\n");
    const client = async () => {
      const made = new Client({ name: "bench", version: "1" });
      const headers = { Authorization: header.replace("Authorization: ", "") };
      await made.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }));
      return async (name: string, args: Record<string, unknown>) =>
        (await made.callTool({ name, arguments: args })).structuredContent as Record<string, unknown>;
    };
    const owner = await client();
    const members = Object.fromEntries(SEATS.map((seat) => [seat, `agent:${seat}`]));
    const asked = { scenario: "hiring", seed: 7, maxMessages: MESSAGES, members };
    const { meeting, seats } = await owner("start_meeting", asked);
    const times: number[] = [];
    await Promise.all(
      (seats as { code: string }[]).map(async ({ code }) => {
        const call = await client();
        const { token } = await call("join_meeting", { meeting, code });
        for (let cursor: unknown; ; ) {
          const turn = await call("wait_for_turn", {
            meeting,
            token,
            seconds: 20,
            ...(cursor !== undefined && cursor !== null && { cursor }),
          });
          cursor = turn.next ?? cursor;
          if (turn.state === "over") return;
          if (turn.state !== "your-turn" || turn.more === true) continue;
          const question = String(turn.question);
          if (!question.includes("/")) times.push(performance.now());
          const { content, ...vote } = answer();
          const isBallot = !(turn.fields as { name: string }[]).some(({ name }) => name === "content");
          await call("speak", { meeting, token, question, ...vote, ...(!isBallot && { content }) });
        }
      }),
    );
    return laps(times.sort((a, b) => a - b));
  } finally {
    server.kill();
    rmSync(cwd, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
