/** The lines of one entry of the debate in the full-screen view. */

import type { DescribedEvent, Tone } from "../../engine/transcript/event.ts";
import { describeEvent, type MeetingEvent } from "../../engine/transcript/events.ts";
import { formatStatedVerdict } from "../../engine/words/figures.ts";
import { words } from "../../engine/words/words.ts";
import { nameByOptions } from "../../showing/cast.ts";
import type { Entry } from "../../showing/entries.ts";
import { formatContent, listParts } from "../../showing/message-parts.ts";
import type { EntryPart } from "../../text/article.ts";
import { cleanForPainting, cleanLineForPainting } from "../../text/paintable.ts";
import { measureWidth } from "../../text/width.ts";
import { wrap } from "../../text/wrap.ts";
import type { FlowLine } from "./flow.ts";
import {
  BLANK,
  createSpan,
  justifyLine,
  type Line,
  measureLine,
  type Span,
  type TextRole,
} from "./lines.ts";
import {
  displayName,
  displayShortName,
  findMark,
  findRole,
  type Mark,
  type Table,
} from "./table.ts";
import type { EndResult } from "./tally.ts";

export const INDENT = 6;

/** Lines of prose longer than this are hard to follow from one to the next. */
const MOST_COLUMNS = 104;

type Layout = ReturnType<typeof createLayout>;

type Placing = { indent: number; role: TextRole; mark?: Span | Line };

export function createLayout(given: number, mask: Table["mask"]) {
  const width = Math.min(given, MOST_COLUMNS);
  const lines: FlowLine[] = [];
  let at = 0;

  function put(paragraph: string, { indent, role, mark }: Placing): void {
    const began = at;
    let searched = 0;
    for (const [index, row] of wrap(paragraph, Math.max(8, width - indent)).entries()) {
      const found = row === "" ? searched : Math.max(searched, paragraph.indexOf(row, searched));
      const marks = index === 0 && mark ? ("text" in mark ? [mark] : mark) : [];
      const head = [createSpan(" ".repeat(Math.max(0, indent - measureLine(marks)))), ...marks];
      lines.push({ line: [...head, createSpan(row, role)], at: began + found });
      searched = found + row.length;
    }
    at = began + paragraph.length + 1;
  }

  return {
    width,
    lines,
    add(line: Line) {
      lines.push({ line, at });
      at += 1;
    },
    text(text: string, { mark, ...how }: Placing) {
      const paragraphs = cleanForPainting(mask(text)).trim().split("\n");
      for (const [index, paragraph] of paragraphs.entries())
        put(paragraph, index === 0 && mark ? { ...how, mark } : how);
    },
    pieces(pieces: readonly Line[], { indent, mark }: { indent: number; mark: Span }) {
      let row: Span[] = [
        createSpan(" ".repeat(Math.max(0, indent - measureWidth(mark.text)))),
        mark,
      ];
      for (const piece of pieces) {
        if (measureLine(row) + measureLine(piece) > width && measureLine(row) > indent) {
          this.add(row);
          row = [createSpan(" ".repeat(indent))];
        }
        row.push(...piece);
      }
      this.add(row);
    },
  };
}

export type Now = {
  result: EndResult | null;
  waits: (path: string) => "here" | "elsewhere" | "no longer";
};

export function listItemLines(
  item: Entry,
  table: Table,
  width: number,
  now: Now,
): readonly FlowLine[] {
  const layout = createLayout(width, table.mask);
  if (!item.isTight) layout.add(BLANK);
  addEvent(layout, item, table, now);
  return layout.lines;
}

export function isChanging({ event }: Entry): boolean {
  return event.type === "meeting.closed" || event.type === "human.asked";
}

export function listArrivingLines(
  { speaker, text, note }: { speaker: string; text: string; note: Line },
  table: Table,
  width: number,
): readonly FlowLine[] {
  const layout = createLayout(width, table.mask);
  layout.add(BLANK);
  layout.add(
    justifyLine(
      [createSpan(" ···  ", "accent"), ...nameSpeaker(table, speaker)],
      note,
      Math.min(width, MOST_COLUMNS),
    ),
  );
  const known = table.isAnonymous ? text.replace(/\S*$/, "") : text;
  if (known !== "") layout.text(known, { indent: INDENT, role: "text" });
  return layout.lines;
}

