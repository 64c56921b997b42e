// Plays a program that answers for members: `node fake-agent.mjs MODE`. It speaks ACP, or text in the modes that begin
// with "text". What it is given and what it does goes to the file FAKE_AGENT_LOG, a line of JSON each.

import { spawn } from "node:child_process";
import { appendFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [mode = "honest"] = process.argv.slice(2);
const has = (name) => mode.split("+").includes(name);

function log(facts) {
  const { FAKE_AGENT_LOG: file } = process.env;
  if (file) appendFileSync(file, `${JSON.stringify({ pid: process.pid, ...facts })}\n`);
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

/** The smallest value that fits a JSON Schema. */
function fill(schema, root = schema) {
  if (schema.$ref) return fill(root.$defs[schema.$ref.split("/").at(-1)], root);
  if ("const" in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return fill(choice, root);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "object") {
    const fields = (schema.required ?? Object.keys(schema.properties ?? {})).map((name) => [
      name,
      fill(schema.properties[name], root),
    ]);
    return Object.fromEntries(fields);
  }
  if (type === "array")
    return (schema.prefixItems ?? Array(schema.minItems ?? 0).fill(schema.items)).map((each) =>
      fill(each, root),
    );
  if (type === "number" || type === "integer") return Math.max(schema.minimum ?? 0, 0.5);
  return type === "boolean" ? false : "A word of it.";
}

function answerAsMember(prompt) {
  const form = /It must fit this JSON Schema:\n(.*)/.exec(prompt)?.[1];
  if (form) return JSON.stringify(fill(JSON.parse(form)));
  const [, name = ""] = /^You are ([^,\n]+),/m.exec(prompt) ?? [];
  const [, verdict = "YES"] = /\n- ([A-Z][A-Z_-]+)\b/.exec(prompt) ?? [];
  const spoken = prompt.split("<YouSaid>").length - 1;
  const isVote = prompt.includes('-vote"');
  return `<Message>
<Speaker>${name}</Speaker>
<Verdict>${verdict}</Verdict>
<VerdictReasoning>Because ${name} says so</VerdictReasoning>
<Withdrawn>${!isVote && spoken > 0}</Withdrawn>
<Content>${isVote ? "" : `Turn ${spoken + 1} of ${name}.`}</Content>
</Message>`;
}

function startChild(options = {}) {
  const code = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
  const child = spawn(process.execPath, ["-e", code], { stdio: "inherit", ...options });
  log({ child: child.pid });
  child.unref();
}

if (has("deaf")) process.on("SIGTERM", () => {});
if (has("child")) startChild();
if (has("escape")) startChild({ detached: true });
log({ env: process.env, cwd: process.cwd(), argv: process.argv.slice(2) });

const ERRORS = {
  auth: { code: -32_000, message: "Authentication required" },
  quota: { code: -32_603, message: "You have reached your usage limit until 5 pm" },
};

const UPDATES = {
  chatty: [
    ...Array(50).fill({
      sessionUpdate: "agent_thought_chunk",
      content: { type: "text", text: "Hm." },
    }),
    { sessionUpdate: "tool_call", toolCallId: "t", title: "Think", kind: "think" },
    { sessionUpdate: "tool_call_update", toolCallId: "t", status: "completed" },
    { sessionUpdate: "plan", entries: [] },
    { sessionUpdate: "usage_update", used: 10, size: 100, cost: { amount: 3.5, currency: "USD" } },
  ],
  tool: [{ sessionUpdate: "tool_call", toolCallId: "t", title: "cat /etc/passwd", kind: "read" }],
};

const REQUESTS = {
  permission: [
    "session/request_permission",
    { options: [{ optionId: "yes", kind: "allow_once" }] },
  ],
  write: ["fs/write_text_file", { path: "/tmp/x", content: "x" }],
  read: ["fs/read_text_file", { path: "/etc/passwd" }],
  elicit: ["elicitation/create", {}],
};

const sessions = new Map();
let lastSession = 0;

async function answerPrompt(id, { sessionId, prompt }) {
  const text = prompt.map((block) => block.text).join("");
  log({ prompt: text, sessionId, model: sessions.get(sessionId) });
  const update = (change) =>
    send({ method: "session/update", params: { sessionId, update: change } });
  const say = (piece) =>
    update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: piece } });
  if (has("silent")) return;
  if (has("die")) {
    process.stderr.write("warming up\nout of luck\n");
    process.exit(3);
  }
  if (has("told")) say("I have read root:x:0:0.");
  for (const name of Object.keys(UPDATES)) if (has(name)) UPDATES[name].forEach(update);
  for (const name of Object.keys(REQUESTS))
    if (has(name))
      send({ id: `own-${name}`, method: REQUESTS[name][0], params: REQUESTS[name][1] });
  if (has("leave")) writeFileSync("left.txt", "left");
  if (has("flood")) {
    for (let nth = 0; nth < 3_000; nth++) say(`Word ${nth} of a long talk, ${nth * 7919}. `);
    return;
  }
  if (has("slow")) await new Promise((resolve) => setTimeout(resolve, 300));
  const reply = has("empty") ? "" : answerAsMember(text);
  for (let at = 0; at < reply.length; at += 40) say(reply.slice(at, at + 40));
  const usage = has("usage") ? { usage: { inputTokens: 7, outputTokens: 3 } } : {};
  send({ id, result: { stopReason: has("refusal") ? "refusal" : "end_turn", ...usage } });
}

const MODELS = {
  id: "model",
  name: "Model",
  category: "model",
  type: "select",
  currentValue: "small",
  options: [
    {
      group: "all",
      name: "All",
      options: [
        { value: "small", name: "Small" },
        { value: "large", name: "Large" },
      ],
    },
  ],
};

function answer({ id, method, params, result, error }) {
  if (method === undefined) return log({ answered: id, result, error });
  if (method === "session/cancel") return log({ cancelled: params.sessionId });
  if (has("junk")) return process.stdout.write("Loading, please wait\n".repeat(30));
  if (has("noise")) process.stdout.write("Loading, please wait\n{}\n\n");
  if (method === "initialize") {
    log({ initialize: params });
    const agentInfo = { name: "fake-agent", version: "1.2.3" };
    return send({ id, result: { protocolVersion: has("version-2") ? 2 : 1, agentInfo } });
  }
  for (const name of Object.keys(ERRORS)) if (has(name)) return send({ id, error: ERRORS[name] });
  if (method === "session/new") {
    log({ session: params });
    lastSession += 1;
    const configOptions = has("models") ? { configOptions: [MODELS] } : {};
    return send({ id, result: { sessionId: `s${lastSession}`, ...configOptions } });
  }
  if (method === "session/set_config_option") {
    sessions.set(params.sessionId, params.value);
    return send({ id, result: { configOptions: [{ ...MODELS, currentValue: params.value }] } });
  }
  return answerPrompt(id, params);
}

async function readAll(input) {
  let text = "";
  for await (const piece of input) text += piece;
  return text;
}

if (has("text")) {
  if (has("fail")) {
    process.stderr.write("something broke\n");
    process.exit(7);
  }
  if (has("unread")) process.stdout.write("I never read.");
  else {
    const prompt = await readAll(process.stdin);
    log({ prompt });
    if (has("leave")) writeFileSync("left.txt", "left");
    if (has("silent")) setInterval(() => {}, 1_000);
    else process.stdout.write(answerAsMember(prompt));
  }
} else {
  const lines = createInterface({ input: process.stdin });
  lines.on("line", (line) => answer(JSON.parse(line)));
  if (has("deaf")) setInterval(() => {}, 1_000);
}
