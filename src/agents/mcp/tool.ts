import { z } from "zod";
import { BoardroomError } from "../../errors.ts";
import { sanitise, sanitiseJson } from "../../text/sanitise.ts";
import type { HoldingDesk } from "./desk.ts";

export type ToolCall = {
  /** The name that the client claims. */
  readonly client: string;
  readonly signal: AbortSignal;
  /** Does nothing for clients without a progress token. */
  readonly progress: (seconds: number, message: string) => Promise<void>;
};

type ToolAnswer = { readonly text: string; readonly data: Readonly<Record<string, unknown>> };

export type Tool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** It changes nothing. */
  readonly isReading: boolean;
  readonly run: (input: Readonly<Record<string, unknown>>, call: ToolCall) => Promise<ToolAnswer>;
};

type TypedTool<Input extends z.ZodObject, Output extends z.ZodObject> = Omit<
  Tool,
  "input" | "output" | "run"
> & {
  readonly input: Input;
  readonly output: Output;
  readonly run: (
    input: z.output<Input>,
    call: ToolCall,
  ) => Promise<{ readonly text: string; readonly data: Unchanged<z.input<Output>> }>;
};

type Unchanged<T> = T extends object ? { readonly [Key in keyof T]: Unchanged<T[Key]> } : T;

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: TypedTool<Input, Output>,
): Tool {
  return tool as unknown as Tool;
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
    const words = [text, ...("next" in data && data.next !== null ? [`(next: ${data.next})`] : [])].join("\n");
    return { content: [{ type: "text", text: sanitise(words) }], structuredContent: { ...data } };
  } catch (error) {
    if (!(error instanceof BoardroomError)) fault(error);
    const told = error instanceof BoardroomError ? error : OURS;
    const { code, problems } = told;
    const said = problems.map(({ place, message, remedy }) => ({ place, message, remedy }));
    // Errors have no structured content: clients check that against the answer's schema.
    return {
      content: [
        { type: "text", text: sanitise(`${code}: ${told.message}`) },
        { type: "text", text: sanitiseJson(JSON.stringify({ error: { code, problems: said } })) },
      ],
      isError: true,
    };
  }
}

const OURS = new BoardroomError("internal", {
  message: "this is a fault of boardroom itself",
  remedy: "Whoever runs the server finds it on its stderr.",
});

export const meetingArgument = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .describe("Id of the meeting, as list_meetings and start_meeting give it");

export const cursorArgument = z
  .string()
  .max(40)
  .optional()
  .describe("`next` of the answer before; left out, from the beginning");

export const tokenArgument = z
  .string()
  .max(100)
  .optional()
  .describe("Your seat's or owner's token for this meeting, where you have one");

export const roomToken = z.string().max(100).describe("Your token in this room, as subscribe gave it");

export const secondsArgument = z
  .number()
  .min(0)
  .max(25)
  .default(20)
  .describe("How long to wait, at most 25 s; call again for longer");

export const nextField = z.string().nullable().describe("Cursor of what follows; null at the end");

export const seatToken = z.string().max(100).describe("Your seat's token, as join_meeting gave it");

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
    "mixes alphabets within a word, as a name does that is to look like another",
  );

/** Milliseconds between progress reports. */
const TELL_MS = 5_000;

type Waiting<T> = {
  readonly clock: HoldingDesk["clock"];
  readonly changes: ReturnType<HoldingDesk["changes"]>;
  readonly seconds: number;
  readonly call: ToolCall;
  readonly look: () => Promise<T | null>;
  readonly telling: string;
};

export async function waited<T>({
  clock,
  changes,
  seconds,
  call,
  look,
  telling,
}: Waiting<T>): Promise<T | null> {
  const begun = clock();
  let told = begun;
  try {
    for (;;) {
      const found = await look();
      if (found !== null || call.signal.aborted) return found;
      const now = clock();
      const left = seconds * 1_000 - (now - begun);
      if (left <= 0) return null;
      if (now - told >= TELL_MS) {
        told = now;
        await call.progress(Math.round((now - begun) / 1_000), telling);
      }
      await changes.next(call.signal, Math.min(left, TELL_MS));
    }
  } finally {
    changes.close();
  }
}
