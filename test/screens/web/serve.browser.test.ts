import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { expectToBeReadable, expectToFit, HAS_BROWSER } from "../pages/browser.ts";
import { inBrowser, until } from "./in-browser.ts";

const linesOf = (sample: string) =>
  readFileSync(join("transcripts", `${sample}-sample`, "events.jsonl"), "utf8").split(/(?<=\n)/);

describe.runIf(HAS_BROWSER)("meetings in a browser", () => {
  const { serve, open, run } = inBrowser();

  function write(transcripts: string, id: string, lines: readonly string[]): string {
    mkdirSync(join(transcripts, id));
    const file = join(transcripts, id, "events.jsonl");
    writeFileSync(file, lines.join(""));
    return file;
  }

  it.each(["hiring", "niche-decision", "architecture-review"])(
    "%s grows before one's eyes as it would be drawn, and ends with its report",
    async (name) => {
      const { address, transcripts } = await serve();
      const lines = linesOf(name);
      const half = Math.max(12, Math.floor(lines.length / 2));
      const file = write(transcripts, "grows", lines.slice(0, 12));
      write(transcripts, "half", lines.slice(0, half));
      const { page, complaints } = await open(`${address}m/grows/`);
      await page.evaluate("globalThis.isSamePage = true");
      await page.locator(".standing.stopped").waitFor();
      appendFileSync(file, lines.slice(12, half).join(""));
      const whole = await open(`${address}m/half/`);
      await whole.page.locator("body[data-live]").waitFor();
      const words = "document.querySelector('.live').innerText.replaceAll('grows', 'half')";
      const drawn = await whole.page.evaluate(words);
      await until(page, `${words} === ${JSON.stringify(drawn)}`);
      expect(await page.evaluate("globalThis.isSamePage")).toBe(true);
      await expectToBeReadable(page);
      appendFileSync(file, lines.slice(half).join(""));
      await page.waitForURL("**/report", { timeout: 90_000 });
      expect(await page.locator("#decision .answer").count()).toBe(1);
      expect([...complaints, ...whole.complaints]).toEqual([]);
    },
  );

  it("is readable in the list and on the pages of stopped, damaged, copied and missing records", async () => {
    const { address, folder, transcripts } = await serve();
    await run(folder, "run", "hiring", "--seed", "34", "--quiet");
    const whole = readFileSync(join(transcripts, "hiring-34", "events.jsonl"), "utf8");
    const lines = whole.split(/(?<=\n)/);
    write(transcripts, "copy", lines);
    write(transcripts, "stopped", lines.slice(0, 40));
    write(transcripts, "damaged", [...lines.slice(0, 40), '{"type":"none"}\n']);
    const { page } = await open(address);
    await page.getByText("is a copy of").waitFor();
    for (const path of ["", "m/stopped/", "m/damaged/", "m/missing/report"]) {
      await page.goto(`${address}${path}`);
      await expectToFit(page);
      await expectToBeReadable(page);
    }
  });

  it("makes no markup of words", async () => {
    const { address, transcripts } = await serve();
    const hostile = linesOf("hiring").map((line) => {
      const event = JSON.parse(line) as { type: string; content?: string };
      if (event.type !== "message.spoken") return line;
      return `${JSON.stringify({ ...event, content: `<img src=x onerror=alert(1)><script>globalThis.hit = 1</script> ${event.content}` })}\n`;
    });
    // The hashes hold no longer from the first changed line on: what stands above is shown, and the page says so.
    write(transcripts, "hostile", hostile);
    const { page } = await open(`${address}m/hostile/`);
    await page.locator(".standing.damaged").waitFor();
    expect(await page.locator("main img").count()).toBe(0);
    expect(await page.evaluate("globalThis.hit")).toBeUndefined();
  });

  it("says that the connection is lost, and keeps the words", async () => {
    const { address, transcripts, kill } = await serve();
    write(transcripts, "half", linesOf("hiring").slice(0, 90));
    const { page } = await open(`${address}m/half/`);
    await page.locator("body[data-live]").waitFor();
    kill();
    await page.locator(".standing[data-lost]").waitFor();
    expect(await page.title()).toContain("Connection lost");
    expect(await page.locator(".debate .entry").count()).toBeGreaterThan(10);
  });
});
