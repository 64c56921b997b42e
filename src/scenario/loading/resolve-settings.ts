import type { Settings } from "../files/settings.ts";
import type { ModelOverrides } from "../files/source.ts";

/** Strongest first. `user`: the user's own settings, for all folders. */
const LAYERS = ["flags", "environment", "scenario", "boardroom.yaml", "user"] as const;
export type Layer = (typeof LAYERS)[number] | "default";

export type SettingsLayers = Readonly<Partial<Record<(typeof LAYERS)[number], Settings>>>;

/** No seed means that the caller picks one. */
export const DEFAULT_SETTINGS = {
  model: "simulated",
  seed: undefined,
  maxMessages: 100,
  out: "transcripts",
  durability: "normal",
  color: "auto",
} as const satisfies Settings & Readonly<Record<keyof Settings, unknown>>;

type SettingKey = keyof Settings;

export type ResolvedSettings = {
  readonly values: Settings & Required<Omit<Settings, "seed">>;
  readonly from: Readonly<Record<SettingKey, Layer>>;
};

export function resolveSettings(layers: SettingsLayers): ResolvedSettings {
  const keys = Object.keys(DEFAULT_SETTINGS) as SettingKey[];
  const winners = keys.map((key) => [key, winner(key, layers)] as const);
  return {
    values: Object.fromEntries(winners.map(([key, { value }]) => [key, value])) as ResolvedSettings["values"],
    from: Object.fromEntries(winners.map(([key, { from }]) => [key, from])) as ResolvedSettings["from"],
  };
}

/** A model of flags or environment beats members' own; a default one does not. */
export function settingsOverrides({ values, from }: ResolvedSettings): ModelOverrides & {
  readonly maxMessages: number;
  readonly seed?: string | number;
} {
  const isOrder = from.model === "flags" || from.model === "environment";
  return {
    ...(isOrder && { model: values.model }),
    ...((from.model === "boardroom.yaml" || from.model === "user") && { defaultModel: values.model }),
    maxMessages: values.maxMessages,
    ...(values.seed !== undefined && { seed: values.seed }),
  };
}

function winner(key: SettingKey, layers: SettingsLayers): { readonly from: Layer; readonly value: unknown } {
  for (const from of LAYERS) {
    const value = layers[from]?.[key];
    if (value !== undefined) return { from, value };
  }
  return { from: "default", value: DEFAULT_SETTINGS[key] };
}
