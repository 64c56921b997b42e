import { randomInt } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import seedrandom from "seedrandom";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { cli } from "../../cli/cli.ts";
import { type Built, buildProgram } from "../../support/built-program.ts";
import { SEED } from "../../support/seed.ts";
import { readTestVariable } from "../../support/variables.ts";
import {
  comeBack,
  faultsOf,
  httpServer,
  type Invited,
  invited,
  killHolder,
  outsideAgent,
  ROLES,
  type Running,
  type Server,
  stateOf,
  until,
} from "./outside.ts";

const KILLS = Number(readTestVariable("BOARDROOM_AGENT_KILLS"));
const LANES = Math.min(3, KILLS);
const seed = SEED ?? String(randomInt(1_000_000));

let built: Built;
beforeAll(() => {
  built = buildProgram();
});

const roles = Object.values(ROLES);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function drawn(lane: number) {
  const random = seedrandom(`kills ${seed} ${lane}`);
  const victims = [...roles, "server", "meeting"];
  return () => ({
    /** So many events after the kill before, or nothing would ever be lost. */
    after: 1 + Math.floor(random() * 3),
    delay: random() * 200,
    victim: victims[Math.floor(random() * victims.length)] ?? "meeting",
  });
}

type Counts = Record<string, number>;

async function lane(number: number, kills: number, counts: Counts): Promise<void> {
  const cwd = mkdtempSync(join(tmpdir(), "boardroom-kills-"));
  onTestFinished(() =>
    rmSync(cwd, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  );
  const next = drawn(number);
  let server = await httpServer(built.bin, cwd);
  onTestFinished(() => void server.child.kill("SIGKILL"));
  for (let meeting = 0, done = 0; done < kills; meeting++) {
    const held = await invited(server.address, server.bearer, 1_000 * number + meeting);
    const agents = new Map<string, Running>(
      roles.map((role) => [role, outsideAgent(cwd, role, held)]),
    );
    onTestFinished(() => {
      killHolder(cwd, held);
      for (const { child } of agents.values()) child.kill("SIGKILL");
    });
    const ends = () =>
      [...agents].map(([role, { child }]) => `${role} ended with ${child.exitCode}`).join(", ");
    const standing = () => `${ends()}\n${stateOf(cwd, held)}`;
    const hasGivenUp = () => [...agents.values()].some(({ child }) => (child.exitCode ?? 0) !== 0);
    const record = lookingAt(join(cwd, "transcripts", held.meeting));
    while (done < kills) {
      const { after, delay, victim } = next();
      const where = `seed ${seed}, lane ${number}, kill ${done + 1}, of the ${victim}`;
      const from = record().lines;
      await until(
        `the record goes on before ${where}`,
        () => record().lines >= from + after || record().isOver,
        standing,
        hasGivenUp,
      );
      await pause(delay);
      if (record().isOver) break;
      const wasKilled = await killed(victim, {
        cwd,
        held,
        agents,
        server,
        isOver: () => record().isOver,
      });
      if (wasKilled === null) break;
      server = wasKilled;
      counts[victim] = (counts[victim] ?? 0) + 1;
      done += 1;
    }
    await until(
      `${held.meeting} closes, seed ${seed}`,
      () => record().isOver,
      standing,
      hasGivenUp,
    );
    expect(await Promise.all([...agents.values()].map(({ ended }) => ended))).toEqual([0, 0, 0]);
    expect(faultsOf(cwd, held.meeting), `${held.meeting}, seed ${seed}, lane ${number}`).toEqual(
      [],
    );
    expect((await cli(["verify", join(cwd, "transcripts", held.meeting)])).code).toBe(0);
    counts.meetings = (counts.meetings ?? 0) + 1;
  }
}

type UnderFire = {
  cwd: string;
  held: Invited;
  agents: Map<string, Running>;
  server: Server;
  isOver: () => boolean;
};

/** Kills one of them, and has it come back; the server that there is then, or null where the meeting was over first. */
async function killed(
  victim: string,
  { cwd, held, agents, server, isOver }: UnderFire,
): Promise<Server | null> {
  if (victim === "server") {
    server.child.kill("SIGKILL");
    await server.ended;
    return httpServer(built.bin, cwd);
  }
  if (victim === "meeting") {
    let isKilled = false;
    await until("somebody holds the meeting, to be killed", () => {
      isKilled = killHolder(cwd, held);
      return isKilled || isOver();
    });
    return isKilled ? server : null;
  }
  const agent = agents.get(victim);
  const ended = agent?.child.exitCode ?? null;
  if (ended !== null && isOver()) return null;
  expect(ended, `${victim} has ended by itself`).toBeNull();
  agent?.child.kill("SIGKILL");
  await agent?.ended;
  agents.set(victim, await comeBack(cwd, victim, held));
  return server;
}

/** How far a record has come, without reading what it says. */
function lookingAt(folder: string): () => { lines: number; isOver: boolean } {
  const file = join(folder, "events.jsonl");
  return () => {
    const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [""];
    return {
      lines: lines.length - 1,
      isOver: lines.at(-2)?.includes('"type":"meeting.closed"') ?? false,
    };
  };
}

describe(`agents, their server and the process of their meeting, killed at any moment (seed ${seed})`, () => {
  it(
    `lose nothing, double nothing, and stand under no other's name, in ${KILLS} kills`,
    async () => {
      const begun = performance.now();
      const counts: Counts = {};
      const shares = Array.from({ length: LANES }, (_, at) => Math.floor((KILLS + at) / LANES));
      await Promise.all(shares.map((share, number) => lane(number, share, counts)));
      const { meetings = 0, ...victims } = counts;
      const total = Object.values(victims).reduce((sum, each) => sum + each, 0);
      const seconds = (performance.now() - begun) / 1_000;
      console.log(
        `${total} kills in ${meetings} meetings, seed ${seed}, ${(seconds / total).toFixed(2)} s each: ${JSON.stringify(victims)}`,
      );
      expect(total).toBe(KILLS);
    },
    300_000 + KILLS * 20_000,
  );
});
