import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("the bare loop that turns are measured by stays as it is, its instruction aside, so that figures can be compared", () => {
  const text = readFileSync("bench/bare-loop.ts", "utf8").replace(/^const CUE = .*$/m, "");
  expect(createHash("sha256").update(text).digest("hex")).toBe(
    "5e9f741c7bb1d40916d6c153189ce504921cbce06a2eab294c8916eb8b14cfa3",
  );
});
