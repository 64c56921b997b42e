import { basename } from "node:path";
import type { Command } from "commander";
import { readByRules } from "../../../models/simulated/rules/read.ts";
import { readInWords } from "../../../reports/words.ts";
import { readOwnCasebook } from "../../../scenario/casebook/casebook-file.ts";
import { mapCasebook, withoutDocuments } from "../../../scenario/casebook/casebook-parts.ts";
import { coverageOf } from "../../../scenario/casebook/coverage.ts";
import { documentName } from "../../../scenario/documents/document-text.ts";
import { attempt } from "../../../scenario/files/findings.ts";
import { indifferentMembers } from "../../../scenario/loading/distinct.ts";
import {
  completeScenario,
  findScenario,
  type OpenedScenario,
  openScenario,
} from "../../../scenario/loading/load.ts";
import type { Casebook, Requirement } from "../../../scenario/schema/casebook.ts";
import type { Document, Scenario } from "../../../scenario/schema/scenario.ts";
import { type ModelReading, readByModel } from "../../casebook/read-by-model.ts";
import { type CaseReading, readingLines } from "../../casebook/reading-lines.ts";
import { casebookTarget, refuseLoss, writeCasebook } from "../../casebook/write-casebook.ts";
import type { LeaveFlags } from "../../money/ask-leave.ts";
import { FLAGS, said } from "../../settings/flag-values.ts";
import { type CallFlags, withCallFlags } from "../../settings/models.ts";
import { withOwnCode } from "../../settings/own-code.ts";
import { optionsOf, sheetOf } from "../../settings/protocols.ts";
import { readSettings } from "../../settings/settings.ts";
import { EXIT } from "../../terminal/exit-codes.ts";
import { type Io, print, printJson } from "../../terminal/io.ts";
import { terminalWidth } from "../../terminal/style.ts";

type ReadFlags = LeaveFlags &
  CallFlags & {
    readonly document?: string;
    readonly write?: boolean;
    readonly force?: boolean;
    readonly model?: string;
    readonly json?: boolean;
  };

/** `boardroom read`: what simulated members would know of a case, and the casebook that keeps it. */
export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return withCallFlags(
    command
      .argument("<scenario>", "name of a scenario, or path of its folder or file")
      .option("--document <file>", "read this alone, in place of the scenario's subject document")
      .option("--write", "write the casebook, and name it in scenario.yaml")
      .option("--force", "let it take the place of one that a person wrote or edited")
      .option("--model <spec>", "have a language model read, such as anthropic:claude-sonnet-5-5")
      .option(...FLAGS.approve)
      .option("--because <reason>", "why it is needed, where it costs more than $3", said)
      .option("--json", "print one JSON object"),
  )
    .addHelpText("after", HELP)
    .action(async (scenario: string, flags: ReadFlags) => finish(await read(io, scenario, flags)));
}

const HELP = `
Prints each statement of the documents with its line, its sign and the criteria it bears on, what was not understood,
what is asked for and whether it is met, and how much was read. Without --model, rules read: no key, no network, no
language model. They prefer silence to a wrong sign.

With --model, a language model reads the case once, and any number of boards argue it at no cost. Its price is told
first. Every quote and line is held against the documents: what does not stand there is left out, and told.

--write makes casebook.yaml beside scenario.yaml, or cv.casebook.yaml beside cv.md with --document; run then uses it.
Edit it freely: boardroom check holds it against the documents.

Examples:
  boardroom read hiring
  boardroom read ./my-case --write
  boardroom read ./my-case --model anthropic:claude-sonnet-5-5 --write
  boardroom read ./my-case --document ~/cv.md --write`;

