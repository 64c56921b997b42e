import type { Settings } from "../../scenario/files/settings.ts";
import type { Io } from "../terminal/io.ts";
import { styleOf } from "../terminal/style.ts";
import { createPrinter, type MeetingPrinter, type ShowFlags } from "./show-meeting.ts";

/** Follows the meeting from its first event, as it must to show the rest, and prints from after the recorded ones. */
export function printerAfter(
  io: Io,
  color: Settings["color"],
  flags: ShowFlags,
  count: number,
): MeetingPrinter {
  let isNew = count === 0;
  const stdout = { write: (text: string) => (isNew ? io.stdout.write(text) : true) };
  const printer = createPrinter({ ...io, stdout }, styleOf(io, color), flags);
  return {
    event(event) {
      isNew = event.seq > count;
      printer.event(event);
      isNew ||= event.seq === count;
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
