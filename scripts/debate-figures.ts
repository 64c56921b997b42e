// Prints figures about meetings of simulated members. All but the time are computed from the records.
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runMeeting } from "../src/engine/meeting/open-meeting.ts";
import type { MeetingEvent } from "../src/engine/transcript/events.ts";
import type { Model, ModelRequest } from "../src/models/contract/model.ts";
import { PROTOCOLS } from "../src/protocols/built-in.ts";
import { listScenarios } from "../src/scenario/loading/load.ts";
import type { Scenario, Seat } from "../src/scenario/schema/scenario.ts";
import type { Point } from "../src/scenario/schema/script.ts";
import { modelsFrom } from "../src/simulated/behaviours/registry.ts";
import { saidIn, seeds, shipped } from "../test/simulated/meetings.ts";
import { breaches } from "../test/simulated/rules.ts";

const HELP = `Print figures about meetings of simulated members

Usage: npm run debates -- [scenario ...] [--seeds <n>] [--from <n>]

Without a scenario, all shipped scenarios are run. No model is called and nothing is spent.

  --seeds <n>  meetings of each scenario [default: 40]
  --from <n>   first seed [default: 1]
  --help       show this text

Messages are what members say; reports and ballots are not counted.
  words       mean words of a message (at most 35)
  to last     messages to the member who was heard last (at least 30 %)
  repeated    sequences of 8 words that occur again in the meeting (at most 3 %, trial 5 %)
  other seed  sequences of 8 words that also occur with the next seed (at most 30 %)
  moves       changes of verdict in a meeting
  away        changes away from the verdict of the member who persuaded (none)
  not shown   citations of lines that the member was not shown (none)
  asked       questions in a meeting
  by a point  questions that a point answers (at least 40 %)
  own ms      CPU time of a reply, in milliseconds (at most 0.5)

Example: npm run debates -- hiring trial --seeds 10`;

const RUN = 8;
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}'’.%]+/gu) ?? [];

function sequencesOf(texts: readonly string[]): string[] {
  return texts.flatMap((text) => {
    const words = wordsOf(text);
    return words.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN).join(" "));
  });
}

/** Members of a parallel step hear only what was said before the step. */
const stepOf = ({ path }: { path: string }) => path.split("/")[0];

function outcomeIn(events: readonly MeetingEvent[]): string {
  const close = events.find((event) => event.type === "meeting.closed");
  return close ? (close.outcome.option ?? close.outcome.side ?? close.outcome.status) : "open";
}

type Asked = { seat: Seat; of: Scenario; request: ModelRequest };

/** Fewer replies would measure the compiler and the garbage of what ran before. */
const TIMED_REPLIES = 4000;

/** Milliseconds of CPU time of a reply: new members of each meeting give the same replies, all by one clock. */
async function timeOf(
  meetings: readonly (readonly Asked[])[],
  create: (seat: Seat, of: Scenario) => Model,
): Promise<number> {
  const { signal } = new AbortController();
  const before = process.cpuUsage();
  let replies = 0;
  while (replies < TIMED_REPLIES)
    for (const asked of meetings) {
      const models = new Map<string, Model>();
      for (const { seat, of, request } of asked) {
        const model = models.get(seat.id) ?? create(seat, of);
        models.set(seat.id, model);
        await model.generate(request, { signal, onText() {} });
      }
      replies += asked.length;
    }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / replies;
}

