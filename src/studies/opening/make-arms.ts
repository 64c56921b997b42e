// The arms of a study: those that its file has, and those that it has made.

import { shuffle } from "../../engine/routing/select.ts";
import type { Problem } from "../../errors.ts";
import { toSlug } from "../../scenario/files/paths.ts";
import { expandArm } from "../arms.ts";
import type { Arm, MadeArm, Study } from "../study.ts";
import type { ReadStudyFile, StudyFile } from "./study-file.ts";

export function collectArms(
  read: ReadStudyFile,
  from: ArmSources,
): { arms: readonly Arm[]; problems: readonly Problem[] } {
  const { file, yaml } = read;
  const written = Object.entries(file.arms).map(
    ([name, changes]): Arm => ({ name, changes: expandArm(changes, file.models), made: null }),
  );
  const made = makeArms(file, from);
  const taken = made.filter(({ name }) => written.some((arm) => arm.name === name));
  const problems = taken.map(
    ({ name }): Problem => ({
      place: yaml.locateKey(["arms", name]),
      message: `the study makes an arm called ${name} itself`,
      remedy: "Give this one another name.",
    }),
  );
  const unmixed = written.filter(({ changes }) => changes.models === "mixed");
  for (const { name } of unmixed)
    problems.push({
      place: yaml.locate(["arms", name, "models"]),
      message: "models: mixed needs models that the members take in turn",
      remedy: "Add them to the study, models: [PROVIDER:MODEL, PROVIDER:MODEL], or list them here.",
    });
  return { arms: [...written, ...made], problems };
}

/** A debate against members who answer alone: the comparison of a study that names none. */
export function chooseComparison(arms: readonly Arm[]): Study["compare"] {
  const control = arms.find(({ made }) => made?.by === "controls" && made.control === "reflection");
  const alone = control ?? arms.find(({ changes }) => changes.as === "vote");
  const debate = arms.find(({ name, changes }) =>
    control ? name === control.made?.of : changes.as === alone?.changes.protocol,
  );
  return alone && debate ? [[alone.name, debate.name]] : [];
}

type ArmSources = { members: readonly string[]; verdicts: readonly string[] };

/** The arm that made ones differ from, where the file has none that changes nothing. */
const BASE_ARM = "as-it-is";

const MOST_DRAWS = 1_000;

function makeArms(file: StudyFile, { members, verdicts }: ArmSources): readonly Arm[] {
  const written = Object.entries(file.arms);
  const own = written.find(([, changes]) => Object.keys(changes).length === 0)?.[0];
  const of = own ?? BASE_ARM;
  const made: Arm[] = [];
  const make = (name: string, changes: Arm["changes"], by: MadeArm) =>
    made.push({ name, changes, made: by });
  const drawn = new Set([JSON.stringify([members, verdicts])]);
  for (let draw = 1, nth = 1; nth <= (file.orders ?? 0) && draw <= MOST_DRAWS; draw++) {
    const changes = {
      order: shuffle([...members], "orders", `seats ${draw}`),
      verdicts: shuffle([...verdicts], "orders", `verdicts ${draw}`),
    };
    const key = JSON.stringify([changes.order, changes.verdicts]);
    if (drawn.has(key)) continue;
    drawn.add(key);
    make(`order-${nth}`, changes, { by: "orders", of, nth });
    nth++;
  }
  if (file.controls) {
    for (const control of ["reflection", "stances"] as const)
      make(control, { control }, { by: "controls", of, control });
  }
  for (const model of file.models ?? [])
    make(toSlug(model), { model }, { by: "models", of, model });
  return made.length > 0 && own === undefined
    ? [{ name: of, changes: {}, made: null }, ...made]
    : made;
}
