// `boardroom ask`: sets up a board for a question, shows it with its price, and runs it when the
// user agrees.

import { join } from "node:path";
import { planMeeting } from "../../engine/money/plan.ts";
import { EXIT, exitCodeOfSignal } from "../../home/process/exit-codes.ts";
import { formatNextStep, getTerminalWidth, type Io, print } from "../../home/process/io.ts";
import { AUTO } from "../../home/settings/auto-model.ts";
import { loadCustomCode } from "../../home/settings/own-code.ts";
import { PROTOCOLS } from "../../home/settings/protocols.ts";
import { chooseModel, readSettings } from "../../home/settings/settings.ts";
import { isSimulated } from "../../models/contract/model-spec.ts";
import { composeBoard } from "../../run/asking/compose.ts";
import { listDealtModels } from "../../run/asking/deal-models.ts";
import { draftByModel } from "../../run/asking/draft.ts";
import { frameQuestion } from "../../run/asking/frame.ts";
import { findPanel } from "../../run/asking/panels.ts";
import { formatWay, listWays, type Way } from "../../run/asking/ways.ts";
import { findMissingVoices, readDocuments } from "../../run/drafting/documents.ts";
import { saveQuestion } from "../../run/drafting/save-question.ts";
import { prepare } from "../../run/prepare/prepare.ts";
import { formatPlan } from "../../run/prepare/warnings.ts";
import { listPersonas } from "../../scenario/loading/load.ts";
import { requireName } from "../../scenario/loading/template.ts";
import { joinNames } from "../../text/plain.ts";
import { formatBoard } from "../terminal/board-lines.ts";
import { defineCommand, type FlagsOf } from "../terminal/command.ts";
import { collectTexts, readWholeNumber } from "../terminal/flag-values.ts";
import { APPROVAL_FLAGS, FORM_FLAGS, selectFlags, splitList } from "../terminal/flags.ts";
import { editFiles } from "../terminal/open-file.ts";
import { type RunFlags, run } from "../terminal/run-in-terminal.ts";

const HELP = `
The model drafts options and criteria. Boardroom chooses members and gives the reasons. It shows the draft with the price.
Press Enter to start, type a number to choose another way at its price, e to open the scenario in your editor, or q to
quit. The result is a normal scenario in ./scenarios.

The meeting ends without a debate if the opening votes agree and quote different passages. Otherwise each member has two
turns in the debate. Without --model, models are dealt over the seats if two providers have keys. Otherwise members are
simulated and need a script: a document with one next to it, such as plan.md with plan.script.yaml.

Examples:
  boardroom ask "Should we move the billing service to Rust?" --document plan.md --model anthropic:claude-sonnet-5-5
  boardroom ask "Should we raise prices by 8 %?" --panel pricing --document figures.md --model openai:gpt-6-sol
  boardroom ask "Should this be merged?" --panel code-change --protocol judges --document change.diff --model auto
  boardroom ask "Should we publish the report?" --members claire-dubois,walter-grimshaw --model ollama:llama3.3
  boardroom ask "Which site?" --document sites.md --options north,south --model auto`;

/** Protocols that a question and documents are enough for. */
const ASKED_PROTOCOLS = PROTOCOLS.flatMap(({ name, start }) => (start ? [] : [name]));

const FLAGS = {
  document: [
    "--document <file>",
    "Add a document; the first is the subject (repeatable)",
    collectTexts,
  ],
  panel: ["--panel <name>", "Ready-made board with options; see boardroom list panels"],
  members: ["--members <ids>", "Ids of the personas on the board, with commas", splitList],
  size: ["--size <n>", "Number of members, if you name none", readWholeNumber, { preset: 5 }],
  protocol: ["--protocol <name>", "How the members decide [default: board]", ASKED_PROTOCOLS],
  options: ["--options <names>", "Possible answers, with commas, such as yes,no,later", splitList],
  name: ["--name <name>", "Name of the scenario that is saved"],
  yes: ["--yes", "Start without asking"],
  ...selectFlags(
    ...APPROVAL_FLAGS,
    ...FORM_FLAGS,
    ...(["model", "seed", "maxMessages", "output"] as const),
  ),
} as const;

type AskFlags = FlagsOf<typeof FLAGS>;

export const command = defineCommand({
  arguments: [["<question>", "One question to decide, in quotation marks"]],
  flags: FLAGS,
  excludes: { size: ["members", "panel"], panel: ["members"] },
  help: HELP,
  run: (io, [question], flags) => askBoard(io, question, flags),
});

