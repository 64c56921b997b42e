/** The lines by which a reader follows a meeting in a terminal. Live and recorded meetings print the same. */

import type { DescribedEvent } from "../engine/transcript/event.ts";
import { type Draft, describeEvent } from "../engine/transcript/events.ts";
import { getMemberName } from "../engine/transcript/state.ts";
import { formatExcluded } from "../engine/words/figures.ts";
import { words } from "../engine/words/words.ts";
import { listLines } from "../text/article-lines.ts";
import { joinNames } from "../text/plain.ts";
import { sanitize, sanitizeLine } from "../text/sanitize.ts";
import { shortenText } from "../text/shortened.ts";
import { wrap } from "../text/wrap.ts";
import { createWalk, type ProcedureOf, type Shown } from "./entries.ts";
import { explainSelection } from "./explain.ts";
import { createFormTrouble } from "./incidents.ts";
import {
  contentInWords,
  type MessageFacts,
  type MessagePart,
  messageParts,
  quotationParts,
} from "./message-parts.ts";
import type { Palette, TextOptions } from "./palette.ts";
import { onOneLine } from "./words.ts";

export type PlainView = {
  /** Lines of the next event. Live and replayed meetings print the same. */
  next(event: Draft): readonly string[];
  end(): readonly string[];
  partial(speaker: string, content: string): readonly string[];
};

export type PlainViewOptions = TextOptions & {
  explain?: boolean;
  procedureOf?: ProcedureOf | undefined;
};

/** Turns a meeting's events, in file order, into the lines a reader follows it by. */
export function createPlainView(options: PlainViewOptions): PlainView {
  const { palette } = options;
  const walk = createWalk(options.procedureOf);
  let forTheRecord: readonly string[] = [];
  let turn = 0;
  let last: Draft | null = null;
  const nameOf = (seat: string) => getMemberName(walk.state, seat);
  const trouble = createFormTrouble(nameOf);
  const dimmed = (text: string) => wrap(sanitizeLine(text), options.width).map(palette.dim);

  function head(speaker: string, to: string | null, audience: Draft<"message.spoken">["audience"]) {
    const seat = walk.state.members.get(speaker)?.seat;
    return {
      name: nameOf(speaker),
      title: seat?.persona.title ?? "",
      to: to === null ? null : nameOf(to),
      isAgent: seat?.kind === "agent",
      audience:
        typeof audience === "string"
          ? words.everybody
          : audience.map(nameOf).map(sanitizeLine).join(", "),
    };
  }

  function spoken(
    event: Draft<"message.spoken">,
    { label, mover, prose }: Shown,
  ): readonly string[] {
    const named = mover && { name: nameOf(mover.speaker), turn: mover.turn };
    const facts = {
      ...head(event.speaker, event.to, event.audience),
      turn,
      before: label,
      mover: named,
    };
    const read = prose
      ? listLines(prose)
          .map(({ text, isHeading }) => (isHeading ? `${text}:` : text))
          .join("\n")
      : undefined;
    return ["", ...messageBlock(event, facts, options, read)];
  }

  function next(event: Draft): readonly string[] {
    const drawn = event.type === "speaker.selected" && options.explain ? explained(event) : [];
    const shown = walk.next(event);
    turn = shown.turn ?? turn;
    const lines = isForTheRecord(event) ? [] : [...drawn, ...linesOf(event, shown)];
    const before = lines.length > 0 ? recorded() : [];
    if (isForTheRecord(event))
      forTheRecord = [...new Set([...forTheRecord, nameOf(event.speaker)])];
    last = event;
    return [...before, ...lines, ...trouble.next(event).flatMap((line) => dimmed(line))];
  }

  function explained(event: Draft<"speaker.selected">): readonly string[] {
    return ["", ...explainSelection(event, { state: walk.state, ...options }).map(palette.dim)];
  }

  function recorded(): readonly string[] {
    if (forTheRecord.length === 0) return [];
    const names = forTheRecord;
    forTheRecord = [];
    return dimmed(words.event.forTheRecord(joinNames(names)));
  }

  function linesOf(event: Draft, shown: Shown): readonly string[] {
    switch (event.type) {
      case "meeting.opened":
        return opening(event, options);
      case "message.spoken":
        return spoken(event, shown);
      case "speaker.selected":
        return [];
      default:
    }
    const words = isShownAlready(event)
      ? null
      : describeEvent(event, {
          getName: nameOf,
          narrated: shown.isCounted ? null : shown.narrated,
        });
    return words === null ? [] : entryLines(event, words);
  }

  function answer({ reply, reasoning }: Draft<"ballot.cast">): readonly string[] {
    const isAlone = typeof reply === "object" && reasoning !== null;
    return isAlone ? indented(shortenText(reasoning, 2 * options.width - 12), options) : [];
  }

  /** The document's own event already tells of the act that brings it. */
  function isShownAlready(event: Draft): boolean {
    return (
      event.type === "person.acted" &&
      event.does.act === "bring-document" &&
      last?.type === "document.added" &&
      last.by !== null &&
      last.name === event.does.name
    );
  }

  function entryLines(event: Draft, described: DescribedEvent): readonly string[] {
    switch (event.type) {
      case "document.added":
        return wrap(sanitizeLine(described.text), options.width);
      case "person.acted":
        return ["", ...wrap(sanitizeLine(described.text), options.width)];
      case "turn.passed":
      case "turn.absent":
        return ["", ...dimmed(`[${turn}] ${onOneLine(described)}`)];
      case "notice.given":
        return [
          "",
          palette.dim(`[${turn}] ${sanitizeLine(described.text)}`),
          ...blockContent(described.body ?? "", options).map(palette.dim),
        ];
      case "ballot.cast":
        return [
          ...dimmed(described.text),
          ...answer(event),
          ...quotationParts(event.quotations).flatMap((part) => partLines(part, options)),
        ];
      case "meeting.forked":
      case "meeting.adjourned":
      case "meeting.suspended":
      case "meeting.closed":
        return ["", ...dimmed(described.text)];
      default:
        return dimmed(described.text);
    }
  }

  return {
    next,
    end: recorded,
    partial: (speaker, content) => [
      "",
      blockHeader({ ...head(speaker, null, []), turn: turn + 1 }, options),
      ...blockContent(content, options),
    ],
  };
}

