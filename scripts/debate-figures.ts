// Prints figures about debates of simulated members: npm run debates -- [scenario ...] [--seeds 40] [--from 1]
// Everything is computed from the records, not from the members' own state.
import { parseArgs } from "node:util";
import { runMeeting } from "../src/engine/meeting/engine/open-meeting.ts";
import type { MeetingEvent } from "../src/engine/transcript/events.ts";
import type { Model } from "../src/models/port/model.ts";
import { PROTOCOLS } from "../src/protocols/built-in.ts";
import { findScenario, listScenarios, loadScenario } from "../src/scenario/loading/load.ts";
import type { Scenario } from "../src/scenario/schema/scenario.ts";
import { sentencesOf } from "../src/scenario/script/check-script.ts";
import { createBuiltInRegistry } from "../src/simulated/behaviours/registry.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seeds: { type: "string", default: "40" }, from: { type: "string", default: "1" } },
});
const cwd = process.cwd();
const names = positionals.length > 0 ? positionals : (await listScenarios({ cwd })).map(({ name }) => name);
const [from, count] = [Number(values.from), Number(values.seeds)];
const registry = createBuiltInRegistry({ env: {} });

/** Milliseconds in which simulated members made up their replies. */
let own = 0;
let replies = 0;

function timed(model: Model): Model {
  return {
    ...model,
    generate(request, options) {
      const before = performance.now();
      const reply = model.generate(request, options);
      own += performance.now() - before;
      replies++;
      return reply;
    },
  };
}

const WORDS = 8;
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}'’.%]+/gu) ?? [];

function sequences(texts: readonly string[]): string[] {
  return texts.flatMap((text) => {
    const words = wordsOf(text);
    return Array.from({ length: Math.max(0, words.length - WORDS + 1) }, (_, at) =>
      words.slice(at, at + WORDS).join(" "),
    );
  });
}

type Spoken = MeetingEvent<"message.spoken">;

/** What one meeting comes to. */
function figuresOf(events: readonly MeetingEvent[], scenario: Scenario) {
  const members = new Set(scenario.members.map(({ id }) => id));
  const said = events.filter(
    (each): each is Spoken => each.type === "message.spoken" && members.has(each.speaker),
  );
  const texts = said.map(({ content }) => content);
  const all = sequences(texts);
  const rank = (id: string | null | undefined) => scenario.verdicts.findIndex((each) => each.id === id);
  const held = new Map<string, string>();
  // A mover's secret ballots are not known to the member it moves.
  const stated = new Map<string, string>();
  const saidBy = new Map<string, Spoken>();
  let [moves, away] = [0, 0];
  for (const event of events) {
    if (event.type === "message.spoken") saidBy.set(event.id, event);
    if (!("verdict" in event) || !("speaker" in event) || event.verdict === null || event.verdict === undefined)
      continue;
    const [speaker, verdict] = [event.speaker as string, event.verdict as string];
    const movedBy = "movedBy" in event ? (event.movedBy as { message: string } | undefined) : undefined;
    const before = held.get(speaker);
    const mover = movedBy && saidBy.get(movedBy.message)?.speaker;
    if (before !== undefined && before !== verdict) {
      moves++;
      const target = mover === undefined ? undefined : stated.get(mover);
      const closer = Math.abs(rank(target) - rank(verdict)) < Math.abs(rank(target) - rank(before));
      if (mover !== undefined && target !== undefined && !closer) away++;
    }
    held.set(speaker, verdict);
    if (event.type === "message.spoken") stated.set(speaker, verdict);
  }
  const shown = (seat: string, document: string) =>
    scenario.documents.some(({ name }) => name === document) ||
    (scenario.private ?? []).some(({ name, shownTo }) => name === document && Object.hasOwn(shownTo, seat));
  const heard = new Set<string>();
  let strange = 0;
  for (const { speaker, artifacts, content } of said) {
    for (const artifact of artifacts) {
      if (artifact.kind !== "citation") continue;
      if (!shown(speaker, artifact.ref.split("#")[0] ?? "") && !heard.has(artifact.ref)) strange++;
    }
    for (const artifact of artifacts) if (artifact.kind === "citation") heard.add(artifact.ref);
    for (const point of scenario.script?.points ?? [])
      if (sentencesOf(point).some(({ text }) => content.includes(text))) heard.add(point.ref);
  }
  const asks = new Map(
    (scenario.script?.points ?? []).flatMap((point) => (point.ask ? [[point.ask, point] as const] : [])),
  );
  const asked = said.flatMap(({ content }, at) => {
    const found = [...asks].find(([text]) => content.includes(text));
    return found ? [{ point: found[1], at }] : [];
  });
  const answered = asked.filter(({ point, at }) => {
    const says = typeof point.reply === "object" ? point.reply.says : null;
    return says !== null && said.slice(at + 1).some(({ content }) => content.includes(says));
  });
  const replied = asked.filter(({ point, at }) => {
    const says = typeof point.reply === "object" ? point.reply.says : point.reply;
    return says !== undefined && said.slice(at + 1).some(({ content }) => content.includes(says));
  });
  const previous = said.filter(({ to }, at) => to !== null && to === said[at - 1]?.speaker).length;
  const close = events.find((each) => each.type === "meeting.closed");
  const outcome =
    close?.type === "meeting.closed"
      ? (close.outcome.option ?? close.outcome.side ?? close.outcome.status)
      : "-";
  return {
    messages: said.length,
    words: texts.reduce((sum, text) => sum + wordsOf(text).length, 0),
    sequences: all.length,
    repeated: all.length - new Set(all).size,
    own: new Set(all),
    ...{
      moves,
      away,
      strange,
      previous,
      outcome,
      asked: asked.length,
      answered: answered.length,
      replied: replied.length,
    },
    empty: texts.filter((text) => text.trim() === "").length,
  };
}

