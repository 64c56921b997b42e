import { ownOf } from "../../../lists.ts";
import { bestOf } from "../../../models/simulated/answers/best.ts";
import type { SimulatedTurn } from "../../../models/simulated/behaviour.ts";
import type { Fact } from "../../../models/simulated/book.ts";
import { attentionTo, concernIn, type Mind } from "../../../models/simulated/mind.ts";
import type { Claim } from "../../../models/simulated/talk.ts";
import type { AgendaItem } from "../agenda.ts";
import { isMerging } from "../hold-together.ts";

/** What the sheets decide one by one, and how. */
type ItemSheet = { readonly items: readonly AgendaItem[]; readonly choices: readonly string[] };

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

/** What a member holds to every item that the casebook speaks to; nothing is merged into what it would drop. */
export function standsOf(turn: SimulatedTurn, mind: Mind, sheet: ItemSheet): ReadonlyMap<string, Stand> {
  const best = (id: string, suits: (stand: Stand) => boolean = () => true) => {
    const all = mind.book.facts.flatMap((fact) => standIn(mind, fact, id, sheet) ?? []).filter(suits);
    const mover = moverOn(mind, id, sheet);
    const kept = mover === undefined ? saidOn(mind, mind.me, id, sheet)?.choice : undefined;
    const taste = (choice: string) => TASTE * turn.own(`${id} ${choice}`).next();
    const choice = bestOf(
      new Set(all.map((stand) => stand.choice)),
      (each) =>
        all.reduce(
          (sum, stand) => sum + (stand.choice === each ? weightOf(mind, stand.fact) : 0),
          taste(each),
        ) + (each === kept ? 9 : 0),
    );
    return bestOf(all, (stand) => (stand.choice === choice ? weightOf(mind, stand.fact) : 0));
  };
  const stands = new Map(
    sheet.items.flatMap(({ id }) => {
      const stand = best(id);
      return stand === undefined ? [] : [[id, stand] as const];
    }),
  );
  for (const [id, { into }] of [...stands]) {
    const target = stands.get(into ?? id);
    if (into === null || (target && target.choice !== sheet.choices.at(-1) && target.into === null)) continue;
    const other = best(id, (stand) => stand.into === null);
    if (other === undefined) stands.delete(id);
    else stands.set(id, other);
  }
  return stands;
}

function weightOf(mind: Mind, fact: Fact): number {
  const strength = Math.max(...fact.bears.map(Math.abs));
  return attentionTo(mind, fact) * (0.3 + strength) * (0.3 + concernIn(mind, fact));
}

/** What a fact speaks for on an item; null for nothing. Of two that would be merged the one listed first takes the other in. */
export function standIn({ book }: Mind, fact: Fact, item: string, { items, choices }: ItemSheet): Stand | null {
  const own = fact.point.items ?? {};
  const choice = ownOf(own, item);
  if (choice === undefined || !choices.includes(choice)) return null;
  if (!isMerging(choice)) return { item, choice, into: null, fact };
  const order = items.map(({ id }) => id);
  const others = order.filter((id) => id !== item && Object.hasOwn(own, id));
  const together = (id: string) =>
    book.facts.filter(
      ({ point }) => point.items && Object.hasOwn(point.items, item) && Object.hasOwn(point.items, id),
    ).length;
  const partner = bestOf(order, (id) => (id === item ? 0 : together(id)));
  const into = others.find((id) => !isMerging(ownOf(own, id) ?? "")) ?? others[0] ?? partner;
  if (into === undefined) return null;
  const takesIn = ownOf(own, into) === choice && order.indexOf(item) < order.indexOf(into);
  return takesIn ? { item, choice: choices[0] ?? choice, into: null, fact } : { item, choice, into, fact };
}

/** What somebody last brought up on an item, and what it speaks for. */
export function saidOn(
  mind: Mind,
  speaker: string,
  item: string,
  sheet: ItemSheet,
): (Stand & Claim) | undefined {
  return saidBy(mind, item, sheet).findLast((claim) => claim.speaker === speaker);
}

function saidBy(mind: Mind, item: string, sheet: ItemSheet): readonly (Stand & Claim)[] {
  return mind.talk.claims.flatMap((claim) => {
    const stand = standIn(mind, claim.fact, item, sheet);
    return stand === null ? [] : [{ ...claim, ...stand }];
  });
}

/** What another has brought up for another choice since one last spoke for one's own; undefined where nobody has. */
export function moverOn(mind: Mind, item: string, sheet: ItemSheet): (Stand & Claim) | undefined {
  const said = saidBy(mind, item, sheet);
  const own = said.findLast(({ speaker }) => speaker === mind.me);
  return said.findLast(
    ({ speaker, order, choice, fact }) =>
      own &&
      speaker !== mind.me &&
      order > own.order &&
      choice !== own.choice &&
      !mind.talk.mine.has(fact.index),
  );
}

/** What goes with a choice on a sheet: where it is merged into, or for a choice between the first and the last what would settle it. */
export function detailOf({ choice, into, fact }: Stand, { choices }: ItemSheet): string | null {
  const { settles } = fact.point;
  const isBetween = choice !== choices[0] && choice !== choices.at(-1);
  return into ?? (isBetween && settles !== undefined ? `with ${settles}` : null);
}
