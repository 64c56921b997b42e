// Prints figures about meetings of simulated members. All but the time are computed from the records.
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runMeeting } from "../src/engine/meeting/open-meeting.ts";
import type { MeetingEvent } from "../src/engine/transcript/events.ts";
import type { Model, ModelRequest } from "../src/models/contract/model.ts";
import { PROTOCOLS } from "../src/protocols/built-in.ts";
import { listScenarios } from "../src/scenario/loading/load.ts";
import type { Scenario, Seat } from "../src/scenario/schema/scenario.ts";
import { modelsFrom } from "../src/simulated/behaviours/registry.ts";
import { compileStage, findLine, type Line, type Thread } from "../src/simulated/stage.ts";
import { saidIn, seeds, shipped } from "../test/simulated/meetings.ts";

const HELP = `Print figures about meetings of simulated members

Usage: npm run debates -- [scenario ...] [--seeds <n>] [--from <n>]

Without a scenario, all shipped scenarios are run. No model is called and nothing is spent.

  --seeds <n>  meetings of each scenario [default: 40]
  --from <n>   first seed [default: 1]
  --help       show this text

Messages are what members say; reports and ballots are not counted.
  words        words of a message at 10, 50 and 90 % (9 or fewer, about 20, 45 or more)
  crux         changes of verdict after a message that its play has before the turn (100 %)
  spoken       changes of verdict that were spoken before they were voted (100 %)
  reason       first verdicts whose reason is in the message (100 %)
  next         addressed members who speak next (at least 75 %)
  chain        longest run of messages that answer each other, mean (at least 6)
  third        plays in which a third member spoke (at least 50 %)
  shared       sequences of 8 words that two seeds share, mean (at most 12 %)
  paper        final verdicts against the own private paper (none)
  changes      changes of verdict in a meeting
  passes       passes in a meeting
  own ms       CPU time of a reply, in milliseconds (at most 0.5)
  outcomes     meetings by outcome (each side at least 15 %)

Example: npm run debates -- hiring trial --seeds 10`;

const RUN = 8;
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}'’.%]+/gu) ?? [];

function sequencesOf(texts: readonly string[]): string[] {
  return texts.flatMap((text) => {
    const words = wordsOf(text);
    return words.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN).join(" "));
  });
}

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

type Event<Type extends MeetingEvent["type"]> = Extract<MeetingEvent, { type: Type }>;
type Spoken = Event<"message.spoken">;

/** What one meeting adds to the figures. */
type Meeting = {
  said: readonly Spoken[];
  events: readonly MeetingEvent[];
  scenario: Scenario;
};

/** Holds a share as hits of all cases. */
class Share {
  hits = 0;
  cases = 0;

  add(isHit: boolean): void {
    this.cases++;
    this.hits += Number(isHit);
  }

  get value(): number {
    return this.hits / this.cases;
  }
}

/** The figures of meetings of one scenario, over all its seeds. */
export async function figuresOf(name: string, all: readonly number[]) {
  const scenario = await shipped(name);
  const protocol = PROTOCOLS.find((each) => each.name === scenario.protocol);
  if (!protocol) throw new Error(`no protocol ${scenario.protocol}`);
  const shares = {
    crux: new Share(),
    spoken: new Share(),
    reason: new Share(),
    next: new Share(),
    third: new Share(),
  };
  const [sizes, chains]: [number[], number[]] = [[], []];
  const replies: Asked[][] = [];
  const found: ReadonlySet<string>[] = [];
  const outcomes = new Map<string, number>();
  const count = { messages: 0, changes: 0, passes: 0, paper: 0 };
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
    const held = { said, events, scenario };
    const texts = said.map(({ content }) => content);
    sizes.push(...texts.map((text) => wordsOf(text).length));
    found.push(new Set(sequencesOf(texts)));
    chains.push(measureChain(held));
    if (said.length > 0) countChanges(held, shares);
    countFirstReasons(held, shares.reason);
    countAnswers(events, said, shares.next);
    countThirdVoices(held, shares.third);
    count.messages += said.length;
    count.changes += listChanges(events).length;
    count.passes += events.filter(({ type }) => type === "turn.passed").length;
    count.paper += countAgainstPaper(held);
    const outcome = outcomeIn(events);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  sizes.sort((a, b) => a - b);
  return {
    name,
    meetings: all.length,
    messages: count.messages / all.length,
    words: [0.1, 0.5, 0.9].map((share) => sizes[Math.floor(share * (sizes.length - 1))] ?? 0),
    shares,
    chain: meanOf(chains),
    shared: meanOf(measureOverlaps(found)),
    paper: count.paper,
    changes: count.changes / all.length,
    passes: count.passes / all.length,
    time: await timeOf(replies, create),
    outcomes: [...outcomes].sort((a, b) => b[1] - a[1]),
  };
}

const meanOf = (list: readonly number[]) => list.reduce((sum, each) => sum + each, 0) / list.length;

/** By pair of meetings: the share of the smaller one's sequences that the other has too. */
function measureOverlaps(found: readonly ReadonlySet<string>[]): number[] {
  return found.flatMap((one, at) =>
    found.slice(at + 1).flatMap((other) => {
      const least = Math.min(one.size, other.size);
      return least === 0 ? [] : [[...one].filter((each) => other.has(each)).length / least];
    }),
  );
}

function findLineOf({ scenario }: Meeting, { content }: Spoken): Line | null {
  return scenario.script ? findLine(compileStage(scenario.script).lines, content) : null;
}

