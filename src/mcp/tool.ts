import type { z } from "zod";
import { BoardroomError } from "../errors.ts";
import { sanitise, sanitiseJson } from "../text/sanitise.ts";

/** What a call brings beside its arguments. */
export type ToolCall = {
  /** What the client calls itself; a claim. */
  readonly client: string;
  readonly signal: AbortSignal;
  /** Tells a client that gave a token how far a wait has come; does nothing for others. */
  readonly progress: (seconds: number, message: string) => Promise<void>;
};

/** What a tool answers: in words, and as data. */
type ToolAnswer = { readonly text: string; readonly data: Readonly<Record<string, unknown>> };

/** A tool as it is offered: its arguments have been checked by its schema before it runs. */
export type Tool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** What `data` holds. */
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

/** A value of a schema that nobody changes. */
type Unchanged<T> = T extends object ? { readonly [Key in keyof T]: Unchanged<T[Key]> } : T;

/** A tool whose code knows the types of its schemas. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: TypedTool<Input, Output>,
): Tool {
  return tool as unknown as Tool;
}

/** An answer as the protocol has it. */
type WireAnswer = {
  readonly content: { readonly type: "text"; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
};

/** Runs a tool; whatever the caller did wrong comes back with its code, its place and what mends it. */
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
    // No structured content: clients hold that against the schema of an answer, which an error is not.
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
