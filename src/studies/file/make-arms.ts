import type { Problem } from "../../errors.ts";
import type { Arm, ArmChanges } from "../arms.ts";
import type { ReadStudyFile } from "./check-file.ts";
import { type ArmSources, MOST_IN_SUBSETS, madeArms } from "./generate.ts";
import type { ArmFile } from "./schema.ts";

export function armsOf(
  read: ReadStudyFile,
  from: ArmSources,
): { readonly arms: readonly Arm[]; readonly problems: readonly Problem[] } {
  const { file, yaml } = read;
  const written = Object.entries(file.arms).map(
    ([name, arm]): Arm => ({ name, changes: changesOf(arm), made: null }),
  );
  const made = madeArms(file, from);
  const taken = made.filter(({ name }) => written.some((arm) => arm.name === name));
  const problems = taken.map(
    ({ name }): Problem => ({
      place: yaml.placeOfKey(["arms", name]),
      message: `the study makes an arm called ${name} itself`,
      remedy: "Give this one another name.",
    }),
  );
  const tooLarge: Problem = {
    place: yaml.placeOfKey(["subsets"]),
    message: `${from.members.length} members make too many panels to hold each`,
    remedy: `subsets: takes boards of at most ${MOST_IN_SUBSETS}; leaveOneOut: takes any.`,
  };
  return {
    arms: [...written, ...made],
    problems: [...problems, ...(file.subsets && from.members.length > MOST_IN_SUBSETS ? [tooLarge] : [])],
  };
}

function changesOf(arm: ArmFile): ArmChanges {
  const { seats, ...rest } = arm;
  const added = seats?.map((seat) => {
    if (typeof seat === "string") return { persona: seat, id: seat };
    return {
      persona: seat.persona,
      id: seat.id ?? seat.persona,
      ...(seat.model !== undefined && { model: seat.model }),
    };
  });
  const stated = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return { ...(stated as ArmChanges), ...(added && { seats: added }) };
}
