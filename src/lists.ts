// Small helpers for lists, maps and records that JavaScript lacks. Every room uses them, and they
// know nothing of meetings.

/** A list with at least one item. */
export type NonEmpty<Item> = readonly [Item, ...Item[]];

export function isNonEmpty<Item>(list: readonly Item[]): list is NonEmpty<Item> {
  return list.length > 0;
}

export function requireNonEmpty<Item>(list: readonly Item[], of: string): NonEmpty<Item> {
  if (!isNonEmpty(list)) throw new Error(`there is no ${of}`);
  return list;
}

export function getLast<Item>(list: NonEmpty<Item>): Item {
  return list.at(-1) as Item;
}

/** Each item of a list with the item at its place in another, as far as both go. */
export function alignLists<First, Second>(
  first: readonly First[],
  second: readonly Second[],
): (readonly [First, Second])[] {
  return first.slice(0, second.length).map((item, index) => [item, second[index] as Second]);
}

export function pickInTurn<Item>(list: NonEmpty<Item>, nth: number): Item {
  return list[nth % list.length] as Item;
}

export function findFirstIndex<Item>(
  list: readonly Item[],
  passes: (item: Item) => boolean,
): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passes(list[middle] as Item)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** From the last item to the first, without a copy. */
export function* iterateBackwards<Item>(list: readonly Item[]): Generator<Item> {
  for (let index = list.length - 1; index >= 0; index--) yield list[index] as Item;
}

/** The items that are there: a list can name a part that it has only sometimes. */
export function dropMissing<Item>(items: readonly (Item | null | undefined | false)[]): Item[] {
  return items.filter(
    (item): item is Item => item !== null && item !== undefined && item !== false,
  );
}

/** A record's own value under any key: `record[key]` also finds `constructor` and `toString`, which every object has. */
export function lookUpKey<Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** What a map has under a key that it was made with. */
export function requireEntry<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`nothing is known of ${String(key)}`);
  return value;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Items by a key, in the order of their first. */
export function groupBy<Item, Key>(
  items: readonly Item[],
  getKey: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(getKey(item));
    if (group) group.push(item);
    else groups.set(getKey(item), [item]);
  }
  return groups;
}

/** Null for no values. */
export function computeMean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function computeOnce<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
