export { z } from "zod";

/** The product as it is shipped: what is measured is `dist/`, under the types of its source. */
export const { openMeeting } = await built<typeof import("../src/engine/meeting/engine/open-meeting.ts")>(
  "engine/meeting/engine/open-meeting",
);
export const { defineProtocol } = await built<
  typeof import("../src/engine/meeting/contract/define-protocol.ts")
>("engine/meeting/contract/define-protocol");
export const { board } = await built<typeof import("../src/protocols/board.ts")>("protocols/board");
export const { createJournal } =
  await built<typeof import("../src/engine/transcript/journal.ts")>("engine/transcript/journal");
export const { findScenario, loadScenario } =
  await built<typeof import("../src/scenario/loading/load.ts")>("scenario/loading/load");
export const { capabilitiesOf, COMPATIBLE_CAPABILITIES, LOCAL_CAPABILITIES } =
  await built<typeof import("../src/models/port/capabilities.ts")>("models/port/capabilities");
export const { openaiModel } =
  await built<typeof import("../src/models/openai/openai-model.ts")>("models/openai/openai-model");
export const { anthropicModel } = await built<typeof import("../src/models/anthropic/anthropic-model.ts")>(
  "models/anthropic/anthropic-model",
);
export const { openNames } =
  await built<typeof import("../src/engine/perspective/names.ts")>("engine/perspective/names");
export const { individualLayer, sharedLayer } =
  await built<typeof import("../src/engine/perspective/layers.ts")>("engine/perspective/layers");
export const { scriptedModel } =
  await built<typeof import("../src/models/doubles/scripted.ts")>("models/doubles/scripted");
export const { createSimulatedModel } = await built<typeof import("../src/simulated/behaviours/registry.ts")>(
  "simulated/behaviours/registry",
);
export const openaiPrompt = await built<typeof import("../src/models/openai/convert-prompt.ts")>(
  "models/openai/convert-prompt",
);
export const anthropicPrompt = await built<typeof import("../src/models/anthropic/convert-prompt.ts")>(
  "models/anthropic/convert-prompt",
);

/** The program that `boardroom` starts. */
export const PROGRAM = new URL("../dist/bin.js", import.meta.url);

/** A module of the built product. */
export async function built<Module>(path: string): Promise<Module> {
  return (await import(new URL(`../dist/${path}.js`, import.meta.url).href)) as Module;
}
