import type { PageWords } from "../words/page-words.ts";

/** The number by which a turn is called. */
export function Turn({
  turn,
  words,
}: {
  readonly turn: number | null;
  readonly words: Pick<PageWords, "turn">;
}) {
  if (turn === null) return null;
  return (
    <a class="turn" href={`#t${turn}`} aria-label={words.turn(turn)}>
      {turn}
    </a>
  );
}