/** The longest run in which each message says a beat that may follow the one before. */
function measureChain(meeting: Meeting): number {
  let [longest, length] = [1, 1];
  let before: Line | null = null;
  for (const message of meeting.said) {
    const line = findLineOf(meeting, message);
    length = before && line && follows(before, line) ? length + 1 : 1;
    longest = Math.max(longest, length);
    before = line;
  }
  return longest;
}

function follows(before: Line, line: Line): boolean {
  if (line.beat === null || before.thread !== line.thread) return false;
  if (before.kind === "opening") return line.thread?.start.includes(line.beat) === true;
  return before.beat?.next.includes(line.beat) === true;
}

type Change = { event: Spoken | Event<"ballot.cast">; before: string };

/** Changes of verdict, spoken or voted. */
function listChanges(events: readonly MeetingEvent[]): Change[] {
  const held = new Map<string, string>();
  return events.flatMap((event) => {
    if (event.type !== "message.spoken" && event.type !== "ballot.cast") return [];
    if (event.verdict === null) return [];
    const before = held.get(event.speaker);
    held.set(event.speaker, event.verdict);
    return before === undefined || before === event.verdict ? [] : [{ event, before }];
  });
}

function countChanges(
  meeting: Meeting,
  { crux, spoken }: Readonly<Record<"crux" | "spoken", Share>>,
): void {
  for (const { event } of listChanges(meeting.events)) {
    spoken.add(event.type === "message.spoken");
    if (event.type !== "message.spoken") continue;
    const beat = findLineOf(meeting, event)?.beat;
    const mover = meeting.said.find(({ id }) => id === event.movedBy?.message);
    const moving = mover && findLineOf(meeting, mover)?.beat;
    const isBefore = moving != null && beat != null && moving.next.includes(beat);
    const settled = [moving?.file.offers, moving?.file.accepts];
    const isTerm = beat?.file.agreed !== undefined && settled.includes(beat.file.agreed);
    const isNamed = moving != null && moving.key === beat?.file.for;
    crux.add(beat?.file.turns === event.verdict && (isBefore || isTerm || isNamed));
  }
}

function countFirstReasons({ said, scenario }: Meeting, reason: Share): void {
  for (const { id } of scenario.members) {
    const first = said.find(({ speaker, verdict }) => speaker === id && verdict !== null);
    if (first === undefined) continue;
    const stated = (first.reasoning ?? "").replace(/ \([^()]*#L[^()]*\)$/, "").toLowerCase();
    reason.add(stated !== "" && first.content.toLowerCase().includes(stated));
  }
}

/** After a message to one member, the next message or pass is that member's. */
function countAnswers(events: readonly MeetingEvent[], said: readonly Spoken[], next: Share): void {
  const turns = events.filter(
    (event): event is Spoken | Event<"turn.passed"> =>
      event.type === "turn.passed" ||
      (event.type === "message.spoken" && said.includes(event as Spoken)),
  );
  for (const [at, turn] of turns.slice(0, -1).entries())
    if (turn.type === "message.spoken" && turn.to !== null)
      next.add(turns[at + 1]?.speaker === turn.to);
}

function countThirdVoices(meeting: Meeting, third: Share): void {
  const voices = new Map<Thread, Set<string>>();
  for (const message of meeting.said) {
    const thread = findLineOf(meeting, message)?.thread;
    if (thread?.play == null) continue;
    voices.set(thread, (voices.get(thread) ?? new Set()).add(message.speaker));
  }
  for (const { size } of voices.values()) third.add(size > 2);
}

/** Members who cited their own private paper against their own verdict, and end with it. */
function countAgainstPaper(meeting: Meeting): number {
  const { scenario, said } = meeting;
  const own = (seat: string, ref: string) =>
    scenario.private?.some(
      ({ name, shownTo }) => ref.startsWith(`${name}#`) && Object.hasOwn(shownTo, seat),
    ) === true;
  const held = new Map<string, string>();
  const against = new Map<string, string>();
  for (const message of said) {
    const { speaker, verdict, artifacts } = message;
    if (verdict !== null) held.set(speaker, verdict);
    const line = findLineOf(meeting, message);
    const mine = held.get(speaker);
    const isOwn = artifacts.some((each) => each.kind === "citation" && own(speaker, each.ref));
    // Words for one side alone, in a play of that side, defend it.
    const isTest = line?.beat != null && !line.beat.isOwners && line.beat.file.if === undefined;
    if (isOwn && isTest && mine !== undefined && line.thread?.play?.verdict === mine)
      against.set(speaker, mine);
  }
  return [...against].filter(([seat, verdict]) => held.get(seat) === verdict).length;
}

const fixed = (value: number, digits: number) =>
  Number.isNaN(value) ? "-" : value.toFixed(digits);
const percent = (value: number) => (Number.isNaN(value) ? "-" : `${(100 * value).toFixed(0)} %`);

const COLUMNS: readonly (readonly [
  string,
  (of: Awaited<ReturnType<typeof figuresOf>>) => string,
])[] = [
  ["scenario", ({ name }) => name],
  ["meetings", ({ meetings }) => String(meetings)],
  ["messages", ({ messages }) => fixed(messages, 1)],
  ["words", ({ words }) => words.join("/")],
  ["crux", ({ shares }) => percent(shares.crux.value)],
  ["spoken", ({ shares }) => percent(shares.spoken.value)],
  ["reason", ({ shares }) => percent(shares.reason.value)],
  ["next", ({ shares }) => percent(shares.next.value)],
  ["chain", ({ chain }) => fixed(chain, 1)],
  ["third", ({ shares }) => percent(shares.third.value)],
  ["shared", ({ shared }) => percent(shared)],
  ["paper", ({ paper }) => String(paper)],
  ["changes", ({ changes }) => fixed(changes, 1)],
  ["passes", ({ passes }) => fixed(passes, 1)],
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
