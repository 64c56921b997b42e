import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readTranscript } from "boardroom";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { createReportPage } from "../../../src/screens/report-file.ts";
import {
  connect,
  expectToBeReadable,
  expectToFit,
  HAS_BROWSER,
  leastContrast,
  openPage,
} from "./browser.ts";

const SAMPLES = readdirSync("transcripts").filter((name) => name.endsWith("-sample"));
/** One sample of each protocol is looked at by axe too. */
const OF_PROTOCOLS = ["hiring", "trial", "code-review", "niche-decision", "architecture-review"];

describe.runIf(HAS_BROWSER)("a report in a browser", () => {
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "boardroom-pages-"));
    browser = await connect();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function open(name: string, html: string, more: BrowserContextOptions = {}) {
    const file = join(folder, `${name}.html`);
    writeFileSync(file, html);
    return openPage(browser, `file://${file}`, more);
  }
  const openSample = (name: string, more: BrowserContextOptions = {}) =>
    open(name, createReportPage(readTranscript(join("transcripts", name))), more);

  it.each(SAMPLES)("of %s is readable, and no wider than any window", async (name) => {
    const { page, complaints, close } = await openSample(name);
    await expectToFit(page);
    await page.evaluate(
      "for (const each of document.querySelectorAll('details')) each.open = true;",
    );
    await expectToFit(page, [390, 1280]);
    if (OF_PROTOCOLS.some((each) => name === `${each}-sample`)) await expectToBeReadable(page);
    else expect((await leastContrast(page)).ratio).toBeGreaterThanOrEqual(4.5);
    expect(complaints).toEqual([]);
    await close();
  });

  it("shows every message in full, and its sources behind a fold", async () => {
    const { page, close } = await openSample("hiring-sample", { javaScriptEnabled: false });
    const { events } = readTranscript("transcripts/hiring-sample");
    const said = events.flatMap((event) =>
      event.type === "message.spoken"
        ? [event.content.trim().split(/\s+/).slice(0, 6).join(" ")]
        : [],
    );
    expect(said.length).toBeGreaterThan(10);
    for (const words of said.slice(0, 20))
      expect(await page.getByText(words).first().isVisible()).toBe(true);
    expect(await page.locator(".debate q").first().isVisible()).toBe(false);
    await close();
  });

  it("shows the head above the fold", async () => {
    const { page, close } = await openSample("hiring-sample");
    expect(
      await page.locator("#decision").evaluate((each) => each.getBoundingClientRect().bottom),
    ).toBeLessThan(800);
    await close();
  });

  it("reads without scripts, with no button that does nothing", async () => {
    const { page, close } = await openSample("hiring-sample", { javaScriptEnabled: false });
    expect(await page.locator("h1").isVisible()).toBe(true);
    expect(await page.locator("button:visible, input:visible").count()).toBe(0);
    await close();
  });

  it("is printed as A4", async () => {
    const { page, close } = await openSample("hiring-sample");
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    expect(pdf.slice(0, 5)).toBe("%PDF-");
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
    expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([595, 842]);
    await close();
  });

  test("a quotation opens its document beside the text at the line, and the reading place stays", async () => {
    const { page, close } = await openSample("hiring-sample");
    await page.click("#open-all");
    const quote = page.locator("#debate .pointer, #debate .quote").last();
    await quote.scrollIntoViewIfNeeded();
    // What comes near is laid out then: until it is, nothing has its place.
    let before = await quote.boundingBox();
    await expect
      .poll(async () => {
        const last = before?.y;
        await page.evaluate(
          "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))",
        );
        before = await quote.boundingBox();
        return before?.y === last;
      })
      .toBe(true);
    const line = (await quote.getAttribute("href")) ?? "";
    await quote.click();
    expect(
      await page.locator(line).evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      }),
    ).toBe(true);
    const after = await quote.boundingBox();
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);
    await page.keyboard.press("Escape");
    expect(await page.locator("html.beside").count()).toBe(0);
    await close();
  });

  test("search and filters show what fits, and stand in the address", async () => {
    const { page, close } = await openSample("hiring-sample");
    const shown = () => page.locator(".debate .entry:visible").count();
    const all = await shown();
    const said = readTranscript("transcripts/hiring-sample").events.find(
      (event) => event.type === "message.spoken",
    );
    const words = said?.content.match(/[a-z]+ [a-z]+ [a-z]+ [a-z]+/)?.[0] ?? "";
    await page.keyboard.press("/");
    await page.keyboard.type(words);
    const found = await shown();
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(all);
    expect(page.url().endsWith(`#find=${words.replaceAll(" ", "+")}`)).toBe(true);
    await page.fill("#find", "no such words anywhere");
    expect(await shown()).toBe(0);
    expect(await page.locator(".nothing").isVisible()).toBe(true);
    await page.fill("#find", "");
    await page.selectOption("#who", "james-kumar");
    expect(page.url()).toMatch(/#who=james-kumar$/);
    const speakers = await page
      .locator(".debate .spoken:visible")
      .evaluateAll((entries) => entries.map((entry) => entry.getAttribute("data-who")));
    expect(new Set(speakers)).toEqual(new Set(["james-kumar"]));
    await page.selectOption("#who", "");
    await page.click("#changes");
    const recorded = JSON.parse(
      readFileSync("transcripts/hiring-sample/verdicts.json", "utf8"),
    ) as {
      meetings: { members: { changes: { message: string | null }[] }[] }[];
    };
    const members = recorded.meetings.flatMap((meeting) => meeting.members);
    const aloud = members.flatMap(({ changes }) =>
      changes.filter(({ message }) => message !== null),
    );
    expect(await shown()).toBe(aloud.length);
    await page.selectOption("#who", "james-kumar");
    await page.click("#changes");
    await page.reload();
    expect(await page.inputValue("#who")).toBe("james-kumar");
    await close();
  });
});
