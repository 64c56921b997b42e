// `boardroom worker`: runs meetings of studies from a PostgreSQL queue.

import { EXIT } from "../../home/process/exit-codes.ts";
import { type Io, nodeVersion, print, processName } from "../../home/process/io.ts";
import { loadCustomCode, requireSameCode } from "../../home/settings/own-code.ts";
import { requireRecordedProtocol } from "../../home/settings/protocols.ts";
import { createModelPorts, readSettings } from "../../home/settings/settings.ts";
import { lookUpKey } from "../../lists.ts";
import {
  createThrottle,
  type Throttle,
  type ThrottleOptions,
} from "../../models/calls/throttle.ts";
import {
  type Database,
  openFlaggedDatabase,
  requireAddress,
} from "../../studies/cluster/database.ts";
import { shareThrottle } from "../../studies/cluster/meetings.ts";
import { requireSchema, type SetUp, setUpSchema } from "../../studies/cluster/tables.ts";
import { openQueue, requireQueueNode, work } from "../../studies/cluster/workers.ts";
import { defineCommand } from "../terminal/command.ts";
import { readWholeNumber } from "../terminal/flag-values.ts";
import { DATABASE_FLAGS } from "../terminal/flags.ts";

const HELP = `
Runs the meetings that boardroom study run --on postgres put into a PostgreSQL database, together with other workers. Keys,
provider addresses, prices and protocols come from this machine. requestsPerMinute of a provider and the dollars of a study
are limits for all workers together; its concurrency is a limit for each. Stop it with Ctrl+C or SIGTERM: running calls end
and are kept, and other workers do the rest. Needs Node 22.12 or later, and the packages pg and pg-boss. See
docs/how-to/run-workers.md.

Examples:
  boardroom worker --setup
  boardroom worker --at-once 40
  boardroom worker --at-once 2 --database postgres://boardroom@db.example/boardroom --password-file ~/db-password`;

export const command = defineCommand({
  flags: {
    ...DATABASE_FLAGS,
    atOnce: [
      "--at-once <n>",
      "Meetings to run in parallel; use 1 or 2 with simulated members",
      readWholeNumber,
      { preset: 25 },
    ],
    setup: ["--setup", "Prepare the database once, and exit"],
  },
  excludes: { setup: ["atOnce"] },
  help: HELP,
  async run(io, _, flags) {
    requireAddress(io, flags);
    requireQueueNode(nodeVersion);
    const database = await openFlaggedDatabase(io, flags, CONNECTIONS);
    try {
      return flags.setup ? await setUp(io, database) : await serve(io, database, flags.atOnce);
    } finally {
      await database.close();
    }
  },
});

/** With more connections than these meetings wait for each other; each is short. */
const CONNECTIONS = 8;

const SET_UP: Readonly<Record<SetUp, string>> = {
  made: "The database is prepared.",
  stood: "The database was prepared already.",
};

async function setUp(io: Io, database: Database): Promise<number> {
  const done = await setUpSchema(database);
  const queue = await openQueue(database, { isSetUp: true });
  await queue.stop();
  print(io.stdout, [SET_UP[done]]);
  return EXIT.decided;
}

async function serve(io: Io, database: Database, places: number): Promise<number> {
  const project = await readSettings(io);
  const loaded = await loadCustomCode(io, project);
  await requireSchema(database);
  const queue = await openQueue(database);
  const models = createModelPorts(io, loaded.project);
  const signal = io.stopSignal();
  print(io.stderr, [
    `Running up to ${places} ${places === 1 ? "meeting" : "meetings"} at once. Stop with Ctrl+C.`,
  ]);
  await work({
    database,
    queue,
    places,
    signal,
    worker: processName,
    findProtocol(recorded, code) {
      requireSameCode(loaded.parts, code);
      return requireRecordedProtocol(recorded, loaded.protocols);
    },
    ports: {
      ...models,
      throttle: createThrottles(database, models.throttle),
      consent: async () => true,
    },
    onClaimed({ path, status, reason }) {
      print(io.stdout, [reason === null ? `${status} ${path}` : `${status} ${path}: ${reason}`]);
    },
  });
  return EXIT.decided;
}

/** One throttle a provider for all meetings of this worker, and its calls a minute for all workers. */
function createThrottles(
  database: Database,
  limits: Readonly<Record<string, ThrottleOptions>>,
): (provider: string) => Throttle {
  const known = new Map<string, Throttle>();
  return (provider) => {
    const { concurrency, requestsPerMinute } = lookUpKey(limits, provider) ?? {};
    const createLocal = () => createThrottle({ concurrency });
    const throttle =
      known.get(provider) ??
      shareThrottle(database, provider, { perMinute: requestsPerMinute, local: createLocal() });
    known.set(provider, throttle);
    return throttle;
  };
}
