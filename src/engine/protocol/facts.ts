/**
 * Facts are what a protocol records besides messages and votes. A protocol defines each kind with a
 * schema and a sentence; its state is then computed from the recorded facts alone.
 */

import type { z } from "zod";
import { BoardroomError } from "../../errors.ts";
import type { Json } from "../transcript/events.ts";
import { JOURNAL_FILE } from "../transcript/journal-file.ts";
import type { MeetingState } from "../transcript/state.ts";
import type { Floor } from "./floor.ts";

type RecordedFact = MeetingState["facts"][number];

export type FactKind<Data> = {
  name: string;
  record(floor: Floor, data: Data): Promise<void>;
  readAll(state: Pick<MeetingState, "facts">): readonly Data[];
  readLast(state: MeetingState): Data | undefined;
  read(fact: RecordedFact): Data | undefined;
  /** null: of no interest to people. undefined: another kind of fact, or one without words. */
  describe(fact: RecordedFact, state: MeetingState): string | null | undefined;
};

/** A kind of fact with any data. */
export type DescribedFact = Pick<FactKind<never>, "describe">;

type FactDescription<Schema extends z.ZodType> = {
  fields: Schema;
  describe?: (data: z.infer<Schema>, state: MeetingState) => string | null;
};

/** What does not fit the fields is refused when recorded, and passed over when read. */
export function defineFact<Schema extends z.ZodType>(
  name: string,
  { fields, describe }: FactDescription<Schema>,
): FactKind<z.infer<Schema>> {
  type Data = z.infer<Schema>;
  const parsed = new WeakMap<object, { data: Data | undefined }>();
  const read = (found: RecordedFact): Data | undefined => {
    if (found.name !== name) return undefined;
    const known = parsed.get(found) ?? { data: fields.safeParse(found.data).data };
    parsed.set(found, known);
    return known.data;
  };
  const readAll = ({ facts }: MeetingState): readonly Data[] =>
    facts.map(read).filter((data): data is Data => data !== undefined);
  return {
    name,
    read,
    readAll,
    record: (floor, data) => floor.record(name, fields.parse(data) as Json),
    readLast: (state) => readAll(state).at(-1),
    describe(found, state) {
      const data = describe && read(found);
      return data === undefined ? undefined : describe?.(data, state);
    },
  };
}

/** Reads a recorded value that was checked when it was recorded. */
export function readRecorded<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.infer<Schema> {
  const { data, error } = schema.safeParse(value);
  if (!error) return data;
  const [issue] = error.issues;
  const where = issue?.path.join(".") || "the whole of it";
  throw new BoardroomError(
    "transcript-damaged",
    {
      place: { file: JOURNAL_FILE },
      message: `a recorded value does not have the form that its protocol gives it: ${where}: ${issue?.message}`,
      remedy: "Nothing was changed. Restore the file from a copy.",
    },
    { cause: error },
  );
}

/** A fact in the words of the first of these kinds that has some; null if none has. */
export function describeFact(
  fact: RecordedFact,
  kinds: readonly DescribedFact[],
  state: MeetingState,
): string | null {
  for (const { describe } of kinds) {
    const text = describe(fact, state);
    if (text !== undefined) return text;
  }
  return null;
}
