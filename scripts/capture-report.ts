// Pictures of pages. Needs Chromium and a build.
//   npx tsx scripts/capture-report.ts         the top of a report, for the README: docs/report.png
//   npx tsx scripts/capture-report.ts FOLDER  list, form, reports and rankings that a server shows, at 1280 and 390 px, light and dark
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type BrowserContextOptions, chromium } from "playwright-core";
import { readTranscript } from "../src/index.ts";
import { createReportPage } from "../src/screens/report-file.ts";

const [into] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});

async function capture(
  address: string,
  path: string,
  context: BrowserContextOptions,
  fullPage: boolean,
) {
  const page = await browser.newPage(context);
  await page.goto(address);
  await page.waitForTimeout(300);
  await page.screenshot({ path, fullPage });
  const links = await page
    .locator("a[href^='m/']")
    .evaluateAll((all) => all.map((each) => each.getAttribute("href") ?? ""));
  await page.close();
  return links.map((link) => new URL(link, address).href);
}

async function captureAll(address: string, folder: string): Promise<void> {
  const home = { viewport: { width: 1280, height: 800 } };
  const meetings = await capture(address, join(folder, "list.png"), home, true);
  const pages = new Map([
    ["list", address],
    ["new", `${address}new`],
  ]);
  for (const each of meetings) pages.set(each.split("/m/")[1]?.replaceAll("/", "-") ?? "", each);
  for (const [name, page] of pages)
    for (const width of [1280, 390])
      for (const colorScheme of ["light", "dark"] as const) {
        const file = join(folder, `${name}-${width}-${colorScheme}.png`);
        await capture(page, file, { viewport: { width, height: 800 }, colorScheme }, true);
      }
}

if (into === undefined) {
  const folder = mkdtempSync(join(tmpdir(), "boardroom-picture-"));
  const file = join(folder, "report.html");
  writeFileSync(file, createReportPage(readTranscript("transcripts/architecture-review-sample")));
  const wide = { viewport: { width: 1240, height: 860 }, colorScheme: "light" } as const;
  await capture(`file://${file}`, "docs/report.png", wide, false);
  rmSync(folder, { recursive: true });
} else {
  const server = spawn("node", ["dist/bin.js", "serve", "--port", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const address = await new Promise<string>((done) => {
    server.stdout.once("data", (text) => done(String(text).trim()));
  });
  await captureAll(address, resolve(into));
  server.kill();
}
await browser.close();
