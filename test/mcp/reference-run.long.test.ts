import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import seedrandom from "seedrandom";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { readTranscript } from "../../src/transcript/journal.ts";
import { cli } from "../cli/cli.ts";
import { type Built, buildProgram } from "../support/built-program.ts";
import {
  faultsOf,
  httpServer,
  type Invited,
  invited,
  outsideAgent,
  ROLES,
  type Running,
  writerOf,
} from "./outside.ts";

let built: Built;
beforeAll(() => {
  built = buildProgram();
});
afterAll(() => built.remove());

const roles = Object.values(ROLES);

function folder(): string {
  const cwd = mkdtempSync(join(tmpdir(), "boardroom-mesh-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  return cwd;
}

async function begun(cwd: string, seed: number) {
  const server = await httpServer(built.bin, cwd);
  onTestFinished(() => void server.child.kill());
  const held = await invited(server.address, server.bearer, seed);
  onTestFinished(() => endWriter(cwd, held));
  return { server, held };
}

function endWriter(cwd: string, { meeting }: Invited): void {
  const pid = writerOf(join(cwd, "transcripts", meeting));
  try {
    if (pid !== null) process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself in the meantime.
  }
}

/** Comes back with its token; one that was stopped before it had any is given a new code by the owner. */
async function back(cwd: string, role: string, held: Invited): Promise<Running> {
  if (existsSync(join(cwd, `${role}.token`))) return outsideAgent(cwd, role, held);
  const [seat = ""] = Object.entries(ROLES).find(([, each]) => each === role) ?? [];
  const { out } = await cli(["seats", join(cwd, "transcripts", held.meeting), "--renew", seat]);
  const [code = ""] = /code_[\w-]+/.exec(out) ?? [];
  return outsideAgent(cwd, role, { ...held, codes: { ...held.codes, [role]: code } });
}

async function expectWhole(cwd: string, { meeting }: Invited): Promise<void> {
  const path = join(cwd, "transcripts", meeting);
  const { events } = readTranscript(path);
  expect(events.at(-1)?.type).toBe("meeting.closed");
  expect(faultsOf(cwd, meeting)).toEqual([]);
  const entered = events.flatMap((event) =>
    event.type === "fact.recorded" && event.name === "phase.entered"
      ? [(event.data as { name: string }).name]
      : [],
  );
  expect(entered.slice(1)).toEqual([
    "INTRODUCTION",
    "PRESENTATION",
    "CROSS-EXAMINATION",
    "DELIBERATION",
    "CONSENSUS",
  ]);
  const said = events.filter((event) => event.type === "message.spoken" && event.audience === "all");
  expect(said.length).toBeGreaterThan(8);
  expect(
    new Set(said.map((event) => (event.type === "message.spoken" ? event.topic : null))).size,
  ).toBeGreaterThan(1);
  const conclusions = JSON.parse(readFileSync(join(path, "conclusions.json"), "utf8"));
  expect(conclusions.agreements.length).toBeGreaterThan(0);
  expect(conclusions.unresolved.length).toBeGreaterThan(0);
  expect((await cli(["verify", path, "--rerun"])).code).toBe(0);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("three agents from outside, each a process of its own", () => {
  it("go through all phases over HTTP, by topics, and come to agreements and open points", async () => {
    const cwd = folder();
    const { held } = await begun(cwd, 3);
    const ended = await Promise.all(roles.map((role) => outsideAgent(cwd, role, held).ended));
    expect(ended).toEqual([0, 0, 0]);
    await expectWhole(cwd, held);
  });

  it("do so again where one is killed and comes back", async () => {
    const cwd = folder();
    const { held } = await begun(cwd, 4);
    const [lost, ...others] = roles.map((role) => outsideAgent(cwd, role, held));
    const place = join(cwd, "transcripts", held.meeting);
    const spoke = () =>
      readTranscript(place).events.filter(
        (event) => event.type === "human.answered" && event.person === roles[0],
      ).length;
    while (spoke() < 3) await pause(20);
    lost?.child.kill("SIGKILL");
    await lost?.ended;
    const again = await back(cwd, roles[0] ?? "", held);
    expect(await Promise.all([again, ...others].map(({ ended }) => ended))).toEqual([0, 0, 0]);
    await expectWhole(cwd, held);
  });
});

/** How many times somebody is killed: `KILLS=1000 npm run test:long -- test/mcp` for a long look. */
const KILLS = Number(process.env.KILLS ?? 50);

describe("agents, their server and the process of their meeting, killed at any moment", () => {
  it(
    `lose nothing, double nothing, and stand under no other's name, in ${KILLS} kills`,
    async () => {
      const random = seedrandom(`kills ${process.env.PROPERTY_SEED ?? "1"}`);
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
      let kills = 0;
      for (let seed = 10; kills < KILLS; seed++) {
        const cwd = folder();
        const { server: first, held } = await begun(cwd, seed);
        const place = join(cwd, "transcripts", held.meeting);
        let server = first;
        const agents = new Map<string, Running>(roles.map((role) => [role, outsideAgent(cwd, role, held)]));
        const isOver = () => readTranscript(place).events.at(-1)?.type === "meeting.closed";
        const length = () => readTranscript(place).events.length;
        while (!isOver() && kills < KILLS) {
          // Something must happen between two kills, or nothing would ever be lost.
          const before = length();
          const more = 1 + Math.floor(random() * 3);
          for (let look = 0; look < 100 && length() < before + more && !isOver(); look++) await pause(20);
          await pause(random() * 200);
          if (isOver()) break;
          kills += 1;
          const victim = pick([...roles, "server", "meeting"]);
          if (victim === "server") {
            server.child.kill("SIGKILL");
            await server.ended;
            server = await httpServer(built.bin, cwd);
          } else if (victim === "meeting") endWriter(cwd, held);
          else {
            const agent = agents.get(victim);
            agent?.child.kill("SIGKILL");
            await agent?.ended;
            agents.set(victim, await back(cwd, victim, held));
          }
        }
        const ends = await Promise.all([...agents.values()].map(({ ended }) => ended));
        expect(ends).toEqual([0, 0, 0]);
        expect(faultsOf(cwd, held.meeting)).toEqual([]);
        expect((await cli(["verify", place, "--rerun"])).code).toBe(0);
        server.child.kill();
      }
      expect(kills).toBe(KILLS);
    },
    Math.max(900_000, KILLS * 12_000),
  );
});
