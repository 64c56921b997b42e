/** The lines by which a reader follows a meeting in a terminal. Live and recorded meetings print the same. */

import type { DescribedEvent } from "../engine/transcript/event.ts";
import { type Draft, describeEvent } from "../engine/transcript/events.ts";
import { getMemberName } from "../engine/transcript/state.ts";
import { formatExcluded } from "../engine/words/figures.ts";
import { words } from "../engine/words/words.ts";
import { paragraphs } from "../text/article.ts";
import { joinNames } from "../text/plain.ts";
import { sanitizeLine } from "../text/sanitize.ts";
import { shortenText } from "../text/shortened.ts";
import { wrap } from "../text/wrap.ts";
import { createWalk, type ProcedureOf, type Shown } from "./entries.ts";
import { explainSelection } from "./explain.ts";
import { createFormTrouble } from "./incidents.ts";
import { createEntry, createEntryHead, listQuotationParts } from "./message-parts.ts";
import type { TextOptions } from "./palette.ts";
import { indentLine, indentText, printPart, printTerminal } from "./print-terminal.ts";
import { toOneLine } from "./words.ts";

export type PlainView = {
  /** Lines of the next event. Live and replayed meetings print the same. */
  next(event: Draft): readonly string[];
  end(): readonly string[];
  partial(speaker: string, content: string): readonly string[];
};

export type PlainViewOptions = TextOptions & {
  explain?: boolean;
  findProcedure?: ProcedureOf | undefined;
};

/** Turns a meeting's events, in file order, into the lines a reader follows it by. */
export function createPlainView(options: PlainViewOptions): PlainView {
  const { palette } = options;
  const walk = createWalk(options.findProcedure);
  let forTheRecord: readonly string[] = [];
  let passed: readonly { turn: number; name: string }[] = [];
  let turn = 0;
  let last: Draft | null = null;
  const getName = (seat: string) => getMemberName(walk.state, seat);
  const trouble = createFormTrouble(getName);
  const dimLines = (text: string) => wrap(sanitizeLine(text), options.width).map(palette.dim);

  function next(event: Draft): readonly string[] {
    const drawn = event.type === "speaker.selected" && options.explain ? explainDraw(event) : [];
    const shown = walk.next(event);
    turn = shown.turn ?? turn;
    const lines = isHeld(event) ? drawn : [...drawn, ...listLines(event, shown)];
    const before = lines.length > 0 ? flushHeld() : [];
    if (isForTheRecord(event))
      forTheRecord = [...new Set([...forTheRecord, getName(event.speaker)])];
    if (event.type === "turn.passed") passed = [...passed, { turn, name: getName(event.speaker) }];
    last = event;
    return [...before, ...lines, ...trouble.next(event).flatMap((line) => dimLines(line))];
  }

  function explainDraw(event: Draft<"speaker.selected">): readonly string[] {
    return ["", ...explainSelection(event, { state: walk.state, ...options }).map(palette.dim)];
  }

  /** Passes in a row are one line, as is what was answered for the record. */
  function flushHeld(): readonly string[] {
    const [passes, recorded] = [passed, forTheRecord];
    [passed, forTheRecord] = [[], []];
    const [first] = passes;
    const place =
      passes.length > 1 ? `[${first?.turn} to ${passes.at(-1)?.turn}]` : `[${first?.turn}]`;
    const names = passes.map(({ name }) => name);
    return [
      ...(first ? ["", ...dimLines(`${place} ${words.event.pass(names)}`)] : []),
      ...(recorded.length > 0 ? dimLines(words.event.forTheRecord(joinNames(recorded))) : []),
    ];
  }

  function listLines(event: Draft, shown: Shown): readonly string[] {
    switch (event.type) {
      case "meeting.opened":
        return describeOpening(event, options);
      case "message.spoken":
        return [
          "",
          ...printTerminal([createEntry(event, { ...shown, turn }, walk.state)], options),
        ];
      case "speaker.selected":
        return [];
      default:
    }
    const words = isShownAlready(event)
      ? null
      : describeEvent(event, {
          getName,
          narrated: shown.isCounted ? null : shown.narrated,
        });
    return words === null ? [] : describeLines(event, words);
  }

  /** The answers of a meeting without a debate are what it said; other reasons are in the table. */
  function describeAnswer(cast: Draft<"ballot.cast">): readonly string[] {
    const { speaker, ballot, reply, reasoning } = cast;
    if (typeof reply !== "object" || reasoning === null) return [];
    const before = walk.state.members.get(speaker)?.ballots.at(-2)?.reasoning;
    if (before === reasoning) return indentLine(words.ballot.sameReasons, options);
    const isSpeech = ballot === "closing" && walk.state.counts.messages === 0;
    const text = isSpeech ? reasoning : shortenText(reasoning, 2 * options.width - 12);
    return indentLine(text, options);
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

  function describeLines(event: Draft, described: DescribedEvent): readonly string[] {
    switch (event.type) {
      case "document.added":
        return wrap(sanitizeLine(described.text), options.width);
      case "person.acted":
        return ["", ...wrap(sanitizeLine(described.text), options.width)];
      case "turn.absent":
        return ["", ...dimLines(`[${turn}] ${toOneLine(described)}`)];
      case "notice.given":
        return [
          "",
          palette.dim(`[${turn}] ${sanitizeLine(described.text)}`),
          ...indentText(described.body ?? "", options).map(palette.dim),
        ];
      case "ballot.cast":
        return [
          ...dimLines(described.text),
          ...describeAnswer(event),
          ...listQuotationParts(event.quotations).flatMap((part) => printPart(part, options)),
        ];
      case "meeting.forked":
      case "meeting.adjourned":
      case "meeting.suspended":
      case "meeting.closed":
        return ["", ...dimLines(described.text)];
      default:
        return dimLines(described.text);
    }
  }

  return {
    next,
    end: flushHeld,
    partial(speaker, content) {
      const entry = { ...createEntryHead(speaker, walk.state), turn: turn + 1 };
      return ["", ...printTerminal([{ ...entry, body: [paragraphs(content)] }], options)];
    },
  };
}

function isHeld(event: Draft): boolean {
  return event.type === "turn.passed" || isForTheRecord(event);
}

function isForTheRecord(event: Draft): event is Draft<"message.spoken"> {
  return event.type === "message.spoken" && event.audience === "record";
}

function describeOpening(
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
    ...present.flatMap((line) => indentLine(line, style)),
    ...(scenario.excluded ?? []).flatMap((each) => indentLine(formatExcluded(each), style)),
  ];
}
