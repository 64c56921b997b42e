import type { Bench } from "./bench.ts";

/** Every bench by name, in the order they run. A new one is a module that exports `bench`, and a line here. */
export const BENCHES: Readonly<Record<string, () => Promise<{ bench: Bench }>>> = {
  turn: () => import("./turn.ts"),
  "own-work": () => import("./own-work.ts"),
  "cached-prefix": () => import("./cached-prefix.ts"),
  parallel: () => import("./parallel.ts"),
  simulated: () => import("./simulated.ts"),
  many: () => import("./many.ts"),
  study: () => import("./study.ts"),
  start: () => import("./start.ts"),
  watch: () => import("./watch.ts"),
  report: () => import("./report.ts"),
  scale: () => import("./scale.ts"),
  page: () => import("./page.ts"),
  outside: () => import("./outside.ts"),
  price: () => import("./price.ts"),
};

/** Run where they are named alone: what they need is not on every machine. */
export const ON_DEMAND: readonly string[] = ["scale"];
