import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createRegistry, type ModelRegistry } from "boardroom/extend";
import { onTestFinished } from "vitest";
import { startModelProgram, stopModelPrograms } from "../../src/home/process/model-programs.ts";
import type { ProgramSettings } from "../../src/models/program/program-settings.ts";
import type { StartProgram } from "../../src/models/program/running-program.ts";
import { exampleScenario } from "./example-scenario.ts";
import { emptyFolder } from "./folders.ts";

export const FAKE_AGENT = fileURLToPath(new URL("./fake-agent.mjs", import.meta.url));

type Logged = Readonly<Record<string, unknown>> & { pid: number };

/** What fake agents wrote to this file. */
export function readAgentLog(file: string): Logged[] {
  try {
    const lines = readFileSync(file, "utf8").trim().split("\n");
    return lines.map((line) => JSON.parse(line) as Logged);
  } catch {
    return [];
  }
}

/** Processes of fake agents, and children of theirs, that are alive. */
export function listLivingAgents(log: string): number[] {
  const facts = readAgentLog(log);
  const pids = new Set(facts.flatMap(({ pid, child }) => [pid, ...(child ? [Number(child)] : [])]));
  return [...pids].filter(isAlive);
}

/** A zombie has ended: only its parent has not asked yet. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

export function listProgramFolders(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith("boardroom-program-"));
}

export type FakeProgram = {
  log: string;
  registry: ModelRegistry;
  model: ReturnType<ModelRegistry["create"]>;
  stop: typeof stopModelPrograms;
};

type FakeOptions = {
  id?: string;
  env?: Readonly<Record<string, string>>;
  start?: StartProgram;
  settings?: Partial<ProgramSettings>;
};

/** The model `program:fake`, answered by a fake agent in this mode. */
export function createFakeProgram(mode: string, options: FakeOptions = {}): FakeProgram {
  const log = join(emptyFolder(), "log.jsonl");
  const { id = "fake", env = {}, start = startModelProgram, settings } = options;
  const fake: ProgramSettings = {
    command: [process.execPath, FAKE_AGENT, mode],
    speaks: mode.startsWith("text") ? "text" : "acp",
    ...settings,
    env: { FAKE_AGENT_LOG: log, ...settings?.env },
  };
  const registry = createRegistry({ env, settings: { programs: { fake } }, startProgram: start });
  const scenario = exampleScenario();
  const model = registry.create({ spec: `program:${id}`, seat: scenario.members[0]!, scenario });
  onTestFinished(stopModelPrograms);
  return { log, registry, model, stop: stopModelPrograms };
}
