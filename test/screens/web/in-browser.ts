import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { type Built, buildProgram } from "../../support/built-program.ts";
import { connect, type Opened, openPage } from "../pages/browser.ts";

/** Resolves once an expression is true of a page, whose policy lets no test wait inside it. */
export async function until(page: Page, expression: string): Promise<void> {
  const patience = AbortSignal.timeout(30_000);
  // While the page goes to another address there is nothing to ask.
  while (!(await page.evaluate(`Boolean(${expression})`).catch(() => false))) {
    if (patience.aborted) throw new Error(`never so: ${expression}`);
    await page.waitForTimeout(50);
  }
}

type Served = {
  flags?: readonly string[];
  folders?: readonly string[];
  env?: Readonly<Record<string, string>>;
};

/** The program as it is published and a browser, for the tests of a file. */
export function inBrowser() {
  let program: Built;
  let browser: Browser;
  beforeAll(async () => {
    program = buildProgram();
    browser = await connect();
  });
  afterAll(() => browser?.close());

  async function serve(...flags: readonly string[]) {
    return serveIn({ flags, folders: ["transcripts"] });
  }

  /** In a folder with these folders in it. */
  async function serveIn({ flags = [], folders = [], env }: Served) {
    const folder = mkdtempSync(join(tmpdir(), "boardroom-serve-"));
    for (const name of folders) mkdirSync(join(folder, name));
    const first = await listen(folder, "0", flags, env);
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { port } = new URL(first.address);
    /** Stops the server and starts it on the same port, under another secret address. */
    const restart = async () => {
      first.kill();
      await first.ended;
      return (await listen(folder, port, flags, env)).address;
    };
    return { folder, transcripts: join(folder, "transcripts"), restart, ...first };
  }

  async function listen(
    folder: string,
    port: string,
    flags: readonly string[],
    env: Served["env"] = {},
  ) {
    let server: ReturnType<Built["start"]> | undefined;
    const address = await new Promise<string>((resolve) => {
      const print = (text: string) => resolve(text.trim());
      server = program.start(["serve", "--port", port, ...flags], folder, print, env);
    });
    onTestFinished(() => void server?.kill());
    return { address, kill: () => server?.kill(), ended: server?.ended };
  }

  async function open(address: string, more: BrowserContextOptions = {}): Promise<Opened> {
    const opened = await openPage(browser, address, more);
    onTestFinished(opened.close);
    return opened;
  }

  async function run(folder: string, ...argv: readonly string[]) {
    const { ended } = program.start(argv, folder);
    return ended;
  }

  return { serve, serveIn, open, run };
}
