/** Models for tests, and the promises that every model keeps. */
export { requestHash } from "./models/contract/request-hash.ts";
export { type ConformanceCase, conformanceRequest, MODEL_CONFORMANCE } from "./models/testing/conformance.ts";
export { type ScriptedOptions, scriptedModel } from "./models/testing/scripted.ts";
export { type RecordedOptions, recordedModel } from "./testing/recorded-model.ts";
