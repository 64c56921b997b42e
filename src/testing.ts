/** Doubles and conformance suites for tests of panels, models and selectors, and the full-screen view without a terminal. */
export { SELECTOR_CONFORMANCE, type SelectorCase } from "./engine/routing/conformance.ts";
export type { ThemeName } from "./home/settings/settings.ts";
export { requestHash } from "./models/contract/request-hash.ts";
export { type ConformanceCase, conformanceRequest, MODEL_CONFORMANCE } from "./models/testing/conformance.ts";
export { type ScriptedOptions, scriptedModel } from "./models/testing/scripted.ts";
export type { ViewEffect } from "./screens/tui/acting.ts";
export type { Size } from "./screens/tui/model.ts";
export { type ChaosOptions, type Fault, type FaultRates, faultyModel } from "./testing/chaos.ts";
export { type ExampleChanges, examplePersona, exampleScenario, reply } from "./testing/example-scenario.ts";
export { type RecordedOptions, recordedModel } from "./testing/recorded-model.ts";
export { type Watcher, type WatcherOptions, watch } from "./testing/watcher.ts";
