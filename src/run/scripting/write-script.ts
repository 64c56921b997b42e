import { basename } from "node:path";
import type { LeaveFlags } from "../../home/money/ask-leave.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { type Io, print } from "../../home/process/io.ts";
import { commandLine } from "../../home/process/next-command.ts";
import { usage } from "../../home/process/usage.ts";
import type { CallFlags } from "../../home/settings/models.ts";
import { withOwnCode } from "../../home/settings/own-code.ts";
import { optionsOf, sheetOf } from "../../home/settings/protocols.ts";
import { readSettings } from "../../home/settings/settings.ts";
import { documentName } from "../../scenario/documents/document-text.ts";
import { completeScenario, findScenario, openScenario } from "../../scenario/loading/load.ts";
import { coverageOf, sentencesOf } from "../../scenario/script/check-script.ts";
import { mapScript, onlyPoints, subjectsOf } from "../../scenario/script/script-file.ts";
import type { Amendment } from "../asking/script/drafted.ts";
import { outlineText } from "../asking/script/outline.ts";
import { scriptByModel } from "./script-by-model.ts";
import { refuseLoss, scriptBody, scriptTarget, writeScript } from "./script-target.ts";

type WriteFlags = LeaveFlags &
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
  if (spec === undefined) {
    const { criteria, verdicts } = scenario;
    const own = judged.map((each) => (document === undefined ? each : asFiled(each, document)));
    const written = await writeScript(source, target, outlineText({ documents: own, criteria, verdicts }));
    print(
      io.stderr,
      written.map((file) => `Written: ${file}`),
    );
    print(io.stdout, [
      "The outline has a point for every statement. Fill in bears and sentences, and delete what no member would weigh.",
      `Next: ${next}`,
    ]);
    return EXIT.decided;
  }
  const { title, question, context = "", criteria, verdicts } = scenario;
  const made = await scriptByModel(io, {
    ...{ spec, scenario, outer, flags },
    task: { ...scenario, sheet: opened.sheet, subjects: judged.map(({ name }) => name) },
    matter: {
      ...{ verdicts, sheet: opened.sheet, documents: scenario.documents },
      criteria: criteria.map(({ id }) => id),
      texts: [title, question, context],
    },
    statements: coverageOf({ points: [] }, judged).statements,
  });
  if (made === null) return EXIT.waiting;
  const kept =
    document === undefined
      ? made.script
      : onlyPoints(made.script, ({ ref }) => judged.some(({ name }) => ref.startsWith(`${name}#`)));
  const { statements, covered } = coverageOf(kept, judged);
  const [first] = judged;
  const filed =
    document === undefined || !first
      ? kept
      : mapScript(kept, {
          text: (text) => text,
          name: (name) => (name === first.name ? documentName(basename(document)) : name),
        });
  const written = await writeScript(source, target, scriptBody(filed));
  print(
    io.stderr,
    written.map((file) => `Written: ${file}`),
  );
  print(io.stdout, [
    `${kept.points.length} points, ${kept.points.flatMap(sentencesOf).length} sentences; ${covered} of ${statements} statements have a point.`,
    ...leftOut(made.amendments),
    `Next: ${next}`,
  ]);
  return EXIT.decided;
}

function asFiled<Named extends { readonly name: string }>(document: Named, path: string): Named {
  return { ...document, name: documentName(basename(path)) };
}

function leftOut(amendments: readonly Amendment[]): readonly string[] {
  if (amendments.length === 0) return [];
  return [
    `Removed or corrected: ${amendments.length}`,
    ...amendments.map(({ what, why }) => `  ${what}: ${why}`),
  ];
}
