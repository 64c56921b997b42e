/**
 * `make`, for texts that come up again: results are kept for as many characters of text as are given, the oldest let
 * go first. `make` is a function of the text alone, so that nobody can tell what was kept.
 */
export function remembering<Result>(
  characters: number,
  make: (text: string) => Result,
): (text: string) => Result {
  const keep = createKeep<Result>(characters);
  return (text) => keep(text, text.length, () => make(text));
}

/** What is kept under a key, made where it is not: a function of the key alone. */
type Keep<Result> = (key: string, size: number, make: () => Result) => Result;

/** Keeps results of so great a size in all, the oldest let go first. */
function createKeep<Result>(most: number): Keep<Result> {
  const kept = new Map<string, { readonly result: Result; readonly size: number }>();
  let held = 0;
  return (key, size, make) => {
    const known = kept.get(key);
    if (known !== undefined) return known.result;
    const result = make();
    kept.set(key, { result, size });
    held += size;
    for (const [oldest, { size: freed }] of kept) {
      if (held <= most || oldest === key) break;
      kept.delete(oldest);
      held -= freed;
    }
    return result;
  };
}
