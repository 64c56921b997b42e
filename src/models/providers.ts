import { BoardroomError } from "../errors.ts";
import { nearest } from "../scenario/nearest.ts";
import type { ModelSettings, ProviderSettings } from "./settings.ts";

/** A provider that comes with Boardroom. */
export type ProviderPreset = {
  readonly name: string;
  /** The protocol it is spoken to in. */
  readonly speaks: "anthropic" | "openai";
  readonly baseUrl: string;
  /** Environment variable that holds the key; null where none is needed. */
  readonly keyVariable: string | null;
};

/** A provider as it stands after settings. */
export type Provider = ProviderPreset & { readonly settings: ProviderSettings };

/** In the order they are listed to a user. */
export const PRESETS: readonly ProviderPreset[] = [
  {
    name: "anthropic",
    speaks: "anthropic",
    baseUrl: "https://api.anthropic.com",
    keyVariable: "ANTHROPIC_API_KEY",
  },
  { name: "openai", speaks: "openai", baseUrl: "https://api.openai.com/v1", keyVariable: "OPENAI_API_KEY" },
  {
    name: "gemini",
    speaks: "openai",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai/",
    keyVariable: "GEMINI_API_KEY",
  },
  { name: "ollama", speaks: "openai", baseUrl: "http://localhost:11434/v1", keyVariable: null },
  {
    name: "openrouter",
    speaks: "openai",
    baseUrl: "https://openrouter.ai/api/v1",
    keyVariable: "OPENROUTER_API_KEY",
  },
];

/** The presets with the settings applied, then the providers that the settings add. */
export function providersOf(settings: ModelSettings = {}): readonly Provider[] {
  const own = settings.providers ?? {};
  const presets = PRESETS.map((preset) => applySettings(preset, own[preset.name] ?? {}));
  const added = Object.entries(own)
    .filter(([name]) => !PRESETS.some((preset) => preset.name === name))
    .map(([name, each]) => applySettings(newProvider(name, each), each));
  return [...presets, ...added];
}

function applySettings(preset: ProviderPreset, settings: ProviderSettings): Provider {
  return {
    ...preset,
    speaks: settings.speaks ?? preset.speaks,
    baseUrl: settings.baseUrl ?? preset.baseUrl,
    keyVariable: settings.keyVariable ?? preset.keyVariable,
    settings,
  };
}

function newProvider(name: string, { baseUrl }: ProviderSettings): ProviderPreset {
  if (baseUrl !== undefined) return { name, speaks: "openai", baseUrl, keyVariable: null };
  const close = nearest(
    name,
    PRESETS.map((preset) => preset.name),
  );
  throw new BoardroomError("settings-invalid", {
    message: `providers.${name} has no baseUrl, and "${name}" is no provider that comes with one.`,
    remedy: close
      ? `Did you mean ${close}? Else add a baseUrl.`
      : "Add a baseUrl, such as http://localhost:8000/v1.",
  });
}
