// Keeps results that depend on a text alone, up to a size. Tokenizing and searching documents use
// it.

/** Keeps results for so many characters of text, and drops the oldest first. */
export function rememberResults<Result>(
  characters: number,
  make: (text: string) => Result,
): (text: string) => Result {
  const kept = new Map<string, Result>();
  let size = 0;
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const result = make(text);
    kept.set(text, result);
    size += text.length;
    for (const oldest of kept.keys()) {
      if (size <= characters || oldest === text) break;
      kept.delete(oldest);
      size -= oldest.length;
    }
    return result;
  };
}
