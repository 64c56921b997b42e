// An agent from outside, as its owner would write it: a process of its own with its own client, a mind of a few lines,
// and nothing of this program's code. It keeps its token in a file and goes on with it after a restart.
//   node outside-agent.mjs ADDRESS-FILE MEETING CODE TOKEN-FILE ROLE
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const [door, meeting, code, file, role] = process.argv.slice(2);

const VIEWS = {
  Philosopher: "What an agent may rely on must be known by how it came to be known.",
  Engineer: "What nobody can trace to a run or a ticket should not be served to anybody.",
  Researcher: "Two sources that never met are worth more than ten that copied one another.",
};

let client = null;

/** Milliseconds after which a call is made anew: a server that has died in the midst of an answer says nothing more. */
const PATIENCE = 8_000;

/** Tries until the server is there: a door that has been shut is opened again. */
async function call(name, args) {
  for (;;) {
    try {
      client ??= await connected();
      const { isError, structuredContent, content } = await client.callTool(
        { name, arguments: args },
        { timeout: PATIENCE },
      );
      if (!isError) return structuredContent;
      const [text, told] = content.map((each) => each.text);
      const { code: why, problems } = told
        ? JSON.parse(told).error
        : { code: "refused", problems: [{ message: text }] };
      return { refused: why, says: problems.map(({ message }) => message).join("; ") };
    } catch {
      await client?.close().catch(() => {});
      client = null;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function connected() {
  const made = new Client({ name: role, version: "1" });
  const [address, bearer] = readFileSync(door, "utf8").trim().split(" ");
  const headers = { Authorization: `Bearer ${bearer}` };
  await made.connect(
    new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }),
    {
      timeout: PATIENCE,
    },
  );
  return made;
}

let spoken = 0;
let messages = 0;
/** Told apart from everything that anybody else says, and that this process said before it was stopped. */
const mark = () => `${role}-${process.pid}-${spoken}`;

/** Fills in whatever is asked, by what each field takes; whoever has said its piece passes. */
function filled(fields, instruction) {
  const mayPass = fields.some(({ name }) => name === "pass");
  if (mayPass && messages >= 3) return { pass: true };
  const topics = fields.find(({ name }) => name === "topic")?.kind.of ?? [];
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = fieldValue(field, instruction, topics);
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
}

function fieldValue(field, instruction, topics) {
  const { name, kind, required } = field;
  if (name === "content") {
    messages += 1;
    return said(instruction);
  }
  if (name === "topic") return topics[spoken % Math.max(1, topics.length)]?.value;
  if (name === "ready") return true;
  if (["to", "withdraw", "pass", "movedBy", "cite", "wouldChange"].includes(name) && !required)
    return undefined;
  if (kind.is === "group") return filled(field.fields, instruction);
  if (kind.is === "rows")
    return kind.of.map(({ value }, index) => row(field, value, index, instruction));
  if (kind.is === "entries")
    return Array.from({ length: Math.max(1, kind.least ?? 1) }, () =>
      filled(field.fields, instruction),
    );
  if (!required && kind.is === "list") return undefined;
  return plain(kind, instruction);
}

/** One item of a sheet; on the first each is of a mind of its own. */
function row({ kind, fields }, value, index, instruction) {
  const rest = fields.filter(({ name }) => name !== kind.key);
  const answer = { [kind.key]: value, ...filled(rest, instruction) };
  const choice = rest.find((field) => field.kind.is === "choice");
  if (choice && index === 0)
    answer[choice.name] = choice.kind.of[Object.keys(VIEWS).indexOf(role)]?.value;
  return answer;
}

function plain(kind, instruction) {
  switch (kind.is) {
    case "choice":
      return kind.of[0]?.value;
    case "number":
      return Math.max(kind.least ?? 0, Math.min(kind.most ?? 1, 0.8));
    case "yes-no":
      return true;
    case "list":
      return [plain(kind.item, instruction)];
    case "json":
      return {};
    default:
      return said(instruction);
  }
}

function said(instruction) {
  spoken += 1;
  const about = /Topic[^:]*: ([^\n.]{3,60})/.exec(instruction)?.[1] ?? `point ${spoken}`;
  return `As the ${role} I say of ${about}: ${VIEWS[role]} (${mark()})`;
}

async function token() {
  if (existsSync(file)) return readFileSync(file, "utf8");
  const joined = await call("join_meeting", { meeting, code });
  if (joined.refused) throw new Error(`${joined.refused}: ${joined.says}`);
  // Whole or not at all: this process may be killed at this moment.
  writeFileSync(`${file}.new`, joined.token);
  renameSync(`${file}.new`, file);
  return joined.token;
}

const own = await token();
let from = 0;
for (;;) {
  const turn = await call("wait_for_turn", { meeting, token: own, seconds: 5, from });
  if (turn.refused) throw new Error(`${turn.refused}: ${turn.says}`);
  from = turn.next;
  if (turn.state === "over") break;
  if (turn.state !== "your-turn") continue;
  const answer = filled(turn.fields, turn.instruction ?? "");
  const spoke = await call("speak", {
    ...{ meeting, token: own, question: turn.question },
    ...(turn.isForm ? { fields: answer } : answer),
  });
  if (spoke.taken) appendFileSync(`${file}.taken`, `${turn.question} ${JSON.stringify(answer)}\n`);
  if (spoke.refused && spoke.refused !== "not-your-turn")
    console.error(`${role} at ${turn.question}: ${spoke.says}`);
}
await client?.close();
console.log(`${role} is done`);