async function read(io: Io, nameOrPath: string, flags: ReadFlags): Promise<number> {
  const { outer, protocols } = await withOwnCode(io, await readSettings(io));
  const source = await findScenario(nameOrPath, io);
  const opened = await openScenario(source, optionsOf(protocols), {
    sheetOf: sheetOf(protocols),
    leavesCasebooks: true,
  });
  const { scenario } = await completeScenario(opened, { document: flags.document });
  const target = casebookTarget(source, opened.read.yaml, flags.document);
  if (flags.write) await refuseLoss(source, target, flags.force === true);
  const only =
    flags.document === undefined ? null : (scenario.documents.find(({ subject }) => subject) ?? null);
  const asked = only ? await requirementsOf(opened) : [];
  const byRules = rulesReading(scenario, only, asked);
  const statements = byRules.casebook.read?.statements ?? 0;
  const spec = flags.model;
  const task = { ...scenario, sheet: opened.sheet, only: only?.name, asked };
  const model =
    spec === undefined ? undefined : await readByModel(io, { spec, scenario, outer, flags, task, statements });
  if (model === null) return EXIT.waiting;
  const reading = model ? modelReading(model, { scenario, only, spec, statements }) : byRules;
  const written = flags.write
    ? await writeCasebook(source, target, asFiled(reading.casebook, only, flags.document))
    : [];
  const isPanel = protocols.find(({ name }) => name === scenario.protocol)?.isPanel;
  const indifferent = isPanel ? [] : indifferentMembers(scenario);
  if (flags.json) {
    const cost = model ? { cost: model.cost } : {};
    printJson(io.stdout, { scenario: scenario.name, ...reading, indifferent, written, ...cost }, 2);
    return EXIT.decided;
  }
  print(io.stdout, [
    ...readingLines(reading, terminalWidth(io)),
    ...indifferent.map(
      (id) =>
        `${id} weighs none of the criteria: the words of its expertise and title decide what weighs with it`,
    ),
  ]);
  print(
    io.stderr,
    written.length > 0 ? written.map((file) => `Written: ${file}`) : only ? [] : await ownInWords(opened),
  );
  return EXIT.decided;
}

/** That members argue from the scenario's own casebook, where it has one: what was read here is beside it. */
async function ownInWords({ source, read: { scenario, yaml } }: OpenedScenario): Promise<readonly string[]> {
  const { value, problems } = await attempt(() => readOwnCasebook(source, yaml));
  if (problems.length > 0) return [`note: ${scenario.casebook} is refused: boardroom check says why`];
  const known = value ? coverageOf({ casebook: value.casebook }) : null;
  if (known === null) return [];
  return [
    `note: members argue from ${scenario.casebook}, ${readInWords(known)}; this reading stands beside it`,
  ];
}

/** What the scenario's own casebook asks for, to be held against another document; nothing where it cannot be read. */
async function requirementsOf({ source, read: { yaml } }: OpenedScenario): Promise<readonly Requirement[]> {
  const { value } = await attempt(() => readOwnCasebook(source, yaml));
  const all = value?.casebook.requirements ?? [];
  return all.map(({ by: _, ...each }) => ({ ...each, met: "open" }));
}

function rulesReading(
  { documents, criteria, question, verdicts }: Scenario,
  only: Document | null,
  asked: readonly Requirement[],
): CaseReading {
  const { casebook, statements } = readByRules({
    ...{ documents, criteria, asked },
    matter: { question, verdicts },
  });
  if (!only) return { casebook, statements, dropped: [], mended: [] };
  const own = statements.filter(({ document }) => document === only.name);
  const weighable = own.filter((each) => each.weighable);
  const known = new Set(asked.map(({ id }) => id));
  const { language } = casebook.read ?? {};
  const counts = { statements: weighable.length, weighed: weighable.filter(({ point }) => point).length };
  return {
    casebook: {
      ...onlyOn(casebook, only),
      requirements: casebook.requirements.filter(({ id }) => asked.length === 0 || known.has(id)),
      read: { by: "rules", ...counts, ...(language !== undefined && { language }) },
    },
    statements: own,
    dropped: [],
    mended: [],
  };
}

/** The points on one document, and its digest. */
function onlyOn(casebook: Casebook, { name, sha256 }: Document): Casebook {
  const others = Object.keys(casebook.documents ?? {}).filter((each) => each !== name);
  return { ...withoutDocuments(casebook, new Set(others)), documents: { [name]: sha256 } };
}

type ByModel = {
  readonly scenario: Scenario;
  readonly only: Document | null;
  readonly spec: string | undefined;
  /** As the rules count them. */
  readonly statements: number;
};

function modelReading(
  { casebook, offered, dropped, mended }: ModelReading,
  { scenario, only, spec = "", statements }: ByModel,
): CaseReading {
  const { points, requirements } = casebook;
  const read = only ? [only] : scenario.documents;
  const all = Math.max(statements > 0 ? statements : offered, points.length);
  return {
    casebook: {
      documents: Object.fromEntries(read.map(({ name, sha256 }) => [name, sha256])),
      read: { by: spec, statements: all, weighed: points.length },
      requirements,
      points,
    },
    statements: [],
    dropped,
    mended,
  };
}

/** Beside its document, a casebook calls it by the file's name. */
function asFiled(casebook: Casebook, only: Document | null, path: string | undefined): Casebook {
  if (!only || path === undefined) return casebook;
  const called = documentName(basename(path));
  return mapCasebook(casebook, {
    text: (text) => text,
    name: (name) => (name === only.name ? called : name),
  });
}
