import type { PersonAct } from "../transcript/events.ts";

/** What a person did, said after their name. */
export function actInWords(does: PersonAct, name: (seat: string) => string): string {
  switch (does.act) {
    case "interject":
      return `says to all: ${does.text}`;
    case "whisper":
      return `says to ${name(does.to)} alone: ${does.text}`;
    case "give-floor":
      return `gives the floor to ${name(does.to)}`;
    case "call-ballot":
      return "calls a ballot";
    case "close-debate":
      return "calls the closing ballot";
    case "bring-document":
      return `brings ${does.name}`;
    case "adjourn":
      return "adjourns the meeting";
    default:
      return does satisfies never;
  }
}

/** Why an act came to nothing, after its words. */
export function refusalOf({ refused }: { readonly refused?: string | undefined }): string {
  return refused === undefined ? "" : `: not possible, ${refused}`;
}
