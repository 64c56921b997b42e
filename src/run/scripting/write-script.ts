import { basename, resolve } from "node:path";
import { stringify } from "yaml";
import type { ApprovalFlags } from "../../home/money/approvals.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { commandLine, type Io, print, usage } from "../../home/process/io.ts";
import { exists, writeWhole } from "../../home/process/write-file.ts";
import { withOwnCode } from "../../home/settings/own-code.ts";
import { optionsOf, sheetOf } from "../../home/settings/protocols.ts";
import { type CallFlags, readSettings } from "../../home/settings/settings.ts";
import { isRecord } from "../../lists.ts";
import { checkCitation } from "../../scenario/documents/citations.ts";
import { documentName } from "../../scenario/documents/document-text.ts";
import { isOutside, shown, slug } from "../../scenario/files/paths.ts";
import type { ScenarioSource } from "../../scenario/files/source.ts";
import { completeScenario, findScenario, openScenario } from "../../scenario/loading/load.ts";
import type { Criterion, Document, Scenario } from "../../scenario/schema/scenario.ts";
import { type ScriptFile, WHOLE_CASE } from "../../scenario/schema/script.ts";
import { coverageOf, rewritten, sentencesOf, statementLines } from "../../scenario/script/check-script.ts";
import { mapScript, onlyPoints, scriptNextTo, subjectsOf } from "../../scenario/script/script-file.ts";
import { scriptByModel } from "./script-by-model.ts";

type WriteFlags = ApprovalFlags &
  CallFlags & { readonly model?: string; readonly document?: string; readonly force?: boolean };

export async function writeScriptFor(io: Io, nameOrPath: string, flags: WriteFlags): Promise<number> {
  const { document, model: spec, force = false } = flags;
  const { project, protocols } = await withOwnCode(io, await readSettings(io));
  const source = await findScenario(nameOrPath, io);
  const opened = await openScenario(source, optionsOf(protocols), { sheetOf: sheetOf(protocols) });
  const scenario = await completeScenario(opened, { document });
  const file = scriptNextTo(document === undefined ? source.file : resolve(source.cwd, document));
  await refuseLoss(source, file, force);
  const judged =
    document === undefined ? subjectsOf(scenario.documents) : scenario.documents.filter((each) => each.subject);
  if (judged.length === 0)
    throw usage(
      `scenario "${scenario.name}" has no documents, so there is nothing to write a script about`,
      "Name a document under documents: in scenario.yaml, or add --document FILE.",
    );
  const next = commandLine(["check", nameOrPath, ...(document === undefined ? [] : ["--document", document])]);
  const nameOf = (name: string) => (document === undefined ? name : documentName(basename(document)));
  const write = async (body: string, lines: readonly string[]) => {
    await writeWhole(io, file, `# Written by boardroom check --write-script.\n${body}`, { force: true });
    print(io.stderr, [`Written: ${shown(file, source.cwd)}`]);
    print(io.stdout, [...lines, `Next: ${next}`]);
    return EXIT.decided;
  };
  if (spec === undefined) {
    const documents = judged.map((each) => ({ ...each, name: nameOf(each.name) }));
    return await write(outlineText({ ...scenario, documents }), [
      "The outline has a point for every statement. Fill in bears and sentences, and delete what no member would weigh.",
    ]);
  }
  const draft = await scriptByModel(io, { spec, scenario, sheet: opened.sheet, judged, project, flags });
  if (draft === null) return EXIT.waiting;
  const isJudged = (ref: string) => judged.some(({ name }) => ref.startsWith(`${name}#`));
  const script = document === undefined ? draft.script : onlyPoints(draft.script, ({ ref }) => isJudged(ref));
  const { statements, covered } = coverageOf(script, judged);
  const { notes } = draft;
  return await write(scriptText(mapScript(script, { text: (text) => text, name: nameOf })), [
    `${script.points.length} points, ${script.points.flatMap(sentencesOf).length} sentences; ${covered} of ${statements} statements have a point.`,
    ...(notes.length > 0 ? [`Removed or corrected: ${notes.length}`, ...notes.map((note) => `  ${note}`)] : []),
  ]);
}

async function refuseLoss(source: ScenarioSource, path: string, force: boolean): Promise<void> {
  if (!isOutside(source.folder, path) && source.isPackaged && isOutside(source.cwd, source.folder))
    throw usage(
      `scenario "${source.name}" ships with Boardroom and cannot be changed`,
      `Copy it first: boardroom new scenario my-${source.name} --from ${source.name}`,
    );
  if (!force && (await exists(path)))
    throw usage("already exists", "Add --force to overwrite it, or rename it first.", shown(path, source.cwd));
}

function scriptText(script: ScriptFile): string {
  const isEmpty = (value: unknown) => typeof value === "object" && Object.keys(value ?? {}).length === 0;
  const short = (value: unknown) =>
    isRecord(value) && isEmpty(value.by) && value.says ? value.says : isEmpty(value) ? undefined : value;
  return stringify(rewritten(script, short), { lineWidth: 0 });
}

type Outlined = Pick<Scenario, "documents" | "criteria" | "verdicts">;

function outlineText({ documents, criteria, verdicts }: Outlined): string {
  const known: readonly Criterion[] =
    criteria.length > 0 ? criteria : [{ id: WHOLE_CASE, name: "The case as a whole" }];
  const taken = new Set<string>();
  const points = documents
    .flatMap(statementsIn)
    .map(({ ref, quote }) => ({
      ...{ id: freshId(quote, taken), ref, quote },
      bears: { [known[0]?.id ?? WHOLE_CASE]: 0 },
    }));
  const remark = (...texts: readonly string[]) => `#   ${texts.join(". ").replace(/\s+/g, " ")}`;
  return [
    "# An outline to fill in. docs/explanation/simulated-members.md explains each field.",
    "# 1. In bears, write what each line shows by criterion, from -1 (against) to 1 (for). 0 does not count as read.",
    "# 2. Delete the points that no member would weigh.",
    "# 3. Add short, lines, answers, stays, won, ask, reply, change and condition in whole sentences.",
    "#    A point without sentences is quoted.",
    "#",
    "# Criteria:",
    ...known.map(({ id, name, question }) => remark(`${id}: ${name}`, ...(question ? [question] : []))),
    "# Verdicts, for spoken and because:",
    ...verdicts.map(({ id, side, meaning }) => remark(`${id} (${side})`, ...(meaning ? [meaning] : []))),
    stringify({ spoken: {}, points }, { lineWidth: 0 }).replaceAll(
      /\n {4}bears:\n {6}(.+)/g,
      "\n    bears: { $1 }",
    ),
  ].join("\n");
}

function statementsIn(document: Document) {
  const lines = document.text.split("\n");
  return statementLines(document.text)
    .map((line) => {
      const quote = (lines[line - 1] ?? "").replace(/^\s*(?:[-*+>]|\d+[.)])\s+/, "").trim();
      return { ref: `${document.name}#L${line}`, quote };
    })
    .filter((each) => checkCitation(each, [document]).found === "exact");
}

const WORDS_OF_ID = 4;

function freshId(words: string, taken: Set<string>): string {
  const plain = slug(words.normalize("NFKD").replaceAll(/\p{M}/gu, ""));
  const base = /[a-z0-9]/i.test(words) ? plain.split("-").slice(0, WORDS_OF_ID).join("-") : "point";
  let id = base;
  for (let n = 2; taken.has(id); n++) id = `${base}-${n}`;
  taken.add(id);
  return id;
}
