import { listPanels } from "boardroom";
import { expect, it } from "vitest";
import { cli, workFolder } from "./cli.ts";

it("the sample of every panel is read well enough for most of its members to take a position", async () => {
  const panels = await listPanels({ cwd: process.cwd() });
  const cwd = workFolder();
  for (const { id, panel } of panels) {
    const sample = panel?.sample;
    const document = `${process.cwd()}/${sample?.document}`;
    const argv = ["ask", sample?.question ?? "", "--panel", id, "--document", document, "--yes", "--seed", "7"];
    const { out, err } = await cli([...argv, "--quiet"], { cwd });
    const [, without = "0"] = /Tally .*?(\d) without a verdict/.exec(out) ?? [];
    expect([id, Number(without) <= 2, err.includes("Transcript:")]).toEqual([id, true, true]);
  }
  const { out } = await cli(["list", "panels"], { cwd });
  expect(out.split("\n").filter((line) => line.includes("packaged"))).toHaveLength(10);
});
