import type { Fact } from "../../../models/simulated/book.ts";
import { concernIn, type Mind } from "../../../models/simulated/mind.ts";
import type { Claim } from "../../../models/simulated/talk.ts";
import type { Item } from "../agenda.ts";
import { isMerging } from "../hold-together.ts";
import { saidOn } from "./choices.ts";

/** What the sheets decide one by one, and how. */
export type Sheet = { readonly items: readonly Item[]; readonly choices: readonly string[] };

/** What is held to an item, and the fact that speaks for it most. */
export type Stand = {
  readonly item: string;
  readonly choice: string;
  /** The item that it is to be merged into. */
  readonly into: string | null;
  readonly fact: Fact;
};

/** How much a member likes one choice better than another for no reason in the casebook. */
const TASTE = 0.25;

/** What a member holds to every item that the casebook speaks to: nothing is merged into what it would drop. */
export function standsOf(
  mind: Mind,
  sheet: Sheet,
  draw: (purpose: string) => number,
): ReadonlyMap<string, Stand> {
  const best = (id: string, suits: (stand: Stand) => boolean): Stand | null => {
    const all = mind.book.facts.flatMap((fact) => standIn(mind, fact, id, sheet) ?? []).filter(suits);
    const worth = (choice: string) =>
      TASTE * draw(`${id} ${choice}`) +
      all.reduce((sum, each) => sum + (each.choice === choice ? weightOf(mind, each.fact) : 0), 0);
    const choice = sheet.choices
      .filter((each) => all.some((stand) => stand.choice === each))
      .reduce<string | null>((most, each) => (most === null || worth(each) > worth(most) ? each : most), null);
    return all
      .filter((stand) => stand.choice === choice)
      .reduce<Stand | null>(
        (most, each) => (most === null || weightOf(mind, each.fact) > weightOf(mind, most.fact) ? each : most),
        null,
      );
  };
  const stands = new Map<string, Stand>();
  for (const { id } of sheet.items) {
    const stand = best(id, () => true);
    if (stand !== null) stands.set(id, stand);
  }
  for (const [id, { into }] of [...stands]) {
    const target = into === null ? undefined : stands.get(into);
    if (
      into === null ||
      (target !== undefined && target.choice !== sheet.choices.at(-1) && target.into === null)
    )
      continue;
    const other = best(id, (stand) => stand.into === null);
    if (other === null) stands.delete(id);
    else stands.set(id, other);
  }
  return stands;
}

function weightOf(mind: Mind, fact: Fact): number {
  const strength = Math.max(...fact.bears.map(Math.abs));
  return mind.attention[fact.index]! * (0.3 + strength) * (0.3 + concernIn(mind, fact));
}

/** What a fact speaks for on an item; null for nothing. Of two that would be merged the one listed first takes the other in. */
export function standIn(mind: Mind, fact: Fact, item: string, { items, choices }: Sheet): Stand | null {
  const choice = fact.point.items?.[item];
  if (choice === undefined || !choices.includes(choice)) return null;
  if (!isMerging(choice)) return { item, choice, into: null, fact };
  const order = items.map(({ id }) => id);
  const others = order.filter((id) => id !== item && fact.point.items?.[id] !== undefined);
  const kept = others.find((id) => !isMerging(fact.point.items![id]!));
  if (kept !== undefined) return { item, choice, into: kept, fact };
  const [first = partnerOf(mind, item, order)] = others;
  if (first === null) return null;
  if (others.length > 0 && order.indexOf(item) < order.indexOf(first))
    return { item, choice: choices[0]!, into: null, fact };
  return { item, choice, into: first, fact };
}

/** The item that is spoken of most together with one. */
function partnerOf({ book }: Mind, item: string, order: readonly string[]): string | null {
  const together = (id: string) =>
    book.facts.filter(({ point: { items } }) => items?.[item] !== undefined && items[id] !== undefined).length;
  const others = order.filter((id) => id !== item && together(id) > 0);
  return others.reduce<string | null>(
    (most, id) => (most === null || together(id) > together(most) ? id : most),
    null,
  );
}

/** What goes with a choice on a sheet: where it is merged into, or for a choice between the first and the last what would settle it. */
export function detailOf({ choice, into, fact }: Stand, { choices }: Sheet): string | null {
  if (into !== null) return into;
  const isBetween = choice !== choices[0] && choice !== choices.at(-1);
  return isBetween && fact.point.settles !== undefined ? `with ${fact.point.settles}` : null;
}

/** What a member holds now: what it last spoke, unless somebody has since brought up what speaks for another choice. */
export function heldNow(
  mind: Mind,
  sheet: Sheet,
  draw: (purpose: string) => number,
): ReadonlyMap<string, Stand> {
  const stands = new Map(standsOf(mind, sheet, draw));
  for (const [id, { choice }] of stands) {
    const before = saidOn(mind, mind.me, id, sheet);
    if (before === null || before.choice === choice || moverOn(mind, id, choice, sheet) !== null) continue;
    const kept = mind.book.facts
      .flatMap((fact) => standIn(mind, fact, id, sheet) ?? [])
      .filter((stand) => stand.choice === before.choice)
      .sort((a, b) => weightOf(mind, b.fact) - weightOf(mind, a.fact))[0];
    if (kept !== undefined) stands.set(id, { ...kept, into: before.into ?? kept.into });
  }
  return stands;
}

/** What another has brought up for a choice since one spoke for a different one; null where nobody has. */
export function moverOn(mind: Mind, item: string, choice: string, sheet: Sheet): Claim | null {
  const before = saidOn(mind, mind.me, item, sheet);
  if (before === null || before.choice === choice) return null;
  const mover = mind.talk.claims.findLast(
    ({ speaker, fact, order }) =>
      speaker !== mind.me &&
      order > before.order &&
      standIn(mind, fact, item, sheet)?.choice === choice &&
      !mind.talk.mine.has(fact.index),
  );
  return mover ?? null;
}

/** Pairs of items that one fact would not leave side by side, in the order of the sheet. */
export function conflictsIn(
  mind: Mind,
  sheet: Sheet,
): readonly { readonly pair: readonly [string, string]; readonly fact: Fact }[] {
  return mind.book.facts.flatMap((fact) => {
    const stands = sheet.items.flatMap(({ id }) => standIn(mind, fact, id, sheet) ?? []);
    const [one, other] = stands;
    if (one === undefined || other === undefined || one.choice === other.choice) return [];
    return [{ pair: [one.item, other.item] as const, fact }];
  });
}
