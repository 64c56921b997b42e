// Lists each beat of a script after each message that it can follow, to be read aloud: what does
// not fit together shows there.

import { alignColumns } from "../../text/aligned.ts";
import type { Script } from "../schema/script.ts";

type Voiced = Readonly<Record<string, readonly string[]>>;

/** Lines of text, by play and by thread of the table. */
export function listTalk({ plays, threads }: Script): string[] {
  const openings = Object.entries(plays).flatMap(([id, play]) => [
    `## ${id} (${play.who.join(", ")}: ${play.verdict})`,
    ...formatWords(play.says),
    ...formatWords(play.brief),
    "",
    ...listBeats(id, play, play.brief ?? play.says),
    ...formatWords(play.last),
    "",
  ]);
  const raised = threads.flatMap((thread) => [
    `## ${thread.id} (the table)`,
    ...listBeats(thread.id, thread, {}),
  ]);
  return [...openings, ...raised];
}

function listBeats(
  id: string,
  { start, beats }: Pick<Script["threads"][number], "start" | "beats">,
  opening: Voiced,
): string[] {
  return Object.entries(beats).flatMap(([name, beat]) => {
    const before = Object.entries(beats).filter(([, other]) => other.then.includes(name));
    const heard = before.map(([other, { me, by }]) => [other, me ?? by ?? {}] as const);
    const all = start.includes(name) ? [["opening", opening] as const, ...heard] : heard;
    return all.flatMap(([other, words]) => [
      `${id}.${name} after ${other}`,
      ...formatWords(words),
      ...formatWords(beat.me ?? beat.by),
      ...formatWords(beat.after),
      "",
    ]);
  });
}

function formatWords(voiced: Voiced = {}): readonly string[] {
  const rows = Object.entries(voiced).flatMap(([member, texts]) =>
    texts.map((text) => [`  ${member}:`, text]),
  );
  return alignColumns(rows);
}
