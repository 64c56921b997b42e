import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { draw, type Io, print } from "../../../home/process/io.ts";
import { styleOf } from "../../../home/process/style.ts";
import { writeWhole } from "../../../home/process/write-file.ts";
import { findTranscripts } from "../../../home/records/find-transcripts.ts";
import { tableOf } from "../../../home/records/outputs.ts";
import { readEach } from "../../../home/records/read-each.ts";
import { readSettings } from "../../../home/settings/settings.ts";
import { crossMarkdown, crossTable } from "../../../showing/compare/cross-table.ts";
import { plainPalette, type TextOptions } from "../../../showing/palette.ts";
import { readRecord } from "../../../showing/read-record.ts";
import { verdictsCsv } from "../../../showing/table/csv.ts";
import { verdictsJson } from "../../../showing/table/json.ts";
import { markdownTable } from "../../../showing/table/markdown.ts";
import { textTable } from "../../../showing/table/text-table.ts";
import type { VerdictTable } from "../../../showing/verdict-schema.ts";

const FORMATS = ["table", "csv", "json", "md"] as const;
type Format = (typeof FORMATS)[number];

type VerdictsFlags = {
  readonly format: Format;
  readonly output?: string;
  readonly force?: boolean;
};

export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return command
    .argument("<transcripts...>", "transcript folders, or patterns such as 'transcripts/hiring-*'")
    .addOption(new Option("--format <format>", "how to write the verdicts").choices(FORMATS).default("table"))
    .option("-o, --output <file>", "write to a file, readable by its owner only")
    .option("--force", "replace an existing file")
    .addHelpText("after", HELP)
    .action(async (asked: string[], flags: VerdictsFlags) => {
      const folders = await findTranscripts(io, asked);
      const { stated } = await readSettings(io);
      const shown = styleOf(io, stated);
      // A file is to be read anywhere.
      const style = flags.output === undefined ? shown : { ...shown, width: 100, palette: plainPalette };
      const { sound, exitCode } = await readEach(io, folders, (folder) => readTable(io, folder));
      const text = written(sound, flags.format, style);
      if (flags.output === undefined) draw(io.stdout, [text.replace(/\n$/, "")]);
      else {
        await writeWhole(io, flags.output, text, { force: flags.force });
        print(io.stderr, [`Written: ${flags.output}`]);
      }
      finish(exitCode);
    });
}

const HELP = `
Several transcripts give one table. As table or md it has a column for each, the strongest first, with a separate table for
each question. As csv it has stacked rows, as json a list. A damaged transcript is named on stderr and skipped (exit code 5).

Examples:
  boardroom verdicts transcripts/hiring-7
  boardroom verdicts transcripts/hiring-7 transcripts/hiring-8
  boardroom verdicts transcripts/hiring-* --format csv -o candidates.csv
  boardroom verdicts transcripts/hiring-7 --format json | jq '.meetings[0].outcome'`;

function written(tables: readonly VerdictTable[], format: Format, style: TextOptions): string {
  const [first, ...more] = tables;
  const one = more.length === 0 ? first : undefined;
  switch (format) {
    case "table":
      return `${one ? textTable(one, style) : crossTable(tables, style)}\n`;
    case "csv":
      return verdictsCsv(tables);
    case "json":
      return verdictsJson(tables);
    case "md":
      return one ? markdownTable(one) : crossMarkdown(tables);
    default:
      return format satisfies never;
  }
}

async function readTable({ cwd }: Io, folder: string): Promise<VerdictTable> {
  return tableOf(await readRecord(resolve(cwd, folder)));
}