function isForTheRecord(event: Draft): event is Draft<"message.spoken"> {
  return event.type === "message.spoken" && event.audience === "record";
}

function opening(
  { scenario, seats, simulated, seed, protocol, hosts }: Draft<"meeting.opened">,
  style: TextOptions,
): readonly string[] {
  const { width, palette } = style;
  const present = seats.map(({ persona, kind, model }) => {
    const role =
      kind === "agent" ? `${persona.title}, ${words.event.runsProcedure}` : persona.title;
    return `${persona.name} (${role}): ${model}`;
  });
  const dim = (text: string) => wrap(sanitizeLine(text), width).map(palette.dim);
  return [
    ...wrap(sanitizeLine(scenario.title), width).map(palette.bold),
    ...wrap(sanitizeLine(scenario.question), width),
    ...dim(words.event.heldBy(protocol, seed)),
    ...(simulated ? wrap(words.simulated, width).map(palette.yellow) : []),
    ...Object.entries(hosts ?? {}).flatMap(([provider, host]) =>
      dim(words.event.callsGo(provider, host)),
    ),
    ...present.flatMap((line) => indented(line, style)),
    ...(scenario.excluded ?? []).flatMap((each) => indented(formatExcluded(each), style)),
  ];
}

type BlockHead = {
  turn: number;
  name: string;
  title: string;
  to: string | null;
  isAgent: boolean;
  audience: string;
};

function messageBlock(
  message: Draft<"message.spoken">,
  facts: BlockHead & MessageFacts,
  style: TextOptions,
  content = contentInWords(message),
): readonly string[] {
  const lines = [
    blockHeader(facts, style),
    ...blockContent(content, style),
    ...messageParts(message, facts).flatMap((part) => partLines(part, style)),
  ];
  return facts.isAgent ? lines.map(style.palette.dim) : lines;
}

function blockHeader(
  { turn, name, title, to, audience, isAgent }: BlockHead,
  { palette }: TextOptions,
): string {
  const strong = isAgent ? (text: string) => text : palette.bold;
  const whom = to === null ? audience : sanitizeLine(to);
  const arrow = whom === "" ? "" : ` -> ${whom}`;
  return `[${turn}] ${strong(sanitizeLine(name))} (${sanitizeLine(title)})${arrow}`;
}

function blockContent(content: string, style: TextOptions): readonly string[] {
  const text = sanitize(content).trim();
  return text === "" ? [] : text.split("\n").flatMap((line) => indented(line, style));
}

export function indented(text: string, { width }: TextOptions): readonly string[] {
  const room = Math.max(16, width - INDENT.length);
  return wrap(sanitizeLine(text), room).map((line) => (line === "" ? "" : INDENT + line));
}

function partLines({ kind, text, rest, body }: MessagePart, style: TextOptions): readonly string[] {
  const inner = { ...style, width: style.width - INDENT.length };
  const look = LOOKS[kind];
  const below = body === undefined ? [] : blockContent(body, inner);
  return [
    ...indented(text + rest, style).map((line) =>
      look === undefined ? line : style.palette[look](line),
    ),
    ...below.map((line) => (line === "" ? "" : INDENT + line)),
  ];
}

const LOOKS: Readonly<Partial<Record<MessagePart["kind"], keyof Palette>>> = {
  exact: "cyan",
  near: "cyan",
  pointed: "cyan",
  missing: "red",
  verdict: "bold",
  grounds: "dim",
  flag: "dim",
};

const INDENT = "    ";
