import { basename } from "node:path";
import { BoardroomError, type Problem } from "../../errors.ts";
import { documentName } from "../../scenario/documents/document-text.ts";
import { suggestion } from "../../scenario/files/nearest.ts";
import type { ReadStudyFile } from "../file/check-file.ts";
import type { StudiedScenario } from "../study.ts";

type Answerable = {
  readonly scenarios: readonly StudiedScenario[];
  readonly subjects: readonly string[];
  readonly isOwn: boolean;
};

/** Refused where one is neither an option nor a side. */
export function truthIn(
  { file, yaml }: ReadStudyFile,
  { scenarios, subjects, isOwn }: Answerable,
): Record<string, string> {
  const names = isOwn ? scenarios.map(({ name }) => name) : subjects;
  const verdicts = scenarios.flatMap((scenario) => scenario.verdicts);
  const answers = [...new Set([...verdicts.map(({ side }) => side), ...verdicts.map(({ id }) => id)])];
  const problems: Problem[] = [];
  const truth: Record<string, string> = {};
  for (const [key, answer] of Object.entries(file.truth)) {
    const name = isOwn ? key : documentName(basename(key));
    const what = isOwn ? "scenario" : "subject";
    if (!names.includes(name))
      problems.push({
        place: yaml.placeOfKey(["truth", key]),
        message: `there is no ${what} ${key}`,
        remedy: suggestion(key, names, isOwn ? "Scenarios" : "Subjects"),
      });
    if (!answers.includes(answer))
      problems.push({
        place: yaml.placeOf(["truth", key]),
        message: `${answer} is neither an option nor a side`,
        remedy: suggestion(answer, answers, "There are"),
      });
    truth[name] = answer;
  }
  if (problems.length > 0) throw new BoardroomError("study-invalid", problems);
  return truth;
}
