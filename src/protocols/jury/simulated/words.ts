import { z } from "zod";
import { sentences, wordsIn } from "../../../models/simulated/words.ts";

/** What members of a jury say of its phases, topics and items. */
export const JURY_WORDS = wordsIn(
  "jury",
  z.strictObject({
    ...{ introduce: sentences, examine: sentences, conflict: sentences, about: sentences },
    ...{ so: sentences, soMerge: sentences, soFor: sentences, still: sentences, changed: sentences },
    ...{ sign: sentences, dissent: sentences, open: sentences },
    ...{ reason: sentences, undecided: sentences, draft: sentences, draftBoth: sentences },
  }),
);
