// Puts the checked parts of a scenario together: file, flags, personas, documents and script. It
// also decides which layer of settings wins.

import { BoardroomError, type Problem } from "../../errors.ts";
import { lookUpKey, requireEntry } from "../../lists.ts";
import { suggestNames } from "../files/nearest.ts";
import { listMemberEntries } from "../files/scenario-file.ts";
import type { Settings } from "../files/settings.ts";
import type { ModelOverrides, ScenarioOverrides } from "../files/source.ts";
import { requireClearNames } from "../schema/clear-names.ts";
import type { PrivateDocument } from "../schema/document.ts";
import type { Persona } from "../schema/persona.ts";
import {
  type Document,
  isGuest,
  isWellNamed,
  parseHolder,
  type Scenario,
  type Seat,
} from "../schema/scenario.ts";
import type { ScenarioFile } from "../schema/scenario-file.ts";
import type { Script } from "../schema/script.ts";

type ScenarioParts = {
  name: string;
  scenario: ScenarioFile;
  overrides: ScenarioOverrides;
  personas: ReadonlyMap<string, Persona>;
  documents: readonly Document[];
  evidence: readonly PrivateDocument[];
  script: Script | undefined;
  scriptProblems?: readonly Problem[];
};

export function assembleScenario(parts: ScenarioParts): Scenario {
  const { name, scenario, overrides, personas, documents, evidence, script } = parts;
  const { scriptProblems = [] } = parts;
  const { maxMessages = scenario.limits.messages } = overrides;
  return {
    name,
    title: scenario.title,
    question: scenario.question,
    context: scenario.context,
    ...chooseProtocol(scenario, overrides),
    verdicts: scenario.verdicts,
    sides: scenario.sides,
    decision: scenario.decision,
    criticality: scenario.criticality,
    documents,
    private: evidence.length > 0 ? evidence : undefined,
    criteria: scenario.criteria,
    requirements: scenario.requirements.length > 0 ? scenario.requirements : undefined,
    script,
    scriptProblems: scriptProblems.length > 0 ? scriptProblems : undefined,
    members: seatMembers(scenario, personas, overrides),
    limits: { ...scenario.limits, messages: maxMessages },
    prompt: scenario.prompt,
    language: scenario.language,
    startsAt: scenario.startsAt,
    seed: overrides.seed ?? scenario.seed,
  };
}

/** Options belong to the protocol of the file. Another protocol does not know them. */
function chooseProtocol(
  { protocol, options }: ScenarioFile,
  { protocol: wanted = protocol }: ScenarioOverrides,
): Pick<Scenario, "protocol" | "options"> {
  return { protocol: wanted, options: wanted === protocol ? options : {} };
}

/** Strongest first. `user`: the user's own settings, for all folders. */
const LAYERS = ["flags", "environment", "scenario", "boardroom.yaml", "user"] as const;
type Layer = (typeof LAYERS)[number] | "default";

export type SettingsLayers = Readonly<Partial<Record<(typeof LAYERS)[number], Settings>>>;

export const DEFAULT_SETTINGS = {
  model: "simulated",
  seed: undefined,
  maxMessages: 100,
  out: "transcripts",
} as const satisfies Settings & Readonly<Record<keyof Settings, unknown>>;

export type ResolvedSettings = {
  values: Settings & Required<Omit<Settings, "seed">>;
  modelFrom: Layer;
};

export function resolveSettings(layers: SettingsLayers): ResolvedSettings {
  const stated = [DEFAULT_SETTINGS, ...LAYERS.toReversed().map((name) => layers[name] ?? {})];
  return {
    values: Object.assign({}, ...stated.map(dropUndefined)) as ResolvedSettings["values"],
    modelFrom: LAYERS.find((name) => layers[name]?.model !== undefined) ?? "default",
  };
}

function dropUndefined(settings: Settings): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

