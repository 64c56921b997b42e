import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Draft, MeetingEvent } from "../src/engine/transcript/events.ts";
import type { Bench, Finding } from "./bench.ts";
import { asDraft, lengthened } from "./long-debate.ts";
import { median, startLap } from "./measure.ts";
import { inBrowser } from "./page-in-browser.ts";

const MESSAGES = 1000;
/** Events that come while somebody looks on. */
const COMING = 60;

import { createJournal, readTranscript } from "../src/engine/transcript/journal.ts";
import { createTreeMaker, listChanges } from "../src/screens/pages/tree.ts";
import { createMailbox, followMeeting } from "../src/screens/web/follow.ts";

export const bench: Bench = {
  name: "page",
  about: `the page of a meeting that goes on, after ${MESSAGES} messages: what each event that comes costs`,
  async run(): Promise<readonly Finding[]> {
    const sample = readTranscript(
      fileURLToPath(new URL("../transcripts/hiring-sample", import.meta.url)),
    );
    const drafts = lengthened(sample.events, MESSAGES + COMING).filter(
      ({ type }) => type !== "meeting.closed",
    );
    const folder = mkdtempSync(join(tmpdir(), "boardroom-bench-"));
    const journal = createJournal(join(folder, "t"));
    try {
      journal.appendAll(drafts.slice(0, -COMING * 2).map(asDraft));
      const ofServer = await measured(join(folder, "t"), journal, drafts.slice(-COMING * 2));
      return [...ofServer, ...(await inBrowser())];
    } finally {
      journal.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measured(
  path: string,
  journal: { append(draft: Draft): unknown },
  coming: readonly MeetingEvent[],
): Promise<readonly Finding[]> {
  const stopped = new AbortController().signal;
  const how = {
    person: "chair",
    runningMeetings: null,
    mailbox: createMailbox(""),
    stopped,
  } as const;
  const followed = await followMeeting({ id: "t", path, shown: "t", ...how });
  const makeTree = createTreeMaker();
  let tree = makeTree(followed.page());
  const [cpus, waits, sizes]: [number[], number[], number[]] = [[], [], []];
  const patience = AbortSignal.timeout(60_000);
  for (const event of coming) {
    const endLap = startLap();
    const began = performance.now();
    journal.append(asDraft(event));
    await followed.changed(patience);
    const now = makeTree(followed.page());
    sizes.push(Buffer.byteLength(JSON.stringify(listChanges(tree, now))));
    tree = now;
    waits.push(performance.now() - began);
    cpus.push(endLap().cpu);
  }
  followed.close();
  return [
    {
      what: `an event on the page of ${MESSAGES} messages`,
      against: "nothing",
      measured: median(cpus),
      unit: "ms of CPU",
      target: { atMost: 5 },
      detail: `${median(waits).toFixed(1)} ms from the record to what is sent`,
    },
    {
      what: "what is sent of it to a viewer",
      against: "nothing",
      measured: sizes.reduce((sum, size) => sum + size, 0) / sizes.length / 1024,
      unit: "KB an event",
      target: { atMost: 10 },
    },
  ];
}
