import { BoardroomError } from "../../errors.ts";
import { parseReference } from "../documents/citations.ts";
import type { Scenario } from "../schema/scenario.ts";
import type { Script } from "../schema/script.ts";
import { coverageOf } from "./check-script.ts";

type Matter = Pick<Scenario, "name" | "documents" | "private" | "script" | "scriptProblems">;

/** By script, the documents that it was last found to cover: each member of a meeting asks again. */
const covering = new WeakMap<Script, Pick<Matter, "documents" | "private">>();

/** Throws if there is no script, or if it signs less than half of the subject. */
export function requireScript(scenario: Matter): Script {
  const { documents, private: own = [], script, scriptProblems = [] } = scenario;
  const found = script && covering.get(script);
  if (found?.documents === documents && found.private === scenario.private && scriptProblems.length === 0)
    return script as Script;
  if (scriptProblems.length > 0) throw new BoardroomError("scenario-invalid", scriptProblems);
  const all = [...documents, ...own];
  const { statements, covered } = coverageOf(script ?? { points: [] }, all);
  const subject = subjectName(scenario);
  const judged = all.some((each) => each.subject) ? all.filter((each) => each.subject) : all;
  const isNamed = script?.points.some(({ ref }) => {
    const name = parseReference(ref)?.name;
    return judged.some((each) => each.name === name);
  });
  if (!script || (!isNamed && statements > 0))
    throw missing(scenario, script, `${subject} has no script: simulated members know only prepared cases`);
  if (2 * covered < statements)
    throw missing(
      scenario,
      undefined,
      `the script of ${subject} weighs ${covered} of ${statements} statements: simulated members need at least half`,
    );
  covering.set(script, scenario);
  return script;
}

function subjectName({ name, documents }: Pick<Matter, "name" | "documents">): string {
  const subjects = documents.filter(({ subject }) => subject);
  return subjects[0]?.name ?? (documents.length === 1 ? documents[0]?.name : undefined) ?? name;
}

function missing({ name, documents }: Matter, script: Script | undefined, message: string): BoardroomError {
  const subject = documents.find((each) => each.subject);
  const given = script && subject ? ["--document", subject.name] : [];
  const check = ["boardroom check", name, ...given, "--write-script"].join(" ");
  return new BoardroomError("script-missing", { message, remedy: scriptRemedies(check) });
}

export function scriptRemedies(check: string): string {
  return [
    "Use a language model: add --model auto, or name one, such as --model anthropic:claude-sonnet-5-5",
    `Let a model write the script once: ${check} --model MODEL`,
    `Fill in an outline yourself: ${check}`,
  ].join("\n");
}
