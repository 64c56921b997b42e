import { basename, dirname, join, resolve } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { JOURNAL_FILE } from "../../engine/transcript/journal-file.ts";
import { type Io, print } from "../../home/process/io.ts";
import { exists } from "../../home/process/write-file.ts";
import { durabilityFlag, FLAGS, said } from "../../home/settings/flag-values.ts";
import { withCallFlags } from "../../home/settings/models.ts";
import { readSettings, THEME_NAMES } from "../../home/settings/settings.ts";
import { run } from "../../run/holding/hold-new.ts";
import { withScenarioFlags } from "../../run/prepare/scenario-flags.ts";
import type { WatchFlags } from "../../screens/watch/open-view.ts";
import { watchLive } from "../../screens/watch/watch-live.ts";
import { watchRecord } from "../../screens/watch/watch-record.ts";
import { showDebate } from "./show.ts";

export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return withCallFlags(
    withScenarioFlags(command.argument("[meeting]", "a scenario to run, or a transcript folder to play")),
  )
    .option(...FLAGS.output)
    .addOption(durabilityFlag())
    .option(...FLAGS.approve)
    .option(...FLAGS.notify, said)
    .option(...FLAGS.because)
    .option("--pace <pace>", "of simulated and replayed meetings: 1, 2, 4, 8 or instant", paceValue, 1)
    .option("--paused", "open held, before the first word")
    .option("--from <place>", "replay from start, end, or the event of this number", placeValue)
    .option("--as <name>", "name under which you act; default chair")
    .addOption(new Option("--theme <theme>", "colours").choices(THEME_NAMES))
    .addHelpText("after", HELP)
    .action(async (meeting: string | undefined, flags: WatchFlags) => finish(await watch(io, meeting, flags)));
}

const HELP = `
Press ? in the view for its keys. A finished transcript plays from its start, a running one from its end, and so does
a long one. Without a terminal the meeting is printed as \`boardroom run\` and \`boardroom show\` do.

Examples:
  boardroom watch hiring
  boardroom watch hiring --seed 7 --pace 4
  boardroom watch hiring --model anthropic:claude-sonnet-5-5 --as "Dr. Ngo"
  boardroom watch transcripts/hiring-7 --from end`;

async function watch(io: Io, meeting: string | undefined, flags: WatchFlags): Promise<number> {
  const folder = meeting === undefined ? null : await transcriptFolder(io, meeting);
  const why = whyPlain(io);
  if (why !== null) {
    print(io.stderr, [`boardroom: ${why}, so the meeting is printed instead of shown`]);
    return folder === null ? run(io, meeting, flags) : showDebate(io, folder, {});
  }
  const theme = flags.theme ?? (await readSettings(io)).theme;
  const shown = { ...flags, ...(theme && { theme }) };
  return folder === null ? watchLive(io, meeting, shown) : watchRecord(io, folder, shown);
}

async function transcriptFolder({ cwd }: Io, named: string): Promise<string | null> {
  if (basename(named) === JOURNAL_FILE) return dirname(named);
  return (await exists(join(resolve(cwd, named), JOURNAL_FILE))) ? named.replace(/(?<=.)\/+$/, "") : null;
}

function whyPlain({ isTTY, hasKeyboard, env }: Io): string | null {
  if (!isTTY) return "the output is not a terminal";
  if (env.TERM === "dumb" || !env.TERM) return "the terminal cannot draw";
  return hasKeyboard === false ? "the input is not a terminal" : null;
}

function paceValue(text: string): number {
  if (text === "instant") return Number.POSITIVE_INFINITY;
  if (["1", "2", "4", "8"].includes(text)) return Number(text);
  throw new InvalidArgumentError("It must be 1, 2, 4, 8 or instant.");
}

function placeValue(text: string): "start" | "end" | number {
  if (text === "start" || text === "end") return text;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be start, end or the number of an event.");
}
