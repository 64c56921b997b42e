import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import type { z } from "zod";
import { BoardroomError } from "../../errors.ts";
import { describePath, explainIssues } from "../../scenario/files/explain-issues.ts";

/** States the arguments to clients but does not check them here: `argumentsIn` reports mistakes with their remedy. */
export function stated(input: z.ZodObject): StandardSchemaWithJSON<Record<string, unknown>> {
  return { "~standard": { ...input["~standard"], validate } };
}

function validate(value: unknown): { readonly value: Record<string, unknown> } {
  return { value: value as Record<string, unknown> };
}

export function argumentsIn(given: unknown, input: z.ZodObject): Readonly<Record<string, unknown>> {
  const read = input.safeParse(given);
  if (read.success) return read.data;
  const explained = explainIssues(read.error.issues, input, given);
  throw new BoardroomError(
    "usage",
    explained.map(({ path, message, remedy = "The schema of the tool says what it takes." }) => {
      const file = describePath(path);
      if (file === "") return { message, remedy };
      const named = message.startsWith(`${file} `);
      return { place: { file }, message: named ? message.slice(file.length + 1) : message, remedy };
    }),
  );
}
