import { sanitiseLine } from "../../text/sanitise.ts";
import type { Draft, PersonAct } from "../../transcript/events.ts";
import { linesInWords } from "../words.ts";

type NameOf = (seat: string) => string;

/** A document and how long it is, and who brought it. */
export function documentLine({ name, title, subject, text, by }: Draft<"document.added">): string {
  const about = subject ? ", the subject" : "";
  const brought = by === null ? "" : `, brought by ${by}`;
  return sanitiseLine(`document ${name}: ${title} (${linesInWords(text)}${about}${brought})`);
}

/** What the world did to a call, and when it is tried again. */
export function failureLine(
  { speaker, kind, message, retryInMs }: Draft<"call.failed">,
  nameOf: NameOf,
): string {
  const again = retryInMs === null ? "" : `; trying again in ${(retryInMs / 1000).toFixed(1)} s`;
  return `${nameOf(speaker)}: the model's call failed (${kind}: ${message})${again}`;
}

/** How much of a limit is used, and whose. */
export function budgetLine({ limit, used, of, member, stops }: Draft<"budget.warned">, nameOf: NameOf): string {
  const whose = member === undefined ? "" : `${nameOf(member)}: `;
  return `${whose}${shortNumber(used)} of ${shortNumber(of)} ${limit} used${stops ? "; nothing more fits" : ""}`;
}

/** A fact of the protocol's own, cut to 200 characters. */
export function factLine({ name, data }: Draft<"fact.recorded">): string {
  const text = JSON.stringify(data);
  return `${name}: ${text.length > 200 ? `${text.slice(0, 199)}…` : text}`;
}

/** What a person did to the meeting, and why it came to nothing where it did. */
export function actLine({ person, does, refused }: Draft<"person.acted">, nameOf: NameOf): string {
  const why = refused === undefined ? "" : `: not possible, ${sanitiseLine(refused)}`;
  return `${deedLine(sanitiseLine(person), does, nameOf)}${why}`;
}

function deedLine(who: string, does: PersonAct, nameOf: NameOf): string {
  switch (does.act) {
    case "interject":
      return `${who}: ${sanitiseLine(does.text)}`;
    case "whisper":
      return `${who}, to ${sanitiseLine(nameOf(does.to))} alone: ${sanitiseLine(does.text)}`;
    case "give-floor":
      return `${who} gives the floor to ${sanitiseLine(nameOf(does.to))}`;
    case "close-debate":
      return `${who} closes the debate`;
    case "call-ballot":
      return `${who} calls a ballot`;
    case "bring-document":
      return `${who} brings ${sanitiseLine(does.name)}`;
    case "adjourn":
      return `${who} adjourns the meeting`;
    default:
      return does satisfies never;
  }
}

/** At most four digits after the point. */
function shortNumber(value: number): string {
  return String(Number(value.toFixed(4)));
}
