import { forkLine, leaveLine } from "../reports/fork-line.ts";
import { contentInWords } from "../reports/reply-text.ts";
import { FOUND_IN_WORDS, flagsToTell } from "../reports/words.ts";
import { wrap } from "../text/wrap.ts";
import type { CheckedCitation, MeetingEvent, PersonAct } from "../transcript/events.ts";
import type { FlowLine } from "./flow.ts";
import type { Item } from "./items.ts";
import { paintable, paintableLine } from "./paintable.ts";
import { BLANK, justified, type Line, type Role, type Span, span } from "./spans.ts";
import { nameOf, sideMark, type Table } from "./table.ts";

/** The rows of one item, at most `width` columns wide. */
export function itemLines(item: Item, table: Table, width: number): readonly FlowLine[] {
  const layout = createLayout(width, table.mask);
  if (!item.isTight) layout.add(BLANK);
  addEvent(layout, item, table);
  return layout.lines;
}

/** The rows of a message that is still being written. */
export function arrivingLines(
  { speaker, text, note }: { readonly speaker: string; readonly text: string; readonly note: Line },
  table: Table,
  width: number,
): readonly FlowLine[] {
  const layout = createLayout(width, table.mask);
  layout.add(BLANK);
  layout.add(justified([span("   ···  ", "accent"), span(nameOf(table, speaker), "strong")], note, width));
  // A name that is not written out yet cannot be told for one.
  const known = table.isAnonymous ? text.replace(/\S*$/, "") : text;
  if (known !== "") layout.text(known, { indent: INDENT, role: "text" });
  return layout.lines;
}

const INDENT = 8;

type Layout = {
  readonly lines: FlowLine[];
  add(line: Line): void;
  /** Wraps a text, set in, behind an optional mark on its first row. */
  text(text: string, how: { readonly indent: number; readonly role: Role; readonly mark?: Span }): void;
};

/** Places count the characters laid out before, so that they are the same at every width. */
function createLayout(width: number, mask: Table["mask"]): Layout {
  const lines: FlowLine[] = [];
  let at = 0;
  return {
    lines,
    add(line) {
      lines.push({ line, at });
      at += 1;
    },
    text(text, { indent, role, mark }) {
      const room = Math.max(8, width - indent);
      let first = true;
      for (const paragraph of paintable(mask(text)).trim().split("\n")) {
        const began = at;
        let searched = 0;
        for (const row of wrap(paragraph, room)) {
          const found = row === "" ? searched : Math.max(searched, paragraph.indexOf(row, searched));
          const head =
            first && mark
              ? [span(" ".repeat(Math.max(0, indent - mark.text.length))), mark]
              : [span(" ".repeat(indent))];
          lines.push({ line: [...head, span(row, role)], at: began + found });
          searched = found + row.length;
          first = false;
        }
        at = began + paragraph.length + 1;
      }
    },
  };
}

function addEvent(layout: Layout, item: Item, table: Table): void {
  const { event } = item;
  switch (event.type) {
    case "message.spoken":
      return addMessage(layout, { ...item, event }, table);
    case "notice.given":
      layout.add([turnMark(item), span(nameOf(table, event.agent), "dim")]);
      return layout.text(event.text, { indent: INDENT, role: "dim" });
    case "turn.passed":
      return layout.add([turnMark(item), span(nameOf(table, event.speaker), "strong"), span(" passes", "dim")]);
    case "turn.absent":
      layout.add([turnMark(item), span(nameOf(table, event.speaker), "strong"), span(" is absent", "warn")]);
      return layout.text(event.reason, { indent: INDENT, role: "warn" });
    case "meeting.closed":
      addRuled(layout, "closed", event.reason);
      return layout.text(event.outcome.reason, { indent: INDENT, role: "strong" });
    default: {
      const { text, role, mark } = asideOf(event, table, item.told);
      return layout.text(text, { indent: INDENT, role, mark: span(mark, role) });
    }
  }
}

type Aside = { readonly text: string; readonly role: Role; readonly mark: string };

