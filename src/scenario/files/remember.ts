/** Keeps results for so many characters of text, the oldest let go first. `make` must depend on the text alone. */
export function remembering<Result>(
  characters: number,
  make: (text: string) => Result,
): (text: string) => Result {
  const keep = createKeep<Result>(characters);
  return (text) => keep(text, text.length, () => make(text));
}

type Keep<Result> = (key: string, size: number, make: () => Result) => Result;

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
