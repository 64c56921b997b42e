import { z } from "zod";

type Order = (value: unknown) => unknown;

/** Puts a fitting value's fields in the schema's order and drops unknown ones. Checks nothing, so it is about twenty times as fast as parsing. */
export function orderOf(schema: z.ZodType): Order {
  if (schema instanceof z.ZodObject) return objectOrder(schema);
  if (schema instanceof z.ZodDiscriminatedUnion) return unionOrder(schema);
  if (schema instanceof z.ZodArray) return arrayOrder(schema);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return orNothing(schema);
  return asItStands;
}

const asItStands: Order = (value) => value;

type Fields = { readonly [name: string]: unknown };

function objectOrder({ shape }: z.ZodObject): Order {
  const fields = Object.entries(shape).map(([name, field]) => ({ name, order: orderOf(field as z.ZodType) }));
  return (value) => {
    const ordered: Record<string, unknown> = {};
    for (const { name, order } of fields) {
      const field = (value as Fields)[name];
      if (field !== undefined) ordered[name] = order(field);
    }
    return ordered;
  };
}

function unionOrder({ def }: z.ZodDiscriminatedUnion): Order {
  const { discriminator } = def;
  const orders = new Map<unknown, Order>();
  for (const option of def.options as readonly z.ZodObject[]) {
    const tag = option.shape[discriminator] as z.ZodLiteral;
    for (const name of tag.values) orders.set(name, orderOf(option));
  }
  return (value) => (orders.get((value as Fields)[discriminator]) ?? asItStands)(value);
}

function arrayOrder({ element }: z.ZodArray): Order {
  const order = orderOf(element as z.ZodType);
  return order === asItStands ? asItStands : (value) => (value as readonly unknown[]).map(order);
}

function orNothing(schema: z.ZodNullable | z.ZodOptional): Order {
  const order = orderOf(schema.unwrap() as z.ZodType);
  return order === asItStands ? asItStands : (value) => (value === null ? null : order(value));
}
