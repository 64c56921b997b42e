import type { Place, Problem } from "../../errors.ts";
import { BoardroomError } from "../../errors.ts";
import { repeats } from "../../scenario/files/check-scenario.ts";
import { suggestion } from "../../scenario/files/nearest.ts";
import { findAddressKeys, findSecretKeys, findSecrets } from "../../scenario/files/secrets.ts";
import { parseYaml, validate, type YamlFile } from "../../scenario/files/yaml-file.ts";
import { canonicalJson } from "../digest.ts";
import { MOST_SEEDS, type StudyFile, seedsOf, studyFileSchema } from "./schema.ts";

export type ReadStudyFile = { readonly file: StudyFile; readonly yaml: YamlFile };

export function parseStudyFile(text: string, name: string): ReadStudyFile {
  const secrets = findSecrets(text, name);
  if (secrets.length > 0) throw new BoardroomError("secret-in-scenario", secrets);
  const yaml = parseYaml({ file: name, text, code: "study-invalid" });
  const keys = [...findSecretKeys(yaml), ...findAddressKeys(yaml)];
  if (keys.length > 0) throw new BoardroomError("secret-in-scenario", keys);
  const unlisted = blindProblems(yaml);
  if (unlisted.length > 0) throw new BoardroomError("study-invalid", unlisted);
  const file = validate(yaml, studyFileSchema, "study-invalid");
  const problems = [
    ...seedProblems({ file, yaml }),
    ...armProblems({ file, yaml }),
    ...listProblems({ file, yaml }),
  ];
  if (problems.length > 0) throw new BoardroomError("study-invalid", problems);
  return { file, yaml };
}

/** Checked before the schema, to tell the user what to write. */
function blindProblems(yaml: YamlFile): Problem[] {
  const { arms } = (yaml.value ?? {}) as { readonly arms?: unknown };
  const isEmpty = (list: unknown) => Object.keys(list ?? {}).length === 0;
  return Object.entries(arms ?? {}).flatMap(([name, arm]): Problem[] => {
    if (typeof arm !== "object" || arm === null || !("blind" in arm)) return [];
    const { blind } = arm;
    const isMapping = typeof blind === "object" && blind !== null && !Array.isArray(blind);
    if (isMapping && !Object.values(blind).every(isEmpty)) return [];
    return [
      {
        place: yaml.placeOfKey(["arms", name, "blind"]),
        message: `blind: in arm ${name} lists nothing to take out`,
        remedy:
          "List names and words: blind: { names: [[Ada Koval, Koval]], words: { she: they } }. boardroom check study NAME --propose MODEL proposes a list for a study without this arm.",
      },
    ];
  });
}

function seedProblems({ file, yaml }: ReadStudyFile): Problem[] {
  const seeds = seedsOf(file);
  if (typeof file.seeds === "string") {
    const [from = 0, to = 0] = file.seeds.split("..").map(Number);
    const place = yaml.placeOf(["seeds"]);
    const remedy = "Write the lower seed first, such as 1..40.";
    if (from > to) return [{ place, message: `the range ${file.seeds} holds no seed`, remedy }];
    if (to - from + 1 <= MOST_SEEDS) return [];
    return [
      { place, message: `the range holds ${to - from + 1} seeds`, remedy: `At most ${MOST_SEEDS} are run.` },
    ];
  }
  return repeated(seeds.map(String)).map((index) => ({
    place: yaml.placeOf(["seeds", index]),
    message: `seed ${seeds[index]} is in the list twice`,
    remedy: "Leave one out: the same seed holds the same meeting.",
  }));
}

function repeated(list: readonly string[]): number[] {
  const seen = new Set<string>();
  return list.flatMap((each, index) => (seen.size === seen.add(each).size ? [index] : []));
}

function armProblems({ file, yaml }: ReadStudyFile): Problem[] {
  const { leaveOneOut, orders, controls, models } = file;
  const makes = [leaveOneOut, orders, controls, models].some((each) => each !== undefined);
  const arms = Object.entries(file.arms);
  if (arms.length === 0 && !makes) {
    const place = yaml.placeOfKey(["arms"]);
    return [
      { place, message: "the study has no arm", remedy: "Write arms: { as-it-is: {} }, or have some made." },
    ];
  }
  const texts = arms.map(([, arm]) => canonicalJson(arm));
  const alike = repeats(texts).map((index) => {
    const [name] = arms[index] ?? [""];
    const [first] = arms[texts.indexOf(texts[index] ?? "")] ?? [""];
    return {
      place: yaml.placeOfKey(["arms", name]),
      message: `arm ${name} changes what ${first} does, and nothing else`,
      remedy: "Leave one out: two arms alike hold the same meetings twice.",
    };
  });
  const idle = arms.flatMap(([name, arm]) =>
    arm.verdicts && arm.reversed
      ? [
          {
            place: yaml.placeOfKey(["arms", name, "reversed"]),
            message: "verdicts: states an order already",
            remedy: "Leave one of the two out.",
          },
        ]
      : [],
  );
  return [...alike, ...idle];
}

function listProblems({ file, yaml }: ReadStudyFile): Problem[] {
  const scenarios = typeof file.scenario === "string" ? [file.scenario] : file.scenario;
  const twice = (key: "scenario" | "subjects", list: readonly string[]) =>
    repeats(list).map((index): Problem => {
      const place: Place = yaml.placeOf([key, index]);
      return { place, message: `${list[index]} is in the list twice`, remedy: "Leave one out." };
    });
  const pairs = file.compare.flatMap(([one, other], index): Problem[] =>
    one === other
      ? [
          {
            place: yaml.placeOf(["compare", index]),
            message: `${one} is compared with itself`,
            remedy: "Name two arms.",
          },
        ]
      : [],
  );
  const again = repeats(file.compare.map((pair) => pair.join(" and "))).map(
    (index): Problem => ({
      place: yaml.placeOf(["compare", index]),
      message: `${file.compare[index]?.join(" and ")} are compared twice`,
      remedy: "Leave one out: a difference is tested once.",
    }),
  );
  return [...twice("scenario", scenarios), ...twice("subjects", file.subjects ?? []), ...pairs, ...again];
}

export function compareProblems({ file, yaml }: ReadStudyFile, arms: readonly string[]): Problem[] {
  return file.compare.flatMap((pair, index) =>
    pair.flatMap((name, at): Problem[] =>
      arms.includes(name)
        ? []
        : [
            {
              place: yaml.placeOf(["compare", index, at]),
              message: `there is no arm ${name}`,
              remedy: suggestion(name, arms, "Arms"),
            },
          ],
    ),
  );
}

export function meetingsProblems({ file, yaml }: ReadStudyFile, ofSeed: number): Problem[] {
  const { meetings } = file.limits;
  const seeds = seedsOf(file).length;
  const all = seeds * ofSeed;
  if (meetings === undefined || all <= meetings) return [];
  const fewer = Math.floor(meetings / ofSeed);
  const orFewer = fewer === 0 ? "fewer arms or subjects" : `at most ${fewer} of the ${seeds} seeds`;
  return [
    {
      place: yaml.placeOf(["limits", "meetings"]),
      message: `the study asks for ${all} meetings, ${ofSeed} a seed, and allows ${meetings}`,
      remedy: `Allow ${all}, or ask for ${orFewer}.`,
    },
  ];
}
