import { forkLine, leaveLine } from "../../reports/told/fork-line.ts";
import { paintableLine } from "../../text/paintable.ts";
import type { MeetingEvent } from "../../transcript/events.ts";
import { actInWords, refusalOf } from "../../watching/acts.ts";
import type { Role } from "../paint/spans.ts";
import { nameOf, type Table } from "../state/table.ts";

/** A line or two beside the debate, and the sign they stand behind. */
export type Aside = { readonly text: string; readonly role: Role; readonly mark: string };

export function asideOf(
  event: Exclude<
    MeetingEvent,
    {
      type:
        | "message.spoken"
        | "notice.given"
        | "turn.passed"
        | "turn.absent"
        | "meeting.closed"
        | "ballot.cast"
        | "human.asked";
    }
  >,
  table: Table,
  told: string | null,
): Aside {
  const name = (seat: string) => nameOf(table, seat);
  switch (event.type) {
    case "meeting.opened":
      return {
        text: `The meeting opens. ${event.seats.length} seats, protocol ${event.protocol}, seed ${event.seed}.${callsGo(event.hosts)}`,
        role: "dim",
        mark: "── ",
      };
    case "document.added":
      return {
        text: `${event.by ?? "The scenario"} brings ${event.name}: ${event.title}`,
        role: "accent",
        mark: "▸ ",
      };
    case "impersonation.attempted":
      return {
        text: `${name(event.speaker)} tried to speak as ${name(event.as)}; not credited`,
        role: "warn",
        mark: "! ",
      };
    case "call.failed": {
      const again =
        event.retryInMs === null ? "given up" : `tried again after ${(event.retryInMs / 1000).toFixed(1)} s`;
      return {
        text: `${name(event.speaker)}: ${event.kind}: ${event.message.replace(/\.$/, "")}; ${again}`,
        role: "warn",
        mark: "! ",
      };
    }
    case "person.acted":
      return {
        text: `${paintableLine(event.person)} ${actInWords(event.does, name)}${refusalOf(event)}`,
        role: "accent",
        mark: "▸ ",
      };
    case "human.answered":
      return { text: `${event.person} answered`, role: "accent", mark: "▸ " };
    case "time.passed":
      return { text: `time passes until ${event.until}`, role: "dim", mark: "· " };
    case "budget.warned":
      return {
        text: `${Math.round(100 * (event.used / event.of))} % of the ${event.limit} used`,
        role: "warn",
        mark: "! ",
      };
    case "fact.recorded":
      return {
        text: told ?? `${event.name}: ${JSON.stringify(event.data).slice(0, 400)}`,
        role: "dim",
        mark: "· ",
      };
    case "meeting.approved":
      return { text: leaveLine(event), role: "dim", mark: "── " };
    case "meeting.forked":
      return { text: forkLine(event), role: "dim", mark: "── " };
    case "history.summarised":
      return {
        text: `${name(event.speaker)}'s view of ${event.entries} entries is summarised: ${event.text}`,
        role: "dim",
        mark: "· ",
      };
    case "meeting.adjourned":
      return { text: `Adjourned: ${event.reason}. The meeting can be resumed.`, role: "strong", mark: "━━ " };
    case "meeting.suspended":
      return { text: `Suspended: ${event.reason}. The meeting can be resumed.`, role: "error", mark: "━━ " };
    case "call.answered":
    case "speaker.selected":
      return { text: "", role: "dim", mark: "" };
    default:
      return event satisfies never;
  }
}

function callsGo(hosts: Readonly<Record<string, string>> = {}): string {
  return Object.entries(hosts)
    .map(([provider, host]) => ` Calls to ${provider} go to ${host}.`)
    .join("");
}
