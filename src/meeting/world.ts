import { randomUUID } from "node:crypto";

/** The clocks and chances of the world outside, in one place. */
export type World = {
  /** Now, ISO 8601. */
  readonly now: () => string;
  /** Milliseconds since some fixed instant. */
  readonly clock: () => number;
  /** Told apart from every other. */
  readonly nonce: () => string;
};

export const world: World = {
  now: () => new Date().toISOString(),
  clock: () => performance.now(),
  nonce: () => randomUUID(),
};

/** A world in which nothing happens by itself: the meeting opens on a fixed day and takes no wall time. */
export const stillWorld: World = {
  now: () => "2026-01-05T09:00:00.000Z",
  clock: () => 0,
  nonce: () => "",
};
