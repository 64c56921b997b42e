import { type ChildProcess, spawn } from "node:child_process";
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { readTranscript } from "boardroom";
import { cli } from "../../cli/cli.ts";
import { callOf, type ToolReply } from "./agent.ts";

const SCRIPT = fileURLToPath(new URL("./outside-agent.mjs", import.meta.url));

/** Who sits where in the reference run. */
export const ROLES: Readonly<Record<string, string>> = {
  "tamsin-okoro": "Philosopher",
  "iver-dahlgaard": "Engineer",
  "mirela-stoica": "Researcher",
};

/** A process and when it has ended. */
export type Running = { child: ChildProcess; ended: Promise<number | null> };

function running(child: ChildProcess): Running {
  return { child, ended: new Promise((resolve) => child.on("exit", resolve)) };
}

const SERVER_ERRORS = "server.errors";

export type Server = Running & { address: string; bearer: string };

export async function httpServer(bin: string, cwd: string): Promise<Server> {
  const errors = openSync(join(cwd, SERVER_ERRORS), "a");
  const child = spawn(process.execPath, [bin, "mcp", "--http", "--port", "0"], {
    cwd,
    env: {},
    stdio: ["ignore", "pipe", errors],
  });
  closeSync(errors);
  let out = "";
  await new Promise<void>((resolve) =>
    child.stdout?.on("data", (piece) => {
      out += piece;
      if (out.split("\n").length > 2) resolve();
    }),
  );
  const [address = "", header = ""] = out.split("\n");
  const bearer = header.replace("Authorization: Bearer ", "");
  // Whole or not at all: an agent may read it at this moment.
  writeFileSync(join(cwd, "address.new"), `${address} ${bearer}`);
  renameSync(join(cwd, "address.new"), join(cwd, "address"));
  return { ...running(child), address, bearer };
}

export async function ownerAt(address: string, bearer: string) {
  const client = new Client({ name: "owner", version: "1" });
  const headers = { Authorization: `Bearer ${bearer}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }),
  );
  return {
    client,
    call: (tool: string, args = {}): Promise<ToolReply> => callOf(client, tool, args),
  };
}

export type Invited = {
  meeting: string;
  codes: Readonly<Record<string, string>>;
};

export async function invited(address: string, bearer: string, seed: number): Promise<Invited> {
  const { client, call } = await ownerAt(address, bearer);
  const members = Object.fromEntries(
    Object.entries(ROLES).map(([seat, role]) => [seat, `agent:${role}`]),
  );
  const { data, error } = await call("start_meeting", {
    scenario: "memory-curation",
    seed,
    answerMinutes: 5,
    members,
  });
  await client.close();
  if (error) throw new Error(JSON.stringify(error));
  const codes = data.seats.map(({ person, code }: { person: string; code: string }) => [
    person,
    code,
  ]);
  return { meeting: data.meeting, codes: Object.fromEntries(codes) };
}

export function outsideAgent(cwd: string, role: string, { meeting, codes }: Invited): Running {
  const argv = [
    SCRIPT,
    join(cwd, "address"),
    meeting,
    codes[role] ?? "",
    tokenFile(cwd, meeting, role),
    role,
  ];
  const errors = openSync(join(cwd, `${meeting}.${role}.errors`), "a");
  const child = spawn(process.execPath, argv, {
    cwd,
    env: {},
    stdio: ["ignore", "ignore", errors],
  });
  closeSync(errors);
  return running(child);
}

export function stateOf(cwd: string, { meeting }: Invited): string {
  const place = join(cwd, "transcripts", meeting);
  const read = (file: string) => (existsSync(file) ? readFileSync(file, "utf8").trim() : "");
  return [
    `held by ${writerOf(place) ?? "nobody"}; the last of the record:`,
    ...read(join(place, "events.jsonl"))
      .split("\n")
      .slice(-4)
      .map((line) => line.slice(0, 300)),
    `in the inbox: ${read(join(place, "inbox.jsonl")).slice(-1_000)}`,
    `what its servers told of faults: ${read(join(cwd, SERVER_ERRORS)).slice(-2_000)}`,
    `what its processes printed: ${read(join(cwd, "transcripts/.held", `${meeting}.log`)).slice(-1_000)}`,
    ...Object.values(ROLES).map(
      (role) => `${role}: ${read(join(cwd, `${meeting}.${role}.errors`)).slice(-600)}`,
    ),
  ].join("\n");
}

function tokenFile(cwd: string, meeting: string, role: string): string {
  return join(cwd, `${meeting}.${role}.token`);
}

/** Comes back with its token; one that was stopped before it had any is given a new code by the owner. */
export async function comeBack(cwd: string, role: string, held: Invited): Promise<Running> {
  if (existsSync(tokenFile(cwd, held.meeting, role))) return outsideAgent(cwd, role, held);
  const [seat = ""] = Object.entries(ROLES).find(([, each]) => each === role) ?? [];
  const { out } = await cli([
    "mcp",
    "--seats",
    join(cwd, "transcripts", held.meeting),
    "--renew",
    seat,
  ]);
  const [code = ""] = /code_[\w-]+/.exec(out) ?? [];
  return outsideAgent(cwd, role, { ...held, codes: { ...held.codes, [role]: code } });
}

export function killHolder(cwd: string, { meeting }: Invited): boolean {
  const pid = writerOf(join(cwd, "transcripts", meeting));
  try {
    return pid !== null && process.kill(pid, "SIGKILL");
  } catch {
    return false;
  }
}

export async function until(
  what: string,
  holds: () => boolean,
  standing = () => "",
  isHopeless = () => false,
): Promise<void> {
  const end = performance.now() + 180_000;
  while (!holds()) {
    if (performance.now() > end || isHopeless())
      throw new Error(`waited in vain until ${what}\n${standing()}`);
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}

function writerOf(folder: string): number | null {
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
    const found =
      JSON.stringify(answer).match(/(?:Philosopher|Engineer|Researcher)-\d+-\d+/g) ?? [];
    for (const mark of found)
      if (!mark.startsWith(person)) faults.push(`${mark} is credited to ${person}`);
    return [...new Set(found)];
  });
  for (const [mark, count] of counted(marks))
    if (count > 1) faults.push(`${mark} stands ${count} times`);
  for (const event of events) {
    if (event.type !== "message.spoken" || !(event.speaker in ROLES)) continue;
    const [, role] = /As the (\w+) I say/.exec(event.content) ?? [];
    if (role !== undefined && role !== ROLES[event.speaker])
      faults.push(`${role} spoke as ${event.speaker}`);
  }
  for (const event of events)
    if (event.type === "turn.absent") faults.push(`${event.speaker} was absent: ${event.reason}`);
  for (const role of Object.values(ROLES)) {
    const file = `${tokenFile(cwd, meeting, role)}.taken`;
    for (const line of existsSync(file)
      ? readFileSync(file, "utf8").split("\n").slice(0, -1)
      : []) {
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
