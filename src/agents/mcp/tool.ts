import type { z } from "zod";
import { BoardroomError } from "../../errors.ts";
import { sanitise, sanitiseJson } from "../../text/sanitise.ts";

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
