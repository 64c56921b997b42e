/**
 * Runs the full-screen view: takes snapshots and keys, updates the state, carries out effects and
 * repaints.
 */

import type { sleep } from "../../models/contract/sleep.ts";
import type { Document } from "../../scenario/schema/scenario.ts";
import { findQuestion } from "../../showing/watching/seat.ts";
import type { Source } from "../../showing/watching/source.ts";
import { keepState, showNote, type Updated, type ViewEffect } from "./acting.ts";
import { pressKey, scrollBy } from "./keys.ts";
import { isInPanel, seatAt } from "./layout.ts";
import { type Key, openView, type ViewStart, type ViewState } from "./model.ts";
import { scrollPanel, seatChosen } from "./reading.ts";
import type { Pointer, Screen } from "./screen.ts";
import { drawView as paintView } from "./view.ts";
import { openRefusal } from "./writing.ts";

export type SessionSetup = {
  screen: Screen;
  source: Source;
  sleep: typeof sleep;
  bring?: ((file: string) => Promise<Document>) | undefined;
  suspend?: (() => void) | undefined;
  start: Omit<ViewStart, "size" | "isPaused">;
  /** Milliseconds. */
  clock: () => number;
};

export interface Session {
  state: ViewState;
  left: Promise<Leaving>;
  stop(): void;
  notify(text: string, isBad?: boolean): void;
}

const REPAINT_MS = 50;

const TICK_MS = 500;

export function openSession(setup: SessionSetup): Session {
  const { screen, source, clock } = setup;
  const { pacing } = source;
  const closing = new AbortController();
  let quit: (how: Leaving) => void = () => {};
  const left = new Promise<Leaving>((resolve) => {
    quit = resolve;
  });
  let state = openView({ ...setup.start, isPaused: pacing.isPaused, size: screen.size });
  let isScheduled = false;
  let paintedAt = Number.NEGATIVE_INFINITY;
  let leavesAtEnd = false;
  let calledFor: string | null = null;

  function refresh(): void {
    const snapshot = source.snapshot();
    const now = clock();
    const note = state.note && state.note.until > now ? state.note : null;
    state = {
      ...state,
      ...snapshot,
      note,
      isPaused: pacing.isPaused,

      clock: now,
      size: screen.size,
    };
    if (leavesAtEnd && state.meeting?.ending) finish("quit");
  }

  function paint(): void {
    if (closing.signal.aborted) return;
    refresh();
    draw();
  }

  function draw(): void {
    if (closing.signal.aborted) return;
    call();
    screen.paint(paintView(state));
    paintedAt = clock();
  }

  function call(): void {
    const asked = state.canAct ? findQuestion(state) : null;
    const turn = asked === null ? null : `${asked.path} ${String(asked.request.problem ?? "")}`;
    if (turn === calledFor) return;
    calledFor = turn;
    if (asked === null) return;
    screen.bell();
    state = openRefusal(state);
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

  function notify(text: string, isBad = false): void {
    state = showNote({ ...state, clock: clock() }, text, isBad);
    schedule();
  }

  function onKey(key: Key): void {
    refresh();
    const updated = pressKey(state, key);
    if (updated) take(updated);
  }

  function take({ state: next, effects }: Updated): void {
    state = next;
    for (const effect of effects) perform(effect);
    if (effects.length > 0) paint();
    else draw();
  }

  function onPointer({ kind, x, y }: Pointer): void {
    refresh();
    if (kind === "click") {
      const seat = seatAt(state, x, y);
      if (seat !== null) take(keepState(seatChosen(state, seat)));
      return;
    }
    const rows = kind === "wheel-up" ? -3 : 3;
    take(isInPanel(state, x, y) ? keepState(scrollPanel(state, rows)) : scrollBy(state, rows));
  }

  function finish(how: Leaving): void {
    closing.abort();
    quit(how);
  }

  async function tick(): Promise<void> {
    while (!closing.signal.aborted) {
      await setup.sleep(TICK_MS, closing.signal);
      if (state.calls.size > 0 || state.note) schedule();
    }
  }

  function perform(effect: ViewEffect): void {
    switch (effect.do) {
      case "pause":
        return pacing.pause();
      case "resume":
        return pacing.resume();
      case "step":
        return pacing.step();
      case "seek-by":
        return source.seekBy?.(effect.turns);
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
      return notify(readMessage(error), true);
    }
    if (does.act !== "adjourn" || state.mode !== "live") return;
    pacing.hurry();
    pacing.resume();
  }

  function bring(file: string): void {
    if (!setup.bring) return notify("No document can be added here.", true);
    void setup.bring(file).then(
      ({ notes = [], ...document }) => {
        source.act({ act: "bring-document", name: document.name }, document);
        notify(
          `${document.name} is added with the next turn.${notes.map((note) => ` Note: ${note}.`).join("")}`,
        );
      },
      (error: unknown) => notify(readMessage(error), true),
    );
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
    notify,
  };
}

type Leaving = "quit" | "interrupted";

function readMessage(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll("\n", " ");
}
