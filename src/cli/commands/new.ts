import { mkdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Argument, type Command, Option } from "commander";
import { BoardroomError } from "../../errors.ts";
import { roundsTemplate } from "../../scenario/loading/rounds-template.ts";
import { personaTemplate, scenarioTemplate, type TemplateFile } from "../../scenario/loading/template.ts";
import { casebookJsonSchema, scenarioJsonSchema } from "../../scenario/schema/json-schema.ts";
import { askStages, type RoundsFlags } from "../preparing/rounds-stages.ts";
import { repeated, rolePersona, wholeNumber } from "../settings/flag-values.ts";
import { EXIT } from "../terminal/exit-codes.ts";
import { type Io, print } from "../terminal/io.ts";
import { exists, writeWhole } from "../terminal/write-file.ts";

const KINDS = ["scenario", "persona"] as const;

/** `boardroom new`: a commented starting point; that of a board passes `check` as it is, that of rounds once its brief is written. */
export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return command
    .addArgument(new Argument("<what>", "what to start").choices(KINDS))
    .argument("<name>", "lower-case letters, digits and hyphens, such as office-move")
    .addOption(
      new Option("--protocol <name>", "rounds: asks for question, roles and rounds").choices([
        "board",
        "rounds",
      ]),
    )
    .option("--system <words>", "rounds: what the deliberation is about")
    .option("--question <question>", "rounds: the one question it answers")
    .option("--anchor <sentence>", "rounds: what is being made and for whom")
    .option("--role <role=persona>", "rounds: who takes a role; may be repeated", rolePersona)
    .option("--rounds <count>", "rounds: how many, the synthesis included", wholeNumber)
    .option("--stress <round=role>", "rounds: a round without a role, or none; may be repeated", repeated)
    .option("--stress-reason <reason>", "rounds: why fewer than three roles are stressed")
    .addHelpText("after", HELP)
    .action(async (what: (typeof KINDS)[number], name: string, flags: NewFlags) => {
      const files = await filesOf(io, what, name, flags);
      await refuseExisting(io, files);
      for (const file of files) await writeNew(io, file);
      for (const schema of SCHEMAS) {
        const isNamed = files.some(({ text }) => text.includes(basename(schema.path)));
        if (isNamed && !(await exists(join(io.cwd, schema.path)))) await writeNew(io, schema);
      }
      print(io.stdout, [`Next: ${nextAfter(what, name, flags)}`]);
      finish(EXIT.decided);
    });
}

/** What the first lines of a scenario and its casebook point editors to. */
const SCHEMAS = [
  { path: "scenarios/scenario.schema.json", text: scenarioJsonSchema() },
  { path: "scenarios/casebook.schema.json", text: casebookJsonSchema() },
];

const HELP = `
Writes below ./scenarios or ./personas, and never over a file that is there.

Examples:
  boardroom new scenario office-move
  boardroom new scenario order-platform --protocol rounds
  boardroom new persona head-of-operations`;

function nextAfter(what: (typeof KINDS)[number], name: string, { protocol }: NewFlags): string {
  if (what === "persona") return `name ${name} under members: in a scenario`;
  const form = protocol === "rounds" ? `fill in scenarios/${name}/brief.md, then ` : "";
  return `${form}boardroom check ${name}`;
}

type NewFlags = RoundsFlags & { readonly protocol?: "board" | "rounds" };

async function filesOf(io: Io, what: (typeof KINDS)[number], name: string, { protocol, ...flags }: NewFlags) {
  if (what === "scenario" && protocol === "rounds") {
    await refuseExisting(io, scenarioTemplate(name));
    return roundsTemplate(name, await askStages(io, flags));
  }
  const [stray] = Object.keys(flags);
  if (stray !== undefined) throw needsRounds(stray);
  return what === "scenario" ? scenarioTemplate(name) : [personaTemplate(name)];
}

/** Collects `critic=kenji-ashworth` into one record. */
function needsRounds(flag: string): BoardroomError {
  const dashed = flag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return new BoardroomError("usage", {
    message: `--${dashed} belongs to a scenario of the rounds protocol`,
    remedy: "Add --protocol rounds, or leave it out.",
  });
}

/** Before anything is written, so that either all of it is or nothing. */
async function refuseExisting({ cwd }: Io, files: readonly TemplateFile[]): Promise<void> {
  for (const { path } of files) if (await exists(join(cwd, path))) throw standsAlready(path);
}

async function writeNew({ cwd, stdout }: Io, { path, text }: TemplateFile): Promise<void> {
  try {
    await mkdir(dirname(join(cwd, path)), { recursive: true, mode: 0o700 });
  } catch (cause) {
    const message = `cannot be written (${(cause as NodeJS.ErrnoException).code})`;
    throw new BoardroomError("usage", { place: { file: path }, message }, { cause });
  }
  await writeWhole({ cwd }, path, text);
  print(stdout, [`Created ${path}`]);
}

function standsAlready(path: string): BoardroomError {
  return new BoardroomError("usage", {
    place: { file: path },
    message: "exists already",
    remedy: "Nothing is ever overwritten: choose another name, or edit that file.",
  });
}
