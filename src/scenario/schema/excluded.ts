/** A member of the scenario who was left out of one meeting. */
export type Excluded = {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  /** As the scenario has it. */
  readonly model: string;
  readonly by: string;
  /** null where no reason was given. */
  readonly because: string | null;
};

/** `Gemini, Panellist (gemini:gemini-2.5-pro) was left out by ines: its key has run out`. */
export function excludedInWords({ name, title, model, by, because }: Excluded): string {
  return `${name}, ${title} (${model}) was left out by ${by}: ${because ?? "no reason given"}`;
}
