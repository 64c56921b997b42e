import type { z } from "zod";
import type { Json } from "../../transcript/events.ts";
import type { MeetingState } from "../../transcript/state.ts";
import type { Floor } from "./floor.ts";

export type FactKind<Data> = {
  readonly name: string;
  record(floor: Floor, data: Data): Promise<void>;
  all(state: MeetingState): readonly Data[];
  last(state: MeetingState): Data | undefined;
  read(fact: MeetingState["facts"][number]): Data | undefined;
};

/** What does not fit the schema is refused when recorded, and passed over when read. */
export function factKind<Schema extends z.ZodType>(name: string, schema: Schema): FactKind<z.infer<Schema>> {
  type Data = z.infer<Schema>;
  const read = (fact: MeetingState["facts"][number]): Data | undefined =>
    fact.name === name ? schema.safeParse(fact.data).data : undefined;
  const all = ({ facts }: MeetingState): readonly Data[] =>
    facts.map(read).filter((data): data is Data => data !== undefined);
  return {
    name,
    read,
    all,
    record: (floor, data) => floor.record(name, schema.parse(data) as Json),
    last: (state) => all(state).at(-1),
  };
}
