import { join } from "node:path";
import { readStudy } from "boardroom";
import { expect, it } from "vitest";
import { cli, workFolder } from "../cli/cli.ts";

it("split boards of the study that ships find by talk what their votes miss", async () => {
  const cwd = workFolder();
  expect((await cli(["study", "run", "hidden-profile"], { cwd })).code).toBe(0);
  const { out: report } = await cli(["study", "report", "study-hidden-profile"], { cwd });
  const right = { split: 0, shared: 0 };
  const voted = { split: 0, shared: 0 };
  const { study, rows } = readStudy(join(cwd, "study-hidden-profile"));
  for await (const { arm, outcome, openingOutcome, ended, members } of rows()) {
    expect(["split", "shared"]).toContain(arm);
    expect([Object.keys(members).length, ended]).toEqual([5, "withdrew"]);
    if (outcome?.side === "against") right[arm as "split" | "shared"] += 1;
    if (openingOutcome?.side === "against") voted[arm as "split" | "shared"] += 1;
  }
  const held = study.seeds.length;
  expect(right.shared).toBeGreaterThanOrEqual(0.75 * held);
  expect(right.split).toBeLessThan(right.shared);
  expect(report).toMatch(new RegExp(`^shared: right +${(right.shared / held).toFixed(3)} `, "m"));
  const difference = ((right.shared - right.split) / held).toFixed(3);
  expect(report).toMatch(new RegExp(`^shared less split: right +\\+${difference} .* main`, "m"));
  // Split boards seldom see the better site before the talk, and most of what they find they gain by it.
  expect(voted.split).toBeLessThanOrEqual(0.25 * held);
  expect(right.split).toBeGreaterThan(2 * voted.split);
  const gain = ((right.split - voted.split) / held).toFixed(3);
  expect(report).toMatch(new RegExp(`^split: debate less vote, right +\\+${gain} `, "m"));
}, 120_000);
