/** Compares the color of words with the color behind them, for the readers of Word and PDF files. */
export function areAlike(color: string, background: string): boolean {
  const parts = (each: string) =>
    each.match(/[\da-f]{2}/gi)?.map((part) => Number.parseInt(part, 16));
  const other = parts(background) ?? [];
  return parts(color)?.every((part, at) => Math.abs(part - (other[at] ?? 0)) <= 12) ?? false;
}
