export { z } from "zod";
export { openMeeting } from "../src/engine/meeting/open-meeting.ts";
export { defineProtocol } from "../src/engine/protocol/define-protocol.ts";
export { createJournal, createMemoryJournal } from "../src/engine/transcript/journal.ts";
export { createAnthropicModel } from "../src/models/anthropic/anthropic-model.ts";
export * as anthropicPrompt from "../src/models/anthropic/convert-prompt.ts";
export {
  COMPATIBLE_CAPABILITIES,
  findCapabilities,
} from "../src/models/contract/capabilities.ts";
export * as openaiPrompt from "../src/models/openai/convert-prompt.ts";
export { createOpenAiModel } from "../src/models/openai/openai-model.ts";
export { scriptedModel } from "../src/models/testing/scripted.ts";
export { board } from "../src/protocols/board.ts";
export { findScenario, loadScenario } from "../src/scenario/loading/load.ts";
export { createSimulatedModel } from "../src/simulated/behaviours/registry.ts";

/** The program and the library as they are published. */
export const PROGRAM = new URL("../dist/bin.js", import.meta.url);
export const LIBRARY = new URL("../dist/index.js", import.meta.url);
