import { basename } from "node:path";
import type { ApprovalFlags } from "../../home/money/approvals.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { commandLine, type Io, print, usage } from "../../home/process/io.ts";
import { withOwnCode } from "../../home/settings/own-code.ts";
import { optionsOf, sheetOf } from "../../home/settings/protocols.ts";
import { type CallFlags, readSettings } from "../../home/settings/settings.ts";
import { documentName } from "../../scenario/documents/document-text.ts";
import { completeScenario, findScenario, openScenario } from "../../scenario/loading/load.ts";
import { coverageOf, sentencesOf } from "../../scenario/script/check-script.ts";
import { mapScript, onlyPoints, subjectsOf } from "../../scenario/script/script-file.ts";
import { outlineText } from "./outline.ts";
import { scriptByModel } from "./script-by-model.ts";
import { refuseLoss, scriptBody, scriptTarget, writeScript } from "./script-target.ts";

type WriteFlags = ApprovalFlags &
  CallFlags & { readonly model?: string; readonly document?: string; readonly force?: boolean };

export async function writeScriptFor(io: Io, nameOrPath: string, flags: WriteFlags): Promise<number> {
  const { document, model: spec, force = false } = flags;
  const { outer, protocols } = await withOwnCode(io, await readSettings(io));
  const source = await findScenario(nameOrPath, io);
  const opened = await openScenario(source, optionsOf(protocols), { sheetOf: sheetOf(protocols) });
  const scenario = await completeScenario(opened, { document });
  const target = scriptTarget(source, opened.read.yaml, document);
  await refuseLoss(source, target, force);
  const judged =
    document === undefined ? subjectsOf(scenario.documents) : scenario.documents.filter((each) => each.subject);
  if (judged.length === 0)
    throw usage(
      `scenario "${scenario.name}" has no documents, so there is nothing to write a script about`,
      "Name a document under documents: in scenario.yaml, or add --document FILE.",
    );
  const next = commandLine(["check", nameOrPath, ...(document === undefined ? [] : ["--document", document])]);
  const told = (written: readonly string[], lines: readonly string[]) => {
    print(
      io.stderr,
      written.map((each) => `Written: ${each}`),
    );
    print(io.stdout, [...lines, `Next: ${next}`]);
    return EXIT.decided;
  };
  if (spec === undefined) {
    const documents = judged.map((each) =>
      document === undefined ? each : { ...each, name: documentName(basename(document)) },
    );
    const written = await writeScript(source, target, outlineText({ ...scenario, documents }));
    return told(written, [
      "The outline has a point for every statement. Fill in bears and sentences, and delete what no member would weigh.",
    ]);
  }
  const draft = await scriptByModel(io, {
    ...{ spec, scenario, outer, flags },
    task: { ...scenario, sheet: opened.sheet, subjects: judged.map(({ name }) => name) },
    statements: coverageOf({ points: [] }, judged).statements,
  });
  if (draft === null) return EXIT.waiting;
  const isJudged = (ref: string) => judged.some(({ name }) => ref.startsWith(`${name}#`));
  const script = document === undefined ? draft.script : onlyPoints(draft.script, ({ ref }) => isJudged(ref));
  const { statements, covered } = coverageOf(script, judged);
  const file = (name: string) => (document === undefined ? name : documentName(basename(document)));
  const written = await writeScript(
    source,
    target,
    scriptBody(mapScript(script, { text: (text) => text, name: file })),
  );
  const { notes } = draft;
  return told(written, [
    `${script.points.length} points, ${script.points.flatMap(sentencesOf).length} sentences; ${covered} of ${statements} statements have a point.`,
    ...(notes.length > 0 ? [`Removed or corrected: ${notes.length}`, ...notes.map((note) => `  ${note}`)] : []),
  ]);
}
