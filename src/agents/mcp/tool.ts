/** What every tool for agents shares: its definition, plain schemas, common arguments, answers and errors, and waiting. */

import type { CallToolResult, StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";
import { systemClocks } from "../../engine/protocol/clocks.ts";
import { BoardroomError } from "../../errors.ts";
import type { FolderWatch } from "../../home/records/transcript-folder.ts";
import { describePath, explainIssues } from "../../scenario/files/explain-issues.ts";
import { isTooDeep, TOO_DEEP } from "../../text/json-in.ts";
import { sanitize, sanitizeJson } from "../../text/sanitize.ts";

type ToolCall = {
  /** The name that the client claims. */
  client: string;
  signal: AbortSignal;
};

type Data = Readonly<Record<string, unknown>>;

export type Tool = {
  name: string;
  title: string;
  description: string;
  input: z.ZodObject;
  /** What clients see of the arguments and of the answer. */
  inputSchema: PlainSchema;
  outputSchema: PlainSchema;
  isReading: boolean;
  run: (input: Data, call: ToolCall) => Promise<Data>;
};

type PlainSchema = StandardSchemaWithJSON<Record<string, unknown>>;

type Unchanged<T> = T extends object ? { readonly [Key in keyof T]: Unchanged<T[Key]> } : T;

export function defineTool<Input extends z.ZodRawShape, Output extends z.ZodRawShape>(
  tool: Pick<Tool, "name" | "title" | "description" | "isReading"> & {
    input: Input;
    output: Output;
    run: (
      input: z.output<z.ZodObject<Input>>,
      call: ToolCall,
    ) => Promise<Unchanged<z.input<z.ZodObject<Output>>>>;
  },
): Tool {
  const input = z.strictObject(tool.input);
  const inputSchema = statePlainly(input, "input");
  return {
    ...tool,
    input,
    inputSchema,
    outputSchema: statePlainly(z.object(tool.output), "output"),
  } as unknown as Tool;
}

/**
 * Clients see these keywords only. Some pass the schemas of all tools to a model server in one request, and one keyword
 * that the server does not take fails that request: llama.cpp refuses patterns and long lengths, Gemini keywords that
 * it does not know. Boardroom checks the rest itself.
 */
const PLAIN_KEYWORDS: ReadonlySet<string> = new Set([
  "type",
  "description",
  "properties",
  "required",
  "enum",
  "items",
  "anyOf",
  "default",
  "additionalProperties",
]);

/** States a schema to clients without any check: `readArguments` reports mistakes with their remedy. */
function statePlainly(schema: z.ZodObject, io: "input" | "output"): PlainSchema {
  const plain = z.toJSONSchema(schema, { io, override: ({ jsonSchema }) => keepPlain(jsonSchema) });
  const getPlainSchema = () => plain as Record<string, unknown>;
  const validate = (value: unknown) => ({ value: value as Record<string, unknown> });
  return {
    "~standard": {
      ...schema["~standard"],
      validate,
      jsonSchema: { input: getPlainSchema, output: getPlainSchema },
    },
  };
}

function keepPlain(schema: z.core.JSONSchema.BaseSchema): void {
  if (typeof schema.additionalProperties === "object") schema.additionalProperties = true;
  for (const keyword of Object.keys(schema))
    if (!PLAIN_KEYWORDS.has(keyword)) delete schema[keyword];
}

export function readArguments(given: unknown, input: z.ZodObject): Data {
  if (isTooDeep(given))
    throw new BoardroomError("usage", { message: TOO_DEEP, remedy: "Flatten the arguments." });
  const read = input.safeParse(given);
  if (read.success) return read.data;
  const explained = explainIssues(read.error.issues, input, given);
  throw new BoardroomError(
    "usage",
    explained.map(({ path, message, more, remedy = "See the schema of the tool." }) => {
      if (more !== undefined) return { message, more };
      const file = describePath(path);
      if (file === "") return { message, remedy };
      const isNamed = message.startsWith(`${file} `);
      return {
        place: { file },
        message: isNamed ? message.slice(file.length + 1) : message,
        remedy,
      };
    }),
  );
}

/** Answers are JSON, in which no words of a member can pass for another's. Errors have code, place and remedy. */
export async function answerCall(
  run: () => Promise<Data>,
  fault: (error: unknown) => void,
): Promise<CallToolResult> {
  try {
    const data = await run();
    const text = sanitizeJson(JSON.stringify(data));
    return { content: [{ type: "text", text }], structuredContent: { ...data } };
  } catch (error) {
    if (!(error instanceof BoardroomError)) fault(error);
    const { code, message, problems } = error instanceof BoardroomError ? error : OURS;
    const described = problems.map(({ place, message: what, remedy }) => ({
      place,
      message: what,
      remedy,
    }));
    // Errors have no structured content: clients check that against the answer's schema.
    return {
      content: [
        { type: "text", text: sanitize(`${code}: ${message}`) },
        {
          type: "text",
          text: sanitizeJson(JSON.stringify({ error: { code, problems: described } })),
        },
      ],
      isError: true,
    };
  }
}

const OURS = new BoardroomError("internal", {
  message: "this is a fault of Boardroom",
  remedy: "The server printed the details on its standard error.",
});

export const meetingArgument = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .describe("Id of the meeting, from list or start_meeting");

export const tokenArgument = z
  .string()
  .max(100)
  .optional()
  .describe("Your seat's or owner's token for this meeting, if you have one");

export const roomToken = z.string().max(100).describe("Your token in this room, from subscribe");

export const seatToken = z.string().max(100).describe("Your seat's token, from join_meeting");

export const secondsArgument = z
  .number()
  .min(0)
  .max(25)
  .default(20)
  .describe("Seconds to wait, at most 25. To wait longer, call again");

export const fromArgument = z
  .int()
  .min(1)
  .default(1)
  .describe("Position of the first item to return; `next` of the previous answer for more");

export const limitArgument = z
  .int()
  .min(1)
  .max(500)
  .default(50)
  .describe("Most items to return, at most 500");

export const nextField = z.int().nullable().describe("Give it as `from` for more; null at the end");

type Page<T> = { items: readonly T[]; next: number | null };

export function takePage<T>(
  all: readonly T[],
  { from, limit }: { from: number; limit: number },
): Page<T> {
  const end = from - 1 + limit;
  return { items: all.slice(from - 1, end), next: end < all.length ? end + 1 : null };
}

/** Letters of two alphabets that look alike, side by side. */
const MIXED =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u;

export const nameArgument = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .regex(/^[^\p{Cc}\p{Cf}:]+$/u, "must be a name on one line, without a colon")
  .refine(
    (name) => !MIXED.test(name),
    "mixes alphabets within a word, so that it can look like another name",
  );

type Waiting<T> = {
  changes: FolderWatch;
  seconds: number;
  call: ToolCall;
  look: () => Promise<T | null>;
};

/** Looks until there is something, the client has gone or the seconds are over. */
export async function waitFor<T>({ changes, seconds, call, look }: Waiting<T>): Promise<T | null> {
  const { clock } = systemClocks;
  const end = clock() + seconds * 1_000;
  try {
    for (;;) {
      const found = await look();
      if (found !== null || call.signal.aborted) return found;
      const left = end - clock();
      if (left <= 0) return null;
      await changes.next(call.signal, left);
    }
  } finally {
    changes.close();
  }
}
