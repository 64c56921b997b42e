import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { createJournal, readTranscript } from "../src/engine/transcript/journal.ts";
import { findChromium } from "../test/support/chromium.ts";
import type { Finding } from "./bench.ts";
import { asDraft, lengthened } from "./long-debate.ts";
import { median } from "./measure.ts";
import { PROGRAM } from "./product.ts";

const MESSAGES = 1000;
/** As many as the shipped hiring meeting has. */
const SAMPLE_MESSAGES = 30;
const ROUNDS = 7;
/** Events that come while so many look on, one after another. */
const COMING = 20;
const VIEWERS = [1, 4];
const IDLE_MS = 3_000;
const PATIENCE_MS = 20_000;

/** What a reader waits for: the report's first paint and its search, and an event's way to those who look on. */
export async function inBrowser(): Promise<readonly Finding[]> {
  const executablePath = findChromium();
  if (executablePath === null) return [];
  const folder = mkdtempSync(join(tmpdir(), "boardroom-bench-"));
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    return [...(await ofReport(browser, folder)), ...(await ofEvents(browser, folder))];
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const SAMPLE = fileURLToPath(new URL("../transcripts/hiring-sample", import.meta.url));

/** The sample made longer, without its close: the outcome of a closed record is counted again. */
function draftsOf(messages: number) {
  const events = lengthened(readTranscript(SAMPLE).events, messages);
  return events.filter(({ type }) => type !== "meeting.closed").map(asDraft);
}

/** The page as the published program writes it. */
function writeReport(transcript: string, file: string): void {
  spawnSync(process.execPath, [fileURLToPath(PROGRAM), "report", transcript, "--output", file]);
}

async function ofReport(browser: Browser, folder: string): Promise<readonly Finding[]> {
  const [empty, report] = [join(folder, "empty.html"), join(folder, "report.html")];
  const hiring = join(folder, "hiring.html");
  writeFileSync(empty, "<!doctype html><title>Nothing</title><p>Nothing");
  writeReport(SAMPLE, hiring);
  const journal = createJournal(join(folder, "long"));
  journal.appendAll(draftsOf(MESSAGES));
  journal.close();
  writeReport(join(folder, "long"), report);
  const [base, paints, loads, searches]: [number[], number[], number[], number[]] = [
    [],
    [],
    [],
    [],
  ];
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    base.push((await timed(browser, `file://${empty}`)).paint);
    samples.push((await timed(browser, `file://${hiring}`)).paint);
  }
  for (let round = 0; round < ROUNDS; round++) {
    const { paint, load, search } = await timed(browser, `file://${report}`);
    paints.push(paint);
    loads.push(load);
    searches.push(search);
  }
  const what = `of a report of ${MESSAGES} messages`;
  const against = "an empty page";
  const times = (value: number) =>
    `${(value / median(base)).toFixed(1)} times ${median(base).toFixed(0)} ms`;
  return [
    {
      ...{ what: "first paint of the shipped hiring report", against },
      ...{ measured: median(samples) / 1000, unit: "s", target: { atMost: 0.2 } },
      detail: times(median(samples)),
    },
    {
      ...{ what: `first paint ${what}`, against, measured: median(paints) / 1000, unit: "s" },
      ...{ target: { atMost: 0.3 }, detail: times(median(paints)) },
    },
    {
      ...{ what: `loading ${what}`, against, measured: median(loads) / 1000, unit: "s" },
      ...{ target: { atMost: 1 }, detail: times(median(loads)) },
    },
    {
      ...{ what: `a search ${what}`, against: "nothing", measured: median(searches), unit: "ms" },
      target: { atMost: 150 },
    },
  ];
}

async function timed(browser: Browser, address: string) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    bypassCSP: true,
  });
  try {
    const page = await context.newPage();
    // The processes that the browser starts for a new tab would be measured too.
    await page.waitForTimeout(500);
    await page.goto(address);
    await page.waitForFunction(`performance.getEntriesByName("first-contentful-paint").length > 0`);
    await page.waitForTimeout(300);
    return (await page.evaluate(`(() => {
      const paint = performance.getEntriesByName("first-contentful-paint")[0].startTime;
      const load = performance.getEntriesByType("navigation")[0].loadEventEnd;
      const find = document.querySelector("#find");
      const begun = performance.now();
      if (find) {
        find.value = "line 58";
        find.dispatchEvent(new Event("input", { bubbles: true }));
        document.body.getBoundingClientRect();
      }
      return { paint, load, search: performance.now() - begun };
    })()`)) as { paint: number; load: number; search: number };
  } finally {
    await context.close();
  }
}

