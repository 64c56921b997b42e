// Tries every tool with MCP Inspector's command line, a client that nobody here wrote.
//   bash scripts/inspector/run
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const node = join(here, "node_modules/node/bin/node");
const inspector = join(
  here,
  "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
);
const program = join(here, "../../dist/bin.js");
const cwd = mkdtempSync(join(tmpdir(), "boardroom-inspector-"));
const MOST_TRIES = 20;
const tried = new Set();
let failures = 0;

/** Runs the inspector once, against a server of its own; gives what it printed as JSON. */
function inspect(...argv) {
  const { status, stdout, stderr } = spawnSync(
    node,
    [inspector, "--cli", "--cwd", cwd, process.execPath, program, "mcp", ...argv],
    { encoding: "utf8", cwd, timeout: 60_000, env: { ...process.env, HOME: cwd } },
  );
  try {
    return { status, stderr, answer: JSON.parse(stdout) };
  } catch {
    return { status, stderr: `${stderr}\n${stdout}`, answer: null };
  }
}

function expect(what, isAsExpected, shown) {
  console.log(`${isAsExpected ? "ok  " : "FAIL"} ${what}`);
  if (isAsExpected) return;
  failures += 1;
  console.log(JSON.stringify(shown, null, 2).slice(0, 2_000));
}

/** Calls a tool; gives its data. */
function call(tool, args = {}, isRefused = false) {
  tried.add(tool);
  const pairs = Object.entries(args).flatMap(([name, value]) => [
    "--tool-arg",
    `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  ]);
  const ran = inspect("--method", "tools/call", "--tool-name", tool, ...pairs);
  const isError = ran.answer?.isError === true;
  const hasCode = !isRefused || /"code":"[a-z-]+"/.test(ran.answer?.content?.[1]?.text ?? "");
  const isAsExpected = ran.answer !== null && isError === isRefused && hasCode;
  expect(`${tool}${isRefused ? ", refused with its code" : ""}`, isAsExpected, ran);
  return ran.answer?.structuredContent ?? {};
}

/** Follows a meeting until it closes. The inspector's server ends with each call and suspends its meetings, so they are
 * resumed here. */
function followToTheEnd(meeting) {
  let from = 0;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { next, over, standing } = call("wait_for_meeting", { meeting, from, seconds: 20 });
    if (over) return;
    from = next ?? from;
    if (standing !== "held") resume(meeting);
  }
  expect(`${meeting} closes`, false, { tries: MOST_TRIES });
}

function resume(meeting) {
  spawnSync(process.execPath, [program, "resume", join("transcripts", meeting), "--quiet"], {
    ...{ cwd, env: { ...process.env, HOME: cwd }, timeout: 60_000 },
  });
}

try {
  const listed = inspect("--method", "tools/list", "--strict");
  const tools = (listed.answer?.tools ?? []).map(({ name }) => name);
  expect(
    `tools/list --strict: ${tools.length} tools, no schema that another client could not read`,
    listed.status === 0,
    listed,
  );

  call("list", { what: "scenarios" });
  call("list", { what: "personas" });
  call("start_meeting", { scenario: "hiring", dryRun: true });
  const { meeting } = call("start_meeting", { scenario: "hiring", seed: 7, maxMessages: 10 });
  followToTheEnd(meeting);
  call("list", { what: "meetings" });
  call("get_verdicts", { meeting });
  call("read_transcript", { meeting });
  call("read_transcript", { meeting, turn: 1 });
  call("read_transcript", { meeting, from: 3, limit: 2 });
  call("start_meeting", { scenario: "hiring", by: "an-agent", propose: true });
  call("get_verdicts", { meeting: "nowhere" }, true);

  const seated = call("start_meeting", {
    ...{ scenario: "hiring", seed: 9, maxMessages: 10, answerMinutes: 5 },
    members: { "sarah-chen": "agent:kai" },
  });
  const token = call("join_meeting", {
    meeting: seated.meeting,
    code: seated.seats?.[0]?.code ?? "",
  }).token;
  const own = { meeting: seated.meeting, token };
  let from = 0;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const turn = call("wait_for_turn", { ...own, seconds: 20, from });
    from = turn.next;
    if (turn.state === "not-yet") continue;
    call("speak", {
      ...own,
      question: turn.question,
      verdict: "HIRE",
      reasoning: "Two audits speak for it.",
    });
    break;
  }
  const beside = { meeting: seated.meeting, token: seated.owner };
  call("act", { ...own, interject: "From my seat." }, true);
  call("act", { ...beside, interject: "Ten minutes left." });
  call("act", {
    ...beside,
    bring: { name: "letter.md", title: "A letter", text: "The grant is agreed." },
  });
  call("act", { ...beside, closing: true });
  call("act", { ...own, leave: true });
  followToTheEnd(seated.meeting);

  const ada = call("subscribe", { name: "Ada", capabilities: ["search"] }).token;
  const ben = call("subscribe", { name: "Ben" }).token;
  const { id } = call("send_message", {
    token: ada,
    to: "Ben",
    kind: "query",
    text: "Which store is the slowest?",
  });
  call("get_messages", { token: ben });
  call("get_messages", { token: ben, thread: id });

  const untried = tools.filter((name) => !tried.has(name));
  expect(
    `every tool was tried${untried.length === 0 ? "" : `, but for ${untried.join(", ")}`}`,
    untried.length === 0 && tools.length === 12,
    tools,
  );
} finally {
  rmSync(cwd, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
console.log(failures === 0 ? "MCP Inspector tried everything." : `${failures} failed.`);
process.exitCode = failures === 0 ? 0 : 1;
