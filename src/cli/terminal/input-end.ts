export function inputEnd(): AbortSignal {
  const ended = new AbortController();
  process.stdin.once("end", () => ended.abort());
  return ended.signal;
}
