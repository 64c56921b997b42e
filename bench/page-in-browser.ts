import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { CHROMIUM, launch } from "../test/pages/browser.ts";
import type { Finding } from "./bench.ts";
import { asDraft, lengthened } from "./long-debate.ts";
import { median, startLap } from "./measure.ts";
import { built } from "./product.ts";

const MESSAGES = 1000;
const ROUNDS = 7;
/** Events that come while so many look on, one after another. */
const COMING = 20;
const VIEWERS = [1, 4];
const IDLE_MS = 3_000;
const PATIENCE_MS = 20_000;
const TOKEN = "t".repeat(43);

const { reportFile } = await built<typeof import("../src/cli/report/report-file.ts")>("cli/report/report-file");
const { shelfOf } = await built<typeof import("../src/cli/serving/shelf.ts")>("cli/serving/shelf");
const { listen, requireFreePort } =
  await built<typeof import("../src/cli/serving/listen.ts")>("cli/serving/listen");
const { createJournal, readTranscript } =
  await built<typeof import("../src/transcript/journal.ts")>("transcript/journal");
const { serverOf } = await built<typeof import("../src/web/server.ts")>("web/server");

/** What a reader waits for: the report's first paint and its search, and an event's way to those who look on. */
export async function inBrowser(): Promise<readonly Finding[]> {
  if (CHROMIUM === null) return [];
  const folder = mkdtempSync(join(tmpdir(), "boardroom-bench-"));
  const browser = await launch();
  try {
    return [...(await ofReport(browser, folder)), ...(await ofEvents(browser, folder))];
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function sampleRecord() {
  return readTranscript(fileURLToPath(new URL("../transcripts/hiring-sample", import.meta.url)));
}

async function ofReport(browser: Browser, folder: string): Promise<readonly Finding[]> {
  const sample = sampleRecord();
  const [empty, report] = [join(folder, "empty.html"), join(folder, "report.html")];
  writeFileSync(empty, "<!doctype html><title>Nothing</title><p>Nothing");
  writeFileSync(report, reportFile({ events: lengthened(sample.events, MESSAGES), head: sample.head }, []));
  const [base, paints, loads, searches]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    base.push((await timed(browser, empty)).paint);
    const { paint, load, search } = await timed(browser, report);
    paints.push(paint);
    loads.push(load);
    searches.push(search);
  }
  const what = `of a report of ${MESSAGES} messages`;
  const against = "an empty page";
  const times = (value: number) => `${(value / median(base)).toFixed(1)} times ${median(base).toFixed(0)} ms`;
  return [
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

async function timed(browser: Browser, file: string) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto(`file://${file}`);
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

/** A server in this process, whose CPU time is what events cost; those who look on are processes of the browser. */
async function ofEvents(browser: Browser, folder: string): Promise<readonly Finding[]> {
  const path = join(folder, "transcripts");
  mkdirSync(path);
  const all = lengthened(sampleRecord().events, MESSAGES + COMING * VIEWERS.length);
  const drafts = all.filter(({ type }) => type !== "meeting.closed").map(asDraft);
  const messages = drafts.flatMap(({ type }, index) => (type === "message.spoken" ? [index] : []));
  const first = messages[MESSAGES] ?? drafts.length;
  const journal = createJournal(join(path, "t"), "normal");
  journal.appendAll(drafts.slice(0, first));
  const stop = new AbortController();
  const port = await requireFreePort(0);
  const nowhere = { write: () => true };
  const io = { cwd: folder, env: {}, stdout: nowhere, stderr: nowhere, isTTY: false };
  const shelf = shelfOf({
    io: { ...io, columns: undefined, rows: undefined, stopSignal: () => stop.signal },
    ...{ folder: { path, shown: "transcripts" }, person: "chair", language: "en", holdings: null },
  });
  const app = serverOf({ hosts: [`127.0.0.1:${port}`], token: TOKEN }, shelf);
  const listening = new Promise<void>((ready) => void listen(app, { port }, stop.signal, ready));
  await listening;
  const coming = drafts.slice(first).filter(({ type }) => type === "message.spoken");
  const results: Awaited<ReturnType<typeof watchedBy>>[] = [];
  for (const [index, viewers] of VIEWERS.entries()) {
    const part = coming.slice(index * COMING, (index + 1) * COMING);
    results.push(
      await watchedBy(viewers, browser, `http://127.0.0.1:${port}/${TOKEN}/m/t/`, async (tell) => {
        for (const draft of part) await tell(() => journal.append(draft));
      }),
    );
  }
  stop.abort();
  journal.close();
  const [one, many] = results;
  if (!one || !many) return [];
  return [
    {
      ...{ what: "from the record to the paint, four look on", against: "one looks on" },
      ...{ measured: many.wait, unit: "ms", target: { atMost: 100 } },
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

type Telling = (append: () => unknown) => Promise<void>;

async function watchedBy(
  viewers: number,
  browser: Browser,
  address: string,
  work: (tell: Telling) => Promise<void>,
) {
  const contexts = await Promise.all(Array.from({ length: viewers }, () => browser.newContext()));
  const pages = await Promise.all(contexts.map((context) => context.newPage()));
  for (const page of pages) await openAtEnd(page, address);
  const [waits, cpus]: [number[], number[]] = [[], []];
  const endIdle = startLap();
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const idle = (endIdle().cpu * 1000) / IDLE_MS;
  await work(async (append) => {
    const painted = pages.map((page) => page.evaluate("globalThis.nextPaint()") as Promise<number>);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const endLap = startLap();
    const begun = performance.timeOrigin + performance.now();
    append();
    const times = await Promise.all(painted);
    cpus.push(endLap().cpu);
    waits.push(...times.map((time) => time - begun));
  });
  for (const context of contexts) await context.close();
  return { wait: median(waits), cpu: median(cpus), idle };
}

/** `nextPaint` resolves after the frame in which the debate has one entry more, with the time of day. */
async function openAtEnd(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator("body[data-live]").waitFor();
  await page.evaluate(`
    document.querySelector("#asked").scrollIntoView({ block: "end" });
    globalThis.nextPaint = () => new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error("no entry came")), ${PATIENCE_MS});
      const debate = document.querySelector(".debate");
      const before = debate.children.length;
      const seen = new MutationObserver(() => {
        if (debate.children.length === before) return;
        seen.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())));
      });
      seen.observe(debate, { childList: true });
    });
  `);
}
