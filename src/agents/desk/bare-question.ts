import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { BoardroomError } from "../../errors.ts";
import type { Io } from "../../home/process/io.ts";
import { composeBoard } from "../../run/asking/compose.ts";
import { frameQuestion } from "../../run/asking/frame.ts";
import { makeDocument, normaliseText } from "../../scenario/documents/document-text.ts";
import { listPersonas } from "../../scenario/loading/load.ts";
import type { Document } from "../../scenario/schema/scenario.ts";
import type { BroughtText, DeskQuestion } from "../mcp/desk.ts";

/** Gives the folder of the scenario, so that everything else works on a bare question too. */
export async function bareScenario(io: Io, parent: string, asked: DeskQuestion): Promise<string> {
  const { question, options, context, documents: texts = [], board: members } = asked;
  requireOwnNames(texts);
  const documents = texts.map(documentOf);
  const library = (await listPersonas(io)).flatMap(({ persona }) => persona ?? []);
  const framed = { ...frameQuestion({ question, documents }), options };
  const board = composeBoard({ frame: framed, library, documents, members });
  const scenario = {
    title: framed.title,
    question: framed.question,
    ...(context !== undefined && { context }),
    verdicts: options.map(({ id, side, meaning }) => ({ id, side, ...(meaning !== undefined && { meaning }) })),
    criteria: framed.criteria,
    documents: texts.map(({ name, title }, index) => ({
      file: name,
      title,
      ...(index === 0 && { subject: true }),
    })),
    members: board.seats.map(({ persona }) => persona.id),
  };
  const digest = createHash("sha256")
    .update(JSON.stringify([scenario, texts]))
    .digest("hex")
    .slice(0, 8);
  const folder = join(parent, `question-${digest}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, "scenario.yaml"), stringify(scenario), { mode: 0o600 });
  for (const { name, text } of texts) writeFileSync(join(folder, name), text, { mode: 0o600 });
  return folder;
}

function documentOf({ name, title, text }: BroughtText, index: number): Document {
  return makeDocument({ name, title, subject: index === 0, text: normaliseText(text) });
}

function requireOwnNames(texts: readonly BroughtText[]): void {
  const names = texts.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return;
  throw new BoardroomError("usage", {
    message: `two documents are called ${JSON.stringify(twice)}`,
    remedy: "Give each a name of its own.",
  });
}
