import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { wholeCount } from "../models/own-servers.ts";
import { reply } from "./example-scenario.ts";

const OPTIONS = [
  { id: "YES", side: "for" },
  { id: "NO", side: "against" },
];

const DRAFT = {
  question: "Should we invite this candidate for an interview?",
  for_candidates: true,
  options: OPTIONS,
  criteria: ["people", "cost", "evidence"],
  requirements: [
    { id: "leads", text: "Has led a team", ref: "job-description.md#L1", must: true },
    { id: "on-call", text: "Takes part in on-call work", ref: "job-description.md#L1" },
  ],
};

const BILLING = {
  question: "Should we move the billing service to Rust?",
  options: [
    { id: "MOVE", side: "for", meaning: "Move the whole service." },
    { id: "MOVE_A_PART", side: "for", meaning: "Move only the monthly run." },
    { id: "STAY", side: "against", meaning: "Keep it, and buy a faster server." },
  ],
  criteria: ["delivery", "cost", "evidence"],
  missing: ["the time that the monthly run takes", "how many engineers know Rust"],
};

/** The other cases of the docs, by words of their prompt: what is drafted, and the line that decides. */
const CASES = [
  {
    words: "Three offers for the telephone system",
    draft: {
      question: "Which telephone system should we sign with: Acorn, Borealis or Corvid?",
      options: [
        { id: "ACORN", side: "for", meaning: "The cheapest offer." },
        { id: "BOREALIS", side: "for", meaning: "The steadiest offer." },
        { id: "CORVID", side: "for", meaning: "The dearest offer." },
        { id: "NEW_OFFERS", side: "against", meaning: "Ask for new offers." },
      ],
      criteria: ["cost", "reliability", "people"],
      missing: ["the length of the contracts"],
    },
    verdict: "BOREALIS",
    line: /^- Borealis/,
  },
  { words: "The standard plan at 8 % more", verdict: "RAISE_FOR_SOME", line: /^- In a test/ },
  { words: "the server may be slow", verdict: "MERGE_AFTER_FIXES", line: /^\+ / },
];

const findCase = (prompt: string) => CASES.find(({ words }) => prompt.includes(words));

const PERSONA = {
  title: "Head of Security",
  expertise: ["security", "operations"],
  personality: "Checks every claim.",
  speakingStyle: "Short sentences.",
  optimism: -0.2,
  priorities: [{ id: "security", weight: 9 }],
  background: "Ran two audits of cloud providers.",
};

/** A reader of the CVs in the guide on candidates: each requirement by the words that show it. */
const GUIDE = {
  isMeant: (prompt: string) => prompt.includes("payment system in production"),
  requirements: [
    {
      id: "five-years",
      text: "Five years of leading engineers",
      ref: "job-description.md#L3",
      must: true,
      met: /^- Led .* years\.$/,
      notMet: /without leading it/,
    },
    {
      id: "payments",
      text: "Has run a payment system in production",
      ref: "job-description.md#L4",
      must: true,
      met: /^- Ran .*payment/,
    },
    {
      id: "own-error",
      text: "Is open about errors, with an example",
      ref: "job-description.md#L5",
      met: /^- Published/,
    },
  ],
  /** What speaks against, for those who weigh it. */
  doubt: /^- Outages rose/,
};

function chooseDraft(prompt: string): object {
  if (prompt.includes("billing service to Rust")) return BILLING;
  const { draft } = findCase(prompt) ?? {};
  if (draft) return draft;
  return GUIDE.isMeant(prompt) ? { ...DRAFT, requirements: GUIDE.requirements } : DRAFT;
}

type CvLine = { ref: string; quote: string };

function listCvLines(prompt: string): readonly CvLine[] {
  const [, name = "", text = ""] =
    /<Document name="([^"]+)"[^>]*subject="true"[^>]*>\n([\s\S]*?)<\/Document>/.exec(prompt) ?? [];
  const lines = text.split("\n").map((line) => line.replace(/^\d+\| /, ""));
  return lines.map((quote, index) => ({ ref: `${name}#L${index + 1}`, quote }));
}

