import { stringify } from "yaml";
import type { PersonaFromTexts } from "./persona-from-texts.ts";

type PersonaFile = PersonaFromTexts & {
  readonly name: string;
  /** Model that drafted it. */
  readonly by: string;
  readonly writings: readonly string[];
  /** Whoever had it drafted has said that the writer agrees. */
  readonly hasConsent: boolean;
};

/** The file of a persona drafted from texts: front matter with the passages as remarks, then the background. */
export function personaText({ persona, shown, name, by, writings, hasConsent }: PersonaFile): string {
  const { background, ...front } = persona;
  const consent = hasConsent
    ? "Consent: whoever had this drafted has stated that the person named here agrees to it."
    : "An invented name: nobody has stated that the writer agrees to be named.";
  return [
    "---",
    remark(`Drafted by ${by} from ${writings.join(", ")}, for review.`),
    remark(consent),
    remark("What each trait rests on, word for word:"),
    ...shown.map(({ trait, passage, document, line }) =>
      remark(`- ${trait} <- "${passage}" (${document} line ${line})`),
    ),
    stringify({ name, ...front }, { lineWidth: 0 }).trimEnd(),
    "---",
    "",
    background,
    "",
  ].join("\n");
}

function remark(text: string): string {
  return `# ${text.replace(/\s+/g, " ")}`;
}
