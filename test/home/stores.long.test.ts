import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createRoom, entrySchema } from "../../src/agents/room.ts";
import { openLog } from "../../src/home/log.ts";
import { listAgentSeats } from "../../src/home/seats/seat-store.ts";
import { openApprovals } from "../../src/home/spending/approvals.ts";
import { workFolder } from "../cli/cli.ts";
import { readTestVariable } from "../support/variables.ts";

const WRITERS = ["ana", "ben", "cai"];
/** `BOARDROOM_ENTRIES=200` for a whole trial. */
const EACH = Number(readTestVariable("BOARDROOM_ENTRIES"));
const ALL = WRITERS.length * EACH;
const STORES = ["approvals/approvals.jsonl", "seats.jsonl", "room/.room/room.jsonl"];

type Won = { used: readonly string[]; seats: readonly string[] };

async function writer(folder: string, name: string, from = 0, to = EACH): Promise<Won> {
  const program = [
    "--import",
    "tsx",
    "test/home/store-writer.ts",
    folder,
    name,
    String(from),
    String(to),
  ];
  const child = spawn(process.execPath, program, { stdio: ["ignore", "pipe", "inherit"] });
  return JSON.parse(await text(child.stdout)) as Won;
}

function inStores(folder: string) {
  const proposals = openApprovals(
    { cwd: folder, env: { HOME: folder } },
    join(folder, "approvals"),
  ).listProposals();
  const { messages } = createRoom(
    openLog(join(folder, "room/.room/room.jsonl"), entrySchema).look(),
  );
  return {
    approved: new Set(
      proposals.flatMap(({ proposal, decision }) => (decision ? proposal.title : [])),
    ).size,
    messages: messages.map(({ id }) => Number(id.slice(1))),
  };
}

test(`${WRITERS.length} processes write ${EACH} entries each to every store at once: all are there, and what one may have one has; a torn line costs itself alone`, async () => {
  const folder = workFolder();
  const won = await Promise.all(WRITERS.map((name) => writer(folder, name)));
  const numbers = (count: number) => Array.from({ length: count }, (_, nth) => nth + 1);
  expect(inStores(folder)).toEqual({ approved: ALL, messages: numbers(ALL) });
  for (const own of [won.flatMap((each) => each.used), won.flatMap((each) => each.seats)])
    expect([own.length, new Set(own).size]).toEqual([EACH, EACH]);
  for (const { seat, person } of listAgentSeats(folder))
    expect(won[WRITERS.indexOf(person)]?.seats).toContain(seat);

  for (const store of STORES) appendFileSync(join(folder, store), '{"type":"proposed","id":"to');
  const after = await writer(folder, "dan", EACH, EACH + 1);
  expect(after).toEqual({ used: [`shared-${EACH}`], seats: [`s${EACH}`] });
  expect(inStores(folder)).toEqual({ approved: ALL + 1, messages: numbers(ALL + 1) });
}, 400_000);
