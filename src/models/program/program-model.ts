// Models whose answers come from a program on this computer, such as one that the user has a plan
// for: `program:NAME`. The whole view of a member is one text, and no call remembers another.

import { BoardroomError } from "../../errors.ts";
import { describeNotFound } from "../../scenario/files/nearest.ts";
import { PROGRAM_VERSION } from "../../scenario/files/package-files.ts";
import type { Environment } from "../../scenario/files/variables.ts";
import type { ServerEvent } from "../calls/server-events.ts";
import { type HeardReply, type StreamEnding, streamCall } from "../calls/stream-call.ts";
import { findCapabilities } from "../contract/capabilities.ts";
import { Mask } from "../contract/mask.ts";
import type { Model, ModelRequest } from "../contract/model.ts";
import { type ChatMessage, toMessages } from "../own/function-model.ts";
import { AcpConnection, type Told } from "./acp-connection.ts";
import { ProgramPool } from "./program-pool.ts";
import type { ProgramSettings } from "./program-settings.ts";
import {
  createEndFault,
  ProgramFault,
  type RunningProgram,
  type StartProgram,
  selectEnvironment,
} from "./running-program.ts";

type Surroundings = {
  env: Environment;
  programs: Readonly<Record<string, ProgramSettings>>;
  start: StartProgram;
};

/** A program of the settings, ready to be started. */
type Program = {
  name: string;
  settings: ProgramSettings;
  start: () => RunningProgram;
  pool: ProgramPool;
};

/** Makes the models of all programs of the settings. Seats of one program share its processes. */
export function createProgramFactory(around: Surroundings) {
  const programs = new Map<string, Program>();
  return ({ spec, id }: { spec: string; id: string }): Model => {
    const [name, model] = splitProgram(id);
    const settings = requireProgram(name, spec, around);
    if (model !== null && settings.speaks === "text")
      throw new BoardroomError("unknown-model", {
        spec,
        message: `program "${name}" speaks text, which names no model`,
        remedy: `Name the model in programs.${name}.command, and write program:${name}.`,
      });
    const program = programs.get(name) ?? createProgram(name, settings, around);
    programs.set(name, program);
    return createProgramModel(spec, model, program, around);
  };
}

/** `codex/gpt-6`: the program and its model. */
function splitProgram(id: string): [name: string, model: string | null] {
  const slash = id.indexOf("/");
  return slash < 0 ? [id, null] : [id.slice(0, slash), id.slice(slash + 1)];
}

function requireProgram(name: string, spec: string, { programs }: Surroundings): ProgramSettings {
  if (Object.hasOwn(programs, name) && programs[name]) return programs[name];
  const { message, remedy } = describeNotFound("program", name, Object.keys(programs));
  const own = "List it under programs: in your own settings.";
  throw new BoardroomError("unknown-model", { spec, message, remedy: `${remedy} ${own}` });
}

function createProgram(name: string, settings: ProgramSettings, around: Surroundings): Program {
  const { command } = settings;
  const [file = ""] = command;
  const env = { ...selectEnvironment(around.env, settings.pass), ...settings.env };
  const start = (): RunningProgram => around.start({ command, env });
  const pool = new ProgramPool(() => new AcpConnection(start(), name, file));
  return { name, settings, start, pool };
}

function createProgramModel(
  spec: string,
  model: string | null,
  program: Program,
  { env }: Surroundings,
): Model {
  const { name, settings } = program;
  const { firstSeconds = 180, idleSeconds = 120, totalSeconds = 600, pass = [] } = settings;
  const limits = {
    firstMs: 1_000 * firstSeconds,
    idleMs: 1_000 * idleSeconds,
    totalMs: 1_000 * totalSeconds,
  };
  const mask = new Mask(pass.flatMap((variable) => env[variable]?.trim() ?? []));
  const hold = settings.speaks === "text" ? holdTextTurn : holdAcpTurn;
  return {
    spec,
    provider: `program:${name}`,
    id: model ?? name,
    capabilities: findCapabilities("program", name),
    generate: (request, call) =>
      streamCall({
        call,
        limits,
        settings: `programs.${name}`,
        mask,
        asked: model ?? name,
        async open(signal, heard) {
          const turn: Turn = { program, model, signal, heard };
          const most = CHARACTERS_A_TOKEN * request.maxOutputTokens;
          return { pieces: limitText(hold(turn, request), most, heard), take: readPiece };
        },
        toFault: (error) =>
          error instanceof ProgramFault
            ? error.fault
            : { kind: "dropped", message: `${name}: ${String(error)}`, facts: {} },
      }),
  };
}

