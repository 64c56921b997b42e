import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { readTranscript } from "boardroom";
import { expect, onTestFinished, test } from "vitest";
import { NEXT, SEED } from "../../scripts/start.js";
import { root } from "../support/built-folder.ts";
import { buildProgram } from "../support/built-program.ts";
import { workFolder, wroteIn } from "./cli.ts";

const { bin } = buildProgram();
const built = join(bin, "../..");

type Ended = { code: number | null; out: string; err: string };

function start(argv: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [bin, ...argv], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (piece) => (out += piece));
  child.stderr.on("data", (piece) => (err += piece));
  const ended = new Promise<Ended>((resolve) =>
    child.on("close", (code) => resolve({ code, out, err })),
  );
  return { child, ended };
}

test("two builds at once both succeed, and leave one whole folder and nothing beside it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "boardroom-builds-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const build = () =>
    new Promise<number | null>((resolve) => {
      const argv = [join(root, "scripts/build.js"), "--no-types", join(folder, "dist")];
      spawn(process.execPath, argv, { stdio: "ignore" }).once("close", resolve);
    });
  const first = build();
  // The second begins when the first has compiled, and has the rest to do.
  while (!readdirSync(folder).some((name) => existsSync(join(folder, name, "bin.js"))))
    await setTimeout(5);
  expect(await Promise.all([first, build()])).toEqual([0, 0]);
  expect(readdirSync(folder).toSorted()).toEqual(["dist", "node_modules"]);
  const filesOf = (of: string) =>
    readdirSync(join(of, "dist"), { recursive: true, encoding: "utf8" });
  const codeOf = (of: string) => filesOf(of).filter((name) => /\.(?:js|css)$/.test(name));
  expect(codeOf(folder).toSorted()).toEqual(codeOf(built).toSorted());
}, 240_000);

test("holds the packaged hiring board from any folder, and replays it", async () => {
  const cwd = workFolder();
  const ran = await start(["run", "hiring", "--seed", SEED], cwd).ended;
  expect(ran.err.endsWith(wroteIn(`transcripts/hiring-${SEED}`)), ran.err).toBe(true);
  expect([0, 3]).toContain(ran.code);
  expect(ran.out).toContain("Simulated members, no language model used");
  expect((await start(["show", `transcripts/hiring-${SEED}`], cwd).ended).out).toBe(ran.out);
});

test("npm start ends by naming report, watch and serve, each once, in even columns", () => {
  const named = `${wroteIn(`transcripts/hiring-${SEED}`)}${NEXT}`.match(
    /(?<=boardroom )(?:report|watch|serve)\b/g,
  );
  expect(named).toEqual(["report", "watch", "serve"]);
  const about = NEXT.split("\n").flatMap(
    (line) => line.match(/^ {2}npx .*? {2,}(?=\S)/)?.[0].length ?? [],
  );
  expect(about).toEqual([about[0], about[0]]);
});

test("an uncaught error of the library prints its message and a stack that names its functions", async () => {
  const library = join(built, "dist/index.js");
  const code = `const { defineScenario } = await import(${JSON.stringify(library)}); defineScenario({});`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code]);
  let err = "";
  child.stderr.on("data", (piece) => (err += piece));
  await new Promise((resolve) => child.on("close", resolve));
  expect(err).toContain("question is missing");
  expect(err).toMatch(/^ {4}at defineScenario \(/m);
  expect(Math.max(...err.split("\n").map((line) => line.length))).toBeLessThan(400);
});

test("ends quietly when its reader goes away", async () => {
  const cwd = workFolder();
  const { child, ended } = start(["list", "models"], cwd);
  child.stdout.destroy();
  expect(await ended).toEqual({ code: 0, out: "", err: "" });
});

test("a meeting whose reader goes away stops in order, and keeps its transcript", async () => {
  const { url } = await hangingProvider();
  const cwd = workFolder({ "boardroom.yaml": `providers: {local: {baseUrl: "${url}"}}\n` });
  const { child, ended } = start(["run", "small", "--seed", "7", "--model", "local:one"], cwd);
  child.stdout.destroy();
  expect(await ended).toMatchObject({ code: 141, out: "" });
  expect(readTranscript(join(cwd, "transcripts/small-7")).events[0]!.type).toBe("meeting.opened");
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)(
  "%s in the middle of a call ends with %i and a transcript that can be read",
  async (name, expected) => {
    const { url, asked } = await hangingProvider();
    const local = `{baseUrl: "${url}", capabilities: {contextWindow: 32768}}`;
    const cwd = workFolder({ "boardroom.yaml": `providers: {local: ${local}}\n` });
    const { child, ended } = start(
      ["run", "small", "--seed", "7", "--model", "local:one", "--quiet"],
      cwd,
    );
    await asked;
    child.kill(name);
    const { code, err } = await ended;
    expect(code).toBe(expected);
    expect(err).toMatch(
      /^Plan: .*; no charge\nContext: .*\nThe meeting is stopped: .*\nTranscript: transcripts\/small-7\nContinue: boardroom resume transcripts\/small-7\n$/,
    );
    expect(readTranscript(join(cwd, "transcripts/small-7")).events[0]!.type).toBe("meeting.opened");
  },
);

/** Takes calls and never answers them. It tells nothing about its models. */
async function hangingProvider(): Promise<{ url: string; asked: Promise<void> }> {
  let server: Server | undefined;
  const asked = new Promise<void>((resolve) => {
    server = createServer(({ method }, response) => {
      if (method === "GET") response.writeHead(404).end();
      else resolve();
    });
  });
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server!.closeAllConnections();
    server!.close();
  });
  return { url: `http://127.0.0.1:${(server!.address() as AddressInfo).port}/v1`, asked };
}
