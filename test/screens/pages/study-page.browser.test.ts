import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cli, twoTurns, workFolder } from "../../cli/cli.ts";
import { studyFolder, studyOf } from "../../studies/small-study.ts";
import { connect, expectToBeReadable, expectToFit, HAS_BROWSER, openPage } from "./browser.ts";

describe.runIf(HAS_BROWSER)("the page of a study", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await connect();
  });
  afterAll(() => browser?.close());

  it("is readable, and no wider than any window", async () => {
    const told = Array.from({ length: 24 }, (_, index) => ({
      ...{ arm: index % 2 ? "blind" : "named", seed: 1 + Math.floor(index / 2) },
      members: { ada: "YES", bo: index % 4 ? "YES" : "NO", cy: "NO" },
    }));
    const arms = [{ name: "named" }, { name: "blind" }];
    const folder = await studyFolder(studyOf(arms, told, { compare: [["named", "blind"]] }));
    await cli(["report", folder]);
    const { page, complaints, close } = await openPage(
      browser,
      `file://${join(folder, "report.html")}`,
    );
    await expectToFit(page);
    await expectToBeReadable(page);
    expect(complaints).toEqual([]);
    await close();
  });

  it("of a ranking is readable, no wider than any window, and leads each quotation to its line", async () => {
    const cwd = workFolder({
      "cvs/ada.md": "# Ada\n\nAda delivered nine of nine projects.\nDismissed in 2019.\n",
      "cvs/ben.md": "# Ben\n\nBen delivered one of nine projects.\n",
    });
    const argv = "run small --documents cvs --rank --seed 7 --output ranking".split(" ");
    await cli(argv, { cwd, factories: { simulated: twoTurns } });
    const { page, complaints, close } = await openPage(
      browser,
      `file://${join(cwd, "ranking/report.html")}`,
    );
    await expectToFit(page);
    await expectToBeReadable(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate(() => {
      for (const folded of document.querySelectorAll("#uncited details"))
        folded.setAttribute("open", "");
    });
    await page.locator("#uncited a", { hasText: "line 4" }).click();
    expect(await page.locator(".shown .text").textContent()).toBe("Dismissed in 2019.");
    expect(complaints).toEqual([]);
    await close();
  });
});
