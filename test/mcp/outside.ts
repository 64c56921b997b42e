import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { readTranscript } from "../../src/transcript/journal.ts";
import { callOf, type ToolReply } from "./agent.ts";

const SCRIPT = fileURLToPath(new URL("./outside-agent.mjs", import.meta.url));

/** Who sits where in the reference run. */
export const ROLES: Readonly<Record<string, string>> = {
  "tamsin-okoro": "Philosopher",
  "iver-dahlgaard": "Engineer",
  "mirela-stoica": "Researcher",
};

/** A process and when it has ended. */
export type Running = { readonly child: ChildProcess; readonly ended: Promise<number | null> };

function running(child: ChildProcess): Running {
  return { child, ended: new Promise((resolve) => child.on("exit", resolve)) };
}

/** `boardroom mcp --http` in a process of its own; agents that are told of a change of address find it in a file. */
export async function httpServer(
  bin: string,
  cwd: string,
): Promise<Running & { readonly address: string; readonly bearer: string }> {
  const child = spawn(process.execPath, [bin, "mcp", "--http", "--port", "0"], {
    cwd,
    env: {},
    stdio: ["ignore", "pipe", "ignore"],
  });
  let out = "";
  await new Promise<void>((resolve) =>
    child.stdout?.on("data", (piece) => {
      out += piece;
      if (out.split("\n").length > 2) resolve();
    }),
  );
  const [address = "", header = ""] = out.split("\n");
  const bearer = header.replace("Authorization: Bearer ", "");
  for (const role of Object.values(ROLES))
    writeFileSync(join(cwd, `${role}.token.address`), `${address} ${bearer}`);
  return { ...running(child), address, bearer };
}

export async function ownerAt(address: string, bearer: string) {
  const client = new Client({ name: "owner", version: "1" });
  const headers = { Authorization: `Bearer ${bearer}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }));
  return { client, call: (tool: string, args = {}): Promise<ToolReply> => callOf(client, tool, args) };
}

export type Invited = { readonly meeting: string; readonly codes: Readonly<Record<string, string>> };

/** Starts the meeting in which the three sit. */
export async function invited(address: string, bearer: string, seed: number): Promise<Invited> {
  const { client, call } = await ownerAt(address, bearer);
  const members = Object.fromEntries(Object.entries(ROLES).map(([seat, role]) => [seat, `agent:${role}`]));
  const { data, error } = await call("start_meeting", {
    scenario: "memory-curation",
    seed,
    answerMinutes: 5,
    members,
  });
  await client.close();
  if (error) throw new Error(JSON.stringify(error));
  const codes = data.seats.map(({ person, code }: { person: string; code: string }) => [person, code]);
  return { meeting: data.meeting, codes: Object.fromEntries(codes) };
}

export function outsideAgent(cwd: string, role: string, { meeting, codes }: Invited): Running {
  const [address = "", bearer = ""] = readFileSync(join(cwd, `${role}.token.address`), "utf8").split(" ");
  const argv = [SCRIPT, address, bearer, meeting, codes[role] ?? "", join(cwd, `${role}.token`), role];
  return running(spawn(process.execPath, argv, { cwd, env: {}, stdio: "ignore" }));
}

/** Number of the process that writes a meeting; null while none does. */
export function writerOf(folder: string): number | null {
  const claim = existsSync(folder)
    ? readdirSync(folder).find((name) => /^writer-.*\.lock$/.test(name))
    : undefined;
  try {
    return claim === undefined ? null : JSON.parse(readFileSync(join(folder, claim), "utf8")).pid;
  } catch {
    return null;
  }
}

/** What is wrong with the record of a meeting that agents sat in: lost, doubled, or credited to another seat. */
export function faultsOf(cwd: string, meeting: string): readonly string[] {
  const { events } = readTranscript(join(cwd, "transcripts", meeting));
  const faults: string[] = [];
  const answered = events.filter((event) => event.type === "human.answered");
  for (const [path, count] of counted(answered.map(({ path }) => path)))
    if (count > 1) faults.push(`${path} was answered ${count} times`);
  const marks = answered.flatMap(({ person, answer }) => {
    const found = JSON.stringify(answer).match(/(?:Philosopher|Engineer|Researcher)-\d+-\d+/g) ?? [];
    for (const mark of found) if (!mark.startsWith(person)) faults.push(`${mark} is credited to ${person}`);
    return [...new Set(found)];
  });
  for (const [mark, count] of counted(marks)) if (count > 1) faults.push(`${mark} stands ${count} times`);
  for (const event of events) {
    if (event.type !== "message.spoken" || !(event.speaker in ROLES)) continue;
    const [, role] = /As the (\w+) I say/.exec(event.content) ?? [];
    if (role !== undefined && role !== ROLES[event.speaker]) faults.push(`${role} spoke as ${event.speaker}`);
  }
  for (const event of events)
    if (event.type === "turn.absent") faults.push(`${event.speaker} was absent: ${event.reason}`);
  for (const role of Object.values(ROLES)) {
    const file = join(cwd, `${role}.token.taken`);
    for (const line of existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : []) {
      const [path = ""] = line.split(" ");
      const said = line.slice(path.length + 1);
      const kept = answered.find((event) => event.path === path && event.person === role);
      if (!kept) faults.push(`${role}'s answer at ${path} was taken and is lost`);
      else if (!marksIn(said).every((mark) => marksIn(JSON.stringify(kept.answer)).includes(mark)))
        faults.push(`${role}'s answer at ${path} is another`);
    }
  }
  return faults;
}

function marksIn(text: string): readonly string[] {
  return text.match(/(?:Philosopher|Engineer|Researcher)-\d+-\d+/g) ?? [];
}

function counted(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
