// `boardroom new`: creates a scenario, a persona or a study from a template, a copy or a draft.

import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import type { BoardroomError } from "../../errors.ts";
import { copyFile, writeWhole } from "../../files.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { createUsageError, type Io, print, printText } from "../../home/process/io.ts";
import { PROTOCOLS } from "../../home/settings/protocols.ts";
import {
  createPersonaFiles,
  createScenarioFiles,
  type NewFiles,
} from "../../run/drafting/new-files.ts";
import { readPackagedText } from "../../scenario/files/package-files.ts";
import { findScenario, listPersonas } from "../../scenario/loading/load.ts";
import {
  renderPersonaTemplate,
  renderScenarioTemplate,
  requireName,
  type TemplateFile,
} from "../../scenario/loading/template.ts";
import { isMainDocumentName } from "../../scenario/schema/endings.ts";
import { createStudyTemplate } from "../../studies/opening/study-file.ts";
import {
  defineCommand,
  type Flag,
  type Flags,
  type FlagsOf,
  refuseOthers,
} from "../terminal/command.ts";
import { readFilledText, readRolePersona, readWholeNumber } from "../terminal/flag-values.ts";
import { APPROVAL_FLAGS, selectFlags } from "../terminal/flags.ts";

const KINDS = ["scenario", "persona", "study"] as const;

const TAKING = { count: readWholeNumber, pairs: readRolePersona } as const;

const HELP = `
Writes to ./scenarios, ./personas or ./studies. Existing files are not replaced.

Examples:
  boardroom new scenario office-move
  boardroom new scenario billing --question "Should we move the billing service to Rust?"
  boardroom new scenario platform-lead --from job-description.md --model anthropic:claude-sonnet-5-5
  boardroom new scenario our-hiring --from hiring
  boardroom new scenario trial-run --protocol jury
  boardroom new scenario order-platform --protocol rounds
  boardroom new persona head-of-operations
  boardroom new persona head-of-security --from role.md --model anthropic:claude-sonnet-5-5
  boardroom new study names`;

const STARTS = PROTOCOLS.flatMap(({ name, start }) => (start ? [{ name, start }] : []));

const FLAGS = {
  question: [
    "--question <text>",
    "Question that the board, or the persona, decides",
    readFilledText,
  ],
  from: ["--from <source>", "Document to draft from; scenario: or one to copy", readFilledText],
  model: ["-m, --model <model>", "Model that drafts the scenario or persona, price first"],
  protocol: ["--protocol <name>", describeProtocols(), PROTOCOLS.map(({ name }) => name)],
  ...selectFlags(...APPROVAL_FLAGS),
} as const;

const { protocol: _, ...OF_PERSONA } = FLAGS;
const ALL = { ...FLAGS, ...createStartFlags(STARTS) };

type NewFlags = FlagsOf<typeof FLAGS> & { [flag: string]: unknown };

export const command = defineCommand({
  arguments: [
    ["<what>", "What to create", KINDS],
    ["<name>", "Lowercase letters, digits and hyphens, such as office-move"],
  ],
  flags: ALL,
  needs: { approve: ["model"] },
  help: HELP,
  async run(io, [kind, name], flags: NewFlags) {
    const place =
      kind === "scenario" && findStart(flags.protocol)
        ? `--protocol ${flags.protocol}`
        : `a ${kind}`;
    refuseOthers(
      ALL,
      flags,
      selectAllowedFlags(kind, flags.protocol),
      `cannot be used with ${place}`,
      "Remove it.",
    );
    // Before a model is paid for a draft.
    if (flags.model !== undefined)
      refuseExisting(io, [
        kind === "persona" ? `personas/${name}.md` : `scenarios/${name}/scenario.yaml`,
      ]);
    const begun = await createFiles(io, kind, name, flags);
    if (begun === null) return EXIT.waiting;
    const { files, copies = [], notes = [], next } = begun;
    refuseExisting(io, [...files.map(({ path }) => path), ...copies.map(({ to }) => to)]);
    const schemas: TemplateFile[] = [];
    for (const path of SCHEMAS)
      if (files.some(({ text }) => text.includes(path)) && !existsSync(join(io.cwd, path)))
        schemas.push({ path, text: readPackagedText(path) });
    for (const { path, text } of [...files, ...schemas]) writeWhole(resolve(io.cwd, path), text);
    for (const { from, to } of copies) copyFile(from, resolve(io.cwd, to));
    const created = [...files, ...schemas].map(({ path }) => path);
    print(io.stdout, [
      ...[...created, ...copies.map(({ to }) => to)].map((path) => `Created ${path}`),
      ...notes,
      `Next: ${next ?? suggestNext(kind, name, flags)}`,
    ]);
    return EXIT.decided;
  },
});

function selectAllowedFlags(kind: (typeof KINDS)[number], protocol: string | undefined): Flags {
  if (kind === "study") return {};
  if (kind === "persona") return OF_PERSONA;
  const own = STARTS.filter(({ name }) => name === protocol);
  return own.length === 0
    ? ALL
    : { question: FLAGS.question, protocol: FLAGS.protocol, ...createStartFlags(own) };
}

