/** Doubles and conformance suites for tests of your own panels, models and selectors. */
export { type ChaosOptions, FAULTS, type Fault, type FaultRates, faultyModel } from "./models/chaos.ts";
export { type ConformanceCase, conformanceRequest, MODEL_CONFORMANCE } from "./models/conformance.ts";
export { type RecordedOptions, recordedModel } from "./models/recorded.ts";
export { requestHash } from "./models/request-hash.ts";
export { type ScriptedOptions, scriptedModel } from "./models/scripted.ts";
export { createSimulatedMember, MISBEHAVING, type Misbehaviour } from "./models/simulated/misbehaving.ts";
export { SELECTOR_CONFORMANCE, type SelectorCase } from "./routing/conformance.ts";
export { type ExampleChanges, examplePersona, exampleScenario, reply } from "./testing/example-scenario.ts";
