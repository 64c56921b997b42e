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

/** What all meetings in a database may spend together, by the day (UTC) and in all; left out, no limit. */
export type SpendingMost = { readonly day?: number | undefined; readonly project?: number | undefined };

/**
 * The purse of a study within the budgets of day and project, which all workers spend from. Taken from before a call,
 * held across none. `most`: this worker's own budgets; the study's own hold beside them.
 */
export async function purseOf(
  database: Database,
  study: string,
  held: Held,
  { most, signal }: { readonly most: SpendingMost; readonly signal: AbortSignal },
): Promise<SharedBudget> {
  const [set] = await database.query<{ limited: boolean }>(
    `select exists (select from boardroom.purses where name = $1)
      or exists (select from boardroom.studies where name = $1 and coalesce(day, project) is not null) as limited`,
    [study],
  );
  const { day = null, project = null } = most;
  return {
    isLimited: set?.limited === true || day !== null || project !== null,
    async reserve(dollars): Promise<Reserved | { readonly refused: string }> {
      let taken: Taken | undefined;
      while (!taken?.id) {
        [taken] = await database.query<Taken>("select * from boardroom.reserve($1, $2, $3, $4, $5, $6)", [
          ...[study, held.id, held.claim, dollars],
          ...[day, project],
        ]);
        if (taken?.id) break;
        // What is set aside for others' calls mostly comes back: they cost less in the end.
        if (taken === undefined || taken.others === "0" || signal.aborted) return { refused: refusal(taken) };
        await sleep(WAIT_MS, signal);
      }
      const { id } = taken;
      return {
        async settle(cost) {
          await database.query("select boardroom.settle($1, $2)", [id, cost]);
        },
      };
    },
  };
}

type Taken = {
  readonly id: string | null;
  readonly short: keyof typeof WHOSE | "claim" | null;
  readonly most: string | null;
  readonly others: string;
};

const WHOSE = { study: "the study's budget", day: "the day's (UTC) budget", project: "the project's budget" };

function refusal(taken: Taken | undefined): string {
  if (!taken?.short || taken.short === "claim") return "another worker has this meeting";
  return `${WHOSE[taken.short]} of $${Number(taken.most)} has no room for this call`;
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
