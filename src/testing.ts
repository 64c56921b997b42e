// The entry `boardroom/testing`: models for tests that answer from a script, a recording or a
// fault, and the tests that a model of yours must pass.

// Testing: models for tests.

export {
  type ConformanceCase,
  conformanceRequest,
  MODEL_CONFORMANCE,
} from "./models/testing/conformance.ts";
export { type ScriptedOptions, scriptedModel } from "./models/testing/scripted.ts";
export { createRecordedModel, type RecordedOptions } from "./testing/recorded-model.ts";
