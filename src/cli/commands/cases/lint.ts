import type { Command } from "commander";
import { EXIT } from "../../../home/process/exit-codes.ts";
import { type Io, print, printJson } from "../../../home/process/io.ts";
import { usage } from "../../../home/process/usage.ts";
import { withOwnCode } from "../../../home/settings/own-code.ts";
import { readSettings } from "../../../home/settings/settings.ts";
import { lintAll, lintFiles } from "../../../run/drafting/lint-files.ts";
import { lintLines } from "../../../run/drafting/lint-lines.ts";
import { counted } from "../../terminal/counted.ts";

export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return command
    .argument("[what...]", "personas, panels, scenarios or paths (default: all in this folder)")
    .option("--json", "print the findings as JSON")
    .addHelpText("after", HELP)
    .action(async (asked: string[], { json }: { readonly json?: boolean }) => {
      const { protocols } = await withOwnCode(io, await readSettings(io));
      const files = await lintFiles(io, asked);
      const counts = Object.values(files).map(({ length }) => length);
      if (counts.every((count) => count === 0))
        throw usage(
          `nothing to read over here: no ${asked.length === 0 ? "personas, panels or scenarios" : asked.join(", ")}`,
          "Begin one with boardroom new, or name a path.",
        );
      const findings = await lintAll(io, files, protocols);
      const errors = findings.filter(({ is }) => is === "error").length;
      if (json) printJson(io.stdout, findings);
      else print(io.stdout, [...findings.flatMap(lintLines), summary(counts, findings.length, errors)]);
      finish(errors > 0 ? EXIT.usage : EXIT.decided);
    });
}

const HELP = `
Reports near-duplicates, boards that cannot disagree or have no member with an opposing interest, traits taken from a name
or an origin, vague characters, and criteria that no member weighs. An error gives exit code 2 and also fails boardroom
check of the scenario. A warning does neither; check prints it after its result. Calls no model and writes nothing.

Examples:
  boardroom lint
  boardroom lint personas
  boardroom lint scenarios/our-hiring personas/ada.md
  boardroom lint panels --json`;

function summary(counts: readonly number[], found: number, errors: number): string {
  const [personas = 0, panels = 0, scenarios = 0] = counts;
  const read = [counted(personas, "persona"), counted(panels, "panel"), counted(scenarios, "scenario")];
  return `${read.join(", ")}: ${counted(errors, "error")}, ${counted(found - errors, "warning")}.`;
}
