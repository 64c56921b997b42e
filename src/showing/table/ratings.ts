import { z } from "zod";

export const ratingSchema = z.strictObject({
  head: z.string(),
  agree: z.boolean().nullable(),
  minorityUseful: z.boolean().nullable(),
});
type Rating = z.infer<typeof ratingSchema>;

type Share = { readonly yes: number; readonly of: number };

type RatingSums = { readonly rated: number; readonly agree: Share; readonly minorityUseful: Share };

/** The share of syntheses that their readers should agree with. */
const AGREEMENT_GOAL = 0.8;

export function sumRatings(ratings: readonly Rating[]): RatingSums {
  const share = (of: "agree" | "minorityUseful"): Share => {
    const said = ratings.filter((rating) => rating[of] !== null);
    return { yes: said.filter((rating) => rating[of]).length, of: said.length };
  };
  return { rated: ratings.length, agree: share("agree"), minorityUseful: share("minorityUseful") };
}

export function ratingLines({ agree, minorityUseful }: RatingSums): readonly string[] {
  const reached = agree.of > 0 && agree.yes * 100 >= agree.of * AGREEMENT_GOAL * 100 - 1e-6;
  const against =
    agree.of === 0
      ? ""
      : `; the goal of ${Math.round(AGREEMENT_GOAL * 100)} % is ${reached ? "reached" : "not reached"}`;
  return [
    `Agreed with the synthesis: ${inWords(agree)}${against}`,
    `Minority views useful: ${inWords(minorityUseful)}`,
  ];
}

function inWords({ yes, of }: Share): string {
  return of === 0 ? "not said" : `${yes} of ${of} (${Math.round((100 * yes) / of)} %)`;
}