/** A server in a process of its own, whose CPU time is what events cost; those who look on are processes of the browser. */
async function ofEvents(browser: Browser, folder: string): Promise<readonly Finding[]> {
  const path = join(folder, "transcripts");
  mkdirSync(path);
  const drafts = draftsOf(MESSAGES + COMING * VIEWERS.length);
  const messages = drafts.flatMap(({ type }, index) => (type === "message.spoken" ? [index] : []));
  const first = messages[MESSAGES] ?? drafts.length;
  const journal = createJournal(join(path, "t"));
  journal.appendAll(drafts.slice(0, first));
  const server = await serving(path);
  const coming = drafts.slice(first).filter(({ type }) => type === "message.spoken");
  const results: Awaited<ReturnType<typeof watchedBy>>[] = [];
  const [paints, longPaints]: [number[], number[]] = [[], []];
  const short = createJournal(join(path, "short"));
  short.appendAll(draftsOf(SAMPLE_MESSAGES));
  short.close();
  try {
    // One after the other: a page of 1,000 messages that is closed delays the page after it.
    const shortPage = server.address.replace("/m/t/", "/m/short/");
    for (let round = 0; round < ROUNDS; round++)
      paints.push((await timed(browser, shortPage)).paint);
    for (let round = 0; round < ROUNDS; round++)
      longPaints.push((await timed(browser, server.address)).paint);
    for (const [index, viewers] of VIEWERS.entries()) {
      const part = coming.slice(index * COMING, (index + 1) * COMING);
      results.push(
        await watchedBy(viewers, browser, server, async (tell) => {
          for (const draft of part) await tell(() => journal.append(draft));
        }),
      );
    }
  } finally {
    server.stop();
    journal.close();
  }
  const [one, many] = results;
  if (!one || !many) return [];
  return [
    {
      ...{ what: "first paint of the live page of the shipped hiring meeting", against: "nothing" },
      ...{ measured: median(paints) / 1000, unit: "s", target: { atMost: 0.16 } },
    },
    {
      ...{ what: `first paint of a live page of ${MESSAGES} messages`, against: "nothing" },
      ...{ measured: median(longPaints) / 1000, unit: "s", target: null },
    },
    {
      ...{ what: "from the record to the paint, four look on", against: "one looks on" },
      ...{ measured: many.wait, unit: "ms", target: { atMost: 50 } },
      detail: `${(many.wait / one.wait).toFixed(1)} times ${one.wait.toFixed(0)} ms`,
    },
    {
      ...{ what: "CPU of the server for an event, four look on", against: "one looks on" },
      ...{ measured: many.cpu, unit: "ms", target: { atMost: 5 } },
      detail: `${(many.cpu / one.cpu).toFixed(1)} times ${one.cpu.toFixed(1)} ms`,
    },
    {
      ...{ what: "CPU of the server while nothing comes, four look on", against: "a second" },
      ...{ measured: many.idle, unit: "ms", target: { atMost: 5 } },
    },
  ];
}

/** A server of a folder, and its CPU time since it was asked last, in milliseconds. */
async function serving(path: string) {
  const lap = fileURLToPath(new URL("page-lap.js", import.meta.url));
  const child = fork(fileURLToPath(PROGRAM), ["serve", "transcripts", "--port", "0"], {
    ...{
      cwd: dirname(path),
      execArgv: ["--import", lap],
      stdio: ["ignore", "pipe", "inherit", "ipc"],
    },
  });
  const [list] = await once(child.stdout ?? child, "data");
  return {
    address: `${String(list).trim()}m/t/`,
    async lap(): Promise<number> {
      child.send("lap");
      const [cpu] = await once(child, "message");
      return Number(cpu);
    },
    stop: () => child.kill(),
  };
}

type Description = (append: () => unknown) => Promise<void>;

async function watchedBy(
  viewers: number,
  browser: Browser,
  { address, lap }: Awaited<ReturnType<typeof serving>>,
  work: (tell: Description) => Promise<void>,
) {
  const contexts = await Promise.all(Array.from({ length: viewers }, () => browser.newContext()));
  const pages = await Promise.all(contexts.map((context) => context.newPage()));
  for (const page of pages) await openAtEnd(page, address);
  const [waits, cpus]: [number[], number[]] = [[], []];
  await lap();
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const idle = ((await lap()) * 1000) / IDLE_MS;
  await work(async (append) => {
    const painted = await Promise.all(
      pages.map((page) => page.evaluateHandle("globalThis.nextPaint()")),
    );
    await lap();
    const begun = performance.timeOrigin + performance.now();
    append();
    const times = await Promise.all(
      painted.map((each) => each.evaluate(({ at }: { at: Promise<number> }) => at)),
    );
    cpus.push(await lap());
    waits.push(...times.map((time) => time - begun));
  });
  for (const context of contexts) await context.close();
  return { wait: median(waits), cpu: median(cpus), idle };
}

/** `nextPaint().at` resolves after the frame in which the debate has one message more, with the time of day. */
async function openAtEnd(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator("body[data-live]").waitFor({ state: "attached" });
  await page.evaluate(`
    document.querySelector(".talk").scrollTo({ top: 1e9 });
    globalThis.nextPaint = () => ({ at: new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error("no entry came")), ${PATIENCE_MS});
      const isMessage = (node) => node.matches?.(".said, .stretch");
      const seen = new MutationObserver((changes) => {
        if (!changes.some(({ addedNodes }) => [...addedNodes].some(isMessage))) return;
        seen.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())));
      });
      seen.observe(document.querySelector(".debate"), { childList: true, subtree: true });
    }) });
  `);
}
