import type { sleep } from "../models/port/sleep.ts";
import type { Document } from "../scenario/schema/scenario.ts";
import { questionTo } from "../watching/question.ts";
import type { Source } from "../watching/source.ts";
import { isInPanel, seatAt } from "./frame/pointing.ts";
import { view } from "./frame/view.ts";
import type { Pointer, Screen } from "./screen.ts";
import { type Intent, intentOf, type Key } from "./state/keys.ts";
import { openView, type ViewStart, type ViewState } from "./state/model.ts";
import { wantedPrompt } from "./update/choose.ts";
import { update } from "./update/update.ts";
import { noted, type ViewEffect } from "./update/updated.ts";

/** How a person left the view. */
type Leaving = "quit" | "interrupted";

export type SessionSetup = {
  readonly screen: Screen;
  readonly source: Source;
  readonly start: Omit<ViewStart, "size" | "isPaused" | "pace">;
  /** Milliseconds. */
  readonly clock: () => number;
  readonly sleep: typeof sleep;
  /** Reads a document that the person wants to lay on the table; throws where it cannot. */
  readonly bring?: ((file: string) => Promise<Document>) | undefined;
  /** Writes the verdict table, and tells where. */
  readonly exportTable: () => Promise<string>;
  /** Stops the program until it is continued, with the terminal given back meanwhile. */
  readonly suspend?: (() => void) | undefined;
};

export interface Session {
  readonly state: ViewState;
  /** Resolves when the person leaves, or when `stop` is called. */
  readonly left: Promise<Leaving>;
  stop(): void;
  /** Says something in the footer for a while. */
  tell(text: string, isBad?: boolean): void;
}

/** Milliseconds between two repaints that no key asked for. */
const REPAINT_MS = 50;

/** Milliseconds between two looks at the clock: waits and silences are told to the second. */
const TICK_MS = 500;

