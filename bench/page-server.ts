import { dirname } from "node:path";
import { startLap } from "./measure.ts";

const TOKEN = "t".repeat(43);

import { listen, requireFreePort } from "../src/cli/terminal/listen.ts";
import { meetingIndexOf } from "../src/screens/web/meeting-index.ts";
import { serverOf } from "../src/screens/web/server.ts";

// Serves a folder to look at, says where the meeting `t` stands, and at each `lap` its CPU time since the one before.
const [path = ""] = process.argv.slice(2);
const stop = new AbortController();
const port = await requireFreePort(0);
const nowhere = { write: () => true };
const io = { cwd: dirname(path), env: {}, stdout: nowhere, stderr: nowhere, isTTY: false };
const shelf = meetingIndexOf({
  io: { ...io, columns: undefined, rows: undefined, stopSignal: () => stop.signal },
  ...{ folder: { path, shown: "transcripts" }, person: "chair", runningMeetings: null },
});
const app = serverOf({ hosts: [`127.0.0.1:${port}`], token: TOKEN }, shelf);
let endLap = startLap();
process.on("message", () => {
  process.send?.(endLap().cpu);
  endLap = startLap();
});
process.on("disconnect", () => stop.abort());
void listen(app, { port }, stop.signal, () => process.send?.(`http://127.0.0.1:${port}/${TOKEN}/m/t/`));
