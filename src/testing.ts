/** Doubles and conformance suites for tests of your own panels, models and selectors. */
export { type ChaosOptions, FAULTS, type Fault, type FaultRates, faultyModel } from "./models/doubles/chaos.ts";
export { type ConformanceCase, conformanceRequest, MODEL_CONFORMANCE } from "./models/doubles/conformance.ts";
export { type RecordedOptions, recordedModel } from "./models/doubles/recorded.ts";
export { type ScriptedOptions, scriptedModel } from "./models/doubles/scripted.ts";
export { requestHash } from "./models/port/request-hash.ts";
export { SELECTOR_CONFORMANCE, type SelectorCase } from "./routing/conformance.ts";
export { type ExampleChanges, examplePersona, exampleScenario, reply } from "./testing/example-scenario.ts";
export { MISBEHAVING, type Misbehaviour, misbehaving } from "./testing/misbehaving.ts";
export { type Watcher, type WatcherOptions, watch } from "./testing/watcher.ts";
export type { ThemeName } from "./tui/paint/theme.ts";
export type { Size } from "./tui/state/model.ts";
export type { ViewEffect } from "./tui/update/updated.ts";
