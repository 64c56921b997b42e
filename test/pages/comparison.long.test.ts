import { readFileSync } from "node:fs";
import { join } from "node:path";
import { foldTranscript, readTranscript, verdictTable } from "boardroom";
import { expect, it } from "vitest";
import { createComparisonPage } from "../../src/screens/report-file.ts";
import { cli, twoTurns, workFolder } from "../cli/cli.ts";
import { withScripts } from "../support/scripts.ts";
import { textOf } from "./text-of.ts";

/** A file of the meetings in these folders. */
function comparisonOf(folders: readonly string[]): string {
  return createComparisonPage(
    folders.map((folder) => ({ recorded: readTranscript(folder), report: null })),
  );
}

it("sets candidates side by side: a column each, and a row for each member with what would change it", async () => {
  const names = ["excellent-resume.txt", "weak-resume.md"];
  const texts = names.map((name) => [name, readFileSync(join("test/content", name), "utf8")]);
  const folder = workFolder(withScripts(Object.fromEntries(texts), ["HIRE", "NO_HIRE"]));
  const candidates = names.map((name) => join(folder, name));
  const folders = [];
  for (const [index, flags] of [[], ...candidates.map((file) => ["--document", file])].entries()) {
    folders.push(join(folder, String(index)));
    await cli([
      "run",
      "hiring",
      "--seed",
      "7",
      "--quiet",
      "--output",
      join(folder, String(index)),
      ...flags,
    ]);
  }
  const text = textOf(comparisonOf(folders));
  expect(text).toMatch(
    /Side by side (?:(?:Excellent|Résumé|Dr\. Dorian Pelk) ){3}Outcome (?:Strong hire|Hire|Weak hire|No hire)[^,]*, \d of 5/,
  );
  expect(text).toMatch(
    /Dr\. Sarah Chen Senior Research Director (?:.+? % .*?){3}Prof\. Michael Rodriguez/,
  );
  const stated = folders.flatMap((each) => {
    const { events, head } = readTranscript(each);
    const { members } = verdictTable(foldTranscript(events), { headHash: head });
    return members.flatMap(({ wouldChange }) => wouldChange ?? []);
  });
  expect(stated.length).toBeGreaterThan(1);
  expect(text.match(/Would change it: /g)).toHaveLength(stated.length);
  for (const words of stated) expect(text).toContain(`Would change it: ${words}`);
  expect(text).toContain("Simulated members, no language model used");
});

it("makes shares with their intervals of one subject under many seeds", async () => {
  const cwd = workFolder();
  const seeds = Array.from({ length: 10 }, (_, index) => String(index + 1));
  for (const seed of seeds)
    await cli(["run", "small", "--quiet", "--seed", seed], {
      cwd,
      factories: { simulated: twoTurns },
    });
  const html = comparisonOf(seeds.map((seed) => join(cwd, `transcripts/small-${seed}`)));
  expect(textOf(html)).toMatch(/Over seeds .+ 10 meetings .+ 10 of 10, 100 % \(72 % to 100 %\)/);
  expect(html).not.toContain('id="side-by-side"');
});