const share = (part: number, of: number) => (of === 0 ? "-" : `${((100 * part) / of).toFixed(1)} %`);
const rows: string[][] = [
  [
    "scenario",
    "meetings",
    "messages",
    "words",
    "to last",
    "repeated",
    "in another",
    "moves",
    "away",
    "not shown",
    "questions",
    "by a point",
    "replied",
    "own ms",
    "outcomes",
  ],
];
for (const name of names) {
  const scenario = await loadScenario(await findScenario(name, { cwd }));
  const protocol = PROTOCOLS.find((each) => each.name === scenario.protocol);
  if (!protocol) throw new Error(`no protocol ${scenario.protocol}`);
  const simulated = { ...scenario, members: scenario.members.map((seat) => ({ ...seat, model: "simulated" })) };
  const all: ReturnType<typeof figuresOf>[] = [];
  [own, replies] = [0, 0];
  for (let seed = from; seed < from + count; seed++) {
    const { meeting } = await runMeeting({
      scenario: simulated,
      protocol,
      seed,
      createModel: (seat, of) => timed(registry.create({ spec: seat.model, seat, scenario: of })),
    });
    all.push(figuresOf(meeting.journal.events, meeting.state.scenario));
  }
  const sum = (of: (each: (typeof all)[number]) => number) => all.reduce((total, each) => total + of(each), 0);
  const messages = sum((each) => each.messages);
  const pairs = all.map((each, at) => {
    const other = all[(at + 1) % all.length];
    return other && each.own.size > 0
      ? [...each.own].filter((one) => other.own.has(one)).length / each.own.size
      : 0;
  });
  const outcomes = new Map<string, number>();
  for (const { outcome } of all) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  rows.push([
    name,
    String(count),
    (messages / count).toFixed(1),
    (sum((each) => each.words) / Math.max(1, messages)).toFixed(1),
    share(
      sum((each) => each.previous),
      messages,
    ),
    share(
      sum((each) => each.repeated),
      sum((each) => each.sequences),
    ),
    `${((100 * pairs.reduce((total, each) => total + each, 0)) / pairs.length).toFixed(1)} %`,
    (sum((each) => each.moves) / count).toFixed(2),
    String(sum((each) => each.away)),
    String(sum((each) => each.strange)),
    (sum((each) => each.asked) / count).toFixed(1),
    share(
      sum((each) => each.answered),
      sum((each) => each.asked),
    ),
    share(
      sum((each) => each.replied),
      sum((each) => each.asked),
    ),
    (own / Math.max(1, replies)).toFixed(2),
    [...outcomes]
      .sort((a, b) => b[1] - a[1])
      .map(([of, n]) => `${of} ${n}`)
      .join(", "),
  ]);
}
const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
for (const row of rows)
  console.log(
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
