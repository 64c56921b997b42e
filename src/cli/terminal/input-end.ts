/** Aborted when standard input ends; whoever else reads it reads on. */
export function inputEnd(): AbortSignal {
  const ended = new AbortController();
  process.stdin.once("end", () => ended.abort());
  return ended.signal;
}
