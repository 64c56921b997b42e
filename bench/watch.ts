import { PassThrough, Writable } from "node:stream";
import type { MeetingEvent } from "../src/engine/transcript/events.ts";
import { createFold } from "../src/engine/transcript/fold.ts";
import { PROTOCOL_VERSIONS } from "../src/engine/transcript/versions.ts";
import { openView, type ViewState } from "../src/screens/tui/model.ts";
import { turnPage } from "../src/screens/tui/reading.ts";
import { openScreen, type Screen } from "../src/screens/tui/screen.ts";
import { createTheme } from "../src/screens/tui/theme.ts";
import { drawView } from "../src/screens/tui/view.ts";
import { createEntries } from "../src/showing/entries.ts";
import type { Bench, Finding } from "./bench.ts";
import { median, startLap } from "./measure.ts";

const SIZE = { columns: 120, rows: 35 };
const MESSAGES = [100, 10_000, 100_000];
const REPAINTS = 200;
/** Repaints a second that streaming causes at most. */
const RATE = 20;

export const bench: Bench = {
  name: "watch",
  about: `repaints of the terminal view at ${SIZE.columns}x${SIZE.rows}, layout and drawing together`,
  async run() {
    const screen = await openScreen(
      { theme: createTheme("default"), depth: "256", signs: "all" },
      terminal(),
    );
    const findings = MESSAGES.flatMap((messages) => repaints(screen, messages));
    screen.close();
    return findings;
  },
};

function repaints(screen: Screen, messages: number): readonly Finding[] {
  const state = watching(messages);
  const streaming = lap(REPAINTS, (index) => screen.paint(drawView(speaking(state, index))));
  let scrolled = state;
  const paging = lap(50, () => {
    scrolled = turnPage(scrolled, -1).state;
    screen.paint(drawView(scrolled));
  });
  return [
    {
      what: `one core's share while somebody speaks, ${messages.toLocaleString("en")} messages on record`,
      against: `${RATE} repaints a second, the most that streaming causes`,
      measured: (streaming.cpu * RATE) / 10,
      unit: "%",
      target: { atMost: 15 },
      detail: `${streaming.wall.toFixed(2)} ms a repaint, ${paging.wall.toFixed(2)} ms to turn a page`,
    },
  ];
}

/** Milliseconds of one round, wall time as the median and CPU as the mean. */
function lap(rounds: number, work: (index: number) => void): { wall: number; cpu: number } {
  for (let warm = 0; warm < 20; warm++) work(warm);
  const walls: number[] = [];
  const end = startLap();
  for (let index = 0; index < rounds; index++) {
    const began = performance.now();
    work(index);
    walls.push(performance.now() - began);
  }
  return { wall: median(walls), cpu: end().cpu / rounds };
}

function speaking(state: ViewState, index: number): ViewState {
  const text = "And so I say again what the figures say. ".repeat(1 + (index % 20));
  const call = {
    path: "x",
    speaker: "seat-1",
    isPrivate: false,
    phase: "speaking",
    text,
    why: "",
    heardAt: 0,
    until: 0,
  } as const;
  return { ...state, calls: new Map([["x", call]]) };
}

function watching(messages: number): ViewState {
  const fold = createFold();
  const items = createEntries();
  for (const event of meetingOf(messages)) {
    fold.apply(event);
    items.push(event);
  }
  const start = {
    mode: "live",
    isGrowing: false,
    canAct: true,
    isPaced: true,
    isPaused: false,
  } as const;
  return {
    ...openView({ ...start, person: "chair", size: SIZE }),
    meeting: fold.state,
    items: items.list,
    shown: items.list.length,
  };
}

function* meetingOf(messages: number): Generator<MeetingEvent> {
  const ids = [1, 2, 3, 4, 5].map((number) => `seat-${number}`);
  yield {
    ...line(1, "0"),
    type: "meeting.opened",
    format: 1,
    meeting: "bench",
    program: "0.2.0",
    protocol: `board@${PROTOCOL_VERSIONS.board}`,
    seed: "1",
    simulated: true,
    scenario: SCENARIO,
    seats: ids.map((id, index) => ({
      id,
      kind: "member",
      model: "simulated",
      weight: 1,
      persona: persona(id, index),
    })),
  } as unknown as MeetingEvent;
  for (let number = 1; number <= messages; number++) {
    yield {
      ...line(number + 1, String(number)),
      type: "message.spoken",
      id: `m${number}`,
      speaker: ids[number % 5],
      to: null,
      artifacts: [],
      verdict: number % 40 < 20 ? "YES" : "NO",
      reasoning: "The figures say so.",
      wouldChange: null,
      confidence: 0.6,
      ready: false,
      withdrawn: false,
      content: `Message ${number}. ${"The figures in the second table do not bear this out, as I said. ".repeat(4)}`,
      audience: "all",
      parse: "strict",
      flags: [],
      citations: [],
      words: 50,
    } as unknown as MeetingEvent;
  }
}

function line(seq: number, path: string) {
  return { seq, path, at: new Date(Date.UTC(2026, 0, 5) + seq * 20_000).toISOString(), prev: "" };
}

const SCENARIO = {
  name: "bench",
  title: "A long meeting",
  question: "Does the view keep up?",
  protocol: "board",
  options: {},
  verdicts: [
    { id: "YES", side: "for" },
    { id: "NO", side: "against" },
  ],
  decision: { rule: "plurality-of-sides", by: "side" },
  criteria: [],
  evidence: [],
  limits: { messages: 100_000, absences: 3 },
  prompt: { view: "perspective", visibility: "open", scaffold: "verdict-first" },
};

function persona(id: string, index: number) {
  const texts = { personality: "calm", speakingStyle: "plain", background: "" };
  return {
    id,
    name: `Dr. Number ${index + 1}`,
    title: "Reviewer",
    expertise: ["figures"],
    ...texts,
    priorities: {},
  };
}

/** A terminal of a fixed size whose picture nobody sees. */
function terminal() {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  return {
    input: Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} }),
    output: Object.assign(output, { isTTY: true, ...SIZE }),
  };
}
