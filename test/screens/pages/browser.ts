import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { expect, inject } from "vitest";

const address = inject("browserAddress");

export const HAS_BROWSER = address !== null;

export function connect(): Promise<Browser> {
  return chromium.connect(address ?? "");
}

export type Opened = {
  page: Page;
  /** What the console says, and requests to elsewhere. */
  complaints: readonly string[];
  close: () => Promise<void>;
};

/** Opens an address and keeps what the browser complains of; dialogs are agreed to. */
export async function openPage(
  browser: Browser,
  address: string,
  more: BrowserContextOptions = {},
): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    colorScheme: "light",
    reducedMotion: "reduce",
    ...more,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  const own = new URL(address);
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol !== own.protocol || url.host !== own.host)
      complaints.push(`fetches ${url.href}`);
  });
  page.on("dialog", (dialog) => void dialog.accept());
  await page.goto(address);
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
    const { axe } = globalThis as unknown as {
      axe: { run(...of: unknown[]): Promise<AxeFindings> };
    };
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
    );
  });
  return findings;
}

type AxeFindings = {
  violations: readonly {
    id: string;
    nodes: readonly { html: string }[];
  }[];
};

/** The least contrast of a text with what lies behind it, on the page as it is shown: 1 to 21. */
export function leastContrast(page: Page): Promise<{ ratio: number; text: string }> {
  return page.evaluate(CONTRAST) as Promise<{ ratio: number; text: string }>;
}

/** Colors are read back from a canvas, because the style sheet mixes them. */
const CONTRAST = `(() => {
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const rgba = (color) => {
    if (known.has(color)) return known.get(color);
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = color;
    pen.fillRect(0, 0, 1, 1);
    const found = [...pen.getImageData(0, 0, 1, 1).data];
    known.set(color, found);
    return found;
  };
  const behind = (element) => {
    const layers = [];
    for (let each = element; each; each = each.parentElement) {
      const layer = rgba(getComputedStyle(each).backgroundColor);
      layers.push(layer);
      if (layer[3] === 255) break;
    }
    return layers.reverse().reduce(
      (under, [r, g, b, a]) => [r, g, b].map((part, at) => (part * a + under[at] * (255 - a)) / 255),
      [255, 255, 255],
    );
  };
  const light = (color) => {
    const [r, g, b] = color.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  let worst = { ratio: 21, text: "" };
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== "");
    if (!own || !element.checkVisibility() || element.closest("svg")) continue;
    const [a, b] = [light(rgba(getComputedStyle(element).color).slice(0, 3)), light(behind(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < worst.ratio) worst = { ratio, text: element.textContent.slice(0, 80) };
  }
  return worst;
})()`;

/** Widths of windows, from a phone to a wide screen. */
export const WIDTHS = [390, 740, 820, 1000, 1130, 1280, 1440] as const;

/** No page is wider than its window, at any width. */
export async function expectToFit(page: Page, widths: readonly number[] = WIDTHS): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect([width, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([
      width,
      width,
    ]);
  }
}

/** Enough contrast, and nothing that axe finds, in both themes. */
export async function expectToBeReadable(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const { ratio, text } = await leastContrast(page);
    expect(ratio, `${colorScheme}: ${text}`).toBeGreaterThanOrEqual(4.5);
    expect(await findingsOf(page)).toEqual([]);
  }
}
