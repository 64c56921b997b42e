import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import type { Protocol } from "../../engine/meeting/contract/protocol.ts";
import { BoardroomError } from "../../errors.ts";

export type OwnParts = ReadonlyMap<string, string>;

/** SHA-256 of a file and the files it imports by path; line ends do not count. */
export function codeDigest(file: string): string {
  const hash = createHash("sha256");
  const files = [file];
  for (const each of files) {
    const text = readFileSync(each, "utf8").replaceAll("\r\n", "\n");
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
  readonly protocol: Pick<Protocol, "name" | "builtIn">;
  readonly options: Readonly<Record<string, unknown>>;
};

export function ownParts(parts: OwnParts, { protocol, options }: MeetingCode): string | null {
  const selector = (options.selector as { readonly name?: unknown } | undefined)?.name;
  const used = [...(protocol.builtIn ? [] : [`protocol ${protocol.name}`]), `selector ${String(selector)}`];
  const told = used.flatMap((name) => (parts.has(name) ? [`${name} ${parts.get(name)}`] : []));
  return told.length === 0 ? null : told.join("\n");
}

/** Throws if the code on this machine differs from the code of the meeting. */
export function requireParts(parts: OwnParts, told: string | null): void {
  for (const each of told?.split("\n") ?? []) {
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
