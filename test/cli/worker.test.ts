import { expect, test } from "vitest";
import { requireQueueNode } from "../../src/studies/cluster/workers.ts";
import { cli, workFolder } from "./cli.ts";

const COMMANDS = [
  "worker",
  "worker --setup",
  "study run study.yaml --on postgres",
  "study fetch study.yaml",
];

test.each(COMMANDS)(
  "boardroom %s says that no database configured, before anything is read",
  async (line) => {
    const { code, err } = await cli(line.split(" "), { cwd: workFolder() });
    expect(code).toBe(2);
    expect(err).toContain("no database configured");
    expect(err).toContain("BOARDROOM_DATABASE_URL");
  },
);

test("an address with a password is refused in the arguments, and not repeated", async () => {
  for (const address of ["postgres://me:hush-hush@db/b", "postgres://me@db/b?password=hush-hush"]) {
    const { code, err } = await cli(["worker", "--database", address], { cwd: workFolder() });
    expect(code).toBe(2);
    expect(err).toContain("--password-file");
    expect(err).not.toContain("hush-hush");
  }
});

test("what is no address of PostgreSQL is refused", async () => {
  for (const BOARDROOM_DATABASE_URL of ["db.example", "mysql://me@db/b"]) {
    const { code, err } = await cli(["worker"], {
      cwd: workFolder(),
      env: { BOARDROOM_DATABASE_URL },
    });
    expect(code).toBe(2);
    expect(err).toContain("postgres://USER@HOST/NAME");
  }
});

test("a Node that the queue does not run on is told, with the one that it does", () => {
  for (const node of ["20.20.2", "22.11.0", "v18.0.0"])
    expect(() => requireQueueNode(node)).toThrow(/need Node 22\.12\.0 or later; this is/);
  for (const node of ["22.12.0", "v22.23.3", "24.1.0"]) requireQueueNode(node);
});
