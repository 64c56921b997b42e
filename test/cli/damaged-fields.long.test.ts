import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BoardroomError } from "boardroom";
import { describe, expect, it } from "vitest";
import { GENESIS, hashLine, readLines } from "../../src/engine/transcript/read.ts";
import { verifyCitations, verifyDocuments } from "../../src/engine/transcript/verify.ts";
import { renderOutputFiles } from "../../src/home/records/outputs.ts";
import { cli, workFolder } from "./cli.ts";

type Line = Record<string, unknown> & { type: string };
type Path = readonly (string | number)[];

const OTHERWISE = [undefined, null, -7, 1e9, "zzz", "", [], {}, true, ["zzz"], [null], { zzz: [] }];

describe("a line whose field is missing or of another kind", () => {
  it("is refused as damaged or read, whatever the kind of the event and the field: never a fault", () => {
    const lines = read("test/fixtures/every-event/events.jsonl");
    expect(readAll(lines)).toBe("read");
    const tried = { refused: 0, read: 0 };
    const paths = lastOfEachKind(lines).flatMap((index) =>
      [...pathsIn(lines[index]!, 3)].map((path) => ({ index, path })),
    );
    for (const [at, { index, path }] of paths.entries()) {
      // Of the values a quarter for each field, another quarter for the next.
      for (const value of OTHERWISE.filter((_, each) => each % 4 === at % 4))
        tried[readAll(lines.with(index, altered(lines[index]!, path, value)))] += 1;
    }
    expect(tried.refused).toBeGreaterThan(500);
    expect(tried.read).toBeGreaterThan(25);
  }, 120_000);

  const SCENARIOS = ["niche-decision", "memory-curation", "code-review", "architecture-review"];
  it.each(SCENARIOS)(
    "%s: so is each fact of a procedure of its own",
    async (name) => {
      const folder = join(workFolder(), "t");
      await cli(["run", name, "--seed", "7", "--quiet", "--output", folder]);
      const lines = read(join(folder, "events.jsonl"));
      expect(readAll(lines)).toBe("read");
      const facts = lastOfEachKind(lines).filter((index) => lines[index]!.type === "fact.recorded");
      const paths = facts.flatMap((index) =>
        [...pathsIn(lines[index]!, 3)].map((path) => ({ index, path })),
      );
      const step = Math.ceil(paths.length / 20);
      const tried = { refused: 0, read: 0 };
      for (const [at, { index, path }] of paths.filter((_, each) => each % step === 0).entries()) {
        const value = OTHERWISE[(at * 5) % OTHERWISE.length];
        tried[readAll(lines.with(index, altered(lines[index]!, path, value)))] += 1;
      }
      expect(tried.refused).toBeGreaterThan(3);
    },
    120_000,
  );
});

it("a first line that holds next to nothing of a scenario is damage, to every command that reads it", async () => {
  const cwd = workFolder();
  const opened = { ...read("test/fixtures/every-event/events.jsonl")[0]!, scenario: { name: "x" } };
  mkdirSync(join(cwd, "t"));
  writeFileSync(join(cwd, "t/events.jsonl"), chained([opened]));
  for (const command of ["show", "verify", "resume", "outcome"]) {
    const { code, out, err } = await cli([command, "t"], { cwd });
    expect({ command, code, out }).toEqual({ command, code: 5, out: "" });
    expect(err).toContain("events.jsonl:1: not an event: scenario.title: ");
  }
});

it("an event of somebody who has no seat is damage, at its line", () => {
  const lines = read("test/fixtures/every-event/events.jsonl");
  const index = lines.findIndex(({ type }) => type === "message.spoken");
  const changed = lines.with(index, { ...lines[index]!, speaker: "nobody" });
  expect(() => readLines(Buffer.from(chained(changed)), "f")).toThrow(
    `f:${index + 1}: "nobody" has no seat in this meeting`,
  );
});

function readAll(lines: readonly Line[]): "read" | "refused" {
  try {
    const { events, hashes, head } = readLines(Buffer.from(chained(lines)), "events.jsonl");
    const recorded = { events, hashes, head, file: "events.jsonl" };
    renderOutputFiles(recorded);
    for (const verify of [verifyDocuments, verifyCitations]) orDamage(() => verify(recorded));
    return "read";
  } catch (error) {
    if (!(error instanceof BoardroomError)) throw error;
    expect(["transcript-damaged", "transcript-version"]).toContain(error.code);
    return "refused";
  }
}

function orDamage(verify: () => unknown): void {
  try {
    verify();
  } catch (error) {
    if (!(error instanceof BoardroomError)) throw error;
  }
}

function read(file: string): Line[] {
  return readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

function chained(lines: readonly Line[]): string {
  let prev = GENESIS;
  const texts = lines.map((line) => {
    const text = JSON.stringify({ ...line, prev });
    prev = hashLine(text);
    return text;
  });
  return `${texts.join("\n")}\n`;
}

/** Indexes of the last event of each kind, of each name among facts. */
function lastOfEachKind(lines: readonly Line[]): number[] {
  return [...new Map(lines.map(({ type, name }, index) => [`${type} ${name}`, index])).values()];
}

function* pathsIn(value: unknown, depth: number, at: Path = []): Generator<Path> {
  if (at.length > 0 && at[0] !== "prev") yield at;
  if (depth === 0 || typeof value !== "object" || value === null) return;
  const keys = Array.isArray(value) ? [...value.keys()].slice(0, 2) : Object.keys(value);
  for (const key of keys) yield* pathsIn(value[key as keyof typeof value], depth - 1, [...at, key]);
}

function altered(line: Line, path: Path, value: unknown): Line {
  const copy = structuredClone(line);
  let inner = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) inner = inner[key] as Record<string | number, unknown>;
  const last = path.at(-1)!;
  if (value !== undefined) inner[last] = value;
  else if (Array.isArray(inner)) inner.splice(last as number, 1);
  else delete inner[last];
  return copy;
}
