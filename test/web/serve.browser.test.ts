import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CHROMIUM, findingsOf, launch } from "../pages/browser.ts";
import { type Built, buildProgram } from "../support/built-program.ts";

const SAMPLES = [
  "hiring",
  "investment",
  "trial",
  "memory-curation",
  "code-review",
  "architecture-review",
].concat(["niche-decision"]);

describe.skipIf(CHROMIUM === null)("meetings in a browser", () => {
  let program: Built;
  let browser: Browser;
  let folder: string;
  let address: string;
  let server: ReturnType<Built["start"]>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "boardroom-serve-"));
    mkdirSync(join(folder, "transcripts"));
    for (const name of SAMPLES)
      cpSync(`transcripts/${name}-sample`, join(folder, "transcripts", name), { recursive: true });
    program = buildProgram();
    address = await new Promise((resolve) => {
      server = program.start(["serve", "--port", "0"], folder, (text) => resolve(text.trim()));
    });
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    server?.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(path: string, theme: "light" | "dark" = "light", width = 1440) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: theme });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(`${address}${path}`);
    return { page, complaints, close: () => context.close() };
  }

  const linesOf = async (page: Page) =>
    String(await page.evaluate("document.querySelector('main').innerText")).split("\n");

  it.each(["light", "dark"] as const)(
    "lists them, %s, at both widths, with nothing that axe finds",
    async (theme) => {
      for (const width of [390, 1440]) {
        const { page, complaints, close } = await open("", theme, width);
        expect(await page.locator("tr[data-kind]").count()).toBe(SAMPLES.length);
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
        expect(await findingsOf(page)).toEqual([]);
        expect(complaints).toEqual([]);
        await close();
      }
    },
  );

  it.each(SAMPLES)(
    "shows %s from its first line to its close as it grows, without loading again",
    async (name) => {
      const lines = readFileSync(join(folder, "transcripts", name, "events.jsonl"), "utf8").split(/(?<=\n)/);
      const id = `grows-${name}`;
      const file = join(folder, "transcripts", id, "events.jsonl");
      mkdirSync(join(folder, "transcripts", id));
      writeFileSync(file, lines.slice(0, 12).join(""));
      const { page, complaints, close } = await open(`m/${id}/`);
      await page.evaluate("globalThis.isSamePage = true");
      await page.locator(".standing.stopped").waitFor();
      const half = Math.max(12, Math.floor(lines.length / 2));
      appendFileSync(file, lines.slice(12, half).join(""));
      await page.waitForFunction(`document.querySelectorAll(".debate .entry").length > 0`);
      appendFileSync(file, lines.slice(half).join(""));
      await page.locator(".standing.closed").waitFor({ timeout: 90_000 });
      const entries = await page.locator(".debate .entry").count();
      const whole = await open(`m/${name}/`);
      expect(await whole.page.locator(".debate .entry").count()).toBe(entries);
      expect(await linesOf(page)).toEqual(await linesOf(whole.page));
      expect(await page.evaluate("globalThis.isSamePage")).toBe(true);
      expect(await findingsOf(page)).toEqual([]);
      expect([...complaints, ...whole.complaints]).toEqual([]);
      await Promise.all([close(), whole.close()]);
      rmSync(join(folder, "transcripts", id), { recursive: true });
    },
  );

  it("makes no markup of words", async () => {
    const lines = readFileSync(join(folder, "transcripts", "hiring", "events.jsonl"), "utf8").split(/(?<=\n)/);
    const hostile = lines.map((line) => {
      const event = JSON.parse(line) as { type: string; content?: string };
      if (event.type !== "message.spoken") return line;
      return `${JSON.stringify({ ...event, content: `<img src=x onerror=alert(1)><script>globalThis.hit = 1</script> ${event.content}` })}\n`;
    });
    mkdirSync(join(folder, "transcripts", "hostile"));
    // The hashes hold no longer from the first changed line on: what stands above is shown, and the page says so.
    writeFileSync(join(folder, "transcripts", "hostile", "events.jsonl"), hostile.join(""));
    const { page, close } = await open("m/hostile/");
    await page.locator(".standing").waitFor();
    expect(await page.locator("main img").count()).toBe(0);
    expect(await page.evaluate("globalThis.hit")).toBeUndefined();
    await close();
    rmSync(join(folder, "transcripts", "hostile"), { recursive: true });
  });

  it("says that the connection is lost, and keeps the words", async () => {
    const { page, close } = await open("m/hiring/");
    await page.locator(".standing.closed").waitFor({ timeout: 90_000 });
    server.kill();
    await page.locator(".standing[data-lost]").waitFor();
    expect(await page.title()).toContain("Connection lost");
    expect(await page.locator(".debate .entry").count()).toBeGreaterThan(20);
    await close();
  });
});
