import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { BoardroomError } from "../../errors.ts";
import { type Io, print, printJson } from "../../home/process/io.ts";
import { usage } from "../../home/process/usage.ts";
import { writeWhole } from "../../home/process/write-file.ts";
import { readRecord } from "../../showing/read-record.ts";
import { type Rating, ratingLines, ratingSchema, sumRatings } from "../../showing/table/ratings.ts";
import { jsonOf } from "../../text/json-in.ts";

export type YesNo = "yes" | "no";
export type RateFlags = { readonly agree?: YesNo; readonly minorityUseful?: YesNo; readonly json?: boolean };

/** With an answer, rates one meeting; then prints the sums over all that are named. */
export async function rate(io: Io, folders: readonly string[], flags: RateFlags): Promise<void> {
  if (flags.agree !== undefined || flags.minorityUseful !== undefined) await keep(io, folders, flags);
  for (const folder of folders) await readRecord(resolve(io.cwd, folder));
  const ratings = await Promise.all(folders.map((folder) => readRating(io, folder)));
  const sums = sumRatings(ratings.filter((rating) => rating !== null));
  const head = `${sums.rated} of ${folders.length} rated`;
  if (flags.json) printJson(io.stdout, sums);
  else print(io.stdout, [head, ...ratingLines(sums)]);
}

const FILE = "ratings.json";

async function keep(io: Io, folders: readonly string[], { agree, minorityUseful }: RateFlags): Promise<void> {
  const [folder, ...more] = folders;
  if (folder === undefined || more.length > 0) {
    throw usage(
      `one transcript is rated at a time, found ${folders.length}`,
      "Name one; without --agree and --minority-useful several are summed.",
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
  const before = await readRating(io, folder);
  const rating: Rating = {
    head,
    agree: answerOf(agree) ?? before?.agree ?? null,
    minorityUseful: answerOf(minorityUseful) ?? before?.minorityUseful ?? null,
  };
  await writeWhole(io, join(folder, FILE), `${JSON.stringify(rating, null, 2)}\n`, { force: true });
}

function answerOf(answer: YesNo | undefined): boolean | null {
  return answer === undefined ? null : answer === "yes";
}

async function readRating({ cwd }: Pick<Io, "cwd">, folder: string): Promise<Rating | null> {
  const file = join(folder, FILE);
  const text = await readFile(resolve(cwd, file), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw unreadable(file, String(error.code));
  });
  if (text === null) return null;
  const read = ratingSchema.safeParse(jsonOf(text));
  if (read.success) return read.data;
  throw unreadable(file, "it is no rating");
}

function unreadable(file: string, why: string): BoardroomError {
  return usage(`the rating cannot be read (${why})`, "Remove the file, and rate the meeting again.", file);
}
