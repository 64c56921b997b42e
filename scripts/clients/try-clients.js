// Gives Claude Code and Codex what docs/how-to/connect-agents.md tells their users to give them, and sees whether they reach the server.
// Neither has an account or a model here: what is tried is that the entry is taken, the server started, its tools listed.
//   bash scripts/clients/run
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "../..");
const claude = join(here, "node_modules/@anthropic-ai/claude-code/cli-wrapper.cjs");
const codex = join(here, "node_modules/@openai/codex/bin/codex.js");
const docs = readFileSync(join(root, "docs/how-to/connect-agents.md"), "utf8");
const home = mkdtempSync(join(tmpdir(), "boardroom-clients-"));
const project = join(home, "project");
/** The docs name the program as it is called after it is installed. */
const path = `${join(project, "node_modules/.bin")}:${process.env.PATH}`;
const env = { PATH: path, HOME: home, CODEX_HOME: join(home, ".codex"), DISABLE_TELEMETRY: "1" };
let failures = 0;

function expect(what, isAsExpected, shown) {
  console.log(`${isAsExpected ? "ok  " : "FAIL"} ${what}`);
  if (isAsExpected) return;
  failures += 1;
  console.log(String(shown).slice(0, 2_000));
}

/** Runs a client's command line in the project. */
function ran(program, ...argv) {
  const { stdout, stderr } = spawnSync(process.execPath, [program, ...argv], {
    ...{ cwd: project, env, encoding: "utf8", timeout: 120_000 },
  });
  return `${stdout}\n${stderr}`;
}

/** What a Codex that serves an editor says of its servers once it has started them. */
async function codexStatus() {
  const child = spawn(process.execPath, [codex, "app-server"], { cwd: home, env });
  child.stdin.on("error", () => {});
  const send = (message) => child.stdin.write(`${JSON.stringify(message)}\n`);
  const clientInfo = { name: "boardroom-try", title: "Boardroom", version: "1" };
  let out = "";
  const answered = new Promise((resolve) => {
    setTimeout(() => resolve(out), 120_000).unref();
    child.on("exit", () => resolve(out));
    child.stdout.on("data", (piece) => {
      out += piece;
      const line = out.split("\n").find((each) => each.startsWith('{"id":1,'));
      if (out.includes('{"id":0,') && !out.includes('{"id":1,')) {
        send({ method: "initialized" });
        send({ id: 1, method: "mcpServerStatus/list", params: {} });
      }
      if (line?.endsWith("}")) resolve(line);
    });
  });
  send({ id: 0, method: "initialize", params: { clientInfo } });
  const said = await answered;
  child.kill();
  return said;
}

try {
  mkdirSync(join(project, "node_modules/.bin"), { recursive: true });
  mkdirSync(env.CODEX_HOME);
  symlinkSync(root, join(project, "node_modules/boardroom"));
  symlinkSync("../boardroom/dist/bin.js", join(project, "node_modules/.bin/boardroom"));
  writeFileSync(join(project, "package.json"), '{"private": true}\n');

  const [, added = ""] = /^claude (mcp add .*)$/m.exec(docs) ?? [];
  ran(claude, ...added.split(" "));
  const listed = ran(claude, "mcp", "list");
  expect(
    `Claude Code ${ran(claude, "--version").trim()} connects`,
    /✔ Connected/.test(listed),
    listed,
  );

  const server = spawn(
    process.execPath,
    [join(root, "dist/bin.js"), "mcp", "--http", "--port", "0"],
    {
      ...{ cwd: project, stdio: ["ignore", "pipe", "inherit"] },
    },
  );
  const printed = await new Promise((resolve) => {
    let out = "";
    server.stdout.on("data", (piece) => {
      out += piece;
      if (out.split("\n").length > 2) resolve(out);
    });
  });
  const [address, header] = printed.split("\n");
  ran(claude, "mcp", "add", "--transport", "http", "over-http", address, "--header", header);
  const both = ran(claude, "mcp", "list");
  expect("Claude Code connects over HTTP", /^over-http: .*✔ Connected/m.test(both), both);
  server.kill();

  const [, toml = ""] = /```toml\n([\s\S]*?)```/.exec(docs) ?? [];
  writeFileSync(
    join(env.CODEX_HOME, "config.toml"),
    toml.replaceAll("/path/of/the/project", project),
  );
  const status = await codexStatus();
  const hasTools = ["start_meeting", "join_meeting", "speak"].every((tool) =>
    status.includes(`"name":"${tool}"`),
  );
  expect(
    `${ran(codex, "--version").match(/codex-cli .*/)} starts it and lists its tools`,
    hasTools,
    status,
  );
} finally {
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
process.exitCode = failures === 0 ? 0 : 1;
