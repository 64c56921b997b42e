import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { type Built, buildProgram } from "../support/built-program.ts";
import { withScripts } from "../support/scripts.ts";
import { CHROMIUM, findingsOf, launch, openPage } from "./browser.ts";

const SAMPLES = readdirSync("transcripts").filter((name) => name.endsWith("-sample"));
/** Pixels of a closed report, a line for each turn: a board, and a jury of twelve. */
const [TALL, TALLEST] = [4000, 7000];
const WIDE = { width: 1440, theme: "light" } as const;

describe.skipIf(CHROMIUM === null)("a report in a browser", () => {
  let program: Built;
  let browser: Browser;
  let folder: string;
  const fileOf = (sample: string) => join(folder, `${sample}.html`);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "boardroom-pages-"));
    program = buildProgram();
    for (const sample of SAMPLES)
      execFileSync(process.execPath, [
        program.bin,
        "report",
        `transcripts/${sample}`,
        "--output",
        fileOf(sample),
      ]);
    browser = await launch();
  });
  /** Candidates side by side, and one subject under many seeds. */
  const holdSeveral = () => {
    const run = (...argv: readonly string[]) =>
      execFileSync(process.execPath, [program.bin, ...argv], { stdio: "ignore" });
    const weak = { "weak-resume.md": readFileSync("test/content/weak-resume.md", "utf8") };
    for (const [name, text] of Object.entries(withScripts(weak, "research-depth")))
      writeFileSync(join(folder, name), text);
    const candidates = [[], ["--document", join(folder, "weak-resume.md")]];
    candidates.forEach((flags, index) => {
      run("run", "hiring", "--seed", "7", "--quiet", "--output", join(folder, `candidate-${index}`), ...flags);
    });
    for (const seed of ["1", "2", "3", "4", "5", "6", "7", "8", "9"])
      run("run", "code-review", "--seed", seed, "--quiet", "--output", join(folder, `seed-${seed}`));
    run("report", join(folder, "candidate-*"), "--output", fileOf("candidates"));
    run("report", join(folder, "seed-*"), "--output", fileOf("seeds"));
  };

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  describe.each(SAMPLES)("%s", (sample) => {
    it.each([
      [1440, "dark"],
      [390, "light"],
    ] as const)(
      "at %i px, %s, has nothing that axe or the console finds, and is no wider",
      async (width, theme) => {
        const { page, complaints, close } = await openPage(browser, fileOf(sample), { width, theme });
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
        if (width > 1000)
          expect(await page.evaluate("document.documentElement.scrollHeight")).toBeLessThan(
            sample === "trial-sample" ? TALLEST : TALL,
          );
        expect(await findingsOf(page)).toEqual([]);
        expect(complaints).toEqual([]);
        await close();
      },
    );

    it("is no wider than windows of other widths, and its tables no wider than the text", async () => {
      const { page, close } = await openPage(browser, fileOf(sample), { width: 740, theme: "light" });
      for (const width of [740, 820, 1000, 1130]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
        const beyond = `document.querySelector(".verdicts").getBoundingClientRect().right
        - document.querySelector("main").getBoundingClientRect().right`;
        expect(await page.evaluate(beyond)).toBeLessThan(1);
      }
      await close();
    });
  });

  it("reads without scripts, with no button that does nothing", async () => {
    const { page, close } = await openPage(browser, fileOf("hiring-sample"), { ...WIDE, scripts: false });
    expect(await page.locator("h1").isVisible()).toBe(true);
    expect(await page.locator("button:visible, input:visible").count()).toBe(0);
    await close();
  });

  it("is printed as A4", async () => {
    const { page, close } = await openPage(browser, fileOf("hiring-sample"), WIDE);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    expect(pdf.slice(0, 5)).toBe("%PDF-");
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
    expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([595, 842]);
    await close();
  });

  test.each(["candidates", "seeds"])(
    "several meetings as %s have nothing that axe or the console finds",
    async (name) => {
      if (!existsSync(fileOf(name))) holdSeveral();
      for (const width of [1440, 390])
        for (const theme of ["light", "dark"] as const) {
          const { page, complaints, close } = await openPage(browser, fileOf(name), { width, theme });
          expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
          expect(await findingsOf(page)).toEqual([]);
          expect(complaints).toEqual([]);
          await close();
        }
    },
  );

  test("a quotation opens its document beside the text at the line, and the reading place stays", async () => {
    const { page, close } = await openPage(browser, fileOf("hiring-sample"), WIDE);
    await page.click("#open-all");
    const quote = page.locator("#debate .pointer, #debate .quote").last();
    await quote.scrollIntoViewIfNeeded();
    // What comes near is laid out then: until it is, nothing has its place.
    let before = await quote.boundingBox();
    await expect
      .poll(async () => {
        const last = before?.y;
        await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
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
    const { page, close } = await openPage(browser, fileOf("hiring-sample"), WIDE);
    const shown = () => page.locator(".debate .entry:visible").count();
    const all = await shown();
    await page.keyboard.press("/");
    await page.keyboard.type("best-paper award");
    const found = await shown();
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(all);
    expect(page.url()).toMatch(/#find=best-paper\+award$/);
    await page.fill("#find", "no such words anywhere");
    expect(await shown()).toBe(0);
    expect(await page.locator(".nothing").isVisible()).toBe(true);
    await page.fill("#find", "");
    await page.selectOption("#who", "james-kumar");
    expect(page.url()).toMatch(/#who=james-kumar$/);
    const speakers = await page
      .locator(".debate .said:visible")
      .evaluateAll((entries) => entries.map((entry) => entry.getAttribute("data-who")));
    expect(new Set(speakers)).toEqual(new Set(["james-kumar"]));
    await page.selectOption("#who", "");
    await page.click("#changes");
    const recorded = JSON.parse(readFileSync("transcripts/hiring-sample/verdicts.json", "utf8")) as {
      meetings: { members: { changes: { message: string | null }[] }[] }[];
    };
    const members = recorded.meetings.flatMap((meeting) => meeting.members);
    const aloud = members.flatMap(({ changes }) => changes.filter(({ message }) => message !== null));
    expect(await shown()).toBe(aloud.length);
    await page.selectOption("#who", "james-kumar");
    await page.click("#changes");
    await page.reload();
    expect(await page.inputValue("#who")).toBe("james-kumar");
    await close();
  });
});
