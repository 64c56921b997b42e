// What an arm of a study changes in its scenario: its schema, the arms that have a name, and the change itself.

import { z } from "zod";
import type { Protocol } from "../engine/protocol/protocol.ts";
import { BoardroomError } from "../errors.ts";
import { isNonEmpty, lookUpKey, pickInTurn } from "../lists.ts";
import { suggestNames } from "../scenario/files/nearest.ts";
import { keepEvidence } from "../scenario/schema/document.ts";
import { idSchema, type Persona } from "../scenario/schema/persona.ts";
import {
  decisionSchema,
  promptSchema,
  type Scenario,
  type Seat,
} from "../scenario/schema/scenario.ts";
import { swapWords } from "./swap.ts";

export type ArmParts = ReadonlyMap<string, Persona>;

export function applyArm(scenario: Scenario, changes: ArmChanges, personas: ArmParts): Scenario {
  const seated = withSeats(scenario, changes, personas);
  const changed = withSettings(withDocuments(seated, changes), changes);
  return changes.swap ? swapWords(changed, changes.swap).scenario : changed;
}

function withSeats(scenario: Scenario, changes: ArmChanges, personas: ArmParts): Scenario {
  const { without = [], seats = [], order, models = {} } = changes;
  refuseStrange("without", without, scenario.members);
  const common = new Set(scenario.members.map((seat) => seat.model));
  const added = seats.map(({ persona, id, model: own }): Seat => {
    const who = personas.get(persona);
    if (!who) throw createArmError("seats", `persona ${JSON.stringify(persona)} not found`);
    if (scenario.members.some((seat) => seat.id === id))
      throw createArmError(
        "seats",
        `${id} sits on this board already`,
        `Give another seat id: {persona: ${persona}, id: ${id}-2}.`,
      );
    const [usual = "simulated"] = common;
    return { id, kind: "member", persona: who, model: own ?? usual, weight: 1 };
  });
  const kept = scenario.members.filter(({ id }) => !without.includes(id));
  const all = [...seatAgain(kept, changes.members), ...added];
  if (all.length === 0)
    throw createArmError("without", "no member is left", "Keep at least one member.");
  if (!Array.isArray(models)) refuseStrange("models", Object.keys(models), all);
  const withModels = all.map((seat, index) => {
    const own = chooseModel(changes, seat, index);
    return own === undefined ? seat : { ...seat, model: own };
  });
  const members = order ? putInOrder("order", withModels, order) : withModels;
  const ids = members.map(({ id }) => id);
  const { private: evidence, ...rest } = scenario;
  const shown = keepEvidence(evidence, ids);
  return { ...rest, members, private: shown.length > 0 ? shown : undefined };
}

/** The first seats, or all of them and then the same personas again, until there are so many. */
function seatAgain(seats: readonly Seat[], count = seats.length): readonly Seat[] {
  if (!isNonEmpty(seats)) return seats;
  return Array.from({ length: count }, (_, index) => {
    const seat = pickInTurn(seats, index);
    const nth = Math.floor(index / seats.length) + 1;
    if (nth === 1) return seat;
    const persona = { ...seat.persona, name: `${seat.persona.name} ${nth}` };
    return { ...seat, id: `${seat.id}-${nth}`, persona };
  });
}

/** The model that the arm gives to a seat; undefined if the seat keeps its own. */
function chooseModel(
  { model, models = {} }: ArmChanges,
  { id, model: own }: Seat,
  index: number,
): string | undefined {
  if (models === "mixed") return undefined;
  if (Array.isArray(models)) return models[index % models.length];
  const named = lookUpKey(models as Readonly<Record<string, string>>, id);
  return named ?? (own.startsWith("human:") ? undefined : model);
}

/** `private: shared`: every member reads the evidence of single members. */
function withDocuments(scenario: Scenario, { private: own }: ArmChanges): Scenario {
  if (own === undefined) return scenario;
  const { private: evidence = [], ...rest } = scenario;
  const shared = evidence.map(({ shownTo: _, ...document }) => document);
  return { ...rest, documents: [...scenario.documents, ...shared] };
}

function withSettings(scenario: Scenario, changes: ArmChanges): Scenario {
  const {
    protocol,
    options = {},
    selector,
    decision,
    view,
    visibility,
    control,
    verdicts,
    reversed,
  } = changes;
  // Options of another protocol mean nothing to this one.
  const isSame = protocol === undefined || protocol === scenario.protocol;
  const stated = {
    ...(isSame ? scenario.options : {}),
    ...options,
    ...(selector !== undefined && { selector: toSelector(selector) }),
  };
  const listed = verdicts ? putInOrder("verdicts", scenario.verdicts, verdicts) : scenario.verdicts;
  return {
    ...scenario,
    protocol: protocol ?? scenario.protocol,
    options: Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== null)),
    decision: decision
      ? decisionSchema.parse({ ...scenario.decision, ...decision })
      : scenario.decision,
    verdicts: reversed ? listed.toReversed() : listed,
    prompt: {
      ...scenario.prompt,
      view: view ?? scenario.prompt.view,
      visibility: visibility ?? scenario.prompt.visibility,
      control: control ?? scenario.prompt.control,
    },
  };
}

