import type { LiveSignal } from "../../engine/meeting/contract/floor.ts";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import {
  createLiveRegion,
  draw,
  type Io,
  isRichTerminal,
  noRegion,
  print,
  printJson,
} from "../../home/process/io.ts";
import { type Recorded, tableOf } from "../../home/records/outputs.ts";
import { tellingOf } from "../../home/settings/protocols.ts";
import type { TextOptions } from "../../showing/palette.ts";
import { textTable } from "../../showing/table/renderers.ts";
import { createPlainView } from "../../showing/told/plain-view.ts";
import { sanitiseLine } from "../../text/sanitise.ts";

export type ShowFlags = {
  readonly quiet?: boolean | undefined;
  readonly json?: boolean | undefined;
  readonly explain?: boolean | undefined;
};

/** Prints a meeting, live or recorded: the same events give the same text. */
type MeetingPrinter = {
  event(event: MeetingEvent): void;
  live(signal: LiveSignal): void;
  clear(): void;
  end(recorded: Recorded): void;
};

/** Follows all events, but prints only those after the first `after`, which were printed before. */
export function createPrinter(io: Io, style: TextOptions, flags: ShowFlags, after = 0): MeetingPrinter {
  let isNew = after === 0;
  const stdout = { write: (text: string) => (isNew ? io.stdout.write(text) : true) };
  const printer = printerOf({ ...io, stdout }, style, flags);
  return {
    event(event) {
      isNew ||= event.seq > after;
      printer.event(event);
      isNew ||= event.seq === after;
    },
    live(signal) {
      if (isNew) printer.live(signal);
    },
    clear: printer.clear,
    end(all) {
      isNew = true;
      printer.end(all);
    },
  };
}

function printerOf(io: Io, style: TextOptions, flags: ShowFlags): MeetingPrinter {
  if (flags.json) return jsonPrinter(io);
  const table = ({ events, head }: Recorded) => draw(io.stdout, [textTable(tableOf({ events, head }), style)]);
  if (flags.quiet) return { event: () => {}, live: () => {}, clear: () => {}, end: table };
  const view = createPlainView({ ...style, explain: flags.explain ?? false, procedureOf: tellingOf });
  const canTakeBack = isRichTerminal(io) && (io.columns ?? 0) >= style.width;
  const region = canTakeBack ? createLiveRegion(io.stdout, (io.rows ?? 24) - 2) : noRegion;
  const arriving = new Map<string, Arriving>();
  const redraw = () => region.show([...arriving.values()].flatMap((each) => arrivingLines(each)));

  function arrivingLines({ speaker, text, note }: Arriving): readonly string[] {
    const lines = text === "" ? [] : view.partial(speaker, text);
    return note === "" ? lines : [...lines, style.palette.dim(note.slice(0, style.width))];
  }

  return {
    event(event) {
      arriving.delete(event.path);
      region.clear();
      draw(event.type === "budget.warned" ? io.stderr : io.stdout, view.next(event));
      if (arriving.size > 0) redraw();
    },
    live(signal) {
      arriving.set(signal.path, arrive(arriving.get(signal.path), signal));
      if (signal.type === "waiting" && !canTakeBack) print(io.stderr, [waitingNote(signal)]);
      redraw();
    },
    clear: region.clear,
    end(recorded) {
      region.clear();
      draw(io.stdout, [...view.end(), ""]);
      table(recorded);
    },
  };
}

function jsonPrinter({ stdout }: Io): MeetingPrinter {
  return {
    event: (event) => printJson(stdout, event),
    live: () => {},
    clear: () => {},
    end: () => {},
  };
}

type Arriving = { readonly speaker: string; readonly text: string; readonly note: string };

function arrive(before: Arriving | undefined, signal: LiveSignal): Arriving {
  const { speaker } = signal;
  switch (signal.type) {
    case "thinking":
      return { speaker, text: "", note: `${sanitiseLine(speaker)} is thinking` };
    case "text":
      return { speaker, text: (before?.text ?? "") + signal.delta, note: "" };
    case "discarded":
      return {
        speaker,
        text: "",
        note: `${sanitiseLine(speaker)} is asked again: ${sanitiseLine(signal.why)}`,
      };
    case "waiting":
      return { speaker, text: "", note: waitingNote(signal) };
    default:
      return signal satisfies never;
  }
}

function waitingNote({ speaker, ms, why, out }: Extract<LiveSignal, { type: "waiting" }>): string {
  const next = `${sanitiseLine(speaker)} is asked again in ${(ms / 1000).toFixed(1)} s`;
  const because = sanitiseLine(why);
  if (!out) return `${next}: ${because}`;
  const so = `for ${Math.round(out.ms / 1000)} s, waited for up to ${Math.round(out.ofMs / 1000)} s`;
  return `${sanitiseLine(out.provider)} does not answer (${so}); ${next}: ${because}`;
}
