import type { Description, Protocol } from "../../engine/protocol/protocol.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { BoardroomError } from "../../errors.ts";
import { PROTOCOLS } from "../../protocols/built-in.ts";
import { notFound } from "../../scenario/files/nearest.ts";
import type { KnownProtocols } from "../../scenario/files/scenario-file.ts";
import type { SheetOf } from "../../scenario/loading/load.ts";

export { PROTOCOLS };

export function optionsOf(protocols: readonly Protocol[]): KnownProtocols {
  return Object.fromEntries(protocols.map(({ name, options }) => [name, options]));
}

export function sheetOf(protocols: readonly Protocol[]): SheetOf {
  return (scenario) =>
    protocols.find(({ name }) => name === scenario.protocol)?.sheetOf(scenario) ?? null;
}

export function protocolOf(name: string, protocols: readonly Protocol[] = PROTOCOLS): Protocol {
  const found = protocols.find((protocol) => protocol.name === name);
  if (found) return found;
  const known = protocols.map((protocol) => protocol.name);
  const { message, remedy } = notFound("protocol", name, known);
  const ownFile = "Name a custom protocol by its file: --protocol ./mine.mjs";
  throw new BoardroomError("unknown-protocol", { message, remedy: `${remedy} ${ownFile}` });
}

export function recordedProtocol(recorded: string, protocols: readonly Protocol[]): Protocol {
  return protocolOf(nameOf(recorded), protocols);
}

/** What the protocol of a record adds to tables, files and screens. Nothing, if its code is not at hand. */
export function descriptionOf(recorded: string, own?: Protocol): Partial<Description> {
  return own && recorded === `${own.name}@${own.version}` ? own : (builtIn(recorded) ?? {});
}

function builtIn(recorded: string): Protocol | undefined {
  return PROTOCOLS.find(({ name }) => name === nameOf(recorded));
}

export function priorOf(state: MeetingState): readonly string[] {
  return descriptionOf(state.protocol).prior?.(state) ?? [];
}

export function peopleOf({ protocol, scenario }: MeetingState): readonly string[] {
  const found = builtIn(protocol);
  return found?.options.safeParse(scenario.options).success ? found.bind(scenario).people() : [];
}

export function acceptedBy(recorded: string): string | null {
  return builtIn(recorded)?.acceptedBy ?? null;
}

export function floorRefusalOf(recorded: string): string | null {
  return builtIn(recorded)?.fixedOrder ?? null;
}

function nameOf(recorded: string): string {
  return recorded.split("@", 1).join();
}
