import { copyFile, mkdir, readdir } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { ApprovalFlags } from "../../home/money/approval.ts";
import type { Io } from "../../home/process/io.ts";
import { commandLine } from "../../home/process/next-command.ts";
import { usage } from "../../home/process/usage.ts";
import { withOwnCode } from "../../home/settings/own-code.ts";
import { readSettings } from "../../home/settings/settings.ts";
import { documentName } from "../../scenario/documents/document-text.ts";
import { isDocumentName, readDocument } from "../../scenario/documents/documents.ts";
import { findScenario, listPersonas } from "../../scenario/loading/load.ts";
import type { TemplateFile } from "../../scenario/loading/template.ts";
import { composeBoard } from "../asking/compose.ts";
import type { DraftedFrame, DraftTask } from "../asking/draft.ts";
import { frameQuestion, questionAbout } from "../asking/frame.ts";
import { scenarioText } from "../asking/scenario-text.ts";
import { draftByModel } from "./draft-by-model.ts";
import { documentsIn } from "./read-documents.ts";

export type NewScenario = {
  readonly files: readonly TemplateFile[];
  readonly copies: readonly { readonly from: string; readonly to: string }[];
  readonly next: string;
  readonly notes?: readonly string[];
};

type MadeFrom = {
  readonly name: string;
  readonly question?: string | undefined;
  readonly from?: string | undefined;
  readonly protocol?: string | undefined;
  readonly hasMemory?: boolean | undefined;
  readonly model?: string | undefined;
  readonly leave?: ApprovalFlags;
};

/** Null without approval of a model's price. */
export async function scenarioFrom(io: Io, made: MadeFrom): Promise<NewScenario | null> {
  const { name, question, from, protocol, hasMemory, model } = made;
  const isPaper = from !== undefined && isDocumentName(from);
  if (from !== undefined && !isPaper) return copyOf(io, name, from, made);
  const paper = from === undefined ? null : await paperAt(io, from);
  const documents = paper ? [{ ...paper.document, subject: true }] : [];
  const library = (await listPersonas(io)).flatMap(({ persona }) => persona ?? []);
  const asked = question ?? (paper ? questionAbout(paper.document) : "");
  const isOpen = question === undefined;
  const framed = frameQuestion({ question: asked });
  const drafted = await draft(io, made, { frame: framed, documents, library, isOpen });
  if (drafted === null) return null;
  const { personas, isForCandidates } = drafted;
  const frame =
    isOpen && drafted.frame.question === asked
      ? { ...drafted.frame, notes: [`The question is a suggestion: ${asked}`, ...drafted.frame.notes] }
      : drafted.frame;
  const board = composeBoard({ frame, library: [...library, ...personas], documents });
  const seated = personas.filter((persona) => board.seats.some((seat) => seat.persona === persona));
  const files = scenarioText({
    ...{ name, frame, board, protocol, hasMemory, model, drafted: seated },
    documents: paper ? [{ file: paper.file, title: paper.document.title, subject: !isForCandidates }] : [],
  });
  const changed = `Question: ${frame.question}`;
  return {
    files,
    copies: paper ? [{ from: paper.path, to: `scenarios/${name}/${paper.file}` }] : [],
    notes: isOpen ? [changed, `To change it, edit question: in scenarios/${name}/scenario.yaml`] : [],
    next:
      isForCandidates && from !== undefined
        ? await runOverCandidates(io, name, from)
        : commandLine(["check", name]),
  };
}

async function draft(io: Io, { model, leave = {} }: MadeFrom, task: DraftTask): Promise<DraftedFrame | null> {
  if (model === undefined) return { frame: task.frame, personas: [], isForCandidates: false };
  const { outer } = await withOwnCode(io, await readSettings(io));
  return draftByModel(io, { spec: model, task, outer, flags: leave });
}

async function paperAt({ cwd }: Pick<Io, "cwd">, shown: string) {
  const path = resolve(cwd, shown);
  const file = basename(shown).replaceAll(/[^\p{L}\p{N}._-]+/gu, "-");
  const read = await readDocument({ path, shown });
  return { path, file, document: { ...read, name: documentName(file) } };
}

async function runOverCandidates(io: Io, name: string, job: string): Promise<string> {
  const found = await candidatesBeside(io, job);
  const run = ["run", name, "--documents", ...(found.length > 0 ? found : ["FOLDER"]), "--rank", "--seed", "7"];
  return `${commandLine(run)}${found.length > 0 ? "" : ", where FOLDER holds one document of each candidate"}`;
}

async function copyOf(
  io: Io,
  name: string,
  from: string,
  { question, protocol, hasMemory }: Omit<MadeFrom, "name" | "from">,
): Promise<NewScenario> {
  if (question !== undefined || protocol !== undefined || hasMemory)
    throw usage(
      "a copy of a scenario keeps its question, its protocol and whether it remembers",
      `Leave the flag out, and change them in scenarios/${name}/scenario.yaml.`,
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

export async function copyAll({ cwd }: Pick<Io, "cwd">, copies: NewScenario["copies"]): Promise<void> {
  for (const { from, to } of copies) {
    await mkdir(dirname(join(cwd, to)), { recursive: true, mode: 0o700 });
    await copyFile(from, join(cwd, to));
  }
}

/** With more documents it is unclear which are candidates. */
const MOST_BESIDE = 12;

const OWN_FOLDERS = new Set(["scenarios", "personas", "panels", "transcripts", "studies", "node_modules"]);
const CALLED_SO = /^(?:cvs?|candidates|applicants|applications|r[ée]sum[ée]s|bewerbungen|lebensl[äa]ufe)$/iu;

async function candidatesBeside(io: Pick<Io, "cwd">, job: string): Promise<readonly string[]> {
  const folder = dirname(job);
  const folders: string[] = [];
  for (const name of await foldersIn(io, folder))
    if ((await documentsIn(io, join(folder, name))).length > 1) folders.push(name);
  const called = folders.filter((name) => CALLED_SO.test(name.normalize("NFC")));
  const [only, ...others] = called.length > 0 ? called : folders;
  if (only !== undefined) return others.length === 0 ? [join(folder, only)] : [];
  const beside = (await documentsIn(io, folder)).filter(
    (path) => basename(path) !== basename(job) && !/^readme\b/i.test(basename(path)),
  );
  return beside.length > 1 && beside.length <= MOST_BESIDE ? beside : [];
}

async function foldersIn({ cwd }: Pick<Io, "cwd">, folder: string): Promise<readonly string[]> {
  const entries = await readdir(resolve(cwd, folder), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && !OWN_FOLDERS.has(entry.name))
    .map(({ name }) => name)
    .toSorted();
}
