/**
 * `make`, for texts that come up again: results are kept for as many characters of text as are given, the oldest let
 * go first. `make` is a function of the text alone, so that nobody can tell what was kept.
 */
export function remembering<Result>(
  characters: number,
  make: (text: string) => Result,
): (text: string) => Result {
  const kept = new Map<string, Result>();
  let held = 0;
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const result = make(text);
    kept.set(text, result);
    held += text.length;
    for (const oldest of kept.keys()) {
      if (held <= characters || oldest === text) break;
      kept.delete(oldest);
      held -= oldest.length;
    }
    return result;
  };
}
