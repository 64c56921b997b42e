import { type Command, Option } from "commander";
import type { Settings } from "../../scenario/files/settings.ts";
import { LANGUAGES, type Language } from "../../telling/language.ts";

export type LanguageFlag = { readonly language?: Language };

/** Adds `--language` to a command that tells of a meeting. */
export function withLanguage(command: Command): Command {
  const words = "language in which the meeting is told, but for what is said in it; default en";
  return command.addOption(new Option("--language <language>", words).choices(LANGUAGES));
}

/** How something is shown: in colours, and in which language. */
export type ShownAs = Pick<Settings, "color" | "language">;

/** Colours as the settings have them, and the language that a flag names over theirs. */
export function shownAs({ color, language }: Settings, flags: LanguageFlag): ShownAs {
  return { color, language: flags.language ?? language };
}