/** A model of flags or environment beats members' own; a default one does not. */
export function toOverrides({ values, modelFrom }: ResolvedSettings): ModelOverrides & {
  maxMessages: number;
  seed?: string | number | undefined;
} {
  const { model, maxMessages, seed } = values;
  const isOrder = modelFrom === "flags" || modelFrom === "environment";
  const isDefault = modelFrom === "boardroom.yaml" || modelFrom === "user";
  return {
    model: isOrder ? model : undefined,
    defaultModel: isDefault ? model : undefined,
    maxMessages,
    seed,
  };
}

function seatMembers(
  scenario: ScenarioFile,
  personas: ReadonlyMap<string, Persona>,
  overrides: ModelOverrides,
): Seat[] {
  const entries = listMemberEntries(scenario);
  const seats = entries.map(({ id }) => id);
  refuseUnknownSeats(Object.keys(overrides.members ?? {}), seats);
  refuseNamelessPeople([
    ...Object.values(overrides.members ?? {}),
    ...entries.map(({ model }) => model ?? ""),
  ]);
  const seated = entries.map(
    ({ id, persona, model, fallback, weight, stake, turnedBy, sampling }): Seat => {
      const ordered = lookUpKey(overrides.members ?? {}, id);
      const isReplaced = overrides.model !== undefined || ordered !== undefined;
      const hasSampling = sampling !== undefined || scenario.sampling !== undefined;
      return {
        id,
        kind: "member",
        persona: requireEntry(personas, persona),
        model:
          ordered ??
          (model !== undefined && isGuest(model) ? model : overrides.model) ??
          model ??
          scenario.model ??
          overrides.defaultModel ??
          "simulated",
        // A model that the user orders has no fallback in the file.
        fallback: isReplaced ? undefined : (fallback ?? scenario.fallback),
        weight,
        stake,
        turnedBy,
        sampling: hasSampling ? { ...scenario.sampling, ...sampling } : undefined,
      };
    },
  );
  refuseSharedNames(seated);
  requireClearNames(seated);
  return seated;
}

function refuseNamelessPeople(models: readonly string[]): void {
  const wrong = models.filter((model) => isGuest(model) && !isWellNamed(model));
  if (wrong.length === 0) return;
  throw new BoardroomError(
    "unknown-model",
    wrong.map((model) => {
      const is = parseHolder(model)?.is ?? "human";
      return {
        message: `invalid member ${JSON.stringify(model)}: the name of the ${is === "agent" ? "agent" : "person"} is missing`,
        remedy: `Write ${is}:NAME with at most 80 characters and no colon, such as ${is}:ngo.`,
      };
    }),
  );
}

function refuseSharedNames(seats: readonly Seat[]): void {
  const holders = seats.flatMap(({ id, model }) => {
    const holder = parseHolder(model);
    return holder === null
      ? []
      : [{ id, model, is: holder.is, key: holder.name.trim().toLowerCase() }];
  });
  const shared = holders.filter(({ id, is, key }) =>
    holders.some(
      (other) => other.id !== id && other.key === key && (is === "agent" || other.is === "agent"),
    ),
  );
  if (shared.length === 0) return;
  throw new BoardroomError("unknown-model", {
    message: `the same name is used for ${shared.map(({ id, model }) => `${id} (${model})`).join(" and ")}`,
    remedy: "Give each seat of an agent a different name.",
  });
}

const TO_SEAT_ANOTHER =
  "To add another member, name it under members: in scenario.yaml. First copy an included scenario: boardroom new scenario my-hiring --from hiring.";

function refuseUnknownSeats(asked: readonly string[], seats: readonly string[]): void {
  const unknown = asked.filter((id) => !seats.includes(id));
  if (unknown.length === 0) return;
  throw new BoardroomError(
    "unknown-member",
    unknown.map((id) => ({
      message: `member ${JSON.stringify(id)} of --member not found on this board`,
      remedy: `${suggestNames(id, seats, "Members")} ${TO_SEAT_ANOTHER}`,
    })),
  );
}
