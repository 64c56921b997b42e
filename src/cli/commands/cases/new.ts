import { mkdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Argument, type Command, Option } from "commander";
import { BoardroomError } from "../../../errors.ts";
import { listPersonas } from "../../../scenario/loading/load.ts";
import { personaTemplate, scenarioTemplate, type TemplateFile } from "../../../scenario/loading/template.ts";
import { casebookJsonSchema, scenarioJsonSchema } from "../../../scenario/schema/json-schema.ts";
import { DEFAULT_PROTOCOL } from "../../../scenario/schema/scenario.ts";
import { repeated, rolePersona, wholeNumber } from "../../settings/flag-values.ts";
import { PROTOCOLS } from "../../settings/protocols.ts";
import { EXIT } from "../../terminal/exit-codes.ts";
import { type Io, print, printText } from "../../terminal/io.ts";
import { usage } from "../../terminal/usage.ts";
import { exists, writeWhole } from "../../terminal/write-file.ts";

const KINDS = ["scenario", "persona"] as const;

/** `boardroom new`: a commented starting point; that of a board passes `check` as it is, that of rounds once its brief is written. */
export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  command
    .addArgument(new Argument("<what>", "what to start").choices(KINDS))
    .argument("<name>", "lower-case letters, digits and hyphens, such as office-move")
    .addOption(new Option("--protocol <name>", aboutProtocols()).choices(STARTED));
  for (const { name, start } of STARTS) {
    for (const { flag, about, takes } of start.flags) {
      const option = new Option(flag, `${name}: ${about}`);
      command.addOption(takes === undefined ? option : TAKING[takes](option));
    }
  }
  return command
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

/** Protocols that begin a scenario in a way of their own. */
const STARTS = PROTOCOLS.flatMap(({ name, start }) => (start ? [{ name, start }] : []));
const STARTED = [DEFAULT_PROTOCOL, ...STARTS.map(({ name }) => name)];

function aboutProtocols(): string {
  return STARTS.map(({ name, start }) => `${name}: ${start.about}`).join("; ");
}

const TAKING = {
  count: (option: Option) => option.argParser(wholeNumber),
  list: (option: Option) => option.argParser(repeated),
  pairs: (option: Option) => option.argParser(rolePersona),
} as const;

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
  const start = startOf(protocol);
  return `${start ? `${start.next(name)}, then ` : ""}boardroom check ${name}`;
}

type NewFlags = { readonly protocol?: string; readonly [flag: string]: unknown };

function startOf(protocol: string | undefined) {
  return STARTS.find(({ name }) => name === protocol)?.start;
}

async function filesOf(
  io: Io,
  what: (typeof KINDS)[number],
  name: string,
  { protocol, ...flags }: NewFlags,
): Promise<readonly TemplateFile[]> {
  const start = what === "scenario" ? startOf(protocol) : undefined;
  if (start) {
    await refuseExisting(io, scenarioTemplate(name));
    const say = (text: string) => printText(io.stderr, `${text}\n`);
    return start.files(name, flags, { ask: io.ask, say, personas: () => listPersonas(io) });
  }
  const [stray] = Object.keys(flags);
  if (stray !== undefined) throw strayFlag(stray);
  return what === "scenario" ? scenarioTemplate(name) : [personaTemplate(name)];
}

function strayFlag(flag: string): BoardroomError {
  const dashed = `--${flag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const owner = STARTS.find(({ start }) => start.flags.some((each) => each.flag.startsWith(`${dashed} `)));
  return usage(
    `${dashed} belongs to a scenario of the ${owner?.name} protocol`,
    `Add --protocol ${owner?.name}, or leave it out.`,
  );
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
  return usage("exists already", "Nothing is ever overwritten: choose another name, or edit that file.", path);
}
