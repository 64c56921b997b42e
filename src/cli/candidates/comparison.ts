import { mkdirSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import { stringify } from "yaml";
import { personaText } from "../../asking/scenario-text.ts";
import { optionId } from "../../asking/typed-options.ts";
import { priorMeeting } from "../../reports/prior-meeting.ts";
import { documentName, makeDocument } from "../../scenario/documents/document-text.ts";
import { readDocument } from "../../scenario/documents/documents.ts";
import type { Document, Scenario, VerdictOption } from "../../scenario/schema/scenario.ts";
import { DEFAULT_PROTOCOL } from "../../scenario/schema/scenario-file.ts";
import { foldTranscript } from "../../transcript/folding/fold.ts";
import type { Recorded } from "../records/outputs.ts";
import { priorOf } from "../settings/protocols.ts";
import type { Io } from "../terminal/io.ts";
import { exists, writeWhole } from "../terminal/write-file.ts";
import type { BatchCandidate } from "./batch-file.ts";

/** A candidate, and the meeting that was held over it. */
type Finalist = { readonly candidate: BatchCandidate; readonly recorded: Recorded };

type ToCompareFinally = {
  /** The scenario as each of them was judged by. */
  readonly scenario: Scenario;
  readonly finalists: readonly Finalist[];
  /** The batch's folder, as the user would write it. */
  readonly folder: string;
};

/** Writes the scenario in which the same members choose among the finalists, and see the verdicts on each as priors; the path of its folder. */
export async function writeComparison(io: Pick<Io, "cwd">, { scenario, finalists, folder }: ToCompareFinally) {
  const place = join(folder, "comparison");
  if (await exists(resolve(io.cwd, place, "scenario.yaml"))) return place;
  mkdirSync(resolve(io.cwd, place, "personas"), { recursive: true, mode: 0o700 });
  const choices = choicesAmong(finalists.map(({ candidate: { name } }) => name));
  const documents = await copied(io, finalists, place);
  const priors = finalists.map((finalist) => priorOn(finalist, scenario));
  const others = scenario.documents.filter(({ subject }) => !subject);
  for (const other of others) await writeWhole(io, join(place, textFile(other)), other.text, { force: true });
  for (const document of priors)
    await writeWhole(io, join(place, document.name), document.text, { force: true });
  for (const { persona } of scenario.members)
    await writeWhole(io, join(place, "personas", `${persona.id}.md`), personaText(persona), { force: true });
  const file = {
    title: `${scenario.title}: the finalists`.slice(0, 160),
    question: questionOn(choices, scenario),
    ...(scenario.context && { context: scenario.context }),
    protocol: DEFAULT_PROTOCOL,
    verdicts: choiceOptions(choices),
    decision: DECISION,
    documents: [
      ...documents.map(({ file: name, document: { title } }) => ({ file: name, title })),
      ...others.map((other) => ({ file: textFile(other), title: other.title })),
      ...priors.map(({ name, title }) => ({ file: name, title })),
    ],
    criteria: scenario.criteria,
    members: scenario.members.map(({ id, persona, model, weight, sampling }) => ({
      ...{ persona: persona.id, id, model, weight },
      ...(sampling && { sampling }),
    })),
    ...(scenario.language && { language: scenario.language }),
    limits: scenario.limits,
    prompt: scenario.prompt,
  };
  await writeWhole(io, join(place, "scenario.yaml"), stringify(file, { lineWidth: 110 }));
  return place;
}

const DECISION = { rule: "plurality-of-sides", by: "option" } as const;

function questionOn(choices: readonly NamedChoice[], { question }: Pick<Scenario, "question">): string {
  return `Which of the finalists should be taken: ${listed(choices.map(({ name }) => name))}? Of each it was asked before: ${question}`;
}

/** An option for each; where a name has no letters that an option could be called by, or another's, its number is added. */
function choicesAmong(names: readonly string[]): readonly NamedChoice[] {
  const ids = names.map(optionId);
  const isGood = (id: string) => id !== "" && ids.indexOf(id) === ids.lastIndexOf(id);
  return names.map((name, at) => {
    const id = ids[at] ?? "";
    return { name, id: isGood(id) ? id : `${id || "CANDIDATE"}_${at + 1}` };
  });
}

/** The comparison before anybody is held, as its price sees it: these candidates, and room for what the board will have come to on each. */
export function comparisonAsPlanned(candidates: readonly Scenario[]): Scenario {
  const [first] = candidates;
  if (!first) throw new Error("a comparison is over candidates");
  const choices = choicesAmong(candidates.map((_, at) => `Candidate ${at + 1}`));
  const prior = "x".repeat(ROOM_OF_PRIOR * (first.members.length + 1));
  return {
    ...first,
    ...{ protocol: DEFAULT_PROTOCOL, options: {}, verdicts: choiceOptions(choices), decision: DECISION },
    question: questionOn(choices, first),
    documents: [
      ...candidates.flatMap(({ documents }) => documents.filter(({ subject }) => subject)),
      ...first.documents.filter(({ subject }) => !subject),
      ...choices.map(({ id, name }) =>
        makeDocument({ name: `prior-${id.toLowerCase()}.md`, title: name, subject: false, text: prior }),
      ),
    ],
  };
}

/** Characters for what one member held, or the outcome, at most. */
const ROOM_OF_PRIOR = 600;

async function copied({ cwd }: Pick<Io, "cwd">, finalists: readonly Finalist[], place: string) {
  const all: { readonly file: string; readonly document: Document }[] = [];
  for (const { candidate } of finalists) {
    const { id, name, file: path } = candidate;
    const file = `${id}${extname(path).toLowerCase()}`;
    await copyFile(resolve(cwd, path), resolve(cwd, place, file));
    const read = await readDocument({ path: resolve(cwd, path), shown: path, title: name });
    all.push({ file, document: makeDocument({ ...read, name: documentName(file), title: name }) });
  }
  return all;
}

/** What the board came to on a candidate, as a document. */
function priorOn({ candidate: { id, name }, recorded }: Finalist, { question }: Scenario): Document {
  const state = foldTranscript(recorded.events);
  const prior = priorMeeting(state, { head: recorded.head, question, own: priorOf(state) });
  return makeDocument({ ...prior, name: `prior-${id}.md`, title: `What the board came to on ${name}` });
}

/** One of the finalists, and the option that stands for it. */
type NamedChoice = { readonly name: string; readonly id: string };

/** Each finalist counts by itself; none of them is the one against all. */
function choiceOptions(choices: readonly NamedChoice[]): readonly VerdictOption[] {
  return [
    ...choices.map(({ name, id }) => ({ id, side: "for" as const, meaning: meaningOfChoice(name) })),
    { id: "NONE_OF_THEM", side: "against", meaning: "None of them will do; what would is named." },
  ];
}

/** By it the finalist of an option is known. */
export function meaningOfChoice(name: string): string {
  return `Take ${name}.`;
}

/** A document of the scenario as text, under a name that none of the finalists' has. */
function textFile({ name }: Document): string {
  return `given-${name.replace(/\.[^.]*$/, "")}.md`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}
