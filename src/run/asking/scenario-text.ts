// Writes the scenario.yaml of a question that was framed here, with comments for the person who
// edits it.

import { stringify } from "yaml";
import type { TemplateFile } from "../../scenario/loading/template.ts";
import { DEFAULT_PROTOCOL } from "../../scenario/schema/scenario-file.ts";
import { dropTrailing } from "../../text/plain.ts";
import type { ComposedBoard } from "./compose.ts";
import type { FramedQuestion } from "./frame.ts";

type ScenarioToWrite = {
  name: string;
  frame: FramedQuestion;
  board: ComposedBoard;
  documents: readonly {
    file: string;
    title: string;
    subject: boolean;
  }[];
  model?: string | undefined;
  protocol?: string | undefined;
  isBrief?: boolean | undefined;
};

export function renderScenario(scenario: ScenarioToWrite): TemplateFile {
  return { path: `scenarios/${scenario.name}/scenario.yaml`, text: renderYaml(scenario) };
}

function renderYaml(scenario: ScenarioToWrite): string {
  const { frame, board, documents, model, protocol = DEFAULT_PROTOCOL, isBrief } = scenario;
  const { question, title, options, sides, decision, criteria, requirements, notes, missing } =
    frame;
  const lines = [
    "# yaml-language-server: $schema=../../schemas/scenario.schema.json",
    "#",
    "# Written by boardroom. Change what you like: boardroom check names every mistake.",
    ...renderRemarks([...notes, ...missing.map((what) => `Missing: ${what}.`)]),
    "",
    renderBlock({ title, question, context: describeContext(frame, documents.length), protocol }),
    "# Positions a member can take, the strongest for first.",
    renderBlock({ verdicts: options }),
  ];
  if (sides) lines.push(renderBlock({ sides }));
  lines.push(renderBlock({ decision: { rule: "plurality-of-sides", by: decision.by } }));
  lines.push(renderDocuments(documents));
  lines.push(
    "# What it is judged by. Personas weigh these by their ids.",
    renderBlock({ criteria }),
  );
  if (requirements.length > 0) {
    lines.push("# What the documents ask for. Nothing outweighs a must.");
    lines.push(renderBlock({ requirements: [...requirements] }));
  }
  lines.push("# Who sits on it, and why.", "members:", ...board.seats.flatMap(renderMember));
  lines.push(...renderRemarks(board.notes), "");
  if (model !== undefined) lines.push(renderBlock({ model }));
  if (isBrief) lines.push(ABOUT_BRIEF, renderBlock({ options: { stopWhenSettled: true } }));
  return `${dropTrailing(lines.join("\n"), "\n")}\n`;
}

const ABOUT_BRIEF =
  "# No debate if several models agree in the opening vote, each from its own passage. Otherwise two turns for each member. Remove it for a full debate.";

function renderDocuments(documents: ScenarioToWrite["documents"]): string {
  if (documents.length === 0)
    return "# Nothing to read yet. Put files next to this one, and name them.\ndocuments: []\n";
  const entries = documents.map((each) => ({ ...each, subject: each.subject || undefined }));
  return renderBlock({ documents: entries });
}

function renderMember({ persona, reasons }: ComposedBoard["seats"][number]): readonly string[] {
  const reason = `${persona.name}, ${persona.title}: ${reasons.join("; ")}`;
  return [...renderRemarks([reason], "  # "), `  - ${persona.id}`];
}

function describeContext({ missing }: FramedQuestion, documents: number): string | undefined {
  if (documents > 0) return undefined;
  const wanted = missing.length === 0 ? "" : ` Missing: ${missing.join("; ")}.`;
  return `No document was given: there is nothing to read.${wanted}`;
}

function renderBlock(value: object): string {
  return stringify(value, { lineWidth: 110 });
}

function renderRemarks(sentences: readonly string[], sign = "# "): readonly string[] {
  return sentences.map(
    (sentence) => `${sign}${sentence.replaceAll(/[\r\n\u0085\u2028\u2029]+/g, " ")}`,
  );
}
