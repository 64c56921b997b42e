// Speaks the Agent Client Protocol, version 1, with one program: JSON-RPC 2.0, one object a line.
// It offers no files and no terminal, and ends a turn in which the program uses a tool.

import { z } from "zod";
import { readJson } from "../../text/json-in.ts";
import type { RunningProgram } from "./running-program.ts";
import {
  createEndFault,
  createSaidFault,
  createSignInFault,
  ProgramFault,
} from "./running-program.ts";

const PROTOCOL_VERSION = 1;
const AUTHENTICATION_REQUIRED = -32_000;
const METHOD_NOT_FOUND = -32_601;

/** Lines without a message, such as progress bars, before the program counts as broken. */
const MOST_JUNK = 20;

/** UTF-16 units. */
const LONGEST_LINE = 4 * 1024 * 1024;

const messageSchema = z.looseObject({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.number()]).nullish(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.looseObject({ code: z.number(), message: z.string() }).optional(),
});
type Message = z.infer<typeof messageSchema>;

const initializedSchema = z.looseObject({
  protocolVersion: z.number(),
  agentInfo: z.looseObject({ name: z.string(), version: z.string().optional() }).nullish(),
});

const choiceSchema = z.looseObject({ value: z.string() });
const optionSchema = z.looseObject({
  id: z.string(),
  category: z.string().nullish(),
  currentValue: z.unknown().optional(),
  options: z
    .array(z.union([choiceSchema, z.looseObject({ options: z.array(choiceSchema) })]))
    .optional(),
});
type ConfigOption = z.infer<typeof optionSchema>;

const sessionSchema = z.looseObject({
  sessionId: z.string(),
  configOptions: z.array(optionSchema).nullish(),
});

const updateSchema = z.looseObject({
  sessionId: z.string(),
  update: z.looseObject({
    sessionUpdate: z.string(),
    content: z.unknown().optional(),
    toolCallId: z.string().optional(),
    kind: z.string().nullish(),
    title: z.string().nullish(),
  }),
});

const textSchema = z.looseObject({ type: z.literal("text"), text: z.string() });
const promptedSchema = z.looseObject({ stopReason: z.string() });

export type Prompt = {
  text: string;
  /** A model of the program; null for the program's own choice. */
  model: string | null;
};

/** What the program told of itself and its turn. */
export type Told = { program: string; model: string | null; stopReason: string };

export class AcpConnection {
  readonly program: RunningProgram;
  /** As the settings name it. */
  readonly #name: string;
  readonly #file: string;
  /** Name and version as the program tells them. */
  #told: string;
  #lastId = 0;
  #session = "";
  #junk = 0;
  /** Complete lines that no request has read yet. */
  #lines: string[] = [];
  #unfinishedLine = "";
  /** Calls of the tool to think, whose updates do not repeat their kind. */
  readonly #thoughts = new Set<string>();

  constructor(program: RunningProgram, name: string, file: string) {
    this.program = program;
    this.#name = name;
    this.#file = file;
    this.#told = name;
  }

