import { readdirSync } from "node:fs";
import { join } from "node:path";
import { plainPalette, readTranscript, textTable } from "boardroom";
import { expect, it } from "vitest";
import { describeOutcome } from "../../src/agents/service/records.ts";
import {
  formatAnswer,
  formatOption,
  nameAnswer,
  nameOutcome,
} from "../../src/engine/words/figures.ts";
import { buildTable } from "../../src/home/records/outputs.ts";
import { createReportPage } from "../../src/screens/report-file.ts";
import { cli, workFolder } from "../cli/cli.ts";
import { textOf } from "../screens/pages/text-of.ts";
import { watch } from "../support/watcher.ts";

const SEEDS = Array.from({ length: 8 }, (_, index) => String(index + 1));
const scenarios = readdirSync("scenarios", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

it.each(scenarios)(
  "an outcome of %s has one name on every surface, and no option without a vote",
  async (name) => {
    const cwd = workFolder();
    const names = new Map<string, string>();
    for (const seed of SEEDS) {
      const folder = join("transcripts", `${name}-${seed}`);
      await cli(["run", name, "--seed", seed, "--quiet", "--output", folder], { cwd });
      const recorded = readTranscript(join(cwd, folder));
      const table = buildTable(recorded);
      const choices = { verdicts: table.options, sides: table.scenario.sides };
      const outcome = nameOutcome(table.outcome, choices);
      names.set(folder, formatAnswer(nameAnswer(table.outcome, choices)));
      const labels = outcome.split(/, | or /).map((label) => label.toLowerCase());
      const named = table.options.filter(({ id }) =>
        labels.includes(formatOption(id).toLowerCase()),
      );
      expect(named.filter(({ id }) => table.tally.options[id] === 0)).toEqual([]);
      if (table.outcome?.status === "decided") expect(named).not.toEqual([]);

      expect(textTable(table, { width: 100, palette: plainPalette })).toContain(
        `\n  Outcome         ${outcome}\n`,
      );
      const { label, count } = nameAnswer(table.outcome, choices);
      const answer = `${label}, ${count}`;
      const page = textOf(createReportPage(recorded)).slice(0, 2000);
      // The opening vote may have come to the same answer.
      expect(page.replace(`Opening vote: ${answer}`, "").split(answer)).toHaveLength(3);
      expect(watch(recorded.events, { size: { columns: 240, rows: 60 } }).text).toContain(
        ` ${outcome} `,
      );
      expect(describeOutcome(recorded.events)).toContain(`${outcome} (`);
      // These recount the whole record, which takes seconds for rounds.
      if (Number(seed) > 2) continue;
      const { out: adr } = await cli(["report", folder, "--format", "adr"], { cwd });
      expect(adr).toMatch(
        new RegExp(`## Decision Outcome\n\n(?:Chosen: "${outcome}", because|${outcome}:) `),
      );
      expect((await cli(["outcome", folder], { cwd })).out).toContain(`Outcome: ${outcome}\n`);
    }
    const { out } = await cli(["list"], { cwd });
    for (const [folder, answer] of names)
      expect(out).toMatch(new RegExp(`${folder} .* ${answer} `));
  },
  300_000,
);
