import { pageWords } from "../words/page-words.ts";

/** The number of a turn. */
export function Turn({ turn }: { readonly turn: number | null }) {
  if (turn === null) return null;
  return (
    <a class="turn" href={`#t${turn}`} aria-label={pageWords.turn(turn)}>
      {turn}
    </a>
  );
}
