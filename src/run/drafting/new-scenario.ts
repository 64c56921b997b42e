import { copyFile, mkdir, readdir } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { ApprovalFlags } from "../../home/money/approvals.ts";
import { commandLine, type Io, usage } from "../../home/process/io.ts";
import { withOwnCode } from "../../home/settings/own-code.ts";
import { readSettings } from "../../home/settings/settings.ts";
import { isDocumentName } from "../../scenario/documents/documents.ts";
import { findScenario, listPersonas } from "../../scenario/loading/load.ts";
import type { TemplateFile } from "../../scenario/loading/template.ts";
import { composeBoard } from "../asking/compose.ts";
import { type DraftedFrame, type DraftTask, draftByModel } from "../asking/draft.ts";
import { frameQuestion, questionAbout } from "../asking/frame.ts";
import { scenarioText } from "../asking/scenario-text.ts";
import { readGiven } from "./documents.ts";

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
  readonly approval?: ApprovalFlags;
};

/** Null without approval of a model's price. */
export async function scenarioFrom(io: Io, made: MadeFrom): Promise<NewScenario | null> {
  const { name, question, from, protocol, hasMemory, model } = made;
  const isPaper = from !== undefined && isDocumentName(from);
  if (from !== undefined && !isPaper) return copyOf(io, name, from, made);
  const [paper] = from === undefined ? [] : await readGiven(io, [from]);
  const documents = paper ? [paper.document] : [];
  const library = (await listPersonas(io)).flatMap(({ persona }) => persona ?? []);
  const asked = question ?? (paper ? questionAbout(paper.document) : "");
  const isOpen = question === undefined;
  const framed = frameQuestion({ question: asked });
  const drafted = await draft(io, made, { frame: framed, documents, isOpen });
  if (drafted === null) return null;
  const { isForCandidates } = drafted;
  const frame =
    isOpen && drafted.frame.question === asked
      ? { ...drafted.frame, notes: [`The question is a suggestion: ${asked}`, ...drafted.frame.notes] }
      : drafted.frame;
  const board = composeBoard({ frame, library });
  const files = scenarioText({
    ...{ name, frame, board, protocol, hasMemory, model },
    documents: paper ? [{ file: paper.file, title: paper.document.title, subject: !isForCandidates }] : [],
  });
  const changed = `Question: ${frame.question}`;
  return {
    files,
    copies: paper ? [{ from: paper.path, to: `scenarios/${name}/${paper.file}` }] : [],
    notes: isOpen ? [changed, `To change it, edit question: in scenarios/${name}/scenario.yaml`] : [],
    next: isForCandidates
      ? `${commandLine(["run", name, "--documents", "FOLDER", "--rank", "--seed", "7"])}, with one document of each candidate in FOLDER`
      : commandLine(["check", name]),
  };
}

async function draft(io: Io, { model, approval }: MadeFrom, task: DraftTask): Promise<DraftedFrame | null> {
  if (model === undefined) return { frame: task.frame, isForCandidates: false };
  const { outer } = await withOwnCode(io, await readSettings(io));
  return draftByModel(io, { spec: model, task, outer, flags: approval ?? {} });
}

async function copyOf(
  io: Io,
  name: string,
  from: string,
  { question, protocol, hasMemory }: Omit<MadeFrom, "name" | "from">,
): Promise<NewScenario> {
  if (question !== undefined || protocol !== undefined || hasMemory)
    throw usage(
      "a copy of a scenario keeps its question, protocol and memory",
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

export async function copyAll({ cwd }: Pick<Io, "cwd">, copies: NewScenario["copies"]): Promise<void> {
  for (const { from, to } of copies) {
    await mkdir(dirname(join(cwd, to)), { recursive: true, mode: 0o700 });
    await copyFile(from, join(cwd, to));
  }
}
