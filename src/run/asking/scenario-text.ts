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
    renderBlock({ title, question, ...describeContext(frame, documents.length), protocol }),
    "# Positions a member can take, the strongest for first.",
    renderBlock({
      verdicts: options.map(({ id, side, meaning }) => ({ id, side, ...(meaning && { meaning }) })),
    }),
    ...(sides ? [renderBlock({ sides })] : []),
    renderBlock({ decision: { rule: "plurality-of-sides", by: decision.by } }),
    ...(documents.length === 0
      ? ["# Nothing to read yet. Put files next to this one, and name them.", "documents: []", ""]
      : [
          renderBlock({
            documents: documents.map(({ subject, ...each }) => ({
              ...each,
              ...(subject && { subject }),
            })),
          }),
        ]),
    "# What it is judged by. Personas weigh these by their ids.",
    renderBlock({ criteria }),
    ...(requirements.length === 0
      ? []
      : [
          "# What the documents ask for. Nothing outweighs a must.",
          renderBlock({ requirements: [...requirements] }),
        ]),
    "# Who sits on it, and why.",
    "members:",
    ...board.seats.flatMap(({ persona, reasons }) => [
      ...renderRemarks([`${persona.name}, ${persona.title}: ${reasons.join("; ")}`], "  # "),
      `  - ${persona.id}`,
    ]),
    ...renderRemarks(board.notes),
    "",
    ...(model === undefined ? [] : [renderBlock({ model })]),
    ...describeOptions(protocol, isBrief === true),
  ];
  return `${dropTrailing(lines.join("\n"), "\n")}\n`;
}

/** Probability that the addressed member speaks next, as in talk among people. */
const ANSWERS = 0.8;

function describeOptions(protocol: string, isBrief: boolean): string[] {
  if (protocol !== DEFAULT_PROTOCOL) return [];
  const selector = { answers: ANSWERS };
  const heading = "# Who was addressed speaks next, four times of five.";
  if (!isBrief) return [heading, renderBlock({ options: { selector } })];
  const why =
    "# No debate if several models agree in the opening vote, each from its own passage. Otherwise two turns for each member. Remove stopWhenSettled for a full debate.";
  return [heading, why, renderBlock({ options: { selector, stopWhenSettled: true } })];
}

function describeContext({ missing }: FramedQuestion, documents: number): { context?: string } {
  if (documents > 0) return {};
  const wanted = missing.length === 0 ? "" : ` Missing: ${missing.join("; ")}.`;
  return { context: `No document was given: there is nothing to read.${wanted}` };
}

function renderBlock(value: object): string {
  return stringify(value, { lineWidth: 110 });
}

function renderRemarks(sentences: readonly string[], sign = "# "): readonly string[] {
  return sentences.map(
    (sentence) => `${sign}${sentence.replaceAll(/[\r\n\u0085\u2028\u2029]+/g, " ")}`,
  );
}
