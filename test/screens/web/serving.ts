import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Io } from "../../../src/home/process/io.ts";
import { createTree } from "../../../src/screens/pages/tree.ts";
import { createMeetingIndex } from "../../../src/screens/web/meeting-index.ts";
import { createRunningMeetings } from "../../../src/screens/web/running-meetings.ts";
import { createHandler } from "../../../src/screens/web/server.ts";
import { twoTurns, workFolder } from "../../cli/cli.ts";

export const TOKEN = "t".repeat(43);
export const HOST = "127.0.0.1:4747";

export const OURS = {
  origin: `http://${HOST}`,
  "sec-fetch-site": "same-origin",
  "content-type": "application/json",
};

type Serving = {
  cwd?: string;
  person?: string;
  isReadOnly?: boolean;
  /** Meetings at the same time. */
  atOnce?: number;
  more?: Partial<Io>;
};

type AskedFile = { kind?: string; name: string; data: string | Uint8Array<ArrayBuffer> };

export function serving({
  cwd = workFolder(),
  person = "chair",
  isReadOnly = false,
  atOnce,
  more = {},
}: Serving = {}) {
  const stop = new AbortController();
  const nowhere = { write: () => true };
  const io: Io = {
    ...{
      cwd,
      env: {},
      stdout: nowhere,
      stderr: nowhere,
      isTTY: false,
      columns: undefined,
      rows: undefined,
    },
    stopSignal: () => stop.signal,
    factories: { simulated: twoTurns },
    ...more,
  };
  const path = join(cwd, "transcripts");
  mkdirSync(path, { recursive: true });
  const folder = { path, shown: "transcripts" };
  const runningMeetings = isReadOnly ? null : createRunningMeetings(io, folder, atOnce);
  const shelf = createMeetingIndex({ io, folder, person, runningMeetings });
  const app = createHandler({ hosts: [HOST], token: TOKEN }, shelf, runningMeetings);
  onTestFinished(async () => {
    stop.abort("SIGTERM");
    await runningMeetings?.stopped();
    rmSync(cwd, { recursive: true, force: true });
  });

  async function post(what: string, body: unknown, headers: Record<string, string> = OURS) {
    const answer = await app.request(`http://${HOST}/${TOKEN}/${what}`, {
      method: "POST",
      headers: { host: HOST, ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, text, told: text.startsWith("{") ? JSON.parse(text) : {} };
  }

  /** Sends the form of a new meeting as its script does: to a running meeting, or back to the page. */
  async function ask(
    fields: Readonly<Record<string, string>>,
    files: readonly AskedFile[] = [],
    headers: Record<string, string> = { accept: "application/json" },
  ) {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    for (const { kind = "documents", name, data } of files)
      body.append(kind, new File([data], name));
    const { origin, "sec-fetch-site": site } = OURS;
    const answer = await app.request(`http://${HOST}/${TOKEN}/new${fields.draft ?? ""}`, {
      method: "POST",
      headers: { host: HOST, origin, "sec-fetch-site": site, ...headers },
      body,
    });
    const text = await answer.text();
    const told = text.startsWith("{") ? JSON.parse(text) : {};
    const id = String(told.to ?? "").split("/")[1] ?? "";
    return { status: answer.status, headers: answer.headers, text, told, id };
  }

  /** Runs a prepared meeting from the page, and gives its id. */
  async function start(scenario: string): Promise<string> {
    const { id, text } = await ask({ scenario, do: "run" });
    if (id === "") throw new Error(text);
    return id;
  }

  /** Resolves with the words of a page once they are as asked. */
  async function page(id: string, isSo: (words: string) => boolean): Promise<string> {
    const followed = await shelf.follow(id);
    if (!followed) throw new Error(`no meeting ${id}`);
    const patience = AbortSignal.timeout(50_000);
    try {
      for (;;) {
        const words = JSON.stringify(createTree(followed.page()));
        if (isSo(words)) return words;
        if (patience.aborted) throw new Error(`never so: ${words.slice(0, 300)}`);
        await followed.changed(patience);
      }
    } finally {
      followed.close();
    }
  }

  return { cwd, path, post, ask, start, page, app, runningMeetings, shelf };
}
