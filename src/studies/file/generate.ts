import { shuffled } from "../../engine/routing/draw.ts";
import { slug } from "../../scenario/files/paths.ts";
import type { Arm, MadeArm } from "../arms.ts";
import type { StudyFile } from "./schema.ts";

export type ArmSources = { readonly members: readonly string[]; readonly verdicts: readonly string[] };

/** The arm that made ones differ from, where the file has none that changes nothing. */
const BASE_ARM = "as-it-is";

/** Boards of at most so many members are held in every composition. */
export const MOST_IN_SUBSETS = 6;

/** Small boards have few orders, so the search must end. */
const MOST_DRAWS = 1_000;

export function madeArms(file: StudyFile, { members, verdicts }: ArmSources): readonly Arm[] {
  const written = Object.entries(file.arms);
  const own = written.find(([, changes]) => Object.keys(changes).length === 0)?.[0];
  const of = own ?? BASE_ARM;
  const made: Arm[] = [];
  const make = (name: string, changes: Arm["changes"], by: MadeArm) => made.push({ name, changes, made: by });
  if (file.leaveOneOut) {
    for (const without of members)
      make(`without-${without}`, { without: [without] }, { by: "leaveOneOut", of, without });
  }
  if (file.subsets) {
    for (const panel of panelsOf(members)) {
      const left = members.filter((member) => !panel.includes(member));
      make(`only-${panel.join("-")}`, { without: left }, { by: "subsets", of, members: panel });
    }
  }
  const drawn = new Set([JSON.stringify([members, verdicts])]);
  for (let draw = 1, nth = 1; nth <= (file.orders ?? 0) && draw <= MOST_DRAWS; draw++) {
    const changes = {
      order: shuffled([...members], "orders", `seats ${draw}`),
      verdicts: shuffled([...verdicts], "orders", `verdicts ${draw}`),
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
  for (const model of file.models ?? []) make(slug(model), { model }, { by: "models", of, model });
  return made.length > 0 && own === undefined ? [{ name: of, changes: {}, made: null }, ...made] : made;
}

function panelsOf(members: readonly string[]): string[][] {
  const count = members.length > MOST_IN_SUBSETS ? 0 : (1 << members.length) - 1;
  const panels = Array.from({ length: count }, (_, mask) =>
    members.filter((_, at) => ((mask + 1) >> at) & 1),
  ).filter((panel) => panel.length < members.length);
  return panels.toSorted((a, b) => a.length - b.length);
}