/** A vote by what the CV shows. Every second member minds a doubt. */
function judgeCv(prompt: string, name: string) {
  const lines = listCvLines(prompt);
  const find = (words: RegExp | undefined) => lines.find(({ quote }) => words?.test(quote));
  const requirements = GUIDE.requirements.map(({ id, met, notMet }) => {
    const against = find(notMet);
    const shown = against ?? find(met);
    const answer = against ? "not-met" : shown ? "met" : "not-found";
    return { id, answer, ref: shown?.ref ?? "", quote: shown?.quote ?? "" };
  });
  const isMissing = requirements.some(({ id, answer }) => id !== "own-error" && answer !== "met");
  const doubt = name.length % 2 === 0 ? find(GUIDE.doubt) : undefined;
  const reason =
    doubt ?? requirements.find(({ answer }) => answer === (isMissing ? "not-met" : "met"));
  return {
    requirements,
    verdict: isMissing || doubt ? "NO" : "YES",
    reasoning: reason ? `The CV decides it: "${reason.quote}"` : "The CV shows too little.",
    cited: reason?.ref,
  };
}

/** The first line of the document with words enough to prove something, as a member would cite it. */
function findLine(prompt: string): { ref: string; quote: string } {
  const [, name = "", , text = ""] =
    /<Document name="([^"]+)"([^>]*)>\n([\s\S]*?)<\/Document>/.exec(prompt) ?? [];
  const lines = text.split("\n").map((line) => line.replace(/^\d+\| /, ""));
  const { line: deciding } = findCase(prompt) ?? {};
  const at = lines.findIndex(
    (line) => deciding?.test(line) ?? (line.split(" ").length > 5 && !line.startsWith("#")),
  );
  return { ref: `${name}#L${at + 1}`, quote: lines[at] ?? "" };
}

/** The rest of a judge's answer, with a grade for each criterion that the form names. */
function answerAsJudge(form: string) {
  const { properties } = JSON.parse(form) as {
    properties: Record<string, { properties?: object }>;
  };
  const names = Object.keys(properties.grades?.properties ?? {});
  const grades = Object.fromEntries(names.map((name) => [name, 4]));
  return { analysis: "One line decides it.", grades, wouldChange: null, confidence: 0.8 };
}

/** An answer and a cross-examination of a chamber: each form takes its own fields. */
function answerAsPanelist(stance: string, reasoning: string) {
  const label = { response: "I keep it.", counterArgument: null, label: "confirming" };
  return { reasoning, evidence: [], stance, confidence: 0.8, ...label };
}

export type ScriptedBody = {
  model?: string;
  format?: unknown;
  messages: readonly { role: string; content: unknown }[];
};

/** The JSON Schema of the reply, enforced or in words; "" if the reply is a message in tags. */
function findForm({ format, messages }: ScriptedBody): string {
  if (format !== undefined) return JSON.stringify(format);
  const asked = toText(messages.at(-1)?.content);
  return /It must fit this JSON Schema:\n(.*)/.exec(asked)?.[1] ?? "";
}