function addEvent(layout: Layout, item: Entry, table: Table, now: Now): void {
  const { event } = item;
  const voice = { getName: (seat: string) => displayName(table, seat) };
  switch (event.type) {
    case "message.spoken":
      return addMessage(layout, { ...item, event }, table);
    case "speaker.selected":
      return;
    case "ballot.cast":
      return addBallots(layout, words.ballot[event.ballot], item.ballots, table);
    case "human.asked":
      return addAsked(layout, event, now);
    case "meeting.closed":
      return addResult(layout, { item: event, table, result: now.result });
    default: {
      const described = describeEvent(event, { ...voice, narrated: item.narrated ?? undefined });
      if (described !== null) addDescription(layout, item, described, table);
    }
  }
}

function addDescription(
  layout: Layout,
  item: Entry,
  { text, tone, body }: DescribedEvent,
  table: Table,
): void {
  const { event } = item;
  const { role, mark } = TONES[tone];
  if (event.type === "notice.given")
    layout.add([markTurn(item), ...nameSpeaker(table, event.agent)]);
  else if (event.type === "turn.passed" || event.type === "turn.absent") {
    const rest = text.slice(displayName(table, event.speaker).length);
    layout.add([markTurn(item), ...nameSpeaker(table, event.speaker), createSpan(rest, role)]);
  } else
    layout.text(endSentence(event, text), { indent: INDENT, role, mark: createSpan(mark, role) });
  if (body !== undefined) layout.text(body, { indent: INDENT, role });
}

function endSentence({ type }: MeetingEvent, text: string): string {
  const goesOn = type === "meeting.adjourned" || type === "meeting.suspended";
  return goesOn ? `${text.replace(/\.?$/, ".")} ${words.event.resumable}` : text;
}

const TONES: Readonly<Record<Tone, { mark: string; role: TextRole }>> = {
  frame: { mark: "── ", role: "dim" },
  quiet: { mark: "· ", role: "dim" },
  act: { mark: "▸ ", role: "accent" },
  warning: { mark: "! ", role: "warn" },
  strong: { mark: "━━ ", role: "strong" },
  grave: { mark: "━━ ", role: "error" },
};

function nameSpeaker(table: Table, seat: string): Line {
  return [createSpan(displayShortName(table, seat), findRole(table, seat))];
}

function addBallots(layout: Layout, name: string, ballots: Entry["ballots"], table: Table): void {
  const open = ballots.filter(({ speaker }) => !table.isHidden(speaker));
  const hidden = ballots.length - open.length;
  const known = open.map((ballot, index): Line => {
    const { speaker } = ballot;
    const vote = formatStatedVerdict(ballot) ?? words.ballot.noVote;
    const { sign, role } = findMark(table, ballot);
    return [
      createSpan(index === 0 ? "" : "  "),
      createSpan(displayShortName(table, speaker), findRole(table, speaker)),
      createSpan(` ${sign} ${cleanLineForPainting(vote)}`, role),
    ];
  });
  // Ballots come in the order of the seats, by which members would be known.
  const others =
    hidden === 0
      ? []
      : [[createSpan(`${open.length === 0 ? "" : "  "}${words.ballot.inPrivate(hidden)}`, "dim")]];
  layout.pieces([[createSpan(`${name}: `, "dim")], ...known, ...others], {
    indent: INDENT,
    mark: createSpan("· ", "dim"),
  });
}

function addAsked(layout: Layout, { path, person }: MeetingEvent<"human.asked">, now: Now): void {
  const says = words.event;
  const add = (text: string, role: TextRole) =>
    layout.text(text, { indent: INDENT, role, mark: createSpan("? ", role) });
  const who = cleanLineForPainting(person);
  switch (now.waits(path)) {
    case "here":
      return add(says.askedHere(who), "warn");
    case "elsewhere":
      return add(says.askedElsewhere(who), "warn");
    default:
      return add(says.wasAsked(who), "dim");
  }
}

type Closing = {
  item: MeetingEvent<"meeting.closed">;
  table: Table;
  result: EndResult | null;
};

function addResult(layout: Layout, { item: { outcome, reason }, table, result }: Closing): void {
  const strong = { indent: INDENT, role: "strong" } as const;
  const rule: Line = [
    createSpan(" ".repeat(INDENT)),
    createSpan("━".repeat(Math.min(40, layout.width - INDENT)), "rule"),
  ];
  layout.add(rule);
  layout.add([
    createSpan(" ".repeat(INDENT)),
    createSpan(
      ` ${result?.label ?? nameByOptions(table.options, outcome)} `,
      result?.chip ?? "chip-none",
    ),
  ]);
  layout.text(outcome.reason, strong);
  if (result && result.votes !== "")
    layout.text(`${words.table.votes}: ${result.votes}`, { ...strong, role: "text" });
  for (const { seat, verdict, reasoning } of result?.dissent ?? []) {
    if (table.isHidden(seat)) continue;
    layout.add([
      createSpan(`${" ".repeat(INDENT)}${words.table.dissent}: `, "dim"),
      ...nameSpeaker(table, seat),
      createSpan(` ${findMark(table, { verdict }).label}`, findMark(table, { verdict }).role),
    ]);
    if (reasoning) layout.text(reasoning, { indent: INDENT + 2, role: "dim" });
  }
  layout.text(words.event.closed(reason), { indent: INDENT, role: "dim" });
  layout.add(rule);
}

