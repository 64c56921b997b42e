import { questionTo } from "../../showing/watching/question.ts";
import { isInPanel, seatAt } from "./frame/parts.ts";
import { view as paintView } from "./frame/view.ts";
import { type Leaving, type PerformedFor, type PerformSetup, perform } from "./perform.ts";
import type { Pointer, Screen } from "./screen.ts";
import type { Intent, Key } from "./state/intent.ts";
import { intentOf } from "./state/keys.ts";
import { openView, type ViewStart, type ViewState } from "./state/model.ts";
import { update } from "./update/update.ts";
import { noted } from "./update/updated.ts";

export type SessionSetup = PerformSetup & {
  readonly screen: Screen;
  readonly start: Omit<ViewStart, "size" | "isPaused" | "pace">;
  /** Milliseconds. */
  readonly clock: () => number;
};

export interface Session {
  readonly state: ViewState;
  readonly left: Promise<Leaving>;
  stop(): void;
  tell(text: string, isBad?: boolean): void;
}

/** Milliseconds between two repaints that no key asked for. */
const REPAINT_MS = 50;

const TICK_MS = 500;

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

  function tell(text: string, isBad = false): void {
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
    for (const effect of updated.effects) perform(effect, view);
    if (updated.effects.length > 0) paint();
    else draw();
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

  const view: PerformedFor = {
    ...{ setup, signal: closing.signal, tell, obey, finish },
    isLive: () => state.mode === "live",
    keep(purpose, text) {
      state = { ...state, drafts: new Map(state.drafts).set(purpose, text) };
    },
    leaveAtEnd() {
      leavesAtEnd = true;
    },
  };
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
