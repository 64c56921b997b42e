import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withScripts } from "../support/scripts.ts";
import { cli, twoTurns, workFolder } from "./cli.ts";

const OWN = { factories: { simulated: twoTurns }, openFile: () => {} };

/** The words of a printed command, as a shell reads them. */
function wordsOf(command: string): string[] {
  const split = execFileSync("sh", ["-c", `set -- ${command}; printf '%s\\0' "$@"`], {
    encoding: "utf8",
  });
  return split.split("\0").slice(0, -1);
}

function printedCommands(text: string): string[][] {
  const lines =
    text.match(/\bboardroom [a-z]+ (?:"[^"]*"|'(?:[^']|'\\'')*'|[^\s"',;()]+| (?! ))*/g) ?? [];
  return lines.map((line) => wordsOf(line).slice(1));
}

async function expectAccepted(cwd: string, argv: readonly string[] = []): Promise<void> {
  const { code, err } = await cli(argv, { cwd, ...OWN, ask: async () => null });
  expect({ argv, refused: code === 2 ? err : "" }).toEqual({ argv, refused: "" });
}

const FOLDER = "my $meeting's";

describe("a next step that the program prints is accepted by the program", () => {
  it.each<[string[], string[]]>([
    [["run", "small", "--seed", "7", "--quiet", "--output", FOLDER], ["report"]],
    [
      ["run", "small", "--seed", "7", "--quiet", "--member", "chen=human:ngo", "--output", FOLDER],
      ["act"],
    ],
    [
      ["ask", "Should we move?"],
      ["new", "run"],
    ],
    [
      ["ask", "Should we move?", "--yes", "--quiet", "--seed", "77557"],
      ["new", "run", "report"],
    ],
    [["new", "scenario", "mine"], ["check"]],
    [["new", "scenario", "mine", "--from", "small"], ["check"]],
    [["new", "scenario", "mine", "--protocol", "rounds"], ["check"]],
    [["new", "study", "mine"], ["check"]],
    [
      ["run", "small", "--by", "kai", "--criticality", "reversible=false"],
      ["approvals", "approvals"],
    ],
    [
      ["run", "small", "--documents", "cvs", "--seed", "7"],
      ["show", "report"],
    ],
  ])("%j", async (argv, names) => {
    // Alternatives exclude one another: each is tried in a folder of its own.
    for (const [at] of names.entries()) {
      const cwd = workFolder(
        withScripts({ "cvs/ada.md": "# Ada\n\nAda has led a ward since the year 2019.\n" }),
      );
      const { out, err } = await cli(argv, { cwd, ...OWN });
      const commands = printedCommands(`${out}${err}`);
      expect(commands.map(([name]) => name)).toEqual(names);
      await expectAccepted(cwd, commands[at]);
    }
  });

  it("after a meeting that has ended, in any folder", async () => {
    const cwd = workFolder();
    await cli(["run", "small", "--seed", "7", "--quiet", "--output", FOLDER], { cwd, ...OWN });
    const { err } = await cli(["resume", FOLDER], { cwd, ...OWN });
    expect(err).toContain(`boardroom fork 'my $meeting'\\''s' --at 0 --seed 8`);
    await expectAccepted(cwd, printedCommands(err)[0]);
    const said = await cli(["act", FOLDER, "--as", "chair", "--interject", "Well?"], {
      cwd,
      ...OWN,
    });
    await expectAccepted(cwd, printedCommands(said.err)[0]);
  });

  it("names another number as the next seed", async () => {
    const cwd = workFolder();
    const { err } = await cli(["ask", "Should we move?", "--yes", "--quiet", "--seed", "77557"], {
      cwd,
      ...OWN,
    });
    expect(err).toContain("To compare: boardroom run move --seed 77558\n");
  });

  it("is put together by one function, which quotes what users name", () => {
    const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) =>
      /\.tsx?$/.test(file),
    );
    const byHand = files.filter((file) =>
      /`[^`\n]*boardroom [a-z]+ [^`\n]*\$\{(?:\w+\.)*(?:folder|person|shown|from|path)\b/.test(
        readFileSync(join("src", file), "utf8"),
      ),
    );
    expect(byHand).toEqual([]);
  });
});
