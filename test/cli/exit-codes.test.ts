import { readFileSync } from "node:fs";
import type { ErrorCode, Outcome } from "boardroom";
import { expect, test } from "vitest";
import { exitCodeOfError, exitCodeOfOutcome } from "../../src/home/process/exit-codes.ts";

test("every error ends the program as docs/reference/errors.md says", () => {
  const text = readFileSync(new URL("../../docs/reference/errors.md", import.meta.url), "utf8");
  const rows = [...text.matchAll(/^\| `([a-z-]+)` \| (\d) \|/gm)];
  expect(rows.length).toBe(text.match(/^\| `/gm)?.length);
  for (const [, code, exit] of rows)
    expect([code, exitCodeOfError(code as ErrorCode)]).toEqual([code, Number(exit)]);
});

test.each<[Outcome["status"], number]>([
  ["decided", 0],
  ["need-more-data", 3],
  ["unaccepted", 7],
  ["split", 3],
  ["hung", 3],
  ["no-consensus", 3],
  ["partial", 3],
])("a meeting that ends %s ends the program with %i", (status, expected) => {
  const outcome: Outcome = {
    status,
    side: null,
    option: null,
    rule: "",
    votes: {},
    margin: 0,
    reason: "",
  };
  expect(exitCodeOfOutcome(outcome)).toBe(expected);
});
