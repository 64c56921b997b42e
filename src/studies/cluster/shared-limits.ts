import type { Reserved, SharedBudget } from "../../engine/meeting/money/purse.ts";
import type { Throttle } from "../../models/calls/throttle.ts";
import { sleep } from "../../models/port/sleep.ts";
import type { Database } from "./database.ts";
import type { Held, SpendingMost } from "./meetings.ts";

const WAIT_MS = 250;

/** A study's purse within the day and project budgets of all workers. Money is reserved before a call,
 * and no lock is held during it. `most`: this worker's own budgets. */
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
        // Most of the reserved money comes back, because calls cost less in the end.
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

/** Calls per minute are shared by all workers; concurrency is each worker's own. */
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