function addMessage(
  layout: Layout,
  item: Entry & { event: MeetingEvent<"message.spoken"> },
  table: Table,
): void {
  const { event, mover } = item;
  const isAgent = table.agents.has(event.speaker);
  if (event.audience === "record") {
    const rest = words.event
      .answers(displayName(table, event.speaker))
      .slice(displayName(table, event.speaker).length);
    return layout.add([
      createSpan(" ".repeat(INDENT)),
      ...nameSpeaker(table, event.speaker),
      createSpan(rest, "dim"),
    ]);
  }
  const to =
    event.to === null
      ? []
      : [
          createSpan(" to ", "dim"),
          createSpan(displayShortName(table, event.to), findRole(table, event.to)),
        ];
  layout.add([markTurn(item), ...nameSpeaker(table, event.speaker), ...to]);
  const style = { indent: INDENT, role: isAgent ? "dim" : "text" } as const;
  if (event.content.trim() !== "") layout.text(formatContent(event), style);
  const facts = {
    before: item.label,
    mover: mover && { name: displayName(table, mover.speaker), turn: mover.turn },
    isAgent,
  };
  const parts = listParts(event, facts);
  const mark = findMark(table, event);
  if (!table.isDetailed) addSources(layout, event);
  for (const part of parts) {
    if (table.isDetailed) addPart(layout, part, mark);
    else if (UNFOLDED.has(part.kind)) addPart(layout, { ...part, rest: "" }, mark);
  }
}

/** What is shown of a message besides its words and sources: the rest is behind a key. */
const UNFOLDED: ReadonlySet<EntryPart["kind"]> = new Set(["exhibit", "verdict", "left", "flag"]);

/** The sources of a message on one line. */
function addSources(layout: Layout, { citations }: MeetingEvent<"message.spoken">): void {
  const cited = citations.filter(({ ref, found }) => ref !== null || found === "absent");
  if (cited.length === 0) return;
  const pieces = cited.map(({ ref, found }, index): Line => {
    const source = cleanLineForPainting(ref ?? words.table.quoted);
    const between = index === 0 ? "" : "; ";
    if (found !== "absent") return [createSpan(between + source, "dim")];
    return [createSpan(between, "dim"), createSpan(`${source} ${words.found.absent}`, "error")];
  });
  layout.pieces(pieces, { indent: INDENT + 2, mark: createSpan("→ ", "dim") });
}

function addPart(layout: Layout, { kind, text, rest, body }: EntryPart, verdict: Mark): void {
  const [sign, signRole, role, indent] = PART_STYLES[kind];
  const chip = [createSpan(`${verdict.sign} `, verdict.role)];
  const mark = kind === "verdict" ? chip : createSpan(sign, signRole);
  // The sign alone says that a passage was found word for word.
  layout.text(kind === "exact" ? text : text + rest, { indent, role, mark });
  if (body !== undefined) layout.text(body, { indent: indent + 2, role: "text" });
}

type PartStyle = readonly [sign: string, signRole: TextRole, role: TextRole, indent: number];

const PART_STYLES: Readonly<Record<EntryPart["kind"], PartStyle>> = {
  exact: ["✓ ", "good", "dim", INDENT + 2],
  near: ["✓ ", "good", "dim", INDENT + 2],
  pointed: ["→ ", "dim", "dim", INDENT + 2],
  missing: ["✗ ", "error", "error", INDENT + 2],
  exhibit: ["▤ ", "accent", "accent", INDENT + 2],
  verdict: ["", "text", "text", INDENT + 4],
  reason: ["", "text", "text", INDENT + 4],
  grounds: ["", "dim", "dim", INDENT + 4],
  left: ["━━ ", "strong", "strong", INDENT],
  flag: ["! ", "warn", "warn", INDENT + 2],
};

function markTurn({ turn }: Entry): Span {
  const text = turn === null ? "…" : String(turn);
  return createSpan(`${text.padStart(INDENT - 2)}  `, "dim");
}
