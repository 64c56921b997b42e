import { expect, it } from "vitest";
import { cli, workFolder } from "./cli.ts";

it("the only proposal that waits is decided about without its id, and one of several is not", async () => {
  const cwd = workFolder();
  const decide = () => cli(["approvals", "--decline", "--because", "We know."], { cwd });
  expect((await decide()).err).toContain("no proposal waits for approval");
  expect((await cli(["run", "hiring", "--by", "agent"], { cwd })).code).toBe(6);
  expect((await cli(["run", "investment", "--by", "agent"], { cwd })).code).toBe(6);
  expect(await decide()).toMatchObject({
    code: 2,
    err: expect.stringContaining("several proposals wait"),
  });
  const { out } = await cli(["approvals"], { cwd });
  const [id = ""] = /p-[0-9a-f]{8}/.exec(out) ?? [];
  expect((await cli(["approvals", id, "--decline", "--because", "We know."], { cwd })).code).toBe(
    0,
  );
  expect((await decide()).err).toMatch(/^p-[0-9a-f]{8} is declined/);
  expect((await cli(["approvals"], { cwd })).out).toContain("Nothing waits for approval.");
});
