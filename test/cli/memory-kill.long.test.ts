import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { type Built, buildProgram } from "../support/built-program.ts";
import { workFolder } from "./cli.ts";

let built: Built;
beforeAll(() => {
  built = buildProgram();
}, 120_000);

/** Runs a process in a folder of the user's own, and kills it once it has printed its nth event. */
async function live(argv: readonly string[], cwd: string, state: string, after = Number.POSITIVE_INFINITY) {
  let events = 0;
  const env = { XDG_STATE_HOME: join(cwd, state) };
  const started = built.start(
    argv,
    cwd,
    (text) => {
      events += text.split("\n").length - 1;
      if (events >= after) started.kill();
    },
    env,
  );
  return started.ended;
}

type Recorded = { readonly name?: string; readonly text?: string };

function recalled(text: string): readonly Recorded[] {
  const events: readonly Recorded[] = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return events.filter(({ name }) => name?.startsWith("memory-of-"));
}

/** Changes every note that is kept: other words for some, none for the others. */
function changeMemory(folder: string): number {
  const notes = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".json"),
  );
  for (const [at, name] of notes.entries()) {
    const file = join(folder, name);
    if (at % 2 === 0) rmSync(file);
    else
      writeFileSync(
        file,
        JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), closing: "Changed meanwhile." }),
      );
  }
  return notes.length;
}

test("a meeting with notes that is killed comes to the same bytes when it is gone on with, whatever became of the notes", async () => {
  const cwd = workFolder();
  const file = join(cwd, "scenarios/small/scenario.yaml");
  writeFileSync(file, `${readFileSync(file, "utf8").trimEnd()}\nmemory: board\n`);
  mkdirSync(join(cwd, "first"));
  const hold = (seed: string, out: string) => ["run", "small", "--seed", seed, "--out", out, "--json"];
  await live(hold("1", "before"), cwd, "first");
  cpSync(join(cwd, "first"), join(cwd, "whole-state"), { recursive: true });
  await live(hold("2", "whole"), cwd, "whole-state");
  const whole = readFileSync(join(cwd, "whole/events.jsonl"), "utf8");
  expect(recalled(whole).length).toBeGreaterThan(0);
  const length = whole.trim().split("\n").length;
  const moments = [1, 2, 5, Math.floor(length / 2), length - 2];
  let kills = 0;
  for (const [nth, after] of moments.entries()) {
    const [state, out] = [`state-${nth}`, `killed-${nth}`];
    cpSync(join(cwd, "first"), join(cwd, state), { recursive: true });
    const { signal } = await live(hold("2", out), cwd, state, after);
    if (signal === "SIGKILL") kills += 1;
    expect(changeMemory(join(cwd, state, "boardroom/memory"))).toBeGreaterThan(0);
    const resumed = await live(["resume", out, "--json"], cwd, state);
    expect([0, 3], resumed.err).toContain(resumed.code);
    const bytes = readFileSync(join(cwd, out, "events.jsonl"), "utf8");
    expect(recalled(bytes)).toEqual(recalled(whole));
    expect(bytes === whole, `killed after ${after} events`).toBe(true);
  }
  expect(kills).toBeGreaterThanOrEqual(3);
}, 300_000);
