import { digestOf } from "../digest.ts";
import type { Study } from "../study.ts";

export function differences(begun: Study, now: Study): string[] {
  return [
    ...named(
      "scenario",
      begun.scenarios,
      now.scenarios,
      ({ name }) => name,
      ({ digest }) => digest,
    ),
    ...listed("subject", begun.subjects, now.subjects),
    ...seeds(begun.seeds, now.seeds),
    ...named(
      "arm",
      begun.arms,
      now.arms,
      ({ name }) => name,
      ({ changes }) => digestOf(changes),
    ),
    ...(begun.until && !now.until ? ["until: was taken out"] : []),
    ...(now.until && digestOf(begun.until) !== digestOf(now.until) ? ["until: is another"] : []),
  ];
}

function seeds(begun: readonly number[], now: readonly number[]): string[] {
  if (digestOf(begun) === digestOf(now)) return [];
  const added = now.filter((seed) => !begun.includes(seed)).length;
  const gone = begun.filter((seed) => !now.includes(seed)).length;
  return added + gone === 0 ? ["seeds stand in another order"] : [`seeds: ${added} added, ${gone} taken out`];
}

function listed(what: string, begun: readonly string[], now: readonly string[]): string[] {
  const added = now.filter((each) => !begun.includes(each)).map((each) => `${what} ${each} was added`);
  const gone = begun.filter((each) => !now.includes(each)).map((each) => `${what} ${each} was taken out`);
  return [...added, ...gone];
}

function named<Item>(
  what: string,
  begun: readonly Item[],
  now: readonly Item[],
  nameOf: (item: Item) => string,
  digest: (item: Item) => string,
): string[] {
  const changed = now.filter((item) => {
    const before = begun.find((each) => nameOf(each) === nameOf(item));
    return before !== undefined && digest(before) !== digest(item);
  });
  return [
    ...listed(what, begun.map(nameOf), now.map(nameOf)),
    ...changed.map((item) => `${what} ${nameOf(item)} is another`),
  ];
}
