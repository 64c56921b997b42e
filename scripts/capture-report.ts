// The picture of a report's top that the README shows: docs/report.png. Needs Chromium; npx tsx scripts/capture-report.ts
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { readTranscript } from "../src/index.ts";
import { reportFile } from "../src/screens/report/report-file.ts";

const folder = mkdtempSync(join(tmpdir(), "boardroom-picture-"));
const file = join(folder, "report.html");
writeFileSync(file, reportFile(readTranscript("transcripts/architecture-review-sample")));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const page = await browser.newPage({ viewport: { width: 1240, height: 860 }, colorScheme: "light" });
await page.goto(`file://${file}`);
await page.screenshot({ path: "docs/report.png" });
await browser.close();
rmSync(folder, { recursive: true });
