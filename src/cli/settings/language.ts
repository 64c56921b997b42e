import { type Command, Option } from "commander";
import type { Settings } from "../../scenario/files/settings.ts";
import { LANGUAGES, type Language } from "../../telling/language.ts";
import type { MeetingEvent } from "../../transcript/events.ts";

export type LanguageFlag = { readonly language?: Language };

/** Adds `--language` to a command that tells of a meeting. */
export function withLanguage(command: Command): Command {
  const words = "language in which the meeting is told, but for what is said in it; default en";
  return command.addOption(new Option("--language <language>", words).choices(LANGUAGES));
}

/** How something is shown: in colours, and in which language. */
export type ShownAs = Pick<Settings, "color" | "language">;

/** Colours as the settings have them; the language that a flag names, else the record's scenario, else theirs. */
export function shownAs(
  { color, language }: Settings,
  flags: LanguageFlag,
  events: readonly MeetingEvent[] = [],
): ShownAs {
  const [opened] = events;
  const spoken = opened?.type === "meeting.opened" ? opened.scenario.language : undefined;
  return { color, language: flags.language ?? spoken ?? language };
}
