import { type Model, type ModelRequest, openMeeting, type Scenario, type Seat } from "boardroom";
import { createSimulatedModel } from "boardroom/extend";
import { shipped as load, protocolOf } from "../simulated/meetings.ts";

export type Sent = { seat: Seat; request: ModelRequest };
type Changes = {
  limits?: object;
  options?: Record<string, unknown>;
  prompt?: object;
  decision?: object;
};

export const MEETINGS: Readonly<Record<string, readonly [scenario: string, changes: Changes]>> = {
  "a board": ["hiring", {}],
  "an anonymous board": ["hiring", { prompt: { view: "anonymous" } }],
  "a board cut short": ["hiring", { limits: { messages: 9 } }],
  "a jury": ["memory-curation", {}],
  "a jury that drafts": ["memory-curation", { options: { decisions: {} } }],
  "a trial": ["trial", {}],
  judges: ["code-review", {}],
  "a chamber": ["niche-decision", {}],
  rounds: ["architecture-review", {}],
};

export async function everyRequest(
  name: string,
  { options, ...changes }: Changes,
): Promise<readonly Sent[]> {
  const shipped = await load(name);
  const scenario = {
    ...shipped,
    ...changes,
    limits: { ...shipped.limits, ...changes.limits },
    prompt: { ...shipped.prompt, ...changes.prompt },
    options: { ...shipped.options, ...options },
  } as Scenario;
  const sent: Sent[] = [];
  const createModel = (seat: Seat): Model => {
    const model = createSimulatedModel({ seat, scenario });
    const generate: Model["generate"] = (request, how) => {
      sent.push({ seat, request: structuredClone(request) });
      return model.generate(request, how);
    };
    return { ...model, capabilities: { ...model.capabilities, sampling: true }, generate };
  };
  await openMeeting({ scenario, protocol: protocolOf(scenario), seed: 1, createModel }).run();
  return sent;
}

/** Words of the procedure alone: documents and what others said may say what they like. */
export function told({ request }: Sent): string {
  const { shared, individual, instruction } = request;
  const rules = shared.replace(/<Document [\s\S]*?\n<\/Document>/g, "");
  const words = instruction.replace(/<(Answer|Reply|Document|Artifact)\b[\s\S]*?<\/\1>/g, "");
  return [rules, individual, words].join("\n");
}

export function kindOf({ request }: Sent): string {
  return request.occasion?.kind ?? request.cacheKey;
}
