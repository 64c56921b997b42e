import type { Mind } from "./mind.ts";
import { type ArguedStance, stanceNow } from "./stance.ts";
import type { Tongue } from "./tongue.ts";

type Schema = Readonly<Record<string, unknown>>;

/**
 * An answer to JSON that no behaviour knows: an enum of the verdicts gets the leaning, a text the grounds, a number
 * between 0 and 1 the confidence, what may be left out is. Null where the schema asks for something else that it
 * cannot know: the member is absent then, and never guesses.
 */
export function answerSchema(schema: Schema, mind: Mind, tongue: Tongue): unknown | null {
  const stance = stanceNow(mind, tongue);
  const value = answerFor(schema, { mind, stance });
  return value === UNKNOWN ? null : value;
}

const UNKNOWN = Symbol("unknown");
type MindAndStance = { readonly mind: Mind; readonly stance: ArguedStance };

function answerFor(schema: Schema, known: MindAndStance): unknown {
  const options = optionsOf(schema);
  if (options.length > 1) return choiceOf(options, known);
  if ("const" in schema) return schema.const;
  const branches = branchesOf(schema).map((branch) => answerFor(branch, known));
  if (branches.length > 0) return branches.find((value) => value !== UNKNOWN) ?? UNKNOWN;
  if (schema.properties !== undefined) return objectOf(schema, known);
  if (schema.type === "array") return Number(schema.minItems ?? 0) === 0 ? [] : UNKNOWN;
  if (schema.type === "string") return textOf(schema, known);
  if (schema.type === "number" || schema.type === "integer") return numberOf(schema, known);
  if (schema.type === "boolean") return known.mind.score >= 0;
  return schema.type === "null" ? null : UNKNOWN;
}

function branchesOf(schema: Schema): readonly Schema[] {
  return (schema.anyOf ?? schema.oneOf ?? []) as readonly Schema[];
}

/** What an enum lists, or constants beside each other. */
function optionsOf(schema: Schema): readonly unknown[] {
  if (Array.isArray(schema.enum)) return schema.enum;
  return [schema, ...branchesOf(schema)].flatMap((each) => ("const" in each ? [each.const] : []));
}

/** Options are the scenario's verdicts, or words for its two sides; anything else is not guessed at. */
function choiceOf(options: readonly unknown[], { stance, mind }: MindAndStance): unknown {
  if (options.includes(stance.verdict)) return stance.verdict;
  const side = mind.scenario.verdicts.find(({ id }) => id === stance.verdict)?.side;
  return options.find((option) => String(option).toLowerCase() === side) ?? UNKNOWN;
}

function objectOf(schema: Schema, known: MindAndStance): unknown {
  const properties = schema.properties as Readonly<Record<string, Schema>>;
  const required = (schema.required ?? Object.keys(properties)) as readonly string[];
  const values = required.map((name) => [name, answerFor(properties[name] ?? {}, known)] as const);
  return values.some(([, value]) => value === UNKNOWN) ? UNKNOWN : Object.fromEntries(values);
}

function textOf(schema: Schema, { stance }: MindAndStance): unknown {
  const text = `${stance.reasoning} ${stance.wouldChange}`;
  const [least, most] = [Number(schema.minLength ?? 0), Number(schema.maxLength ?? text.length)];
  if (schema.pattern !== undefined || schema.format !== undefined || text.length < least) return UNKNOWN;
  return (stance.reasoning.length >= least ? stance.reasoning : text).slice(0, most);
}

/** The confidence where that is the range, else how one leans within it. */
function numberOf(schema: Schema, { stance, mind }: MindAndStance): unknown {
  const [least, most] = [schema.minimum, schema.maximum];
  if (typeof least !== "number" || typeof most !== "number") return UNKNOWN;
  const share = least === 0 && most === 1 ? stance.confidence : (mind.score + 1) / 2;
  const value = least + share * (most - least);
  return schema.type === "integer" ? Math.round(value) : Math.round(value * 100) / 100;
}

/** The values a property may take, where the schema lists them. */
export function choicesOf(schema: Schema, property: string): string[] {
  const listed = (schema.properties as Readonly<Record<string, Schema>> | undefined)?.[property];
  return listed === undefined ? [] : optionsOf(listed).map(String);
}
