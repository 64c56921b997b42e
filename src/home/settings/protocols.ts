import { ZodError } from "zod";
import { describedByRecord } from "../../engine/meeting/contract/describe-in-record.ts";
import type { Description, Protocol } from "../../engine/meeting/contract/protocol.ts";
import { JOURNAL_FILE } from "../../engine/transcript/journal-file.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { BoardroomError } from "../../errors.ts";
import { PROTOCOLS } from "../../protocols/built-in.ts";
import { notFound } from "../../scenario/files/nearest.ts";
import type { KnownProtocols } from "../../scenario/files/scenario-file.ts";
import type { SheetOf } from "../../scenario/loading/load.ts";

/** The protocol of imported talk. No meeting under it can be resumed. */
export const IMPORTED = { name: "imported", version: 1 } as const;

export { PROTOCOLS };

export function optionsOf(protocols: readonly Protocol[]): KnownProtocols {
  return Object.fromEntries(protocols.map(({ name, options }) => [name, options]));
}

export function sheetOf(protocols: readonly Protocol[]): SheetOf {
  return (scenario) => protocols.find(({ name }) => name === scenario.protocol)?.sheetOf(scenario) ?? null;
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
  const name = nameOf(recorded);
  if (isImported(recorded) && !protocols.some((protocol) => protocol.name === name))
    throw new BoardroomError("unknown-protocol", {
      message: "this meeting was imported and cannot be resumed or forked",
      remedy: "You can use boardroom show, stats and verify.",
    });
  return protocolOf(name, protocols);
}

export function isImported(recorded: string): boolean {
  return nameOf(recorded) === IMPORTED.name;
}

export function presentProtocol(recorded: string): string {
  const found = PROTOCOLS.find(({ name }) => name === nameOf(recorded));
  return found ? `${found.name}@${found.version}` : recorded;
}

/** Checks and replays follow today's rules. */
export function requirePresentVersion(recorded: string, file: string): void {
  const present = presentProtocol(recorded);
  if (versionOf(recorded) >= versionOf(present)) return;
  throw new BoardroomError("protocol-version", {
    place: { file, line: 1 },
    message: `the record was made by ${recorded}, and this program has ${present}`,
    remedy: "Use the version of boardroom that made it, or run the meeting again: boardroom run.",
  });
}

export function readerOf(state: MeetingState): Partial<Description> {
  return isOurs(state.protocol) ? ourReader(state.protocol) : describedByRecord(state);
}

export function descriptionOf(recorded: string): Partial<Description> {
  return isOurs(recorded) ? ourReader(recorded) : RECORDED_WORDS;
}

const RECORDED_WORDS: Partial<Description> = { narrate: ({ told }) => told };

export function isOurs(recorded: string): boolean {
  return PROTOCOLS.some(({ name }) => name === nameOf(recorded));
}

/** A malformed fact of the present version is damage; an older version may have recorded less. */
function ourReader(recorded: string): Partial<Description> {
  const found = PROTOCOLS.find(({ name }) => name === nameOf(recorded));
  if (!found || versionOf(recorded) > found.version) return {};
  const { columns, count, outputs, narrate, countsBallots, reads, exhibits, glance, prior } = found;
  const isOlder = versionOf(recorded) < found.version;
  const guarded =
    <Args extends readonly unknown[], T>(read: (...args: Args) => T, nothing: T) =>
    (...args: Args): T => {
      try {
        return read(...args);
      } catch (error) {
        if (isOlder) return nothing;
        throw error instanceof ZodError ? otherForm(recorded, error) : error;
      }
    };
  return {
    columns: columns.map((column) => ({
      ...column,
      ...(column.applies && { applies: guarded(column.applies, false) }),
      value: guarded(column.value, null),
    })),
    ...(count && { count: guarded(count, null) }),
    outputs: outputs && guarded(outputs, []),
    ...(prior && { prior: guarded(prior, []) }),
    ...(narrate && { narrate: guarded(narrate, null) }),
    ...(reads && { reads: guarded(reads, null) }),
    ...(exhibits && { exhibits: guarded(exhibits, []) }),
    ...(glance && { glance: guarded(glance, []) }),
    ...(countsBallots && { countsBallots: guarded(countsBallots, false) }),
  };
}

function otherForm(recorded: string, cause: ZodError): BoardroomError {
  const [issue] = cause.issues;
  const where = issue?.path.join(".") || "the whole of it";
  return new BoardroomError(
    "transcript-damaged",
    {
      place: { file: JOURNAL_FILE },
      message: `a recorded fact does not have the form that ${recorded} gives it: ${where}: ${issue?.message}`,
      remedy: "Nothing was changed. Restore the file from a copy.",
    },
    { cause },
  );
}

export function priorOf(state: MeetingState): readonly string[] {
  return readerOf(state).prior?.(state) ?? [];
}

export function peopleOf({ protocol, scenario }: MeetingState): readonly string[] {
  const found = PROTOCOLS.find(({ name }) => name === nameOf(protocol));
  return found?.options.safeParse(scenario.options).success ? found.bind(scenario).people() : [];
}

export function acceptedBy(recorded: string): string | null {
  return PROTOCOLS.find(({ name }) => name === nameOf(recorded))?.acceptedBy ?? null;
}

export function floorRefusalOf(recorded: string): string | null {
  return PROTOCOLS.find(({ name }) => name === nameOf(recorded))?.fixedOrder ?? null;
}

function nameOf(recorded: string): string {
  return recorded.split("@", 1).join();
}

function versionOf(recorded: string): number {
  return Number(recorded.split("@")[1]);
}