function asideOf(
  event: Exclude<
    MeetingEvent,
    { type: "message.spoken" | "notice.given" | "turn.passed" | "turn.absent" | "meeting.closed" }
  >,
  table: Table,
  told: string | null,
): Aside {
  const name = (seat: string) => nameOf(table, seat);
  switch (event.type) {
    case "meeting.opened":
      return {
        text: `The meeting opens. ${event.seats.length} seats, protocol ${event.protocol}, seed ${event.seed}.`,
        role: "dim",
        mark: "── ",
      };
    case "document.added":
      return {
        text: `${event.by ?? "The scenario"} brings ${event.name}: ${event.title}`,
        role: "accent",
        mark: "▸ ",
      };
    case "ballot.cast":
      // Ballots come in the order of the seats, by which members would be known.
      if (table.isHidden(event.speaker))
        return { text: `${event.ballot} ballot: a member votes in private`, role: "dim", mark: "· " };
      return {
        text: `${event.ballot} ballot: ${name(event.speaker)} ${event.verdict ?? "casts no valid vote"}`,
        role: event.verdict === null ? "dim" : sideMark(table.sides.get(event.verdict)).role,
        mark: `${sideMark(table.sides.get(event.verdict ?? "")).letter} `,
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
    case "human.asked":
      return {
        text: `waiting for ${event.person}, who answers from any terminal: boardroom answer`,
        role: "warn",
        mark: "? ",
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

/** What a person did, said after their name. */
/** Why an act came to nothing, after its words. */
export function refusalOf({ refused }: { readonly refused?: string | undefined }): string {
  return refused === undefined ? "" : `: not possible, ${refused}`;
}

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

function addMessage(
  layout: Layout,
  item: Item & { readonly event: MeetingEvent<"message.spoken"> },
  table: Table,
): void {
  const { event } = item;
  const isAgent = table.agents.has(event.speaker);
  const name = span(nameOf(table, event.speaker), isAgent ? "dim" : "strong");
  if (event.audience === "record") {
    layout.add([span(" ".repeat(INDENT)), name, span(" answers for the record", "dim")]);
    return;
  }
  const to = event.to === null ? [] : [span(" → ", "dim"), span(nameOf(table, event.to), "accent")];
  layout.add([turnMark(item), name, ...to]);
  if (event.content.trim() !== "")
    layout.text(contentInWords(event), { indent: INDENT, role: isAgent ? "dim" : "text" });
  for (const citation of event.citations) addCitation(layout, citation);
  for (const artifact of event.artifacts) {
    if (artifact.kind !== "exhibit") continue;
    const text = `lays on the table: ${artifact.type} ${artifact.id} "${paintableLine(artifact.title)}"`;
    layout.text(text, { indent: INDENT + 2, role: "accent", mark: span("▤ ", "accent") });
    layout.text(artifact.body, { indent: INDENT + 4, role: "text" });
  }
  addVerdict(layout, item, table);
  for (const quotation of event.quotations ?? []) addCitation(layout, quotation);
  if (event.withdrawn)
    layout.text("withdraws from the debate", { indent: INDENT, role: "strong", mark: span("━━ ", "strong") });
  for (const flag of flagsToTell(event.flags))
    layout.text(`flag: ${flag}`, { indent: INDENT + 2, role: "warn", mark: span("! ", "warn") });
}

function addVerdict(
  layout: Layout,
  item: Item & { readonly event: MeetingEvent<"message.spoken"> },
  { sides }: Table,
): void {
  const { event, before } = item;
  const { verdict, confidence, reasoning, wouldChange } = event;
  if (verdict === null || before === undefined || verdict === before) return;
  const { letter, role } = sideMark(sides.get(verdict));
  const was = before === null ? "" : ` (was ${before})`;
  const sure = confidence === null ? "" : `, ${Math.round(confidence * 100)} % sure`;
  const why = reasoning === null ? "" : `: ${paintableLine(reasoning)}`;
  layout.text(`${verdict}${was}${sure}${why}`, { indent: INDENT + 2, role, mark: span(`${letter} `, role) });
  if (wouldChange !== null)
    layout.text(`would change it: ${paintableLine(wouldChange)}`, { indent: INDENT + 2, role: "dim" });
}

function addCitation(layout: Layout, { ref, quote, found }: CheckedCitation): void {
  if (ref === null && found !== "absent") return;
  const isFound = found !== "absent";
  const quoted = quote === "" ? "" : ` "${paintableLine(quote)}"`;
  const words = isFound ? (found === "near" ? " (nearly in these words)" : "") : ` ${FOUND_IN_WORDS.absent}`;
  layout.text(`${ref === null ? "quotes" : paintableLine(ref)}${quoted}${words}`, {
    indent: INDENT + 2,
    role: isFound ? "dim" : "error",
    mark: span(isFound ? "✓ " : "✗ ", isFound ? "good" : "error"),
  });
}

function addRuled(layout: Layout, label: string, text: string): void {
  layout.text(`${label}: ${text}`, { indent: INDENT, role: "strong", mark: span("━━ ", "strong") });
}

function turnMark({ turn }: Item): Span {
  const text = turn === null ? "…" : String(turn);
  return span(`${text.padStart(INDENT - 2)}  `, "dim");
}
