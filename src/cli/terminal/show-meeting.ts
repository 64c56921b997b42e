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
import { descriptionOf } from "../../home/settings/protocols.ts";
import type { TextOptions } from "../../showing/palette.ts";
import { textTable } from "../../showing/table/renderers.ts";
import { createPlainView } from "../../showing/text/plain-view.ts";
import { createCalls, type LiveCall } from "../../showing/watching/source.ts";
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
  const view = createPlainView({ ...style, explain: flags.explain ?? false, procedureOf: descriptionOf });
  const canTakeBack = isRichTerminal(io) && (io.columns ?? 0) >= style.width;
  const region = canTakeBack ? createLiveRegion(io.stdout, (io.rows ?? 24) - 2) : noRegion;
  const calls = createCalls(() => 0);
  const redraw = () => region.show([...calls.now.values()].flatMap(arrivingLines));

  function arrivingLines(call: LiveCall): readonly string[] {
    if (call.phase !== "speaking") return [style.palette.dim(noteOf(call).slice(0, style.width))];
    return call.text === "" ? [] : view.partial(call.speaker, call.text);
  }

  return {
    event(event) {
      calls.end(event);
      region.clear();
      draw(event.type === "budget.warned" ? io.stderr : io.stdout, view.next(event));
      if (calls.now.size > 0) redraw();
    },
    live(signal) {
      calls.hear(signal);
      const call = calls.now.get(signal.path);
      if (call?.phase === "waiting" && !canTakeBack) print(io.stderr, [noteOf(call)]);
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

function noteOf({ phase, speaker, why, until, heardAt, out }: LiveCall): string {
  const who = sanitiseLine(speaker);
  const because = sanitiseLine(why);
  if (phase === "thinking") return `${who} is thinking`;
  if (phase === "discarded") return `${who} is asked again: ${because}`;
  const next = `${who} is asked again in ${((until - heardAt) / 1000).toFixed(1)} s`;
  if (!out) return `${next}: ${because}`;
  const so = `for ${Math.round(out.ms / 1000)} s, waited for up to ${Math.round(out.ofMs / 1000)} s`;
  return `${sanitiseLine(out.provider)} does not answer (${so}); ${next}: ${because}`;
}
