// Writes the scenario.yaml of a question that frame.ts has framed, with comments for the person who
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
  /** Models for the seats in turn. */
  dealt?: readonly string[] | undefined;
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
  lines.push(renderDocuments(documents), ...proposePrivate(scenario));
  lines.push(
    "# What it is judged by. Personas weigh these by their ids.",
    renderBlock({ criteria }),
  );
  if (requirements.length > 0) {
    lines.push("# What the documents ask for. Nothing outweighs a must.");
    lines.push(renderBlock({ requirements: [...requirements] }));
  }
  lines.push("# Who sits on it, and why.", "members:", ...listMembers(scenario));
  lines.push(...renderRemarks(board.notes), "");
  if (model !== undefined) lines.push(renderBlock({ model }));
  if (protocol === DEFAULT_PROTOCOL) {
    const selector = { answers: ANSWERS };
    if (isBrief) lines.push(ABOUT_BRIEF);
    lines.push(renderBlock({ options: { selector, stopWhenSettled: isBrief || undefined } }));
  }
  return `${dropTrailing(lines.join("\n"), "\n")}\n`;
}

/** Probability that the addressed member speaks next. */
const ANSWERS = 0.8;

const ABOUT_BRIEF =
  "# No debate if several models agree in the opening vote, each from its own passage. Otherwise two turns for each member. Remove stopWhenSettled for a full debate.";

/** Several models are dealt over the seats in turn. */
function listMembers({ board, dealt = [] }: ScenarioToWrite): readonly string[] {
  return board.seats.flatMap((seat, index) => renderMember(seat, dealt[index % dealt.length]));
}

/** Members that read different papers have more to tell each other. A person decides whether they may. */
function proposePrivate({ board, documents }: ScenarioToWrite): readonly string[] {
  const own = documents.filter(({ subject }) => !subject);
  if (own.length < 2) return [];
  const parts = own
    .slice(0, board.seats.length)
    .map(({ file }, index) => `#   ${board.seats[index]?.persona.id}: [${file}]`);
  return [
    "# If the papers allow it, let single members read a part alone, and take that part out of documents:",
    "# private:",
    ...parts,
  ];
}

function renderDocuments(documents: ScenarioToWrite["documents"]): string {
  if (documents.length === 0)
    return "# Nothing to read yet. Put files next to this one, and name them.\ndocuments: []\n";
  const entries = documents.map((each) => ({ ...each, subject: each.subject || undefined }));
  return renderBlock({ documents: entries });
}

function renderMember(
  { persona, reasons, stake }: ComposedBoard["seats"][number],
  model: string | undefined,
): readonly string[] {
  const reason = `${persona.name}, ${persona.title}: ${reasons.join("; ")}`;
  const entry = { persona: persona.id, model, ...stake };
  const isPlain = model === undefined && stake === null;
  const block = stringify([isPlain ? persona.id : entry], { lineWidth: 0 }).trimEnd();
  return [...renderRemarks([reason], "  # "), block.replace(/^/gm, "  ")];
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
