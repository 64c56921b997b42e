// Finds protocols by their name or by a record. The rest of the program knows protocols only
// through this file and `protocols/built-in.ts`.

import type { Description, Finding, Protocol } from "../../engine/protocol/protocol.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { BoardroomError } from "../../errors.ts";
import { PROTOCOLS } from "../../protocols/built-in.ts";
import { describeNotFound } from "../../scenario/files/nearest.ts";
import type { KnownProtocols } from "../../scenario/files/scenario-file.ts";
import type { SheetOf } from "../../scenario/loading/load.ts";
import type { Article } from "../../text/article.ts";

export { PROTOCOLS };

export function collectOptionSchemas(protocols: readonly Protocol[]): KnownProtocols {
  return Object.fromEntries(protocols.map(({ name, options }) => [name, options]));
}

export function createSheetReader(protocols: readonly Protocol[]): SheetOf {
  return (scenario) =>
    protocols.find(({ name }) => name === scenario.protocol)?.findSheet(scenario) ?? null;
}

export function requireProtocol(
  name: string,
  protocols: readonly Protocol[] = PROTOCOLS,
): Protocol {
  const found = protocols.find((protocol) => protocol.name === name);
  if (found) return found;
  const known = protocols.map((protocol) => protocol.name);
  const { message, remedy } = describeNotFound("protocol", name, known);
  const ownFile = "Name a custom protocol by its file: --protocol ./mine.mjs";
  throw new BoardroomError("unknown-protocol", { message, remedy: `${remedy} ${ownFile}` });
}

export function requireRecordedProtocol(
  recorded: string,
  protocols: readonly Protocol[],
): Protocol {
  return requireProtocol(dropVersion(recorded), protocols);
}

/** What the protocol of a record adds to tables, files and screens. Nothing, if its code is not at hand. */
export function findDescription(recorded: string, own?: Protocol): Description {
  return own && recorded === `${own.name}@${own.version}` ? own : (findBuiltIn(recorded) ?? {});
}

function findBuiltIn(recorded: string): Protocol | undefined {
  return PROTOCOLS.find(({ name }) => name === dropVersion(recorded));
}

/** What the protocol of a record tells a later meeting, and a decision record. */
export function tellPrior(state: MeetingState): Article {
  return findDescription(state.protocol).tell?.(state).prior?.() ?? [];
}

/** What members found in documents. Null if the protocol has no findings. */
export function findFindings(state: MeetingState): readonly Finding[] | null {
  return findDescription(state.protocol).tell?.(state).findings?.() ?? null;
}

export function listPeople({ protocol, scenario }: MeetingState): readonly string[] {
  const found = findBuiltIn(protocol);
  return found?.options.safeParse(scenario.options).success
    ? found.bind(scenario).listPeople()
    : [];
}

export function findAcceptor(recorded: string): string | null {
  return findBuiltIn(recorded)?.acceptedBy ?? null;
}

export function findFloorRefusal(recorded: string): string | null {
  return findBuiltIn(recorded)?.fixedOrder ?? null;
}

function dropVersion(recorded: string): string {
  return recorded.split("@", 1).join();
}
