// `boardroom study`: runs, reports, fetches or cancels a study. `studies/` does the work.

import { EXIT } from "../../home/process/exit-codes.ts";
import { print } from "../../home/process/io.ts";
import { exportStudy } from "../../studies/report/export-tables.ts";
import { REPORT_FORMATS, reportStudy } from "../../studies/report/report.ts";
import { cancelBegunStudy, fetchStudy } from "../../studies/running/fetch-study.ts";
import { runStudyCommand } from "../../studies/running/run-study.ts";
import { formatCount } from "../../text/plain.ts";
import { defineCommand, defineGroup } from "../terminal/command.ts";
import { readFilledText, readWholeNumber } from "../terminal/flag-values.ts";
import { APPROVAL_FLAGS, DATABASE_FLAGS, selectFlags } from "../terminal/flags.ts";

const HELP = `
Examples:
  boardroom study run study.yaml
  boardroom study report study-names`;

const RUN_HELP = `
Runs every meeting that the study file asks for: each arm, with each subject and each seed. It first prints the price, and
asks from $1. Stop it with Ctrl+C; the same command continues. Each meeting is a normal transcript in meetings/, and
results.jsonl has one line for each. boardroom check study.yaml prints the plan, and the lines that swap: changes. With --on
postgres, boardroom worker runs the meetings on as many machines as you have (docs/how-to/run-workers.md), and Ctrl+C leaves
them running. With --batch, the next calls of all meetings go to Anthropic or OpenAI as one batch, at half the price per
token and without caches. A batch can take 24 hours, and the same command waits for it again. See docs/how-to/run-a-study.md.

Examples:
  boardroom study run study.yaml
  boardroom study run studies/names -o names-1
  boardroom study run study.yaml --retry-failed
  boardroom study run study.yaml --batch --model anthropic:claude-sonnet-5-5
  boardroom study run study.yaml --on postgres --detach`;

const REPORT_HELP = `
Prints what the debate added, in sentences and five tables: right or chosen, talk or vote, changes of mind, agreement, cost.
Every number has N and its 95 % interval; with fewer than ten cases it says how many more meetings it needs. The first pair
of compare: is the main question; every other p is exploratory. A report of a study that runs has no p. If workers run it,
first get the ended meetings with boardroom study fetch.

Examples:
  boardroom study report study-names
  boardroom study report study-names --format json > names.json`;

const EXPORT_HELP = `
Writes meetings.csv, members.csv, messages.csv, votes.csv and calls.csv, one key each, in UTF-8. docs/reference/study-tables.md
says what each column is, and reads them with pandas and R. Tables that are there are replaced.

Examples:
  boardroom study export study-names
  boardroom study export study-names -o tables`;

const FETCH_HELP = `
Writes the transcripts of meetings that have ended, and their results, into the study's folder, and waits for none of the
others. boardroom study run FILE --on postgres does the same as meetings end, until all have. Of the study only study.json
is read, in its folder of results, so its other files may have changed or be gone.

Examples:
  boardroom study fetch study.yaml
  boardroom study fetch studies/names -o names-1`;

const CANCEL_HELP = `
Workers stop before their next call. Recorded results stay. boardroom study run FILE --on postgres continues the study.
With --batch, the open batches of the study are cancelled instead. Answered calls are paid for and kept.

Examples:
  boardroom study cancel study.yaml
  boardroom study cancel study.yaml --batch`;

const STUDY = ["[study]", "study.yaml or its folder [default: ./study.yaml]"] as const;
const RESULTS = {
  output: [
    "-o, --output <folder>",
    "Folder of the results [default: ./study-NAME]",
    readFilledText,
  ],
} as const;

const runStudy = defineCommand({
  arguments: [STUDY],
  flags: {
    ...DATABASE_FLAGS,
    ...RESULTS,
    retryFailed: ["--retry-failed", "Run failed meetings again"],
    processes: [
      "--processes <n>",
      "Meetings to run in parallel [default: number of cores]",
      readWholeNumber,
    ],
    on: ["--on <where>", "Let workers run it, by a database", ["postgres"]],
    detach: ["--detach", "With --on: exit once the meetings are queued"],
    batch: ["--batch", "Use batch endpoints: half the price, slow"],
    ...selectFlags(...APPROVAL_FLAGS, "model", "as"),
  },
  needs: { database: ["on"], passwordFile: ["on"], detach: ["on"] },
  excludes: { processes: ["on"], batch: ["on"] },
  help: RUN_HELP,
  run: (io, [path], flags) => runStudyCommand(io, path, flags),
});

const report = defineCommand({
  arguments: [["<study>", "Folder of the study"]],
  flags: {
    format: ["--format <format>", "Format of the report", REPORT_FORMATS, { preset: "text" }],
  },
  help: REPORT_HELP,
  run: (io, [folder], flags) => reportStudy(io, folder, flags),
});

const exportTables = defineCommand({
  arguments: [["<study>", "Folder of the study"]],
  flags: {
    output: [
      "-o, --output <folder>",
      "Folder of the tables [default: STUDY/tables]",
      readFilledText,
    ],
  },
  help: EXPORT_HELP,
  run: (io, [folder], flags) => exportStudy(io, folder, flags),
});

const fetchResults = defineCommand({
  arguments: [STUDY],
  flags: { ...DATABASE_FLAGS, ...RESULTS },
  help: FETCH_HELP,
  run: (io, [path], flags) => fetchStudy(io, path, flags),
});

const cancel = defineCommand({
  arguments: [STUDY],
  flags: {
    ...DATABASE_FLAGS,
    ...RESULTS,
    batch: ["--batch", "Cancel the batches of study run --batch"],
  },
  excludes: { batch: ["database", "passwordFile"] },
  help: CANCEL_HELP,
  async run(io, [path], flags) {
    const count = await cancelBegunStudy(io, path, flags);
    print(io.stdout, [
      `${flags.batch ? formatCount(count, "batch", "batches") : formatCount(count, "meeting")} cancelled.`,
    ]);
    return EXIT.decided;
  },
});

export const command = defineGroup(
  {
    run: { ...runStudy, summary: "Run the missing meetings of a study" },
    report: { ...report, summary: "Report what a study shows" },
    export: { ...exportTables, summary: "Write the tables of a study as CSV" },
    fetch: { ...fetchResults, summary: "Fetch the results of workers" },
    cancel: { ...cancel, summary: "Cancel what workers or batches still do" },
  },
  HELP,
);
