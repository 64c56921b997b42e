import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readDocument } from "../../src/scenario/documents/documents.ts";
import { workFolder } from "../cli/cli.ts";
import { connect, HAS_BROWSER } from "../pages/browser.ts";

describe.runIf(HAS_BROWSER)("a page that a browser prints", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await connect();
  });
  afterAll(() => browser?.close());

  it("has its headings, items and rows by the tags of the PDF", async () => {
    const page = await browser.newPage();
    await page.setContent(
      "<h1>Ada Ash</h1><p>Reads contracts.</p><h2>Work</h2><ul><li>Led eleven people</li><li>Left in May</li></ul>" +
        "<table><tr><th>Year</th><th>Role</th></tr><tr><td>2024</td><td>Lead</td></tr></table>",
    );
    const path = join(workFolder({}), "cv.pdf");
    await page.pdf({ path, tagged: true });
    const { text } = await readDocument({ path, shown: "cv.pdf" });
    expect(text.trim().split(/\n+/)).toEqual([
      ...["# Ada Ash", "Reads contracts.", "## Work", "- Led eleven people", "- Left in May"],
      ...["| Year | Role |", "| --- | --- |", "| 2024 | Lead |"],
    ]);
  });
});
