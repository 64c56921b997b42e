import { contentInWords } from "../../reports/told/reply-text.ts";
import { FOUND_IN_WORDS, flagsToTell, statedInWords } from "../../reports/words.ts";
import { paintableLine } from "../../text/paintable.ts";
import type { CheckedCitation, MeetingEvent } from "../../transcript/events.ts";
import type { Item } from "../../watching/items.ts";
import type { FlowLine } from "../paint/flow.ts";
import { BLANK, justified, type Line, type Role, type Span, span } from "../paint/spans.ts";
import type { Result } from "../state/result.ts";
import { badgeOf, markOf, markOfPosition, nameOf, type Table } from "../state/table.ts";
import { asideOf } from "./asides.ts";
import { createLayout, INDENT, type Layout, MOST_COLUMNS } from "./laid-out.ts";

/** What an item's rows tell beside its event, and what becomes of it afterwards. */
export type Now = {
  readonly result: Result | null;
  /** Whether a question, by its path, waits for whoever sits here, for somebody elsewhere, or no longer. */
  readonly waits: (path: string) => "here" | "elsewhere" | "no longer";
};

/** The rows of one item, at most `width` columns wide. */
export function itemLines(item: Item, table: Table, width: number, now: Now): readonly FlowLine[] {
  const layout = createLayout(width, table.mask);
  if (!item.isTight) layout.add(BLANK);
  addEvent(layout, item, table, now);
  return layout.lines;
}

/** Whether an item's rows depend on more than itself. */
export function isChanging({ event }: Item): boolean {
  return event.type === "meeting.closed" || event.type === "human.asked";
}

/** The rows of a message that is still being written. */
export function arrivingLines(
  { speaker, text, note }: { readonly speaker: string; readonly text: string; readonly note: Line },
  table: Table,
  width: number,
): readonly FlowLine[] {
  const layout = createLayout(width, table.mask);
  layout.add(BLANK);
  layout.add(
    justified([span(" ···  ", "accent"), ...whoIs(table, speaker)], note, Math.min(width, MOST_COLUMNS)),
  );
  // A name that is not written out yet cannot be told for one.
  const known = table.isAnonymous ? text.replace(/\S*$/, "") : text;
  if (known !== "") layout.text(known, { indent: INDENT, role: "text" });
  return layout.lines;
}

function addEvent(layout: Layout, item: Item, table: Table, now: Now): void {
  const { event } = item;
  switch (event.type) {
    case "message.spoken":
      return addMessage(layout, { ...item, event }, table);
    case "notice.given":
      layout.add([turnMark(item), ...whoIs(table, event.agent)]);
      return layout.text(event.text, { indent: INDENT, role: "dim" });
    case "turn.passed":
      return layout.add([turnMark(item), ...whoIs(table, event.speaker), span(" passes", "dim")]);
    case "turn.absent":
      layout.add([turnMark(item), ...whoIs(table, event.speaker), span(" is absent", "warn")]);
      return layout.text(event.reason, { indent: INDENT, role: "warn" });
    case "ballot.cast":
      return addBallots(layout, event.ballot, item.ballots, table);
    case "human.asked":
      return addAsked(layout, event, now);
    case "meeting.closed":
      return addResult(layout, { item: event, table, result: now.result });
    default: {
      const { text, role, mark } = asideOf(event, table, item.told);
      return layout.text(text, { indent: INDENT, role, mark: span(mark, role) });
    }
  }
}

/** Badge and name, in the member's colour. */
function whoIs(table: Table, seat: string): Line {
  if (table.agents.has(seat)) return [span(nameOf(table, seat), "dim")];
  const { text, chip, role } = badgeOf(table, seat);
  return [span(` ${text} `, chip), span(" "), span(nameOf(table, seat), role)];
}

/** The votes of one ballot on one line, or as few as they need. */
function addBallots(layout: Layout, kind: string, ballots: Item["ballots"], table: Table): void {
  const open = ballots.filter(({ speaker }) => !table.isHidden(speaker));
  const hidden = ballots.length - open.length;
  const known = open.map((ballot, index): Line => {
    const { speaker, verdict } = ballot;
    const words = verdict ?? (ballot.abstains ? "no verdict" : "no valid vote");
    const { letter, chip, role } = markOfPosition(table, ballot);
    return [
      span(index === 0 ? "" : "  "),
      span(badgeOf(table, speaker).text.trimEnd(), badgeOf(table, speaker).role),
      span(" "),
      span(` ${letter} `, chip),
      span(` ${paintableLine(words)}`, role),
    ];
  });
  // Ballots come in the order of the seats, by which members would be known.
  const others = hidden === 0 ? [] : [[span(`${open.length === 0 ? "" : "  "}${hidden} in private`, "dim")]];
  layout.pieces([[span(`${kind} ballot: `, "dim")], ...known, ...others], {
    indent: INDENT,
    mark: span("· ", "dim"),
  });
}

