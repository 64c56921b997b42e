/** Keeps results for so many characters of text, the oldest let go first. `make` must depend on the text alone. */
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
