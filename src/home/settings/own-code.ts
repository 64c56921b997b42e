// Loads protocols, selectors and models from files that the user names in the settings or with a
// flag. Nothing else is ever loaded as code.

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, extname, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import type { Protocol } from "../../engine/protocol/protocol.ts";
import type { Selector } from "../../engine/routing/selector.ts";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { BoardroomError } from "../../errors.ts";
import { readUtf8 } from "../../files.ts";
import { alignLists } from "../../lists.ts";
import type { ModelFactory } from "../../models/registry/registry.ts";
import { listProtocolsWith, PROTOCOLS } from "../../protocols/built-in.ts";
import { findNearest } from "../../scenario/files/nearest.ts";
import { shortenPath } from "../../scenario/files/paths.ts";
import { canStripTypes, type Io, nodeVersion } from "../process/io.ts";
import { type ProjectSettings, readSettings } from "./settings.ts";

type ModelSource = {
  protocols: readonly Protocol[];
  typed: Protocol | null;
  project: ProjectSettings;
  parts: CodeDigests;
};

/** Nothing else is ever loaded: a transcript names a protocol, never where its code lies. */
export async function loadCustomCode(
  io: Io,
  project: ProjectSettings,
  named?: string,
): Promise<ModelSource> {
  const { protocols = [], selectors = [], models = [] } = project.code;
  const toCodeFile = (path: string): CodeFile => ({ path, shown: shortenPath(path, io.cwd) });
  const own = await Promise.all(protocols.map((path) => loadProtocol(toCodeFile(path))));
  const typed =
    named !== undefined && isCodeFile(named)
      ? await loadProtocol(toCodeFile(resolve(io.cwd, named)))
      : null;
  const loaded = await Promise.all(
    selectors.map((path) => load(toCodeFile(path), selectorSchema, A_SELECTOR)),
  );
  const factories = await Promise.all(
    models.map((path) => load(toCodeFile(path), factoriesSchema, MODELS)),
  );
  const hashParts = (kind: string, paths: readonly string[], made: readonly { name: string }[]) =>
    alignLists(made, paths).map(([{ name }, path]) => [`${kind} ${name}`, hashCode(path)] as const);
  const known = typed === null ? own : [...own.filter(({ name }) => name !== typed.name), typed];
  return {
    protocols: [...listProtocolsWith(loaded), ...known],
    typed,
    parts: new Map([
      ...hashParts("protocol", protocols, own),
      ...hashParts("selector", selectors, loaded),
    ]),
    project: {
      ...project,
      factories: Object.assign({}, ...factories) as Record<string, ModelFactory>,
    },
  };
}

/** The protocol of a record, if it is built in or its code is named here or in the settings. */
export async function loadRecordedProtocol(
  io: Io,
  [opened]: readonly MeetingEvent[],
  named?: string,
): Promise<Protocol | undefined> {
  const isRecorded = ({ name, version }: Protocol) =>
    opened?.type === "meeting.opened" && opened.protocol === `${name}@${version}`;
  const known = PROTOCOLS.find(isRecorded);
  if (known) return known;
  const { protocols } = await loadCustomCode(io, await readSettings(io), named);
  return protocols.find(isRecorded);
}

type CodeFile = { path: string; shown: string };

export function isCodeFile(named: string): boolean {
  return /[\\/]/.test(named) || /\.[cm]?[jt]s$/.test(named);
}

async function loadProtocol(file: CodeFile): Promise<Protocol> {
  const protocol = await load(file, protocolSchema, A_PROTOCOL);
  if (PROTOCOLS.some(({ name }) => name === protocol.name)) {
    const message = `its protocol is called ${JSON.stringify(protocol.name)}, as one that comes with boardroom`;
    throw createCodeError(file, message, "Give it another name: transcripts use the name.");
  }
  return protocol;
}

const protocolSchema = z.custom<Protocol>(
  (value) =>
    typeof value === "object" &&
    value !== null &&
    "bind" in value &&
    typeof value.bind === "function",
);
const selectorSchema = z.custom<Selector>(
  (value) =>
    typeof value === "object" &&
    value !== null &&
    "weigh" in value &&
    typeof value.weigh === "function",
);
const factoriesSchema = z.record(
  z.string(),
  z.custom<ModelFactory>((value) => typeof value === "function"),
);

const A_PROTOCOL = "what defineProtocol returns";
const A_SELECTOR = "a selector: name, why and weigh";
const MODELS = "an object of functions that make models, by the name before the colon";

