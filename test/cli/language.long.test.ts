import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli, twoTurns, workFolder } from "./cli.ts";

const factories = { simulated: twoTurns, acme: twoTurns };

function inGerman(language = "de") {
  const cwd = workFolder();
  const file = join(cwd, "scenarios/small/scenario.yaml");
  writeFileSync(file, `language: ${language}\n${readFileSync(file, "utf8")}`);
  const run = (...argv: string[]) => cli(argv, { cwd, factories });
  return { cwd, run };
}
const RUN = ["run", "small", "--seed", "1", "--quiet"];
const RECORD = "transcripts/small-1";

describe("language: of a scenario", () => {
  it("has members asked to write in it, the form and the ids left as they are", async () => {
    const { run } = inGerman();
    await run(...RUN, "--model", "acme:m");
    const { out } = await run("show", RECORD, "--prompt", "opening", "--speaker", "chen");
    expect(out).toContain(
      "Write in German, including your reasoning and what would change your mind",
    );
    expect(out).toContain("<Verdict>");
    expect(out).toContain("- YES (for)");
    const { run: inEnglish } = inGerman("en");
    await inEnglish(...RUN, "--model", "acme:m");
    expect(
      (await inEnglish("show", RECORD, "--prompt", "opening", "--speaker", "chen")).out,
    ).not.toContain("German");
  });

  it("leaves everything that is printed and written of the record in English", async () => {
    const { cwd, run } = inGerman();
    expect((await run(...RUN)).out).toContain("Member");
    expect((await run("show", RECORD, "--quiet")).out).toContain("Member");
    await run("report", RECORD);
    expect(readFileSync(join(cwd, RECORD, "report.html"), "utf8")).toContain('<html lang="en"');
    expect(readFileSync(join(cwd, RECORD, "transcript.md"), "utf8")).toContain("| Final verdict |");
  });

  it("is told where members are simulated, who speak English only", async () => {
    const { run } = inGerman();
    const note =
      "warning: the scenario asks for language de, but simulated members speak English\n";
    expect((await run("check", "small")).err).toContain(note);
    expect((await run(...RUN)).err).toContain(note);
    expect((await run(...RUN, "--model", "acme:m")).err).not.toContain("speak English only");
  });
});
