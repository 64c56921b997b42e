import { mkdirSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import { stringify } from "yaml";
import { foldTranscript } from "../../engine/transcript/folding/fold.ts";
import { JOURNAL_FILE } from "../../engine/transcript/journal-file.ts";
import { type Io, print } from "../../home/process/io.ts";
import { exists, writeWhole } from "../../home/process/write-file.ts";
import type { Recorded } from "../../home/records/outputs.ts";
import { priorOf } from "../../home/settings/protocols.ts";
import { personaText } from "../../run/asking/scenario-text.ts";
import { optionId } from "../../run/asking/typed-options.ts";
import { resume } from "../../run/holding/go-on.ts";
import { type RunFlags, run } from "../../run/holding/hold-new.ts";
import type { Prepared } from "../../run/prepare/prepare.ts";
import { documentName, makeDocument } from "../../scenario/documents/document-text.ts";
import { readDocument } from "../../scenario/documents/documents.ts";
import type { Document } from "../../scenario/schema/document.ts";
import type { Scenario, VerdictOption } from "../../scenario/schema/scenario.ts";
import { DEFAULT_PROTOCOL } from "../../scenario/schema/scenario-file.ts";
import { COMPARISON_FOLDER, meaningOfChoice } from "../../screens/report/ranking-report.ts";
import { priorMeeting } from "../../showing/prior-meeting.ts";
import { readRecord } from "../../showing/read-record.ts";
import { keyOf, OWN_SUBJECT, type Study } from "../../studies/study.ts";

export type JudgedFile = { readonly id: string; readonly title: string; readonly file: string };

type Finalist = { readonly candidate: JudgedFile; readonly recorded: Recorded };

type FinalistsNamed = {
  readonly folder: string;
  readonly finalists: readonly JudgedFile[];
  readonly prepared: Prepared;
  readonly study: Study;
  readonly flags: RunFlags;
};

/** Has the same members choose among the finalists that are named, who see the verdicts on each; resolves with the exit code. */
export async function compareFinalists(
  io: Io,
  { folder, finalists, prepared, study, flags }: FinalistsNamed,
): Promise<number> {
  const place = join(folder, COMPARISON_FOLDER, finalists.map(({ id }) => id).join("-"));
  const [seed = 1] = study.seeds;
  const recorded = await Promise.all(
    finalists.map(async (candidate) => {
      const key = { scenario: prepared.scenario.name, arm: candidate.id, subject: OWN_SUBJECT, seed };
      return { candidate, recorded: await readRecord(resolve(io.cwd, folder, "meetings", keyOf(key))) };
    }),
  );
  if (!(await exists(resolve(io.cwd, place, "scenario.yaml"))))
    await writeComparison(io, place, { scenario: prepared.scenario, finalists: recorded });
  print(io.stderr, [
    `Comparison of ${finalists.map(({ title }) => title).join(", ")}, who see the verdicts on each as priors.`,
  ]);
  const out = join(place, "meeting");
  const { approve, because, maxDollars } = flags;
  return (await exists(resolve(io.cwd, out, JOURNAL_FILE)))
    ? resume(io, out, { ...flags, quiet: true })
    : run(io, place, {
        ...{ approve, because, maxDollars, seed, output: out },
        ...{ quiet: true, notify: "" },
      } as RunFlags);
}

type FinalistsOver = { readonly scenario: Scenario; readonly finalists: readonly Finalist[] };

async function writeComparison(io: Pick<Io, "cwd">, place: string, { scenario, finalists }: FinalistsOver) {
  mkdirSync(resolve(io.cwd, place, "personas"), { recursive: true, mode: 0o700 });
  const choices = choicesAmong(finalists.map(({ candidate: { title } }) => title));
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
    sides: "none",
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
}

const DECISION = { rule: "plurality-of-sides", by: "option" } as const;

function questionOn(choices: readonly NamedChoice[], { question }: Pick<Scenario, "question">): string {
  return `Which of the finalists should be taken: ${listed(choices.map(({ name }) => name))}? Of each it was asked before: ${question}`;
}

function choicesAmong(names: readonly string[]): readonly NamedChoice[] {
  const ids = names.map(optionId);
  const isGood = (id: string) => id !== "" && ids.indexOf(id) === ids.lastIndexOf(id);
  return names.map((name, at) => {
    const id = ids[at] ?? "";
    return { name, id: isGood(id) ? id : `${id || "CANDIDATE"}_${at + 1}` };
  });
}

async function copied({ cwd }: Pick<Io, "cwd">, finalists: readonly Finalist[], place: string) {
  const all: { readonly file: string; readonly document: Document }[] = [];
  for (const { candidate } of finalists) {
    const { id, title, file: path } = candidate;
    const file = `${id}${extname(path).toLowerCase()}`;
    await copyFile(resolve(cwd, path), resolve(cwd, place, file));
    const read = await readDocument({ path: resolve(cwd, path), shown: path, title });
    all.push({ file, document: makeDocument({ ...read, name: documentName(file), title }) });
  }
  return all;
}

function priorOn({ candidate: { id, title }, recorded }: Finalist, { question }: Scenario): Document {
  const state = foldTranscript(recorded.events);
  const prior = priorMeeting(state, { head: recorded.head, question, own: priorOf(state) });
  return makeDocument({ ...prior, name: `prior-${id}.md`, title: `What the board came to on ${title}` });
}

type NamedChoice = { readonly name: string; readonly id: string };

/** Each finalist counts by itself; none of them is the one against all. */
function choiceOptions(choices: readonly NamedChoice[]): readonly VerdictOption[] {
  return [
    ...choices.map(({ name, id }) => ({ id, side: "for" as const, meaning: meaningOfChoice(name) })),
    { id: "NONE_OF_THEM", side: "against", meaning: "None of them will do; what would is named." },
  ];
}

function textFile({ name }: Document): string {
  return `given-${name.replace(/\.[^.]*$/, "")}.md`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}
