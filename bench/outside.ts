import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Bench } from "./bench.ts";
import { median } from "./measure.ts";
import { board, findScenario, loadScenario, openMeeting, PROGRAM } from "./product.ts";

const MESSAGES = 80;
/** How many meetings are held at once where a room is full, and by how many from outside each. */
const FULL = { meetings: 16, seats: 4, messages: 12 };
const SEATS = ["sarah-chen", "michael-rodriguez", "emily-watson", "james-kumar", "lisa-thompson"];

export const bench: Bench = {
  name: "outside",
  about:
    "A turn of an agent from outside, over HTTP, beside one of a member that answers in the meeting's own process",
  async run() {
    const inside = await turnsInside();
    const outside = await turnsOutside({ meetings: 1, seats: SEATS.length, messages: MESSAGES });
    const full = await turnsOutside(FULL);
    const agents = FULL.meetings * FULL.seats;
    const added = (of: (values: readonly number[]) => number) => of(outside) - of(inside);
    const detail = (of: (values: readonly number[]) => number) =>
      `${of(inside).toFixed(1)} ms in the process, ${of(outside).toFixed(1)} ms from outside; ${outside.length} turns`;
    return [
      { ...finding("added to a turn, median", added(median)), detail: detail(median) },
      { ...finding("added to a turn, 99th percentile", added(high)), detail: detail(high) },
      {
        ...finding(
          `a turn among ${agents} agents in ${FULL.meetings} meetings, median`,
          median(full),
        ),
        against: "one meeting of five agents",
        detail: `${median(outside).toFixed(0)} ms there; 99th percentile ${high(full).toFixed(0)} ms; ${full.length} turns`,
      },
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

type Table = { meetings: number; seats: number; messages: number };
type Call = (name: string, args: Record<string, unknown>) => Promise<Record<string, unknown>>;

/** From one question of a meeting to its next, of all meetings together. */
async function turnsOutside({ meetings, seats, messages }: Table): Promise<readonly number[]> {
  const cwd = mkdtempSync(join(tmpdir(), "boardroom-bench-"));
  const server = spawn(process.execPath, [fileURLToPath(PROGRAM), "mcp", "--http", "--port", "0"], {
    cwd,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => server.on("exit", resolve));
  try {
    let out = "";
    await new Promise<void>((resolve) =>
      server.stdout.on("data", (piece) => {
        out += piece;
        if (out.split("\n").length > 2) resolve();
      }),
    );
    const [address = "", header = ""] = out.split("\n");
    const client = () => clientAt(address, header);
    const owner = await client();
    const members = Object.fromEntries(
      SEATS.slice(0, seats).map((seat) => [seat, `agent:${seat}`]),
    );
    const sitting: Promise<readonly number[]>[] = [];
    for (let seed = 1; seed <= meetings; seed++) {
      const asked = { scenario: "hiring", seed, maxMessages: messages, members };
      const { meeting, seats: reserved } = await owner("start_meeting", asked);
      sitting.push(turnsOf(String(meeting), reserved as { code: string }[], client));
    }
    const turns = (await Promise.all(sitting)).flat();
    await allWritten(join(cwd, "transcripts/.held"), meetings);
    return turns;
  } finally {
    server.kill();
    await ended;
    rmSync(cwd, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

async function clientAt(address: string, header: string): Promise<Call> {
  const made = new Client({ name: "bench", version: "1" });
  const headers = { Authorization: header.replace("Authorization: ", "") };
  await made.connect(
    new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }),
  );
  return async (name, args) => {
    const { structuredContent, isError, content } = await made.callTool({ name, arguments: args });
    if (isError) throw new Error(`${name}: ${JSON.stringify(content)}`);
    return structuredContent as Record<string, unknown>;
  };
}

async function turnsOf(
  meeting: string,
  seats: readonly { code: string }[],
  client: () => Promise<Call>,
): Promise<readonly number[]> {
  const times: number[] = [];
  await Promise.all(
    seats.map(async ({ code }) => {
      const call = await client();
      const { token } = await call("join_meeting", { meeting, code });
      for (let from: unknown = 0; ; ) {
        const given = { meeting, token, seconds: 20, from };
        const turn = await call("wait_for_turn", given);
        from = turn.next;
        if (turn.state === "over") return;
        if (turn.state !== "your-turn") continue;
        const question = String(turn.question);
        if (!question.includes("/")) times.push(performance.now());
        const { content, ...vote } = answer();
        const isBallot = !(turn.fields as { name: string }[]).some(
          ({ name }) => name === "content",
        );
        await call("speak", { meeting, token, question, ...vote, ...(!isBallot && { content }) });
      }
    }),
  );
  return laps(times.sort((a, b) => a - b));
}

/** Waits until every meeting's process has written what stands beside its record, so that its folder can go. */
async function allWritten(held: string, meetings: number): Promise<void> {
  const isDone = (file: string) => readFileSync(join(held, file), "utf8").includes("Transcript: ");
  for (let look = 0; look < 600; look++) {
    if (
      readdirSync(held).filter((file) => file.endsWith(".log") && isDone(file)).length >= meetings
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("a meeting has closed and its process has not come to its end within a minute");
}
