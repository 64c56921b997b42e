import { copyFile, mkdir, readdir } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { composeBoard } from "../../asking/compose.ts";
import { frameQuestion } from "../../asking/frame.ts";
import { scenarioText } from "../../asking/scenario-text.ts";
import { documentName } from "../../scenario/documents/document-text.ts";
import { isDocumentName, readDocument } from "../../scenario/documents/documents.ts";
import { findScenario, listPersonas } from "../../scenario/loading/load.ts";
import type { TemplateFile } from "../../scenario/loading/template.ts";
import type { Document } from "../../scenario/schema/scenario.ts";
import type { Io } from "../terminal/io.ts";
import { commandLine } from "../terminal/next-command.ts";
import { usage } from "../terminal/usage.ts";
import { candidatesBeside } from "./candidates-beside.ts";

/** What a new scenario is made of: files that are written, and files that are copied as they are. */
export type NewScenario = {
  readonly files: readonly TemplateFile[];
  readonly copies: readonly { readonly from: string; readonly to: string }[];
  readonly next: string;
};

type MadeFrom = {
  readonly name: string;
  readonly question?: string | undefined;
  /** A job description or another paper, or the name or folder of a scenario. */
  readonly from?: string | undefined;
  readonly protocol?: string | undefined;
  readonly hasMemory?: boolean | undefined;
};

/** A scenario from a question, a job description or another paper, or another scenario. */
export async function scenarioFrom(io: Io, made: MadeFrom): Promise<NewScenario> {
  const { name, question, from, protocol, hasMemory } = made;
  const isPaper = from !== undefined && isDocumentName(from);
  if (from !== undefined && !isPaper) return copyOf(io, name, from, made);
  const paper = from === undefined ? null : await paperAt(io, from);
  const job = paper && question === undefined ? jobIn(paper.document) : null;
  if (paper && question === undefined && job === null)
    throw usage(
      `${from} does not read like a job description, so its question is not known`,
      'Say what is to be decided: --question "Should we ...?"',
    );
  const asked = question ?? `Should we hire this candidate as ${job}?`;
  const documents = paper ? [{ ...paper.document, subject: job === null }] : [];
  const library = (await listPersonas(io)).flatMap(({ persona }) => persona ?? []);
  const frame = frameQuestion({ question: asked, documents });
  const board = composeBoard({ frame, library, documents });
  const files = scenarioText({
    ...{ name, frame, board, protocol, hasMemory },
    documents: paper ? [{ file: paper.file, title: paper.document.title, subject: job === null }] : [],
  });
  return {
    files,
    copies: paper ? [{ from: paper.path, to: `scenarios/${name}/${paper.file}` }] : [],
    next:
      job === null || from === undefined
        ? commandLine(["check", name])
        : await runOverCandidates(io, name, from),
  };
}

async function paperAt({ cwd }: Pick<Io, "cwd">, shown: string) {
  const path = resolve(cwd, shown);
  const file = basename(shown).replaceAll(/[^\p{L}\p{N}._-]+/gu, "-");
  const read = await readDocument({ path, shown });
  return { path, file, document: { ...read, name: documentName(file) } };
}

/** How the candidates of a post are judged: those who lie beside its description, where that can be told. */
async function runOverCandidates(io: Io, name: string, job: string): Promise<string> {
  const found = await candidatesBeside(io, job);
  const run = ["run", name, "--documents", ...(found.length > 0 ? found : ["FOLDER"]), "--rank", "--seed", "7"];
  return `${commandLine(run)}${found.length > 0 ? "" : ", where FOLDER holds one document of each candidate"}`;
}

/** The post that a job description is of; null where it is none. */
function jobIn({ title, text }: Document): string | null {
  const signs = [
    /\b(?:job|role) description\b/i,
    /^#* *(?:the role|responsibilities|your (?:tasks|profile)|requirements|must.haves?|qualifications|duties|what (?:you|we) (?:will |would )?(?:bring|offer|look for|do|require|need|ask|expect|want))\b/im,
    /\b(?:we (?:seek|are looking for|are hiring)|seeks an? |the successful candidate|reports to|starting date|full[- ]time|permanent)\b/i,
  ];
  return signs.filter((sign) => sign.test(text)).length >= 2
    ? title.replace(/^job description:? */i, "")
    : null;
}

/** Every file of a scenario's folder; its question and protocol changed where others are named. */
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

/** Copies files into new folders of the working folder. */
export async function copyAll({ cwd }: Pick<Io, "cwd">, copies: NewScenario["copies"]): Promise<void> {
  for (const { from, to } of copies) {
    await mkdir(dirname(join(cwd, to)), { recursive: true, mode: 0o700 });
    await copyFile(from, join(cwd, to));
  }
}
