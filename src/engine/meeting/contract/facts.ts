import type { z } from "zod";
import type { Json } from "../../transcript/events.ts";
import type { MeetingState } from "../../transcript/state.ts";
import type { Floor } from "./floor.ts";

export type FactKind<Data> = {
  readonly name: string;
  record(floor: Floor, data: Data): Promise<void>;
  all(state: Pick<MeetingState, "facts">): readonly Data[];
  last(state: MeetingState): Data | undefined;
  read(fact: MeetingState["facts"][number]): Data | undefined;
};

/** What does not fit the schema is refused when recorded, and passed over when read. */
export function factKind<Schema extends z.ZodType>(name: string, schema: Schema): FactKind<z.infer<Schema>> {
  type Data = z.infer<Schema>;
  const parsed = new WeakMap<object, { readonly data: Data | undefined }>();
  const read = (fact: MeetingState["facts"][number]): Data | undefined => {
    if (fact.name !== name) return undefined;
    const known = parsed.get(fact) ?? { data: schema.safeParse(fact.data).data };
    parsed.set(fact, known);
    return known.data;
  };
  const all = ({ facts }: Pick<MeetingState, "facts">): readonly Data[] =>
    facts.map(read).filter((data): data is Data => data !== undefined);
  return {
    name,
    read,
    all,
    record: (floor, data) => floor.record(name, schema.parse(data) as Json),
    last: (state) => all(state).at(-1),
  };
}

/** A kind of fact for each name. */
export function factKinds<Schemas extends Readonly<Record<string, z.ZodType>>>(schemas: Schemas) {
  const kinds = Object.entries(schemas).map(([name, schema]) => [name, factKind(name, schema)]);
  return Object.fromEntries(kinds) as { readonly [Name in keyof Schemas]: FactKind<z.infer<Schemas[Name]>> };
}
