import { z } from "zod";
import { systemClocks } from "../../engine/meeting/contract/clocks.ts";
import { BoardroomError } from "../../errors.ts";
import type { changesIn } from "../../home/records/transcript-folder.ts";
import { sanitise, sanitiseJson } from "../../text/sanitise.ts";

export type ToolCall = {
  /** The name that the client claims. */
  readonly client: string;
  readonly signal: AbortSignal;
  readonly progress: (seconds: number, message: string) => Promise<void>;
};

/** Without a text the agent reads the data itself, as JSON. */
type ToolAnswer = { readonly text?: string; readonly data: Readonly<Record<string, unknown>> };

export type Tool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly isReading: boolean;
  readonly run: (input: Readonly<Record<string, unknown>>, call: ToolCall) => Promise<ToolAnswer>;
};

type Unchanged<T> = T extends object ? { readonly [Key in keyof T]: Unchanged<T[Key]> } : T;

export function defineTool<Input extends z.ZodRawShape, Output extends z.ZodRawShape>(
  tool: Pick<Tool, "name" | "title" | "description" | "isReading"> & {
    readonly input: Input;
    readonly output: Output;
    readonly run: (
      input: z.output<z.ZodObject<Input>>,
      call: ToolCall,
    ) => Promise<{ readonly text?: string; readonly data: Unchanged<z.input<z.ZodObject<Output>>> }>;
  },
): Tool {
  return { ...tool, input: z.strictObject(tool.input), output: z.object(tool.output) } as unknown as Tool;
}

type WireAnswer = {
  readonly content: { readonly type: "text"; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
};

/** Returns the caller's errors with code, place and remedy. */
export async function answered(
  run: () => Promise<ToolAnswer>,
  fault: (error: unknown) => void,
): Promise<WireAnswer> {
  try {
    const { text, data } = await run();
    const next = "next" in data && data.next !== null ? `\n(next: ${data.next})` : "";
    const words = text === undefined ? sanitiseJson(JSON.stringify(data)) : sanitise(`${text}${next}`);
    return { content: [{ type: "text", text: words }], structuredContent: { ...data } };
  } catch (error) {
    if (!(error instanceof BoardroomError)) fault(error);
    const { code, message, problems } = error instanceof BoardroomError ? error : OURS;
    const described = problems.map(({ place, message: what, remedy }) => ({ place, message: what, remedy }));
    // Errors have no structured content: clients check that against the answer's schema.
    return {
      content: [
        { type: "text", text: sanitise(`${code}: ${message}`) },
        { type: "text", text: sanitiseJson(JSON.stringify({ error: { code, problems: described } })) },
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

export const cursorArgument = z
  .string()
  .max(40)
  .optional()
  .describe("`next` of the previous answer; default the beginning");

export const tokenArgument = z
  .string()
  .max(100)
  .optional()
  .describe("Your seat's or owner's token for this meeting, if you have one");

export const roomToken = z.string().max(100).describe("Your token in this room, from subscribe");

export const secondsArgument = z
  .number()
  .min(0)
  .max(25)
  .default(20)
  .describe("Seconds to wait, at most 25. To wait longer, call again");

export const limitArgument = z
  .int()
  .min(1)
  .max(500)
  .default(50)
  .describe("Most items to return, at most 500; default 50");

export const nextField = z.int().nullable().describe("Number to give as `from` for more; null at the end");

export const cursorField = z.string().nullable().describe("Cursor of the next page; null at the end");

export const seatToken = z.string().max(100).describe("Your seat's token, from join_meeting");

/** Letters of two alphabets that look alike, side by side. */
const MIXED =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u;

export const nameArgument = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .regex(/^[^\p{Cc}\p{Cf}:]+$/u, "must be a name on one line, without a colon")
  .refine((name) => !MIXED.test(name), "mixes alphabets within a word, so that it can look like another name");

/** Milliseconds between progress reports. */
const PROGRESS_MS = 5_000;

type Waiting<T> = {
  readonly changes: ReturnType<typeof changesIn>;
  readonly seconds: number;
  readonly call: ToolCall;
  readonly look: () => Promise<T | null>;
  readonly progress: string;
};

export async function waited<T>({ changes, seconds, call, look, progress }: Waiting<T>): Promise<T | null> {
  const { clock } = systemClocks;
  const begun = clock();
  let reportedAt = begun;
  try {
    for (;;) {
      const found = await look();
      if (found !== null || call.signal.aborted) return found;
      const now = clock();
      const left = seconds * 1_000 - (now - begun);
      if (left <= 0) return null;
      if (now - reportedAt >= PROGRESS_MS) {
        reportedAt = now;
        await call.progress(Math.round((now - begun) / 1_000), progress);
      }
      await changes.next(call.signal, Math.min(left, PROGRESS_MS));
    }
  } finally {
    changes.close();
  }
}
