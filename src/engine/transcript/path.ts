/**
 * Paths name the steps of a protocol: `17/2/1` is the first step in the second branch of parallel
 * step 17, and `17.2` is the second model call in turn 17. These functions read and compare them.
 */

/** The step that an event belongs to: `17.2`, the second call inside step `17`, becomes `17`. */
export function toStepPath(path: string): string {
  const dot = path.indexOf(".");
  return dot === -1 ? path : path.slice(0, dot);
}

export function findGroup(path: string): string | null {
  const slash = path.indexOf("/");
  return slash === -1 ? null : path.slice(0, slash);
}

export function comparePaths(left: string, right: string): number {
  const a = toStepPath(left).split("/");
  const b = toStepPath(right).split("/");
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const difference = Number(a[index]) - Number(b[index]);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** File order, but with the branches of a parallel group one after another. Input already in order is returned as it is. */
export function sortByPath<Event extends { path: string }>(
  events: readonly Event[],
): readonly Event[] {
  let last: string | null = null;
  for (const { path } of events) {
    if (last !== null && comparePaths(last, path) > 0)
      return [...events].sort((a, b) => comparePaths(a.path, b.path));
    last = path;
  }
  return events;
}

/** Message ids derive from the path: `m14`, or `m17-2-1` inside a parallel group. */
export function toMessageId(path: string): string {
  return `m${toStepPath(path).replaceAll("/", "-")}`;
}
