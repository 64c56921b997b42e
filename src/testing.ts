// The entry `boardroom/testing`: models for tests that answer from a script, a recording or a
// fault, and the tests that a model of yours must pass.

/** Models for tests, and the promises that every model keeps. */
export {
  type ConformanceCase,
  conformanceRequest,
  MODEL_CONFORMANCE,
} from "./models/testing/conformance.ts";
export { type ScriptedOptions, scriptedModel } from "./models/testing/scripted.ts";
export { createRecordedModel, type RecordedOptions } from "./testing/recorded-model.ts";
