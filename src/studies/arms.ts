import type { Protocol } from "../engine/meeting/contract/protocol.ts";
import { BoardroomError } from "../errors.ts";
import { ownOf } from "../lists.ts";
import { suggestion } from "../scenario/files/nearest.ts";
import type { Persona } from "../scenario/schema/persona.ts";
import { evidenceAmong } from "../scenario/schema/private-evidence.ts";
import { decisionSchema, type Scenario, type Seat } from "../scenario/schema/scenario.ts";
import type { ArmChanges } from "./arm-schema.ts";
import { blinded, replaced } from "./blind.ts";
import { digestOf } from "./study.ts";

/** The added personas, by id. */
export type ArmParts = ReadonlyMap<string, Persona>;

export function applyArm(scenario: Scenario, changes: ArmChanges, personas: ArmParts): Scenario {
  const seated = withSeats(scenario, changes, personas);
  const told = withSettings(withDocuments(seated, changes), changes);
  const masked = changes.blind ? blinded(told, changes.blind).scenario : told;
  return changes.swap ? replaced(masked, changes.swap).scenario : masked;
}

function withSeats(scenario: Scenario, changes: ArmChanges, personas: ArmParts): Scenario {
  const { without = [], seats = [], order, model, models = {} } = changes;
  known("without", without, scenario.members);
  const common = new Set(scenario.members.map((seat) => seat.model));
  const added = seats.map(({ persona, id, model: own }): Seat => {
    const who = personas.get(persona);
    if (!who) throw wrong("seats", `there is no persona ${persona}`);
    if (scenario.members.some((seat) => seat.id === id))
      throw wrong(
        "seats",
        `${id} sits on this board already`,
        `Give another seat id: {persona: ${persona}, id: ${id}-2}.`,
      );
    const [usual = "simulated"] = common;
    return { id, kind: "member", persona: who, model: own ?? usual, weight: 1 };
  });
  const all = [...scenario.members.filter(({ id }) => !without.includes(id)), ...added];
  if (all.length === 0) throw wrong("without", "no member is left", "Keep at least one member.");
  known("models", Object.keys(models), all);
  const withModels = all.map((seat) => {
    const own = Object.hasOwn(models, seat.id)
      ? ownOf(models, seat.id)
      : seat.model.startsWith("human:")
        ? undefined
        : model;
    return own === undefined ? seat : { ...seat, model: own };
  });
  const members = order ? inOrder("order", withModels, order) : withModels;
  const ids = members.map(({ id }) => id);
  const { private: evidence, ...rest } = scenario;
  const kept = evidenceAmong(evidence, ids);
  return { ...rest, members, ...(kept.length > 0 && { private: kept }) };
}

/** `private: shared`: every member reads the evidence of single members. */
function withDocuments(scenario: Scenario, { private: own }: ArmChanges): Scenario {
  if (own === undefined) return scenario;
  const { private: evidence = [], ...rest } = scenario;
  const shared = evidence.map(({ shownTo: _, ...document }) => document);
  return { ...rest, documents: [...scenario.documents, ...shared] };
}

function withSettings(scenario: Scenario, changes: ArmChanges): Scenario {
  const { protocol, options = {}, selector, decision, view, visibility, control, verdicts, reversed } = changes;
  const stated = {
    ...scenario.options,
    ...options,
    ...(selector !== undefined && { selector: selectorOf(selector) }),
  };
  const listed = verdicts ? inOrder("verdicts", scenario.verdicts, verdicts) : scenario.verdicts;
  return {
    ...scenario,
    protocol: protocol ?? scenario.protocol,
    options: Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== null)),
    decision: decision ? decisionSchema.parse({ ...scenario.decision, ...decision }) : scenario.decision,
    verdicts: reversed ? listed.toReversed() : listed,
    prompt: {
      ...scenario.prompt,
      ...(view && { view }),
      ...(visibility && { visibility }),
      ...(control && { control }),
    },
  };
}

function selectorOf(selector: NonNullable<ArmChanges["selector"]>): Readonly<Record<string, unknown>> {
  return typeof selector === "string" ? { name: selector } : selector;
}

function inOrder<Item extends { readonly id: string }>(
  key: "order" | "verdicts",
  list: readonly Item[],
  order: readonly string[],
): Item[] {
  const ids = list.map(({ id }) => id);
  const missing = ids.filter((id) => !order.includes(id));
  const strange = order.filter((id, index) => !ids.includes(id) || order.indexOf(id) !== index);
  const [left] = missing;
  const [odd] = strange;
  if (odd !== undefined) {
    const twice = ids.includes(odd);
    throw wrong(
      key,
      twice ? `${odd} is in the order twice` : `there is no ${odd} to put in order`,
      suggestion(odd, ids, "There are"),
    );
  }
  if (left !== undefined)
    throw wrong(key, `${left} is missing from the order`, `Name all of them: ${ids.join(", ")}.`);
  return order.flatMap((id) => list.filter((each) => each.id === id));
}

function known(key: string, ids: readonly string[], seats: readonly Seat[]): void {
  const all = seats.map(({ id }) => id);
  const strange = ids.find((id) => !all.includes(id));
  if (strange === undefined) return;
  throw wrong(key, `${strange} does not sit on this board`, suggestion(strange, all, "Members"));
}

function wrong(key: string, message: string, remedy?: string): BoardroomError {
  return new BoardroomError("study-invalid", { message, path: [key], ...(remedy !== undefined && { remedy }) });
}

export type ArmMatter = {
  readonly scenario: Scenario;
  readonly parts: ArmParts;
  readonly protocol: Protocol;
};

export function matterDigest({ seed: _, ...matter }: Scenario): string {
  return digestOf(matter);
}