/** Plays one model for every member, by the prompt alone. */
export function answerAsMember(prompt: string, body: ScriptedBody): string {
  const isGuide = GUIDE.isMeant(prompt);
  if (prompt.includes("You prepare a meeting")) return JSON.stringify(chooseDraft(prompt));
  if (prompt.includes("You describe one member")) return JSON.stringify(PERSONA);
  const [, name = ""] = /^You are (?!taking part)([^,\n]+),/m.exec(prompt) ?? [];
  const read = isGuide ? judgeCv(prompt, name) : judgeDocument(prompt);
  const { requirements, verdict, reasoning } = read;
  const form = findForm(body);
  if (form.includes('"requirements"'))
    return JSON.stringify({
      requirements,
      reasoning,
      verdict,
      confidence: 0.8,
      wouldChange: "A refusal.",
    });
  if (form.includes('"findings"')) {
    const findings = [{ ...findLine(prompt), says: "This line decides it." }];
    return JSON.stringify({ ...answerAsJudge(form), findings, verdict });
  }
  if (form.includes('"stance"')) return JSON.stringify(answerAsPanelist(verdict, reasoning));
  if (form.includes('"different_facts"'))
    return JSON.stringify({ topics: [], different_facts: false, meaningful_difference: false });
  if (form.includes('"assignment"')) {
    const ruling = { outcome: verdict, assignment: null, confidence: 8, uncertainty: "Little." };
    const found = { consensus: [reasoning], disagreements: [], evidence: [] };
    return JSON.stringify({ ...found, reasoning, synthesis: "Agreed.", ...ruling });
  }
  if (form.includes('"synthesis"'))
    return JSON.stringify({
      synthesis: "Agreed.",
      agreed: [],
      disputed: [],
      recommendation: verdict,
    });
  const isVote = prompt.includes('-vote"');
  const spoken = body.messages.filter(({ role }) => role === "assistant").length;
  const content = `Turn ${spoken + 1} of ${name}.`;
  const isOver = !isVote && spoken > 0;
  if (form === "")
    return reply({
      content: isVote ? "" : content,
      verdict,
      confidence: 0.8,
      reasoning,
      withdrawn: isOver,
    });
  const vote = { reasoning, verdict, confidence: 0.8 };
  const cite = read.cited === undefined ? [] : [read.cited];
  return JSON.stringify(isVote ? vote : { content, cite, ...vote, withdraw: isOver });
}

/** Says yes, because of a line. */
function judgeDocument(prompt: string) {
  const [, first = "YES"] = /Verdicts \(choose one\):\n- (\w+)/.exec(prompt) ?? [];
  const [, isFor = first] = /\n- (\w+) \(for\)/.exec(prompt) ?? [];
  const { verdict = isFor } = findCase(prompt) ?? {};
  const { ref, quote } = findLine(prompt);
  const requirements = ["leads", "on-call"].map((id) => ({ id, answer: "met", ref, quote }));
  return { requirements, verdict, reasoning: `The document says "${quote}"`, cited: ref };
}

/** How a server differs from a plain one. */
export type Manners = {
  /** Fields of a request that it refuses by their names. */
  refuses?: readonly string[];
  /** What it reports of tokens, by the pieces of each prompt; null for nothing. Default: their count, and no cache. */
  report?: (pieces: readonly string[]) => ReportedTokens | null;
  reply?: (said: string) => string;
  /** Whether it breaks this call off after the first bytes of its reply; calls count from 1. */
  breaks?: (call: number) => boolean;
  /** The only models that it has. Default: every one. */
  models?: readonly string[];
};

export type ReportedTokens = { input: number; cached: number; output?: number; cost?: number };

