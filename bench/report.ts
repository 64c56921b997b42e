import { fileURLToPath } from "node:url";
import type { MeetingEvent } from "../src/transcript/events.ts";
import type { Bench, Finding } from "./bench.ts";
import { startLap } from "./measure.ts";
import { built } from "./product.ts";

const MESSAGES = 1000;

const { reportFile } = await built<typeof import("../src/cli/report/report-file.ts")>("cli/report/report-file");
const { readTranscript } = await built<typeof import("../src/transcript/journal.ts")>("transcript/journal");

export const bench: Bench = {
  name: "report",
  about: `a report of ${MESSAGES} messages, in a process that has written none before, and the size of a shipped one`,
  async run(): Promise<readonly Finding[]> {
    const sample = readTranscript(fileURLToPath(new URL("../transcripts/hiring-sample", import.meta.url)));
    const long = { events: lengthened(sample.events), head: sample.head };
    const endLap = startLap();
    const html = reportFile(long, []);
    const { cpu } = endLap();
    const size = Buffer.byteLength(reportFile(sample, [])) / 1024;
    return [
      {
        what: `a report of ${MESSAGES} messages written`,
        against: "nothing",
        measured: cpu / 1000,
        unit: "s of CPU",
        target: { atMost: 0.5 },
        detail: `${Math.round(Buffer.byteLength(html) / 1024)} KB`,
      },
      {
        what: "the report of the shipped hiring sample",
        against: "nothing",
        measured: size,
        unit: "KB",
        target: { atMost: 150 },
      },
    ];
  },
};

/** The debate over and over until it has so many messages, each with an id and a path of its own. */
function lengthened(events: readonly MeetingEvent[]): readonly MeetingEvent[] {
  const first = events.findIndex(({ type }) => type === "speaker.selected");
  const last = events.findLastIndex(({ type }) => type === "message.spoken");
  const debate = events.slice(first, last + 1).filter(({ type }) => type !== "call.answered");
  const more: MeetingEvent[] = [];
  let messages = 0;
  let turn = 1000;
  while (messages < MESSAGES) {
    for (const event of debate) {
      if (event.type === "message.spoken" && ++messages > MESSAGES) break;
      if (event.type === "speaker.selected") turn += 1;
      const at = { path: String(turn) };
      more.push(
        event.type === "message.spoken"
          ? { ...event, ...at, id: `m${turn}`, withdrawn: false }
          : { ...event, ...at },
      );
    }
  }
  const closing = events.slice(last + 1).map((event) => ({ ...event, path: String(turn + 1) }));
  return [...events.slice(0, first), ...more, ...closing];
}
