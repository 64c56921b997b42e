/**
 * Pauses and slows a meeting that people watch: models wait between messages for a reading pause.
 */

import type { Ports } from "../../engine/meeting/runtime.ts";
import { createScanner } from "../../engine/scaffold/scan.ts";
import type { Model } from "../../models/contract/model.ts";
import { sleep } from "../../models/contract/sleep.ts";
import type { Scenario, Seat } from "../../scenario/schema/scenario.ts";

/** The controls of the person who watches. They change when members speak, but no event. */
export interface Pacing {
  isPaused: boolean;
  hold(path: string): Promise<void>;
  /** Milliseconds at reading speed; stands still while paused. */
  waitFor(ms: number): Promise<void>;
  pause(): void;
  resume(): void;
  /** Lets the effect under way end at once, or else one begin, and holds the one after it. */
  step(): void;
  /** From now on, rests take no time. */
  hurry(): void;
  /** Ends all waiting that has begun. */
  skip(): void;
}

/** Milliseconds at reading speed; less between the ballots of a group. */
export function getBreath(path: string): number {
  return path.includes("/") ? 150 : 700;
}

export type PacingSetup = {
  signal: AbortSignal;
  /** Times reading speed. Default 1. */
  speed?: number | undefined;
  paused?: boolean | undefined;
  restBefore?: ((path: string) => number) | undefined;
  sleep?: typeof sleep | undefined;
};

export function createPacing(setup: PacingSetup): Pacing {
  const { signal, speed = 1, restBefore = () => 0 } = setup;
  const wait = setup.sleep ?? sleep;
  let isPaused = setup.paused ?? false;
  let isHurried = false;
  let steps = 0;
  let atGate = 0;
  let isStepping = false;
  let skips = 0;
  let changed = createSignal();
  signal.addEventListener("abort", notify, { once: true });

  function notify(): void {
    const { fire } = changed;
    changed = createSignal();
    fire();
  }

  async function waitFor(ms: number): Promise<void> {
    const began = skips;
    for (let left = ms; left > 0 && skips === began && !signal.aborted; ) {
      if (isPaused && !isStepping) {
        await changed.promise;
        continue;
      }
      if (isStepping || isHurried) return;
      const slice = Math.min(left, SLICE_MS * speed);
      await wait(slice / speed, signal);
      left -= slice;
    }
  }

  return {
    get isPaused() {
      return isPaused;
    },
    waitFor,
    async hold(path) {
      const began = skips;
      if (!isPaused) await waitFor(restBefore(path));
      isStepping = false;
      atGate += 1;
      while (isPaused && steps === 0 && skips === began && !signal.aborted) await changed.promise;
      atGate -= 1;
      if (isPaused && steps > 0) {
        steps -= 1;
        isStepping = true;
      }
    },
    pause() {
      isPaused = true;
      steps = 0;
      notify();
    },
    resume() {
      isPaused = false;
      isStepping = false;
      steps = 0;
      notify();
    },
    step() {
      if (atGate > 0 || isStepping) steps = 1;
      else isStepping = true;
      isPaused = true;
      notify();
    },
    hurry() {
      isHurried = true;
      notify();
    },
    skip() {
      skips += 1;
      notify();
    },
  };
}

/** Milliseconds after which a pause is felt, at most. */
const SLICE_MS = 50;

export function createSignal(): { promise: Promise<void>; fire: () => void } {
  let fire: () => void = () => {};
  const promise = new Promise<void>((resolve) => {
    fire = resolve;
  });
  return { promise, fire };
}

/** Milliseconds a visible character takes at reading speed: about 300 words a minute. */
export const READING_MS = 33;

/** Milliseconds before the first word at reading speed. */
const THINKING_MS = 700;

/** The replies, and so the log, stay the same. */
export function createPacedModel(model: Model, hold: Pacing): Model {
  return {
    ...model,
    async generate(request, options) {
      const pieces: string[] = [];
      const { onText } = options;
      const reply = await model.generate(request, {
        ...options,
        onText: onText && ((piece) => pieces.push(piece)),
      });
      await hold.waitFor(onText ? THINKING_MS : 0);
      const scanner = createScanner();
      for (const piece of pieces) {
        const shown = request.json ? piece.length : scanner.push(piece).length;
        onText?.(piece);
        if (shown > 0) await hold.waitFor(shown * READING_MS);
      }
      return reply;
    },
  };
}

export type PacedModels = {
  create(seat: Seat, scenario: Scenario): Model;
  arePaced(): boolean;
};

/** Paces simulated members only: the thinking of a real model is not delayed further. */
export function createPacedModels(createModel: Ports["createModel"], pacing: Pacing): PacedModels {
  const models: Model[] = [];
  return {
    create(seat, scenario) {
      const model = createModel(seat, scenario);
      models.push(model);
      return model.deterministic ? createPacedModel(model, pacing) : model;
    },
    arePaced: () => models.every(({ deterministic }) => deterministic === true),
  };
}
