import { fileURLToPath } from "node:url";
import type { Bench, Finding } from "./bench.ts";
import { lengthened } from "./long-debate.ts";
import { startLap } from "./measure.ts";

const MESSAGES = 1000;

import { readTranscript } from "../src/engine/transcript/journal.ts";
import { createReportPage } from "../src/screens/report-file.ts";

export const bench: Bench = {
  name: "report",
  about: `a report of ${MESSAGES} messages, in a process that has written none before, and the size of a shipped one`,
  async run(): Promise<readonly Finding[]> {
    const sample = readTranscript(
      fileURLToPath(new URL("../transcripts/hiring-sample", import.meta.url)),
    );
    const long = { events: lengthened(sample.events, MESSAGES), head: sample.head };
    const endLap = startLap();
    const html = createReportPage(long);
    const { cpu } = endLap();
    const size = Buffer.byteLength(createReportPage(sample)) / 1024;
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
        target: { atMost: 130 },
      },
    ];
  },
};
