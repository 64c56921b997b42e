import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";

/** The browser of this machine: as `CHROMIUM` names it, else the first of the usual names in the path. */
export const CHROMIUM = findChromium();

function findChromium(): string | null {
  const named = process.env.CHROMIUM;
  if (named !== undefined) return named;
  const folders = (process.env.PATH ?? "").split(delimiter);
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync) ?? null;
  if (found === null)
    console.warn("Skipped: no Chromium in the path. apt-get install chromium, or name it in CHROMIUM.");
  return found;
}

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM ?? "chromium", args: ["--no-sandbox"] });
}

export type Look = { readonly width: number; readonly theme: "light" | "dark"; readonly scripts?: boolean };

/** Opens a file and keeps what the browser complains of. */
export async function openPage(browser: Browser, file: string, { width, theme, scripts = true }: Look) {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: theme,
    javaScriptEnabled: scripts,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith("file:")) complaints.push(`fetches ${request.url()}`);
  });
  await page.goto(`file://${file}`);
  return { page, complaints, close: () => context.close() };
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds wrong with the whole page, WCAG 2.2 AA and its best practices. */
export async function findingsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  // What is folded away, or not painted before it is scrolled to, is looked at too.
  await page.evaluate(`
    for (const each of document.querySelectorAll("details")) each.open = true;
    for (const each of document.querySelectorAll(".stretch")) each.style.contentVisibility = "visible";
  `);
  const findings = await page.evaluate(async () => {
    const { document } = globalThis as unknown as { document: unknown };
    const { axe } = globalThis as unknown as { axe: { run(...of: unknown[]): Promise<AxeFindings> } };
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  });
  return findings;
}

type AxeFindings = {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
};
