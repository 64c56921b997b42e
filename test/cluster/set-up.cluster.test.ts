import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../src/studies/cluster/database.ts";
import { type Built, buildProgram } from "../support/built-program.ts";
import { type OwnPostgres, startPostgres } from "./postgres.ts";
import { workerNode } from "./workers.ts";

let postgres: OwnPostgres;
let built: Built;
let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), "boardroom-set-up-"));
  writeFileSync(join(cwd, "password.txt"), "hush-hush\n");
  writeFileSync(
    join(cwd, "study.yaml"),
    "title: S\nscenario: hiring\nseeds: 1..2\narms: {all: {}}\n",
  );
  postgres = startPostgres({ password: "hush-hush" });
  built = buildProgram();
});
afterAll(() => {
  postgres.end();
  rmSync(cwd, { recursive: true });
});

const WITH_PASSWORD = ["--password-file", "password.txt"];

function run(
  argv: readonly string[],
  address = postgres.address,
  more: Readonly<Record<string, string>> = {},
) {
  const env = { BOARDROOM_DATABASE_URL: address, NO_COLOR: "1", HOME: cwd, ...more };
  const { status, stdout, stderr } = spawnSync(workerNode(), [built.bin, ...argv], {
    cwd,
    env,
    encoding: "utf8",
  });
  return { code: status, out: stdout, err: stderr };
}

const withPassword = (password: string) => {
  const url = new URL(postgres.address);
  url.password = password;
  return url.href;
};

test("an address that does not work ends the command at once, with what to do about it", () => {
  const elsewhere = (host: string) => `postgres://boardroom@${host}/boardroom`;
  for (const [address, says, remedy] of [
    [postgres.address, "password must be a string", "--password-file FILE"],
    [withPassword("wrong"), "password authentication failed", "Check the user and the password."],
    [
      withPassword("hush-hush").replace("/boardroom?", "/nothing?"),
      "does not exist",
      "Create the database",
    ],
    [elsewhere("nowhere.invalid"), "nowhere.invalid", "Check"],
    [elsewhere("localhost:9"), "ECONNREFUSED", "Check that it runs, and its address."],
  ] as const) {
    const { code, out, err } = run(["worker", "--setup"], address);
    expect([code, out], err).toEqual([2, ""]);
    expect(err).toContain(says);
    expect(err).toContain(remedy);
    expect(err).not.toContain("fault");
  }
});

test("a database is prepared once, by a password that comes from a file, and refused before", async () => {
  for (const argv of [["worker"], ["study", "cancel"]]) {
    const { code, err } = run([...argv, ...WITH_PASSWORD]);
    expect([code, err]).toEqual([2, expect.stringContaining("boardroom worker --setup")]);
  }
  expect(run(["worker", "--setup", ...WITH_PASSWORD]).out).toBe("The database is prepared.\n");
  expect(run(["worker", "--setup", ...WITH_PASSWORD]).out).toBe(
    "The database was prepared already.\n",
  );
});

test("the rights that the docs list are enough to submit and to cancel", async () => {
  const database = await openDatabase({ address: withPassword("hush-hush"), connections: 1 });
  const grants = readFileSync("docs/how-to/run-workers.md", "utf8").match(/^grant .*;$/gm) ?? [];
  expect(grants.length).toBeGreaterThan(2);
  await database.query(`create role worker login password 'least'; ${grants.join(" ")}`);
  await database.close();
  const address = withPassword("least").replace("boardroom:", "worker:");
  expect(run(["study", "run", "--on", "postgres", "--detach"], address).err).toContain(
    "for workers: 2.",
  );
  expect(run(["study", "cancel"], address).out).toBe("2 meetings cancelled.\n");
  const refused = run(["worker", "--setup"], address);
  expect([refused.code, refused.out]).toEqual([0, "The database was prepared already.\n"]);
});

test("a database of another version is refused, and stays as it is", async () => {
  const database = await openDatabase({ address: withPassword("hush-hush"), connections: 1 });
  await database.query("insert into boardroom.versions (version) values (99)");
  for (const argv of [["worker", "--setup"], ["worker"], ["study", "fetch"]]) {
    const { code, err } = run([...argv, ...WITH_PASSWORD]);
    expect([code, err]).toEqual([2, expect.stringContaining("version 99")]);
  }
  await database.close();
});
