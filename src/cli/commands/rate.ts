import { join, resolve } from "node:path";
import { z } from "zod";
import { openLog } from "../../home/log.ts";
import { type Io, print, printJson, usage } from "../../home/process/io.ts";
import { readRecord } from "../../showing/files/records.ts";
import type { FlagsOf } from "../terminal/command.ts";

export const YES_NO = ["yes", "no"] as const;

export const RATE_FLAGS = {
  agree: ["--agree <answer>", "Rating: do you agree with the synthesis?", YES_NO],
  minorityUseful: ["--minority-useful <answer>", "Rating: was a minority view useful?", YES_NO],
} as const;

type RateFlags = FlagsOf<typeof RATE_FLAGS> & { readonly json?: boolean };

/** With an answer, rates one meeting; then prints the sums over all that are named. */
export async function rate(io: Io, folders: readonly string[], flags: RateFlags): Promise<void> {
  if (flags.agree !== undefined || flags.minorityUseful !== undefined) await keep(io, folders, flags);
  for (const folder of folders) await readRecord(resolve(io.cwd, folder));
  const sums = sumRatings(folders.flatMap((folder) => ratingsOf(io, folder).look().at(-1) ?? []));
  const head = `${sums.rated} of ${folders.length} rated`;
  if (flags.json) printJson(io.stdout, sums);
  else print(io.stdout, [head, ...ratingLines(sums)]);
}

/** A later answer replaces an earlier one. */
function ratingsOf({ cwd }: Pick<Io, "cwd">, folder: string) {
  return openLog(join(resolve(cwd, folder), "ratings.jsonl"), ratingSchema);
}

async function keep(io: Io, folders: readonly string[], { agree, minorityUseful }: RateFlags): Promise<void> {
  const [folder, ...more] = folders;
  if (folder === undefined || more.length > 0) {
    throw usage(
      `a rating takes one transcript, found ${folders.length}`,
      "Name one. --ratings adds up the ratings of several.",
    );
  }
  const { events, head } = await readRecord(resolve(io.cwd, folder));
  if (events.at(-1)?.type !== "meeting.closed") {
    throw usage(
      "the meeting is not closed, so there is nothing to rate",
      `Continue it first: boardroom resume ${folder}`,
      folder,
    );
  }
  const ratings = ratingsOf(io, folder);
  const before = ratings.look().at(-1);
  ratings.add({
    head,
    agree: answerOf(agree) ?? before?.agree ?? null,
    minorityUseful: answerOf(minorityUseful) ?? before?.minorityUseful ?? null,
  });
}

function answerOf(answer: (typeof YES_NO)[number] | undefined): boolean | null {
  return answer === undefined ? null : answer === "yes";
}

const ratingSchema = z.strictObject({
  head: z.string(),
  agree: z.boolean().nullable(),
  minorityUseful: z.boolean().nullable(),
});
type Rating = z.infer<typeof ratingSchema>;

type Share = { readonly yes: number; readonly of: number };

type RatingSums = { readonly rated: number; readonly agree: Share; readonly minorityUseful: Share };

/** The share of syntheses that their readers should agree with. */
const AGREEMENT_GOAL = 0.8;

function sumRatings(ratings: readonly Rating[]): RatingSums {
  const share = (of: "agree" | "minorityUseful"): Share => {
    const said = ratings.filter((rating) => rating[of] !== null);
    return { yes: said.filter((rating) => rating[of]).length, of: said.length };
  };
  return { rated: ratings.length, agree: share("agree"), minorityUseful: share("minorityUseful") };
}

function ratingLines({ agree, minorityUseful }: RatingSums): readonly string[] {
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
