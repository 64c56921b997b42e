import { type ResumeSetup, resumeMeeting } from "../../engine/meeting/engine/open-meeting.ts";
import type { Prompt } from "../../engine/perspective/prompts.ts";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { cancelled } from "../../models/port/failure.ts";
import type { Model } from "../../models/port/model.ts";
import { isSimulated } from "../../models/port/model-spec.ts";
import { capabilitiesFor } from "../../models/registry/capabilities-for.ts";
import type { ModelSettings } from "../../models/registry/settings.ts";
import { type PROTOCOLS, recordedProtocol } from "../settings/protocols.ts";
import { protocolIn } from "./outputs.ts";
import { eventsBefore, journalOf } from "./sent-request.ts";

export async function seatPrompt(
  events: readonly MeetingEvent[],
  path: string,
  settings: ModelSettings,
  protocols: ResumeSetup["protocol"][] | typeof PROTOCOLS,
): Promise<Prompt | null> {
  const stop = new AbortController();
  const capabilities = capabilitiesFor(settings);
  let found: Prompt | null = null;
  const meeting = resumeMeeting({
    journal: journalOf(eventsBefore(events, { path })),
    protocol: recordedProtocol(protocolIn(events), protocols),
    createModel: ({ model }) => silentModel(model, capabilities(model)),
    prices: settings.prices,
    signal: stop.signal,
    consent: () => Promise.resolve(true),
    people: async (_person, _request, signal, asked, prompt) => {
      if (asked !== path) return whenOver(signal, null);
      found = prompt?.() ?? null;
      stop.abort();
      return null;
    },
  });
  await meeting.run();
  return found;
}

function silentModel(spec: string, capabilities: Model["capabilities"]): Model {
  return {
    spec,
    provider: "silent",
    id: spec,
    capabilities,
    deterministic: isSimulated(spec),
    generate: (_request, { signal }) => whenOver(signal, cancelled()),
  };
}

function whenOver<T>(signal: AbortSignal, value: T): Promise<T> {
  if (signal.aborted) return Promise.resolve(value);
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(value), { once: true }));
}