async function askBoard(io: Io, question: string, flags: AskFlags): Promise<number> {
  const { project } = await loadCustomCode(io, await readSettings(io));
  if (flags.name !== undefined) requireName(flags.name);
  const panel = flags.panel === undefined ? undefined : await findPanel(flags.panel, io);
  const given = await readDocuments(io.cwd, flags.document ?? []);
  const documents = given.map(({ document }) => document);
  const library = (await listPersonas(io)).flatMap(({ persona }) => persona ?? []);
  const stated = flags.model ?? project.stated.model;
  const mayDeal = stated === undefined && findMissingVoices(io, given) !== null;
  const dealt = mayDeal ? listDealtModels(project.models, io.env) : [];
  const model = stated === AUTO ? await chooseModel(io) : (stated ?? dealt[0]);
  const silence = findMissingVoices(io, given, model);
  if (silence) throw silence;
  const framed = frameQuestion({ question, options: flags.options, panel });
  const drafts = model !== undefined && !isSimulated(model) && !panel && !flags.options;
  const drafted = drafts
    ? await draftByModel(io, { spec: model, project, flags, task: { frame: framed, documents } })
    : { frame: framed };
  if (drafted === null) return EXIT.waiting;
  const { frame } = drafted;
  const members = flags.members ?? panel?.members;
  const board = composeBoard({ frame, library, members, size: flags.size });
  const isBrief = model !== undefined && !isSimulated(model);
  const { name: named, protocol } = flags;
  const saved = { frame, board, given, name: named, model: flags.model, protocol, isBrief, dealt };
  const name = saveQuestion(io.cwd, saved);
  print(io.stdout, [
    ...formatBoard(frame, board, getTerminalWidth(io)),
    ...(dealt.length === 0
      ? []
      : [
          "",
          `Models: ${joinNames(dealt)}, dealt over the seats in turn, as their keys are set.`,
          `For one model: --model ${dealt[0]}`,
        ]),
    "",
    `Saved: scenarios/${name}`,
    ...(given.length > 2 ? [PROPOSED] : []),
  ]);
  return confirmAndRun(io, name, flags);
}

/** Printed if there are at least two papers next to the subject. */
const PROPOSED = "A comment in it proposes papers that single members could read alone.";

/** Each time the price is the one that the files then have. */
async function confirmAndRun(io: Io, name: string, flags: AskFlags): Promise<number> {
  const chosen = new Map<string, Way>();
  for (;;) {
    const option = [...chosen.values()].map((way) => way.option);
    const runOptions = { ...toRunFlags(flags), option, next: "record" } as const;
    const repeated = [...repeatFlags(flags), ...repeatWays(chosen)];
    const prepared = await prepare(io, name, runOptions);
    const { scenario, protocol, project } = prepared;
    const start = () => run(replaceArgv(io, ["run", name, ...repeated]), name, runOptions);
    if (flags.yes) return start();
    print(io.stdout, formatPlan(planMeeting(scenario, protocol, project.models)));
    if (!io.ask) {
      print(io.stdout, [formatNextStep("run", name, ...repeated)]);
      return EXIT.waiting;
    }
    const ways = listWays(prepared);
    print(io.stdout, formatWays(ways));
    const numbers = ways.length === 0 ? "" : "a number chooses that way, ";
    const signal = io.stopSignal();
    const answer =
      (await io.ask(`Enter starts, ${numbers}e edits, q quits: `, signal))?.trim().toLowerCase() ??
      "q";
    if (signal.aborted) return exitCodeOfSignal(String(signal.reason));
    if (/^(?:y|s|$)/.test(answer)) return start();
    const way = ways[Number(answer) - 1];
    if (way) chosen.set(way.option.path.join("."), way);
    else if (answer.startsWith("e")) await editScenario(io, name);
    else if (/^[qn]/.test(answer)) {
      print(io.stdout, ["No meeting was run.", formatNextStep("run", name, ...repeated)]);
      return EXIT.waiting;
    }
  }
}

function formatWays(ways: readonly Way[]): string[] {
  if (ways.length === 0) return [];
  const lines = ways.map((way, index) => `  ${index + 1}  ${formatWay(way)}`);
  return ["Other ways, without thinking:", ...lines];
}

function repeatWays(chosen: ReadonlyMap<string, Way>): string[] {
  return [...chosen.values()].flatMap(({ flag }) => ["--option", flag]);
}

async function editScenario(io: Io, name: string): Promise<void> {
  const file = join(io.cwd, "scenarios", name, "scenario.yaml");
  if ((await editFiles(io, [file])) === "opened")
    await io.ask?.(
      `Opened ${join("scenarios", name, "scenario.yaml")}. Enter when you have saved it: `,
    );
}

function repeatFlags({ seed, maxMessages, output }: AskFlags): readonly string[] {
  const flags = { "--seed": seed, "--max-messages": maxMessages, "--output": output };
  return Object.entries(flags).flatMap(([flag, value]) =>
    value === undefined ? [] : [flag, String(value)],
  );
}

/** The scenario is saved by now: leave is asked for a run of it, not for the question again. */
function replaceArgv(io: Io, argv: readonly string[]): Io {
  const called = { argv: { value: argv, enumerable: true } };
  return Object.create(null, { ...Object.getOwnPropertyDescriptors(io), ...called }) as Io;
}

function toRunFlags(flags: AskFlags): RunFlags {
  const { document, panel, members, size, protocol, options, name, yes, ...runOptions } = flags;
  return runOptions;
}
