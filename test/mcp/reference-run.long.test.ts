import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { readTranscript } from "../../src/engine/transcript/journal.ts";
import { cli } from "../cli/cli.ts";
import { type Built, buildProgram } from "../support/built-program.ts";
import {
  comeBack,
  faultsOf,
  httpServer,
  type Invited,
  invited,
  killHolder,
  outsideAgent,
  ROLES,
  until,
} from "./outside.ts";

let built: Built;
beforeAll(() => {
  built = buildProgram();
});

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
  onTestFinished(() => void killHolder(cwd, held));
  return { server, held };
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
    await until("the first has answered three questions", () => spoke() >= 3);
    lost?.child.kill("SIGKILL");
    await lost?.ended;
    const again = await comeBack(cwd, roles[0] ?? "", held);
    expect(await Promise.all([again, ...others].map(({ ended }) => ended))).toEqual([0, 0, 0]);
    await expectWhole(cwd, held);
  });
});