  /** Says hello, once for each process. */
  async open(clientVersion: string): Promise<void> {
    if (this.#lastId > 0) return;
    const clientCapabilities = {
      fs: { readTextFile: false, writeTextFile: false },
      terminal: false,
    };
    const clientInfo = { name: "boardroom", version: clientVersion };
    const asked = { protocolVersion: PROTOCOL_VERSION, clientCapabilities, clientInfo };
    const { protocolVersion, agentInfo } = await this.#ask("initialize", asked, initializedSchema);
    if (protocolVersion !== PROTOCOL_VERSION)
      throw new ProgramFault(
        "unusable",
        `${this.#name} speaks version ${protocolVersion} of the protocol, and Boardroom version ${PROTOCOL_VERSION}. Install a version of the program that speaks ${PROTOCOL_VERSION}`,
        false,
      );
    if (agentInfo) this.#told = [agentInfo.name, agentInfo.version].filter(Boolean).join(" ");
  }

  /** A fresh session for each prompt: no program remembers an earlier call. Yields the text as it comes. */
  async *prompt({ text, model }: Prompt): AsyncGenerator<string, Told> {
    const cwd = this.program.folder;
    const opened = await this.#ask("session/new", { cwd, mcpServers: [] }, sessionSchema);
    this.#session = opened.sessionId;
    this.#junk = 0;
    const option = opened.configOptions?.find(({ category }) => category === "model");
    if (model !== null) await this.#chooseModel(option, model);
    const current = model ?? option?.currentValue;
    const asked = { sessionId: this.#session, prompt: [{ type: "text", text }] };
    const result = yield* this.#request("session/prompt", asked);
    const { stopReason } = this.#read(promptedSchema, result, "session/prompt");
    return {
      program: this.#told,
      model: typeof current === "string" ? current : null,
      stopReason,
    };
  }

  /** Tells the program to leave off. Its process is ended at once by the caller. */
  cancel(): void {
    if (this.#session !== "")
      this.#send({ method: "session/cancel", params: { sessionId: this.#session } });
  }

  async #chooseModel(option: ConfigOption | undefined, model: string): Promise<void> {
    const choices = option?.options ?? [];
    const offered = choices.flatMap((choice) => ("value" in choice ? [choice] : choice.options));
    const names = offered.map(({ value }) => String(value));
    if (option === undefined || !names.includes(model))
      throw new ProgramFault(
        "unknown-model",
        `${this.#name} has no model ${JSON.stringify(model)}. ${names.length === 0 ? `It offers no choice: write program:${this.#name}` : `It offers ${names.join(", ")}`}`,
      );
    const asked = { sessionId: this.#session, configId: option.id, value: model };
    await this.#ask("session/set_config_option", asked, z.unknown());
  }

  async #ask<Result>(method: string, params: object, schema: z.ZodType<Result>): Promise<Result> {
    const request = this.#request(method, params);
    for (;;) {
      const { done, value } = await request.next();
      if (done) return this.#read(schema, value, method);
    }
  }

  #read<Result>(schema: z.ZodType<Result>, value: unknown, method: string): Result {
    const { data, success } = schema.safeParse(value);
    if (success) return data;
    throw new ProgramFault("malformed", `${this.#name} answers ${method} in an unknown form`);
  }

  async *#request(method: string, params: object): AsyncGenerator<string, unknown> {
    this.#lastId += 1;
    this.#send({ id: this.#lastId, method, params });
    for (;;) {
      const message = await this.#readMessage();
      if (message.method !== undefined) yield this.#takeCall(message, message.method);
      else if (message.id === this.#lastId) {
        if (message.error === undefined) return message.result;
        throw this.#createFault(message.error);
      }
    }
  }

  #createFault({ code, message }: { code: number; message: string }): ProgramFault {
    if (code === AUTHENTICATION_REQUIRED) return createSignInFault(this.#name, message);
    return createSaidFault(this.#name, message, "dropped");
  }

  /** The new text of the answer, if there is any. Throws if the program uses a tool or asks to. */
  #takeCall({ id, params }: Message, method: string): string {
    if (method === "session/update") return this.#takeUpdate(params);
    if (id === undefined || id === null) return "";
    if (method === "session/request_permission") {
      this.#send({ id, result: { outcome: { outcome: "cancelled" } } });
      throw this.#createRefusal("asked for a permission");
    }
    this.#send({ id, error: { code: METHOD_NOT_FOUND, message: `${method} is not offered` } });
    if (/^(?:fs|terminal)\//.test(method)) throw this.#createRefusal(`asked for ${method}`);
    return "";
  }

  #takeUpdate(params: unknown): string {
    const { data } = updateSchema.safeParse(params);
    if (data === undefined || data.sessionId !== this.#session) return "";
    const { sessionUpdate, content, toolCallId = "", kind, title } = data.update;
    if (sessionUpdate === "agent_message_chunk")
      return textSchema.safeParse(content).data?.text ?? "";
    if (sessionUpdate !== "tool_call" && sessionUpdate !== "tool_call_update") return "";
    if (kind === "think") this.#thoughts.add(toolCallId);
    if (this.#thoughts.has(toolCallId) && (kind ?? "think") === "think") return "";
    throw this.#createRefusal(`used a tool (${title ?? kind ?? "not named"})`);
  }

  #createRefusal(what: string): ProgramFault {
    return new ProgramFault(
      "refused",
      `${this.#name} ${what}, so its turn does not count. Switch its tools off in programs.${this.#name}.command`,
    );
  }

  #send(message: object): void {
    this.program.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  async #readMessage(): Promise<Message> {
    for (;;) {
      const line = await this.#readLine();
      if (line.trim() === "") continue;
      const message = parseMessage(line);
      if (message !== null) return message;
      this.#junk += 1;
      if (this.#junk >= MOST_JUNK)
        throw new ProgramFault(
          "malformed",
          `${this.#name} writes lines that are no messages of the protocol. If it is no ACP program, set programs.${this.#name}.speaks: text`,
        );
    }
  }

  async #readLine(): Promise<string> {
    for (;;) {
      const line = this.#lines.shift();
      if (line !== undefined) return line;
      const { done, value } = await this.program.output.next();
      if (done) throw createEndFault(this.#name, this.#file, await this.program.ended);
      this.#lines = (this.#unfinishedLine + value).split("\n");
      this.#unfinishedLine = this.#lines.pop() ?? "";
      if (this.#unfinishedLine.length > LONGEST_LINE)
        throw new ProgramFault("malformed", `${this.#name} wrote a line of more than 4 MiB`);
    }
  }
}

function parseMessage(line: string): Message | null {
  try {
    return messageSchema.safeParse(readJson(line)).data ?? null;
  } catch {
    return null;
  }
}
