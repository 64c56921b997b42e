import { afterAll, beforeAll, expect, test } from "vitest";
import { GENESIS, hashLine } from "../../src/engine/transcript/read.ts";
import { createThrottle } from "../../src/models/calls/throttle.ts";
import { type Database, openDatabase } from "../../src/studies/cluster/database.ts";
import {
  claim,
  letGo,
  openSharedBudget,
  setSharedBudget,
  shareThrottle,
  submit,
} from "../../src/studies/cluster/meetings.ts";
import { setUpSchema } from "../../src/studies/cluster/tables.ts";
import { type OwnPostgres, startPostgres } from "./postgres.ts";

let postgres: OwnPostgres;
let one: Database;
let other: Database;
beforeAll(async () => {
  postgres = startPostgres();
  const { address } = postgres;
  one = await openDatabase({ address, connections: 4 });
  other = await openDatabase({ address, connections: 4 });
  await setUpSchema(one);
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  postgres.end();
});

/** Lines that follow each other as those of a record do. */
function linesAfter(seq: number, prev: string, texts: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (const [index, text] of texts.entries()) {
    const before = index === 0 ? prev : hashLine(lines[index - 1] ?? "");
    lines.push(JSON.stringify({ seq: seq + index, at: "now", text, prev: before }));
  }
  return lines;
}

async function submitted(path: string): Promise<{ id: string; head: string }> {
  const opening = linesAfter(1, GENESIS, ["opened"]);
  const id = await submit(one, { study: "limits", path, protocol: "board@1", code: null, opening });
  return { id, head: hashLine(opening[0] ?? "") };
}

async function append(
  database: Database,
  of: { id: string; claim: string },
  first: number,
  prev: string,
  lines: readonly string[],
) {
  const [row] = await database.query<{ append: string }>(
    "select boardroom.append($1, $2, $3, $4, $5) as append",
    [...[of.id, of.claim, first, prev], lines],
  );
  return row?.append;
}

test("only who holds the claim writes, only the next line, and a write whose answer was lost is known again", async () => {
  const { id, head } = await submitted("fence");
  const early = { id, claim: (await claim(one, id, "early"))?.claim ?? "" };
  const lines = linesAfter(2, head, ["a", "b \u0000 \ud83d\ude00"]);
  expect(await append(one, early, 2, head, lines)).toBe("written");
  expect(await append(one, early, 2, head, lines)).toBe("known");
  expect(await append(one, early, 2, head, linesAfter(2, head, ["a", "c"]))).toBe("other");
  const last = hashLine(lines[1] ?? "");
  expect(await append(one, early, 5, last, linesAfter(5, last, ["d"]))).toBe("other");
  expect(await append(one, early, 4, GENESIS, linesAfter(4, GENESIS, ["d"]))).toBe("other");

  const late = { id, claim: (await claim(other, id, "late"))?.claim ?? "" };
  expect(await append(one, early, 4, last, linesAfter(4, last, ["d"]))).toBe("lost");
  expect(await letGo(one, early, "closed", null)).toBeNull();
  expect(await append(other, late, 4, last, linesAfter(4, last, ["d"]))).toBe("written");
  expect(await letGo(other, late, "closed", null)).toBe("closed");
  expect(await claim(one, id, "early")).toBeNull();
});

test("a meeting that is submitted again stays as it is", async () => {
  const { id } = await submitted("twice");
  expect((await submitted("twice")).id).toBe(id);
});

const stop = new AbortController();

test("two workers spend from one purse at once, never pass it, and use nearly all of it", async () => {
  await setSharedBudget(one, "limits", 2);
  const holders = await Promise.all(
    [one, other].map(async (database, index) => {
      const { id } = await submitted(`purse ${index}`);
      const held = { id, claim: (await claim(database, id, "w"))?.claim ?? "" };
      return openSharedBudget(database, "limits", held, stop.signal);
    }),
  );
  let cost = 0;
  const spend = async (index: number): Promise<void> => {
    const taken = await holders[index % 2]?.reserve(0.05);
    if (!taken || "refused" in taken) return;
    cost += 0.03;
    await taken.settle(0.03);
  };
  for (let round = 0; round < 20; round++)
    await Promise.all(Array.from({ length: 10 }, (_, index) => spend(index)));
  expect(cost).toBeLessThanOrEqual(2 + 1e-9);
  expect(cost).toBeGreaterThanOrEqual(1.8);
  const [row] = await one.query<{ spent: string }>(
    "select spent from boardroom.purses where name = 'limits'",
  );
  expect(Number(row?.spent)).toBeCloseTo(cost, 9);
});

test("what a dead worker had set aside counts as spent once its meeting is another's", async () => {
  await setSharedBudget(one, "limits", 3);
  const { id } = await submitted("dead");
  const dead = { id, claim: (await claim(one, id, "dead"))?.claim ?? "" };
  const purse = await openSharedBudget(one, "limits", dead, stop.signal);
  const [before] = await one.query<{ spent: string }>(
    "select spent from boardroom.purses where name = 'limits'",
  );
  expect(await purse?.reserve(0.25)).not.toHaveProperty("refused");
  await claim(other, id, "alive");
  const [after] = await one.query<{ spent: string }>(
    "select spent from boardroom.purses where name = 'limits'",
  );
  expect(Number(after?.spent) - Number(before?.spent)).toBeCloseTo(0.25, 9);
  expect(await purse?.reserve(0.01)).toHaveProperty("refused");
});

test("a provider's calls a minute are counted over all workers", async () => {
  const stopped = new AbortController();
  let begun = 0;
  const waiting = [one, other].flatMap((database) => {
    const throttle = shareThrottle(database, "local", {
      perMinute: 12,
      local: createThrottle({ concurrency: 20 }),
    });
    return Array.from({ length: 10 }, () =>
      throttle
        .run(async () => {
          begun += 1;
        }, stopped.signal)
        .then(
          () => "begun",
          () => "stopped",
        ),
    );
  });
  while (begun < 12) await new Promise((resolve) => setImmediate(resolve));
  const [row] = await one.query<{ wait: number }>(
    "select boardroom.begin_call('local', 12) as wait",
  );
  expect(row?.wait).toBeGreaterThan(30_000);
  stopped.abort();
  const ended = await Promise.all(waiting);
  expect(ended.filter((each) => each === "begun")).toHaveLength(12);
});

test("a database that restarts is waited for", async () => {
  postgres.stop();
  const asked = one.query<{ two: number }>("select 2 as two");
  postgres.start();
  expect(await asked).toEqual([{ two: 2 }]);
});