/** Plays Anthropic, OpenAI and Ollama at one address; each member of each of them answers in the same way. */
export async function startScriptedServer(
  manners: Manners = {},
): Promise<{ url: string; close(): void; bodies: ScriptedBody[] }> {
  const bodies: ScriptedBody[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (piece) => (text += piece));
    request.on("end", () => {
      const path = request.url?.split("?")[0] ?? "";
      const body = request.method === "POST" ? (JSON.parse(text) as ScriptedBody) : null;
      if (body) bodies.push(body);
      const refused = manners.refuses?.find((name) => body && name in body);
      if (body && manners.breaks?.(bodies.length)) breakOff(response);
      if (refused === undefined) return answerRequest(response, path, text, manners);
      const message = `Unsupported parameter: '${refused}' is not supported with this model.`;
      const error = { type: "invalid_request_error", message, param: refused };
      response.writeHead(400, { "content-type": "application/json" });
      response.end(JSON.stringify({ type: "error", error }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The first event goes out, and then the connection ends. */
function breakOff(response: ServerResponse): void {
  response.end = (text?: unknown) => {
    const [first = "", second = ""] = String(text).split("\n\n");
    response.write(`${first}\n\n${second}\n\n`, () => setImmediate(() => response.destroy()));
    return response;
  };
}

const LOCAL = "qwen3:8b";

/** What servers tell of themselves, by the path. */
const TOLD: Readonly<Record<string, object | string>> = {
  "/": "Ollama is running",
  "/api/tags": { models: [{ name: LOCAL, model: LOCAL, details: { family: "qwen3" } }] },
  "/api/ps": { models: [{ name: LOCAL, model: LOCAL, context_length: 40_960 }] },
  "/api/show": {
    model_info: { "general.architecture": "qwen3", "qwen3.context_length": 40_960 },
    capabilities: ["completion", "tools"],
  },
};

function answerRequest(
  response: ServerResponse,
  path: string,
  text: string,
  { report, reply: change = (said) => said, models }: Manners,
): void {
  const [, id] = /^\/v1\/models\/(.+)$/.exec(path) ?? [];
  if (models && path === "/v1/models")
    return void response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ data: models.map((each) => ({ id: each })), has_more: false }));
  if (models && id !== undefined && !models.includes(id)) {
    const error = { type: "not_found_error", message: `model: ${id}` };
    response.writeHead(404, { "content-type": "application/json" });
    return void response.end(JSON.stringify({ type: "error", error }));
  }
  const told = id === undefined ? TOLD[path] : { id, type: "model" };
  if (typeof told === "string")
    return void response.writeHead(200, { "content-type": "text/plain" }).end(told);
  if (told !== undefined) return void response.writeHead(200).end(JSON.stringify(told));
  if (text === "") return void response.writeHead(404).end("{}");
  const body = JSON.parse(text) as ScriptedBody & { system?: unknown };
  const pieces = [
    ...listPieces(body.system),
    ...body.messages.flatMap(({ content }) => listPieces(content)),
  ];
  const prompt = pieces.join("\n");
  const said = change(answerAsMember(prompt, body));
  const count = wholeCount(prompt);
  if (path === "/api/chat") return sendLines(response, said, { model: body.model ?? "", count });
  const tokens = report ? report(pieces) : { input: count, cached: 0 };
  if (path.endsWith("/messages")) return sendEvents(response, toAnthropicEvents(said, tokens));
  const ending = { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] };
  sendEvents(response, [
    { choices: [{ index: 0, delta: { content: said }, finish_reason: null }] },
    ending,
    ...(tokens ? [{ choices: [], usage: toChatUsage(tokens) }] : []),
  ]);
}

const USUAL_OUTPUT = 40;

function toChatUsage({ input, cached, output = USUAL_OUTPUT, cost }: ReportedTokens): object {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
    cost,
  };
}

function toAnthropicEvents(text: string, tokens: ReportedTokens | null): readonly object[] {
  const usage = tokens && {
    input_tokens: tokens.input - tokens.cached,
    cache_read_input_tokens: tokens.cached,
    output_tokens: tokens.output ?? USUAL_OUTPUT,
  };
  const message = {
    id: "m",
    type: "message",
    role: "assistant",
    model: "claude",
    content: [],
    stop_reason: null,
    usage,
  };
  return [
    { type: "message_start", message },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage },
    { type: "message_stop" },
  ];
}

/** Each event with its name, if it has one, as Anthropic sends them; OpenAI's have none and end with a line of their own. */
function sendEvents(response: ServerResponse, events: readonly object[]): void {
  const lines = events.map((event: { type?: string }) => {
    const name = event.type === undefined ? "" : `event: ${event.type}\n`;
    const whole =
      event.type === undefined
        ? { id: "c", object: "chat.completion.chunk", model: "gpt", ...event }
        : event;
    return `${name}data: ${JSON.stringify(whole)}\n\n`;
  });
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(`${lines.join("")}data: [DONE]\n\n`);
}

/** A message's content may be a list of parts. */
function listPieces(content: unknown): string[] {
  if (!Array.isArray(content)) return [String(content ?? "")];
  return content.map(({ text = "" }: { text?: string }) => text);
}

function toText(content: unknown): string {
  return listPieces(content).join("\n");
}

function sendLines(
  response: ServerResponse,
  content: string,
  { model, count }: { model: string; count: number },
): void {
  const line = { model, message: { role: "assistant", content }, done: false };
  const last = {
    model,
    message: { role: "assistant", content: "" },
    done: true,
    done_reason: "stop",
  };
  response.writeHead(200, { "content-type": "application/x-ndjson" });
  response.end(
    `${JSON.stringify(line)}\n${JSON.stringify({ ...last, prompt_eval_count: count, eval_count: 40 })}\n`,
  );
}