/** Shares over all meetings: every sequence, message and question counts once. */
export async function figuresOf(name: string, all: readonly number[]) {
  const scenario = await shipped(name);
  const protocol = PROTOCOLS.find((each) => each.name === scenario.protocol);
  if (!protocol) throw new Error(`no protocol ${scenario.protocol}`);
  const sum = {
    messages: 0,
    words: 0,
    toLast: 0,
    sequences: 0,
    repeated: 0,
    asked: 0,
    answered: 0,
  };
  const more = { moves: 0, away: 0, notShown: 0 };
  const replies: Asked[][] = [];
  const outcomes = new Map<string, number>();
  const found: ReadonlySet<string>[] = [];
  const create = modelsFrom({ env: {} });
  for (const seed of all) {
    const asked: Asked[] = [];
    const { meeting } = await runMeeting({
      ...{ scenario, protocol, seed },
      createModel(seat, of) {
        const model = create(seat, of);
        const generate: typeof model.generate = (request, options) => {
          const turns = request.turns.map(({ role, parts }) => ({ role, parts: [...parts] }));
          asked.push({ seat, of, request: { ...request, turns } });
          return model.generate(request, options);
        };
        return { ...model, generate };
      },
    });
    replies.push(asked);
    const { events } = meeting.journal;
    const said = saidIn(events, scenario).filter(({ reply }) => reply === undefined);
    const texts = said.map(({ content }) => content);
    const sequences = sequencesOf(texts);
    found.push(new Set(sequences));
    sum.messages += said.length;
    sum.words += texts.reduce((total, text) => total + wordsOf(text).length, 0);
    sum.sequences += sequences.length;
    sum.repeated += sequences.length - new Set(sequences).size;
    for (const [at, message] of said.entries()) {
      const last = said.slice(0, at).findLast((each) => stepOf(each) !== stepOf(message));
      sum.toLast += Number(message.to !== null && message.to === last?.speaker);
    }
    for (const { ask, reply } of scenario.script?.points ?? []) {
      const at = ask === undefined ? -1 : texts.findIndex((text) => text.includes(ask));
      if (at < 0) continue;
      sum.asked++;
      sum.answered += Number(texts.slice(at + 1).some((text) => text.includes(saysOf(reply))));
    }
    const breached = breaches(meeting.state.scenario, events);
    more.away += breached.filter((each) => each.startsWith("away")).length;
    more.notShown += breached.filter((each) => each.startsWith("not shown")).length;
    more.moves += changesIn(events);
    const outcome = outcomeIn(events);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  const shared = found.slice(1).map((own, at) => {
    const both = [...own].filter((each) => found[at]?.has(each)).length;
    return own.size === 0 ? 0 : both / own.size;
  });
  return {
    ...{
      name,
      meetings: all.length,
      messages: sum.messages / all.length,
      words: sum.words / sum.messages,
    },
    ...{ toLast: sum.toLast / sum.messages, repeated: sum.repeated / sum.sequences },
    inAnotherSeed: shared.reduce((total, each) => total + each, 0) / shared.length,
    ...{ moves: more.moves / all.length, away: more.away, notShown: more.notShown },
    ...{
      asked: sum.asked / all.length,
      answered: sum.answered / sum.asked,
      time: await timeOf(replies, create),
    },
    outcomes: [...outcomes].sort((a, b) => b[1] - a[1]),
  };
}

/** Words that no message has, unless another point answers. */
const saysOf = (reply: Point["reply"]) => (typeof reply === "object" ? reply.says : "\n");

function changesIn(events: readonly MeetingEvent[]): number {
  const held = new Map<string, string>();
  return events.filter((event) => {
    if (event.type !== "message.spoken" && event.type !== "ballot.cast") return false;
    const before = held.get(event.speaker);
    if (event.verdict !== null) held.set(event.speaker, event.verdict);
    return before !== undefined && event.verdict !== null && event.verdict !== before;
  }).length;
}

const fixed = (value: number, digits: number) =>
  Number.isNaN(value) ? "-" : value.toFixed(digits);
const percent = (value: number) => (Number.isNaN(value) ? "-" : `${(100 * value).toFixed(1)} %`);

const COLUMNS: readonly (readonly [
  string,
  (of: Awaited<ReturnType<typeof figuresOf>>) => string,
])[] = [
  ["scenario", ({ name }) => name],
  ["meetings", ({ meetings }) => String(meetings)],
  ["messages", ({ messages }) => fixed(messages, 1)],
  ["words", ({ words }) => fixed(words, 1)],
  ["to last", ({ toLast }) => percent(toLast)],
  ["repeated", ({ repeated }) => percent(repeated)],
  [
    "other seed",
    ({ messages, inAnotherSeed }) => percent(messages === 0 ? Number.NaN : inAnotherSeed),
  ],
  ["moves", ({ moves }) => fixed(moves, 1)],
  ["away", ({ away }) => String(away)],
  ["not shown", ({ notShown }) => String(notShown)],
  ["asked", ({ asked }) => fixed(asked, 1)],
  ["by a point", ({ answered }) => percent(answered)],
  ["own ms", ({ time }) => fixed(time, 2)],
  ["outcomes", ({ outcomes }) => outcomes.map(([of, count]) => `${of} ${count}`).join(", ")],
];

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seeds: { type: "string", default: "40" },
      from: { type: "string", default: "1" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) return console.log(HELP);
  const [count, from] = [Number(values.seeds), Number(values.from)];
  if (!Number.isInteger(count) || count < 2 || !Number.isInteger(from))
    throw new Error("--seeds must be a whole number of at least 2, and --from a whole number");
  const shippedNames = (await listScenarios({ cwd: process.cwd() })).map(({ name }) => name);
  const rows = [COLUMNS.map(([title]) => title)];
  for (const name of positionals.length > 0 ? positionals : shippedNames) {
    const figures = await figuresOf(name, seeds(count, from));
    rows.push(COLUMNS.map(([, cell]) => cell(figures)));
  }
  const widths = COLUMNS.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  for (const row of rows)
    console.log(
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await main().catch((error: unknown) => {
    console.error(`debates: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 2;
  });
