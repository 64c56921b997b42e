import type { Behaviour } from "../../../models/simulated/behaviour.ts";
import { arbitrate, classify } from "./arbiter.ts";
import { checkClaim } from "./checker.ts";
import { answerAlone, crossExamine } from "./panel.ts";

/** What simulated panellists, a classifier, an arbiter and a checker do, by kind of cue. */
export const CHAMBER_BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  "panel-answer": answerAlone,
  "cross-examination": crossExamine,
  divergence: classify,
  arbitration: arbitrate,
  "claim-check": checkClaim,
};
