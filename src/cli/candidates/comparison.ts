import { mkdirSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import { stringify } from "yaml";
import { casebookByChoice } from "../../asking/by-choice.ts";
import { choiceOptions, type NamedChoice, optionId } from "../../asking/choices.ts";
import { personaText } from "../../asking/scenario-text.ts";
import { priorMeeting } from "../../reports/prior-meeting.ts";
import { support } from "../../reports/table/strength.ts";
import { documentName, makeDocument } from "../../scenario/documents/document-text.ts";
import { readDocument } from "../../scenario/documents/documents.ts";
import type { Point } from "../../scenario/schema/casebook.ts";
import type { Document, Scenario } from "../../scenario/schema/scenario.ts";
import { DEFAULT_PROTOCOL } from "../../scenario/schema/scenario-file.ts";
import { foldTranscript } from "../../transcript/folding/fold.ts";
import { type Recorded, tableOf } from "../records/outputs.ts";
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
  const priors = finalists.map((finalist, at) => priorOn(finalist, scenario, choices[at]?.id ?? ""));
  const others = scenario.documents.filter(({ subject }) => !subject);
  for (const other of others) await writeWhole(io, join(place, textFile(other)), other.text, { force: true });
  for (const { document } of priors)
    await writeWhole(io, join(place, document.name), document.text, { force: true });
  for (const { persona } of scenario.members)
    await writeWhole(io, join(place, "personas", `${persona.id}.md`), personaText(persona), { force: true });
  const casebook = casebookByChoice(
    documents.map(({ document }) => document),
    scenario.criteria,
    choices,
    {
      documents: [...priors.map(({ document }) => document), ...others.map(asGiven)],
      points: priors.flatMap(({ points }) => points),
    },
  );
  if (casebook !== null) await writeWhole(io, join(place, "casebook.yaml"), casebook, { force: true });
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
      ...priors.map(({ document: { name, title } }) => ({ file: name, title })),
    ],
    criteria: scenario.criteria,
    ...(casebook !== null && { casebook: "casebook.yaml" }),
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

/** How far what a board came to before tells for a candidate, against what is said of it. */
const WEIGHT_OF_PRIOR = 0.5;

/** What the board came to on a candidate, as a document, and for simulated members as a point on its outcome. */
function priorOn(
  { candidate: { id, name }, recorded }: Finalist,
  { question, criteria }: Scenario,
  option: string,
) {
  const state = foldTranscript(recorded.events);
  const prior = priorMeeting(state, { head: recorded.head, question, own: priorOf(state) });
  const title = `What the board came to on ${name}`;
  const document = makeDocument({ ...prior, name: `prior-${id}.md`, title });
  const table = tableOf(recorded);
  const leaning = Math.round(support(table) * WEIGHT_OF_PRIOR * 100) / 100;
  const at = document.text.split("\n").findIndex((each) => each.startsWith("- Outcome: "));
  const quote = document.text.split("\n")[at]?.replace(/^- /, "") ?? "";
  const bears = Object.fromEntries(criteria.map((each) => [each.id, leaning]));
  const points: readonly Point[] =
    leaning === 0 || at < 0 || criteria.length === 0
      ? []
      : [
          {
            ...{
              id: `prior-${id}`.slice(0, 64),
              ref: `${document.name}#L${at + 1}`,
              quote,
              bears,
              against: [],
            },
            says: `on ${name} alone the board came out ${leaning > 0 ? "for" : "against"}`,
            candidate: option,
          },
        ];
  return { document, points };
}

/** A document under the name that it has in the comparison. */
function asGiven(other: Document): Document {
  return makeDocument({ ...other, name: textFile(other) });
}

/** A document of the scenario as text, under a name that none of the finalists' has. */
function textFile({ name }: Document): string {
  return `given-${name.replace(/\.[^.]*$/, "")}.md`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}
