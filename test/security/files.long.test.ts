import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cli, workFolder } from "../cli/cli.ts";
import { misbehaving } from "../support/misbehaving.ts";
import { scriptFor } from "../support/scripts.ts";
import { ATTACKS } from "./payloads.ts";

function filesOutside(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => !name.startsWith("transcripts") && statSync(join(folder, name)).isFile())
    .map((name) => `${name}: ${readFileSync(join(folder, name), "latin1")}`);
}

it("a meeting writes into its own transcript folder alone, whatever its documents, members and seed are called", async () => {
  // A document with NUL is refused as binary.
  const hostile = ATTACKS.filter(({ text }) => text.length < 2_000 && !/\u0000/.test(text)).map(
    ({ text }) => text,
  );
  const paper = `The only line\n${hostile.join("\n\n")}\n`;
  const cwd = workFolder({
    "scenarios/small/paper.md": paper,
    "scenarios/small/script.yaml": scriptFor("paper.md", paper),
    "scenarios/small/..evil.md": "Not a path.\n",
  });
  const before = filesOutside(cwd);
  const beside = readdirSync(join(cwd, ".."));
  for (const seed of ["../../evil", "/etc/evil", "..", "a/../../b", "C:\\evil", "nul\u0000l"]) {
    const { code, err } = await cli(
      [
        "run",
        "small",
        "--seed",
        seed,
        "--attach",
        "scenarios/small/..evil.md",
        "--member",
        "chen=misbehaving:injector",
      ],
      { cwd, factories: { misbehaving } },
    );
    expect([0, 3], `${seed}: ${err}`).toContain(code);
  }
  expect(filesOutside(cwd)).toEqual(before);
  expect(
    readdirSync(join(cwd, "..")).filter((name) => !beside.includes(name) && /evil/.test(name)),
  ).toEqual([]);
  expect(readdirSync(join(cwd, "transcripts")).length).toBeGreaterThan(2);
});

it("a document that would leave the scenario's folder is refused", async () => {
  for (const path of [
    "../../personas/chen.md",
    "/etc/passwd",
    "paper.md/../../../personas/chen.md",
  ]) {
    const clean = readFileSync(join(workFolder(), "scenarios/small/scenario.yaml"), "utf8");
    const cwd = workFolder({
      "scenarios/small/scenario.yaml": clean.replace("file: paper.md", `file: ${path}`),
    });
    const { code, err } = await cli(["run", "small"], { cwd });
    expect(code, path).toBe(2);
    expect(err, path).toMatch(/outside|leaves|not exist|cannot be read|within/);
    expect(readdirSync(cwd)).not.toContain("transcripts");
  }
});
