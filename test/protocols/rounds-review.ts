import {
  findScenario,
  loadScenario,
  type MeetingSetup,
  type MeetingState,
  type Model,
  type ModelReply,
  type ModelRequest,
  openMeeting,
  rounds,
  type Scenario,
  type Seat,
} from "boardroom";
import { createSimulatedModel } from "boardroom/extend";
import type { RoundsOptions } from "../../src/protocols/rounds/plan.ts";
import {
  STATE_FILES,
  type StateTexts,
  validateState,
} from "../../src/protocols/rounds/validate-claims.ts";
import { type Misbehaviour, misbehaving } from "../support/misbehaving.ts";
import { toldBy } from "../support/told.ts";

export const architecture = await loadScenario(
  await findScenario("architecture-review", { cwd: process.cwd() }),
);
export const { roles } = architecture.options as { roles: RoundsOptions["roles"] };

/** The shipped scenario with other options. */
export function scenarioWith(options: object, changes: Partial<Scenario> = {}): Scenario {
  return { ...architecture, options: { roles, ...options }, ...changes };
}

export type Override = (request: ModelRequest, kind: string) => string | ModelReply | null;

/** Simulated members, or what takes their place for a request. */
export function modelsWith(
  override: Override = () => null,
  ids: Readonly<Record<string, string>> = {},
): MeetingSetup["createModel"] {
  return (seat: Seat, scenario): Model => {
    const id = ids[seat.id] ?? "simulated";
    const model =
      id === "simulated"
        ? createSimulatedModel({ seat, scenario })
        : misbehaving({ seat, scenario, id: id as Misbehaviour, spec: `misbehaving:${id}` });
    return {
      ...model,
      deterministic: true,
      async generate(request, options) {
        const said = override(request, request.occasion?.kind ?? "");
        if (said === null) return model.generate(request, options);
        if (typeof said !== "string") return said;
        return { type: "answer", text: said, stop: "end", usage: null, model: id };
      },
    };
  };
}

export function meetingOf(setup: Partial<MeetingSetup> & { scenario: Scenario }) {
  return openMeeting({ protocol: rounds, createModel: modelsWith(), seed: 7, ...setup });
}

export function errorsIn(state: MeetingState): readonly string[] {
  const files = new Map(toldBy(rounds, state).files.map(({ name, text }) => [name, text]));
  const texts = Object.fromEntries(
    STATE_FILES.map((file) => [file, files.get(`state/${file}`) ?? null]),
  ) as StateTexts;
  const report = validateState(texts, { read: (path) => files.get(path) ?? null });
  return report.errors.map(({ where, message }) => `${where}: ${message}`);
}
