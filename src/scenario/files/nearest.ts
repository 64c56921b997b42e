// Finds the name that a user probably meant, for errors about unknown names.

export function findNearest(found: string, known: readonly string[]): string | undefined {
  const wanted = normalizeName(found);
  let best: { name: string; distance: number } | undefined;
  for (const name of known) {
    const distance = measureEditDistance(wanted, normalizeName(name));
    if (distance <= getTolerance(wanted, name) && (!best || distance < best.distance))
      best = { name, distance };
  }
  return best?.name;
}

export function describeNotFound(kind: string, name: string, known: readonly string[]) {
  const remedy = suggestNames(name, known, `${kind.charAt(0).toUpperCase()}${kind.slice(1)}s`);
  return { message: `${kind} ${JSON.stringify(name)} not found`, remedy };
}

const MOST_LISTED = 12;

export function suggestNames(found: string, known: readonly string[], label = "Allowed"): string {
  const close = findNearest(found, known);
  if (close !== undefined && known.length > MOST_LISTED) return `Did you mean ${close}?`;
  const list = `${label}: ${known.length > 0 ? known.join(", ") : "none"}.`;
  return close === undefined ? list : `Did you mean ${close}? ${list}`;
}

function normalizeName(name: string): string {
  return name
    .slice(0, 80)
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, "-");
}

function getTolerance(found: string, name: string): number {
  return Math.max(1, Math.floor(Math.min(found.length, name.length) / 3));
}

/** Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`. */
function measureEditDistance(a: string, b: string): number {
  let twoBack: number[] = [];
  let oneBack = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = oneBack[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(row[j - 1]! + 1, oneBack[j]! + 1, substituted);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) least = Math.min(least, twoBack[j - 2]! + 1);
      row.push(least);
    }
    twoBack = oneBack;
    oneBack = row;
  }
  return oneBack[b.length]!;
}
