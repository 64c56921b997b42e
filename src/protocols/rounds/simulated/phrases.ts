import { z } from "zod";
import { sentences, wordsIn } from "../../../models/simulated/words.ts";

const ROLES = z.enum(["action", "guardian", "observer", "critic"]);
const byRole = z.record(ROLES, sentences);

const shape = z.strictObject({
  questions: z.record(ROLES, z.string()),
  views: byRole,
  links: sentences,
  gaps: byRole,
  plans: byRole,
  dissent: sentences,
  lastWords: sentences,
  turnsOn: sentences,
  further: sentences,
  days: sentences,
});

/** What the four roles say. */
export const {
  questions: QUESTIONS,
  views: VIEWS,
  links: LINKS,
  gaps: GAPS,
  plans: PLANS,
  dissent: DISSENT,
  lastWords: LAST_WORDS,
  turnsOn: TURNS_ON,
  further: FURTHER,
  days: DAYS,
} = wordsIn("rounds", shape);