async function load<Value>(
  file: CodeFile,
  schema: z.ZodType<Value>,
  wanted: string,
): Promise<Value> {
  refuseUnrunnable(file);
  const module = await importModule(file);
  const found: unknown = module.default;
  const [uses, parts] = await Promise.all([import("../../index.ts"), import("../../extend.ts")]);
  const library = requireNames({ ...uses, ...parts }, file);
  const value: unknown =
    typeof found === "function" ? await (found as (given: object) => unknown)(library) : found;
  const { data, success } = schema.safeParse(value);
  if (success) return data;
  throw createCodeError(
    file,
    `its default export is not ${wanted}`,
    `Export by default ${wanted}, or a function of the library that returns it.`,
  );
}

/** A name that the library lacks is refused by name, not called as undefined. */
function requireNames(library: Readonly<Record<string, unknown>>, file: CodeFile): object {
  const names = Object.keys(library);
  return new Proxy(library, {
    get(all, name) {
      if (typeof name === "symbol" || Object.hasOwn(all, name)) return Reflect.get(all, name);
      const known = findNearest(name, names) ?? "functionModel or defineProtocol";
      throw createCodeError(
        file,
        `the library has no ${JSON.stringify(name)}`,
        `Use what it has, such as ${known}.`,
      );
    },
  });
}

async function importModule(file: CodeFile): Promise<{ default?: unknown }> {
  if (!existsSync(file.path))
    throw createCodeError(file, "file not found", "Name it by its path from here.");
  try {
    return (await import(pathToFileURL(file.path).href)) as { default?: unknown };
  } catch (cause) {
    const message = `cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw createCodeError(
      file,
      message,
      "Write it without imports: its default export is a function that is given the library.",
      cause,
    );
  }
}

function refuseUnrunnable(file: CodeFile): void {
  if (!/^\.[cm]?ts$/.test(extname(file.path)) || canStripTypes()) return;
  const message = `is TypeScript, and Node ${nodeVersion} runs none`;
  throw createCodeError(
    file,
    message,
    "Run boardroom with Node 22.18 or later, or write it as .mjs.",
  );
}

function createCodeError(
  { shown }: CodeFile,
  message: string,
  remedy: string,
  cause?: unknown,
): BoardroomError {
  return new BoardroomError("code-invalid", { place: { file: shown }, message, remedy }, { cause });
}

export type CodeDigests = ReadonlyMap<string, string>;

/** SHA-256 of a file and the files it imports by path; line ends do not count. */
function hashCode(file: string): string {
  const hash = createHash("sha256");
  const files = [file];
  for (const each of files) {
    const text = readUtf8(each).replaceAll("\r\n", "\n");
    const name = relative(dirname(file), each).replaceAll("\\", "/");
    hash.update(`${JSON.stringify(each === file ? "" : name)} ${text.length}\n${text}`);
    for (const [, path = ""] of text.matchAll(IMPORTED)) {
      const found = resolve(dirname(each), path);
      if (!files.includes(found) && existsSync(found)) files.push(found);
    }
  }
  return hash.digest("hex");
}

/** `from "./x.mjs"`, `import "./x.mjs"`, `import("./x.mjs")`. */
const IMPORTED = /(?:\bfrom|\bimport)\s*\(?\s*["'](\.{1,2}\/[^"']+)["']/g;

type MeetingCode = {
  protocol: Protocol;
  options: Readonly<Record<string, unknown>>;
};

export function listUsedDigests(
  parts: CodeDigests,
  { protocol, options }: MeetingCode,
): string | null {
  const selector = (options.selector as { name?: unknown } | undefined)?.name;
  const used = [`selector ${String(selector)}`];
  if (!protocol.builtIn) used.unshift(`protocol ${protocol.name}`);
  const digests = used.flatMap((name) => (parts.has(name) ? [`${name} ${parts.get(name)}`] : []));
  return digests.length === 0 ? null : digests.join("\n");
}

/** Throws if the code on this machine differs from the code of the meeting. */
export function requireSameCode(parts: CodeDigests, digests: string | null): void {
  for (const each of digests?.split("\n") ?? []) {
    const [, name = "", digest] = /^(.*) ([0-9a-f]{64})$/.exec(each) ?? [];
    if (parts.get(name) === digest) continue;
    throw new BoardroomError("protocol-version", {
      message: parts.has(name)
        ? `the file of the ${name} is another here than where the meeting was submitted`
        : `the ${name} is not known here`,
      remedy: "Give every worker the same file, and name it under code: in its settings.",
    });
  }
}