/** Programs take no limit of a reply. */
const CHARACTERS_A_TOKEN = 8;

type Turn = { program: Program; model: string | null; signal: AbortSignal; heard: HeardReply };

const readPiece = ({ data }: ServerEvent): string => data;

async function* limitText(
  pieces: AsyncGenerator<string>,
  most: number,
  heard: HeardReply,
): AsyncGenerator<readonly ServerEvent[]> {
  for await (const piece of pieces) {
    const room = most - heard.text.length;
    yield [{ data: piece.slice(0, room) }];
    if (piece.length <= room) continue;
    heard.ending = { type: "stop", stop: "length" };
    return;
  }
}

async function* holdAcpTurn(
  { program, model, signal, heard }: Turn,
  request: ModelRequest,
): AsyncGenerator<string> {
  signal.throwIfAborted();
  const connection = program.pool.take();
  const stop = (): void => {
    connection.cancel();
    void connection.program.stop();
  };
  signal.addEventListener("abort", stop, { once: true });
  let isWhole = false;
  try {
    await connection.open(PROGRAM_VERSION);
    const told = yield* connection.prompt({ text: writePrompt(request), model });
    requireEmptyFolder(program.name, connection.program);
    heard.ending = readEnding(program.name, told);
    heard.model = told.model === null ? told.program : `${told.program}, ${told.model}`;
    isWhole = true;
  } catch (error) {
    // The text may hold results of the tool, which must not enter the record.
    if (error instanceof ProgramFault && error.fault.kind === "refused") heard.text = "";
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
    if (isWhole) program.pool.giveBack(connection);
    else stop();
  }
}

/** One process for each call: the prompt on stdin, and all of stdout is the reply. */
async function* holdTextTurn(
  { program, signal, heard }: Turn,
  request: ModelRequest,
): AsyncGenerator<string> {
  signal.throwIfAborted();
  const { name, settings } = program;
  const started = program.start();
  const stop = (): void => void started.stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    started.write(writePrompt(request));
    started.closeInput();
    for (;;) {
      const { done, value } = await started.output.next();
      if (done) break;
      yield value;
    }
    const end = await started.ended;
    if (end.code !== 0) throw createEndFault(name, settings.command[0] ?? "", end);
    requireEmptyFolder(name, started);
    heard.ending = { type: "stop", stop: "end" };
  } finally {
    signal.removeEventListener("abort", stop);
    stop();
  }
}

function requireEmptyFolder(name: string, program: RunningProgram): void {
  if (!program.hasFiles()) return;
  throw new ProgramFault(
    "refused",
    `${name} wrote a file, so its turn does not count. Switch its tools off in programs.${name}.command`,
  );
}

function readEnding(name: string, { stopReason }: Told): StreamEnding {
  if (stopReason === "end_turn") return { type: "stop", stop: "end" };
  if (stopReason === "max_tokens") return { type: "stop", stop: "length" };
  const kind = stopReason === "cancelled" ? "dropped" : "refused";
  return { type: "failure", kind, message: `${name} ended its turn: ${stopReason}` };
}

const TAGS = { system: "Rules", user: "Meeting", assistant: "YouSaid" } as const;

/** One text, since no version of the protocol that is stable has a place for rules. */
function writePrompt(request: ModelRequest): string {
  const blocks = toMessages(request).map(({ role, content }: ChatMessage) => {
    const tag = TAGS[role];
    return `<${tag}>\n${content.replace(/<(?=\/?(?:Rules|Meeting|YouSaid)\b)/g, "&lt;")}\n</${tag}>`;
  });
  return `${blocks.join("\n\n")}\n\nAnswer the end of the meeting with text alone. Use no tools.\n`;
}