/** Paints a source on a screen and obeys the keys. */
export function openSession(setup: SessionSetup): Session {
  const { screen, source, clock } = setup;
  const { hold } = source;
  const closing = new AbortController();
  let leave: (how: Leaving) => void = () => {};
  const left = new Promise<Leaving>((resolve) => {
    leave = resolve;
  });
  let state = openView({ ...setup.start, pace: hold.pace, isPaused: hold.isPaused, size: screen.size });
  let isScheduled = false;
  let paintedAt = Number.NEGATIVE_INFINITY;
  let leavesAtEnd = false;
  /** The question that was called for last. */
  let calledFor: string | null = null;

  function refresh(): void {
    const snapshot = source.snapshot();
    const now = clock();
    const note = state.note && state.note.until > now ? state.note : null;
    state = {
      ...state,
      ...snapshot,
      note,
      isPaused: hold.isPaused,
      pace: hold.pace,
      clock: now,
      size: screen.size,
    };
    if (leavesAtEnd && state.meeting?.ending) finish("quit");
    loadPrompt();
  }

  function paint(): void {
    if (closing.signal.aborted) return;
    refresh();
    draw();
  }

  /** Paints what is known, without looking at the meeting again. */
  function draw(): void {
    if (closing.signal.aborted) return;
    call();
    screen.paint(view(state));
    paintedAt = clock();
  }

  /** Rings where a question to this person has come, or has come back. */
  function call(): void {
    const asked = state.canAct ? questionTo(state) : null;
    const turn = asked === null ? null : `${asked.path} ${String(asked.request.problem ?? "")}`;
    if (turn === calledFor) return;
    calledFor = turn;
    if (asked === null) return;
    screen.bell();
  }

  function schedule(): void {
    if (isScheduled || closing.signal.aborted) return;
    isScheduled = true;
    const wait = Math.max(0, paintedAt + REPAINT_MS - clock());
    void setup.sleep(wait, closing.signal).then(() => {
      isScheduled = false;
      paint();
    });
  }

  function loadPrompt(): void {
    const wanted = wantedPrompt(state);
    if (!wanted || state.prompt?.key === wanted.key) return;
    state = {
      ...state,
      prompt: {
        ...wanted,
        prompt: state.prompt?.speaker === wanted.speaker ? state.prompt.prompt : null,
        isAwaited: true,
      },
    };
    void source.prompt(wanted.speaker).then(
      (prompt) => {
        if (state.prompt?.key === wanted.key) state = { ...state, prompt: { ...wanted, prompt } };
        schedule();
      },
      (error: unknown) => tell(`The prompt cannot be shown: ${messageOf(error)}`, true),
    );
  }

  function tell(text: string, isBad = false): void {
    // What is told may have taken long since the last look at the clock.
    state = noted({ ...state, clock: clock() }, text, isBad);
    schedule();
  }

  function onKey(key: Key): void {
    refresh();
    const intent = intentOf(key, state);
    if (intent) obey(intent);
  }

  function obey(intent: Intent): void {
    const updated = update(state, intent);
    state = updated.state;
    for (const effect of updated.effects) perform(effect);
    if (updated.effects.length > 0) paint();
    else {
      loadPrompt();
      draw();
    }
  }

  function onPointer({ kind, x, y }: Pointer): void {
    refresh();
    if (kind === "click") {
      const seat = seatAt(state, x, y);
      if (seat === null) return;
      state = update(state, { want: "choose-seat", seat }).state;
    } else {
      const rows = kind === "wheel-up" ? -3 : 3;
      state = update(state, { want: isInPanel(state, x, y) ? "scroll-panel" : "scroll", rows }).state;
    }
    paint();
  }

  function perform(effect: ViewEffect): void {
    switch (effect.do) {
      case "pause":
        return hold.pause();
      case "resume":
        return hold.resume();
      case "step":
        return hold.step();
      case "pace":
        return hold.setPace(effect.pace);
      case "rewind":
        return source.seekTo?.(0);
      case "seek-by":
        return source.seekBy?.(effect.entries);
      case "seek-to":
        return source.seekTo?.(effect.seq);
      case "act":
        return act(effect.does);
      case "answer":
        return source.answer(effect.answer);
      case "bring":
        return bring(effect.file);
      case "end":
        leavesAtEnd = true;
        return;
      case "export":
        void setup.exportTable().then(tell, (error: unknown) => tell(messageOf(error), true));
        return;
      case "search-on":
        void setup.sleep(0, closing.signal).then(() => obey({ want: "search-on" }));
        return;
      case "repaint":
        return screen.forget();
      case "suspend":
        return setup.suspend?.();
      case "leave":
        return finish("quit");
      case "interrupt":
        return finish("interrupted");
      default:
        return effect satisfies never;
    }
  }

  function act(does: Extract<ViewEffect, { do: "act" }>["does"]): void {
    try {
      source.act(does);
    } catch (error) {
      if ("text" in does) keep(does.act === "whisper" ? "whisper" : "interject", does.text);
      tell(messageOf(error), true);
      return;
    }
    if (does.act !== "adjourn" || state.mode !== "live") return;
    hold.setPace(Number.POSITIVE_INFINITY);
    hold.resume();
  }

  /** What was written and came to nothing is there again at the next try. */
  function keep(purpose: "interject" | "whisper" | "bring", text: string): void {
    state = { ...state, drafts: new Map(state.drafts).set(purpose, text) };
  }

  function bring(file: string): void {
    if (!setup.bring) return tell("Nothing can be brought here.", true);
    void setup.bring(file).then(
      (document) => {
        source.act({ act: "bring-document", name: document.name }, document);
        tell(`${document.name} will lie on the table from the next turn on.`);
      },
      (error: unknown) => {
        keep("bring", file);
        tell(messageOf(error), true);
      },
    );
  }

  function finish(how: Leaving): void {
    closing.abort();
    leave(how);
  }

  async function tick(): Promise<void> {
    while (!closing.signal.aborted) {
      await setup.sleep(TICK_MS, closing.signal);
      if (state.calls.size > 0 || state.note) schedule();
    }
  }

  source.onChange(schedule);
  screen.onKey(onKey);
  screen.onPointer(onPointer);
  screen.onResize(() => {
    screen.forget();
    paint();
  });
  paint();
  void tick();
  return {
    get state() {
      return state;
    },
    left,
    stop: () => finish("quit"),
    tell,
  };
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll("\n", " ");
}
