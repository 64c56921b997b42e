import { BRISK } from "./brisk.ts";
import { CAREFUL } from "./careful.ts";
import { CONVICTIONS, DREADS } from "./convictions.ts";
import {
  ASIDES,
  BEARINGS,
  CLAIMS,
  CONTRASTS,
  FALLS,
  KEPT,
  LATER,
  PREFERENCES,
  RELUCTANCES,
  RESTS,
  RISES,
  SEGUES,
  SHARES,
  UNDECIDED,
} from "./extras.ts";
import { FIGURES } from "./figures.ts";
import type { Frames } from "./frame.ts";
import { PLAIN } from "./plain.ts";
import { ANSWERING, ANSWERS, ASKED } from "./questions.ts";
import { REMARKS } from "./remarks.ts";
import { RHETORICAL } from "./rhetorical.ts";
import { ABSENCES, NOTHING, UNWRITTEN } from "./silence.ts";
import { STORY } from "./story.ts";
import { TERSE } from "./terse.ts";
import { TESTER } from "./tester.ts";
import { VIVID } from "./vivid.ts";
import { MISSING } from "./wishes.ts";

/** Every manner of speaking. */
export const MANNERS = {
  figures: FIGURES,
  story: STORY,
  brisk: BRISK,
  careful: CAREFUL,
  vivid: VIVID,
  terse: TERSE,
  rhetorical: RHETORICAL,
  tester: TESTER,
} as const satisfies Readonly<Record<string, Frames>>;
export type Manner = keyof typeof MANNERS;

/** Every frame there is, whoever may use it. */
export function allFrames(): string[] {
  const moves = [PLAIN, ...Object.values(MANNERS)].flatMap((frames) => Object.values(frames).flat());
  const byKind = Object.values(REMARKS).flat();
  const wishes = Object.values(MISSING).flatMap(({ facts, papers }) => [...facts, ...papers]);
  return [
    ...moves,
    ...byKind,
    ...ASKED.map(([ask]) => ask),
    ...ANSWERS,
    ...ANSWERING,
    ...wishes,
    ...CONVICTIONS,
    ...DREADS,
    ...SHARES,
    ...RISES,
    ...FALLS,
    ...LATER,
    ...CONTRASTS,
    ...PREFERENCES,
    ...RELUCTANCES,
    ...BEARINGS,
    ...KEPT,
    ...SEGUES,
    ...UNDECIDED,
    ...RESTS,
    ...ABSENCES,
    ...NOTHING,
    ...UNWRITTEN,
    ...CLAIMS,
    ...Object.values(ASIDES).flat(),
  ];
}
