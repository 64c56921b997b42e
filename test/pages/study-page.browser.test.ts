import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cli } from "../cli/cli.ts";
import { studyFolder, studyOf } from "../studies/small-study.ts";
import { CHROMIUM, findingsOf, launch, openPage } from "./browser.ts";

describe.runIf(CHROMIUM !== null)("the page of a study", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  it.each([
    [1440, "light"],
    [1440, "dark"],
    [390, "light"],
    [390, "dark"],
  ] as const)(
    "at %i px, %s, has nothing that axe or the console finds, and is no wider",
    async (width, theme) => {
      const told = Array.from({ length: 24 }, (_, index) => ({
        ...{ arm: index % 2 ? "blind" : "named", seed: 1 + Math.floor(index / 2) },
        members: { ada: "YES", bo: index % 4 ? "YES" : "NO", cy: "NO" },
      }));
      const arms = [{ name: "named" }, { name: "blind" }];
      const folder = await studyFolder(studyOf(arms, told, { compare: [["named", "blind"]] }));
      await cli(["report", folder]);
      const { page, complaints, close } = await openPage(browser, join(folder, "report.html"), {
        width,
        theme,
      });
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      expect(await findingsOf(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    },
  );
});
