import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createOffer } from "../../../src/agents/mcp/server.ts";
import { cli, workFolder } from "../../cli/cli.ts";
import { connected, ioIn } from "./agent.ts";

/** Programs that have put an opening on record and run until they are ended. */
async function serverOfThree() {
  const cwd = workFolder();
  await cli(["run", "small", "--quiet", "--seed", "3", "--output", join(cwd, "base")], { cwd });
  const programs: { end: () => void; isStopped: boolean }[] = [];
  const io = ioIn(cwd, {
    startProgram: (argv) => {
      const place =
        argv.find((each) => each.startsWith("--output="))?.slice("--output=".length) ?? "";
      cpSync(join(cwd, "base/events.jsonl"), join(place, "events.jsonl"));
      const program = { end: () => {}, isStopped: false };
      programs.push(program);
      return {
        ended: new Promise((resolve) => {
          program.end = () => resolve(0);
        }),
        stop() {
          program.isStopped = true;
        },
      };
    },
  });
  const offer = await createOffer(io, undefined, { atOnce: 3 });
  const { call } = await connected(offer, "eager");
  return { programs, offer, start: () => call("start_meeting", { scenario: "small" }) };
}

it("refuses a meeting above the limit of a server, until one has ended", async () => {
  const { programs, start } = await serverOfThree();
  for (let count = 0; count < 3; count++) expect((await start()).data.started).toBe(true);
  const { error, text } = await start();
  expect(error?.code).toBe("limit-exceeded");
  expect(text).toContain("3 meetings run on this server, and its limit is 3");
  expect(error?.problems[0]?.remedy).toBe(
    "End one first, or start the server with a higher --at-once.",
  );
  expect(programs).toHaveLength(3);
  programs[1]?.end();
  expect((await start()).data.started).toBe(true);
});

it("refuses a meeting above the limit even if all are started at the same moment", async () => {
  const { programs, start } = await serverOfThree();
  const answers = await Promise.all([start(), start(), start(), start(), start()]);
  expect(answers.filter(({ error }) => error?.code === "limit-exceeded")).toHaveLength(2);
  expect(programs).toHaveLength(3);
});

it("stops the meetings of a server that ends, and not those that have ended before", async () => {
  const { programs, offer, start } = await serverOfThree();
  await start();
  await start();
  programs[0]?.end();
  await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  offer.stop();
  expect(programs.map(({ isStopped }) => isStopped)).toEqual([false, true]);
});
