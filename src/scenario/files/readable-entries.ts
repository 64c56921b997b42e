import type { z } from "zod";
import { documentEntrySchema, memberEntrySchema } from "../schema/scenario-file.ts";
import type { YamlFile } from "./yaml-file.ts";

const ENTRIES = { members: memberEntrySchema, documents: documentEntrySchema } as const;
type EntriesKey = keyof typeof ENTRIES;

/** The file may be wrong elsewhere: tells what is wrong with the files it names, and passes over wrong entries. */
export function readableEntries<Name extends EntriesKey>(
  { value }: YamlFile,
  key: Name,
): readonly { readonly entry: z.infer<(typeof ENTRIES)[Name]>; readonly path: readonly [Name, number] }[] {
  const written = (value as Partial<Record<EntriesKey, unknown>> | null)?.[key];
  if (!Array.isArray(written)) return [];
  return written.flatMap((each, index) => {
    const { data } = ENTRIES[key].safeParse(each);
    return data === undefined ? [] : [{ entry: data as z.infer<(typeof ENTRIES)[Name]>, path: [key, index] }];
  });
}
