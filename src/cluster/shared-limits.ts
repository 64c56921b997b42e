import type { Reserved, SharedBudget } from "../meeting/money/shared-budget.ts";
import type { Throttle } from "../models/calls/throttle.ts";
import { sleep } from "../models/port/sleep.ts";
import type { Database } from "./database.ts";
import type { Held } from "./records.ts";

/** Makes a purse, or sets what it may hold; what was spent from it stays. */
export async function setPurse(database: Database, name: string, dollars: number): Promise<void> {
  await database.query(
    "insert into boardroom.purses (name, most) values ($1, $2) on conflict (name) do update set most = $2",
    [name, dollars],
  );
}

/** How often a call that there is no room for looks again while other calls are under way. */
const WAIT_MS = 250;

/** The purse of a study, which all workers spend from; null where it has none. Taken from before a call, held across none. */
export async function purseOf(
  database: Database,
  study: string,
  held: Held,
  signal: AbortSignal,
): Promise<SharedBudget | null> {
  const [purse] = await database.query<{ most: string }>("select most from boardroom.purses where name = $1", [
    study,
  ]);
  if (!purse) return null;
  const refused = `the study's budget of $${Number(purse.most)} has no room for this call`;
  return {
    isLimited: true,
    async reserve(dollars): Promise<Reserved | { readonly refused: string }> {
      let id: string | null = null;
      while (id === null) {
        const [row] = await database.query<{ id: string | null; others: string }>(
          "select id, others from boardroom.reserve($1, $2, $3, $4)",
          [study, held.id, held.claim, dollars],
        );
        id = row?.id ?? null;
        // What is set aside for others' calls mostly comes back: they cost less in the end.
        if (id === null && (row === undefined || row.others === "0" || signal.aborted)) return { refused };
        if (id === null) await sleep(WAIT_MS, signal);
      }
      return {
        async settle(cost) {
          await database.query("select boardroom.settle($1, $2)", [id, cost]);
        },
      };
    },
  };
}

/** A provider's limit of calls a minute, shared by all workers; how many run at once is each worker's own. */
export function clusterThrottle(
  database: Database,
  provider: string,
  { perMinute, here }: { readonly perMinute: number | undefined; readonly here: Throttle },
): Throttle {
  if (perMinute === undefined) return here;
  return {
    run(fn, signal) {
      return here.run(async () => {
        for (;;) {
          const [row] = await database.query<{ wait: number }>("select boardroom.begin_call($1, $2) as wait", [
            provider,
            perMinute,
          ]);
          const wait = row?.wait ?? 0;
          if (wait === 0) return fn();
          await sleep(wait, signal);
          signal.throwIfAborted();
        }
      }, signal);
    },
  };
}