/** Flags with which a protocol begins its own scenario. */
function createStartFlags(starts: typeof STARTS): Flags {
  const flags = starts.flatMap(({ name, start }) =>
    start.flags.map(({ flag, about, takes }): readonly [string, Flag] => [
      flag.replace(/^--| .*/g, "").replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
      [flag, `${name}: ${about}`, takes && TAKING[takes]],
    ]),
  );
  return Object.fromEntries(flags.filter(([name]) => !Object.hasOwn(FLAGS, name)));
}

function describeProtocols(): string {
  return STARTS.map(({ name, start }) => `${name}: ${start.about}`).join("; ");
}

const SCHEMAS = ["scenario", "script", "study"].map((name) => `schemas/${name}.schema.json`);

function suggestNext(
  kind: (typeof KINDS)[number],
  name: string,
  { protocol, from: _, model: __, ...given }: NewFlags,
): string {
  if (kind === "study") return `boardroom check studies/${name}/study.yaml`;
  if (kind === "persona") return `name ${name} under members: in a scenario`;
  const before = findStart(protocol)?.next(name, given) ?? null;
  return `${before === null ? "" : `${before}, then `}boardroom check ${name}`;
}

function findStart(protocol: string | undefined) {
  return STARTS.find(({ name }) => name === protocol)?.start;
}

type ToBeMade = Pick<NewFiles, "files"> & Partial<NewFiles>;

async function createFiles(
  io: Io,
  kind: (typeof KINDS)[number],
  name: string,
  { question, from, model, approve, because, ...flags }: NewFlags,
): Promise<ToBeMade | null> {
  const start = findStart(flags.protocol);
  const isNamed = question !== undefined || from !== undefined;
  const approval = { approve, because };
  if (kind === "persona" && model === undefined && isNamed)
    throw createUsageError(
      "a persona is drafted by a model, and no --model is named",
      "Add --model PROVIDER:MODEL, or --model auto. For a template to edit, remove the other flags.",
    );
  if (kind === "persona" && model !== undefined)
    return createPersonaFiles(io, { name, question, from, model, approval });
  if (model !== undefined && question === undefined && !isMainDocumentName(from ?? ""))
    throw createUsageError(
      "--model needs --question or --from with a document",
      "Add --question or --from FILE: boardroom new scenario NAME --from FILE --model PROVIDER:MODEL",
    );
  const { protocol, ...ofStart } = flags;
  const [stray] = Object.keys(ofStart);
  if (!start && stray !== undefined) throw createStrayFlagError(stray);
  // The interview counts the flags that are there.
  const asked = start && question !== undefined ? { ...flags, question } : flags;
  if (start || !isNamed)
    return {
      files: await createFromTemplate(io, kind, name, asked),
    };
  requireName(name);
  if (from !== undefined && !isMainDocumentName(from))
    return copyScenario(io, name, from, question !== undefined || protocol !== undefined);
  return createScenarioFiles(io, { name, question, from, protocol, model, approval });
}

async function createFromTemplate(
  io: Io,
  kind: (typeof KINDS)[number],
  name: string,
  { protocol, ...flags }: NewFlags,
): Promise<readonly TemplateFile[]> {
  const start = kind === "scenario" ? findStart(protocol) : undefined;
  if (start) {
    refuseExisting(
      io,
      renderScenarioTemplate(name).map(({ path }) => path),
    );
    const say = (text: string) => printText(io.stderr, `${text}\n`);
    return start.files(name, flags, { ask: io.ask, say, personas: () => listPersonas(io) });
  }
  if (kind === "study") return [createStudyTemplate(requireName(name))];
  return kind === "scenario"
    ? renderScenarioTemplate(name, protocol)
    : [renderPersonaTemplate(name)];
}

function createStrayFlagError(flag: string): BoardroomError {
  const dashed = `--${flag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const owner = STARTS.find(({ start }) =>
    start.flags.some((each) => each.flag.startsWith(`${dashed} `)),
  );
  return createUsageError(
    `${dashed} belongs to a scenario of the ${owner?.name} protocol`,
    `Add --protocol ${owner?.name}, or remove it.`,
  );
}

/** Before anything is written: either all files are, or none. */
function refuseExisting({ cwd }: Io, paths: readonly string[]): void {
  for (const path of paths)
    if (existsSync(join(cwd, path)))
      throw createUsageError("already exists", "Choose another name, or edit that file.", path);
}

async function copyScenario(
  io: Io,
  name: string,
  from: string,
  isChanged: boolean,
): Promise<NewFiles> {
  if (isChanged)
    throw createUsageError(
      "a copy of a scenario keeps its question and protocol",
      `Remove the flag, and change them in scenarios/${name}/scenario.yaml.`,
    );
  const { folder, file } = await findScenario(from, io);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const copies = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()
    .map((path) => ({
      from: join(folder, path),
      to: join("scenarios", name, join(folder, path) === file ? "scenario.yaml" : path),
    }));
  return { files: [], copies, next: `boardroom check ${name}` };
}