function addAsked(layout: Layout, { path, person }: MeetingEvent<"human.asked">, now: Now): void {
  const who = paintableLine(person);
  const add = (text: string, role: Role) => layout.text(text, { indent: INDENT, role, mark: span("? ", role) });
  switch (now.waits(path)) {
    case "here":
      return add(`${who}, it is your turn: press a`, "warn");
    case "elsewhere":
      return add(`waiting for ${who}, who answers from any terminal: boardroom answer`, "warn");
    default:
      return add(`${who} was asked`, "dim");
  }
}

type Closing = {
  readonly item: MeetingEvent<"meeting.closed">;
  readonly table: Table;
  readonly result: Result | null;
};

/** What the meeting came to: outcome, votes, and who dissents for what reason. */
function addResult(layout: Layout, { item: { outcome, reason }, table, result }: Closing): void {
  const strong = { indent: INDENT, role: "strong" } as const;
  const rule: Line = [span(" ".repeat(INDENT)), span("━".repeat(RULE_COLUMNS), "rule")];
  layout.add(rule);
  layout.add([
    span(" ".repeat(INDENT)),
    span(` ${result?.label ?? outcome.status.toUpperCase()} `, result?.chip ?? "chip-none"),
  ]);
  layout.text(outcome.reason, strong);
  if (result && result.votes !== "") layout.text(`Votes: ${result.votes}`, { ...strong, role: "text" });
  for (const { seat, verdict, reasoning } of result?.dissent ?? []) {
    if (table.isHidden(seat)) continue;
    layout.add([
      span(`${" ".repeat(INDENT)}Dissent: `, "dim"),
      ...whoIs(table, seat),
      span(` ${paintableLine(verdict)}`, markOf(table, verdict).role),
    ]);
    if (reasoning) layout.text(reasoning, { indent: INDENT + 2, role: "dim" });
  }
  layout.text(`Closed: ${reason}`, { indent: INDENT, role: "dim" });
  layout.add(rule);
}

const RULE_COLUMNS = 40;

function addMessage(
  layout: Layout,
  item: Item & { readonly event: MeetingEvent<"message.spoken"> },
  table: Table,
): void {
  const { event } = item;
  const isAgent = table.agents.has(event.speaker);
  if (event.audience === "record") {
    layout.add([
      span(" ".repeat(INDENT)),
      ...whoIs(table, event.speaker),
      span(" answers for the record", "dim"),
    ]);
    return;
  }
  const to =
    event.to === null ? [] : [span(" → ", "dim"), span(nameOf(table, event.to), badgeOf(table, event.to).role)];
  layout.add([turnMark(item), ...whoIs(table, event.speaker), ...to]);
  const said = { indent: INDENT, role: isAgent ? "dim" : "text" } as const;
  if (item.prose !== null) layout.markdown(item.prose, said);
  else if (event.content.trim() !== "") layout.text(contentInWords(event), said);
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
  table: Table,
): void {
  const { event, before, mover } = item;
  const { confidence, reasoning, wouldChange, movedBy } = event;
  const verdict = statedInWords(event);
  if (verdict === null || before === undefined || verdict === before) return;
  const { letter, chip } = markOfPosition(table, event);
  const was = before === null ? "" : ` (was ${before})`;
  const sure = confidence === null ? "" : `, ${Math.round(confidence * 100)} % sure`;
  const why = reasoning === null ? "" : `: ${paintableLine(reasoning)}`;
  layout.text(`${verdict}${was}${sure}${why}`, {
    indent: INDENT + 4,
    role: "text",
    mark: [span(` ${letter} `, chip), span(" ")],
  });
  if (movedBy !== undefined)
    layout.text(`moved by ${movedBy.message}${whoSaid(mover, table)}: "${paintableLine(movedBy.passage)}"`, {
      indent: INDENT + 4,
      role: "accent",
    });
  if (wouldChange !== null)
    layout.text(`would change it: ${paintableLine(wouldChange)}`, { indent: INDENT + 4, role: "dim" });
}

/** ` (Dr. Sarah Chen, turn 12)`: the number in brackets is the turn's, which is not the message's. */
function whoSaid(mover: Item["mover"], table: Table): string {
  if (mover === null) return "";
  return ` (${nameOf(table, mover.speaker)}${mover.turn === null ? "" : `, turn ${mover.turn}`})`;
}

function addCitation(layout: Layout, { ref, quote, found }: CheckedCitation): void {
  if (ref === null && found !== "absent") return;
  const isFound = found !== "absent";
  const isChecked = found === "exact" || found === "near";
  const quoted = quote === "" ? "" : ` "${paintableLine(quote)}"`;
  const words = isFound ? (found === "near" ? " (nearly in these words)" : "") : ` ${FOUND_IN_WORDS.absent}`;
  layout.text(`${ref === null ? "quotes" : paintableLine(ref)}${quoted}${words}`, {
    indent: INDENT + 2,
    role: isFound ? "dim" : "error",
    mark: isChecked ? span("✓ ", "good") : isFound ? span("→ ", "dim") : span("✗ ", "error"),
  });
}

function turnMark({ turn }: Item): Span {
  const text = turn === null ? "…" : String(turn);
  return span(`${text.padStart(INDENT - 2)}  `, "dim");
}