function toSelector(
  selector: NonNullable<ArmChanges["selector"]>,
): Readonly<Record<string, unknown>> {
  return typeof selector === "string" ? { name: selector } : selector;
}

function putInOrder<Item extends { id: string }>(
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
    throw createArmError(
      key,
      twice ? `${odd} is in the order twice` : `there is no ${odd} to put in order`,
      suggestNames(odd, ids, "There are"),
    );
  }
  if (left !== undefined)
    throw createArmError(
      key,
      `${left} is missing from the order`,
      `Name all of them: ${ids.join(", ")}.`,
    );
  return order.flatMap((id) => list.filter((each) => each.id === id));
}

function refuseStrange(key: string, ids: readonly string[], seats: readonly Seat[]): void {
  const all = seats.map(({ id }) => id);
  const strange = ids.find((id) => !all.includes(id));
  if (strange === undefined) return;
  throw createArmError(
    key,
    `member ${JSON.stringify(strange)} not found on this board`,
    suggestNames(strange, all, "Members"),
  );
}

function createArmError(key: string, message: string, remedy?: string): BoardroomError {
  return new BoardroomError("study-invalid", { message, path: [key], remedy });
}

export type ArmCase = {
  scenario: Scenario;
  parts: ArmParts;
  protocol: Protocol;
};

const model = z.string().trim().min(1);
const verdictId = z.string().trim().min(1);

const addedSeatSchema = z
  .union([
    idSchema,
    z.strictObject({
      persona: idSchema.describe("Id of the persona"),
      id: idSchema
        .optional()
        .describe("Seat id, if that persona already has a seat; default the persona id"),
      model: model.optional().describe("provider:model; default as all members have it"),
    }),
  ])
  .transform((seat) =>
    typeof seat === "string" ? { persona: seat, id: seat } : { id: seat.persona, ...seat },
  );

const { view, visibility, control } = promptSchema.shape;

const armFields = z.strictObject({
  model: model.optional().describe("Model of every member, such as anthropic:claude-sonnet-5-5"),
  models: z
    .union([z.record(idSchema, model), z.array(model).min(1).max(50), z.literal("mixed")])
    .optional()
    .describe(
      "Models of single members, by seat; or a list that the members take in turn. mixed: the study's models",
    ),
  as: idSchema
    .optional()
    .describe(
      "A way to decide. one: a single call. vote: each member answers alone, and the majority counts. Or a protocol: board, judges, chamber",
    ),
  members: z
    .int()
    .min(1)
    .max(50)
    .optional()
    .describe("Number of members, such as 3, 5 or 7; more than there are repeat the same personas"),
  protocol: idSchema.optional().describe("Another protocol; see boardroom list protocols"),
  options: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("Options of the protocol that replace those of the scenario; null removes one"),
  selector: z
    .union([z.string().min(1), z.record(z.string(), z.unknown())])
    .optional()
    .describe("Who speaks next: a selector's name, or a mapping with its name and options"),
  decision: decisionSchema
    .partial()
    .optional()
    .describe(
      "How verdicts become the outcome, as in a scenario; omitted fields keep the scenario's values",
    ),
  view: view.unwrap().optional().describe("perspective, anonymous or shared"),
  visibility: visibility.unwrap().optional().describe("open, until-verdict or sealed"),
  control: control
    .unwrap()
    .optional()
    .describe("reflection: nothing of the others. stances: their verdicts alone"),
  without: z.array(idSchema).min(1).optional().describe("Seats to remove"),
  seats: z.array(addedSeatSchema).min(1).optional().describe("Personas seated after the others"),
  order: z.array(idSchema).min(1).optional().describe("Every seat, in the order they sit in"),
  verdicts: z
    .array(verdictId)
    .min(2)
    .optional()
    .describe("Every verdict, in the order members read them in"),
  reversed: z.literal(true).optional().describe("The verdicts in the opposite order"),
  private: z
    .literal("shared")
    .optional()
    .describe("Every member sees the evidence that the scenario gives to single members"),
  swap: z
    .record(z.string().trim().min(1), z.string())
    .optional()
    .describe("Words and their replacements: whole words, in documents and question"),
});
/** Everything that an arm may change in its scenario. */
export const armSchema = armFields.refine(
  ({ verdicts, reversed }) => !(verdicts && reversed),
  "has two orders of verdicts: keep verdicts or reversed",
);
export type ArmChanges = Readonly<z.infer<typeof armSchema>>;

/** Ways to decide without a debate. */
const WAYS: Readonly<Record<string, ArmChanges>> = {
  one: { protocol: "board", options: { debate: false }, members: 1 },
  vote: { protocol: "board", options: { debate: false } },
};

/** Replaces `as` and `models: mixed` by the changes that they mean. Other keys of the arm have priority. */
export function expandArm(changes: ArmChanges, models: readonly string[] | undefined): ArmChanges {
  const isMixed = changes.models === "mixed" && models !== undefined;
  const stated = isMixed ? { ...changes, models: [...models] } : changes;
  if (changes.as === undefined) return stated;
  const way = lookUpKey(WAYS, changes.as) ?? { protocol: changes.as };
  return { ...way, ...stated, options: { ...way.options, ...changes.options } };
}
