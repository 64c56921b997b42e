import { excludedInWords } from "../../scenario/schema/excluded.ts";
import type { Seat } from "../../scenario/schema/scenario.ts";
import { sanitiseLine } from "../../text/sanitise.ts";
import { wrap } from "../../text/wrap.ts";
import type { Draft } from "../../transcript/events.ts";
import { createFold } from "../../transcript/folding/fold.ts";
import { createFormTrouble } from "../table/form-trouble.ts";
import { SIMULATED_NOTICE } from "../verdict-schema.ts";
import { statedInWords } from "../words.ts";
import { answerLines } from "./answer-lines.ts";
import { actLine, budgetLine, documentLine, factLine, failureLine } from "./event-lines.ts";
import { explainSelection } from "./explain.ts";
import { forkLine, leaveLine } from "./fork-line.ts";
import {
  absentQuotes,
  type BlockStyle,
  blockContent,
  blockHeader,
  indented,
  messageBlock,
} from "./message-text.ts";

export type PlainView = {
  /**
   * Lines of the next event; none where there is nothing to see. Live and replayed meetings print the same.
   * `told`: a fact in its protocol's own words, null where it or a vote is of no interest; left out, its data is shown.
   */
  next(event: Draft, told?: string | null): readonly string[];
  /** What is left to tell after the last event. */
  end(): readonly string[];
  /** The block of a message that is still arriving, as far as it is known. */
  partial(speaker: string, content: string): readonly string[];
};

export type PlainViewOptions = BlockStyle & {
  /** Also prints how each speaker was chosen. */
  readonly explain?: boolean;
};

/** Turns a meeting's events, in file order, into the lines a reader follows it by. */
export function createPlainView(options: PlainViewOptions): PlainView {
  const { palette } = options;
  const seats = new Map<string, Seat>();
  const verdicts = new Map<string, string>();
  /** Who said each message, and at which turn. */
  const said = new Map<string, string>();
  const fold = options.explain ? createFold() : null;
  const documents: Draft<"document.added">[] = [];
  let forTheRecord: readonly string[] = [];
  let turn = 0;
  const nameOf = (seat: string) => seats.get(seat)?.persona.name ?? seat;
  const trouble = createFormTrouble(nameOf);
  const dimmed = (text: string) => wrap(sanitiseLine(text), options.width).map(palette.dim);
  const facts = (
    speaker: string,
    to: string | null,
    number: number,
    audience: Draft<"message.spoken">["audience"],
  ) => ({
    turn: number,
    name: nameOf(speaker),
    title: seats.get(speaker)?.persona.title ?? "",
    to: to === null ? null : nameOf(to),
    isAgent: seats.get(speaker)?.kind === "agent",
    audience: typeof audience === "string" ? "all" : audience.map(nameOf).map(sanitiseLine).join(", "),
  });

  function spoken(event: Draft<"message.spoken">): readonly string[] {
    turn += 1;
    const before = verdicts.get(event.speaker) ?? null;
    said.set(event.id, `${nameOf(event.speaker)}, turn ${turn}`);
    const mover = said.get(event.movedBy?.message ?? "") ?? null;
    const stated = statedInWords(event);
    if (stated !== null) verdicts.set(event.speaker, stated);
    return [
      "",
      ...messageBlock(
        event,
        { ...facts(event.speaker, event.to, turn, event.audience), before, mover },
        options,
      ),
    ];
  }

  function next(event: Draft, told?: string | null): readonly string[] {
    const lines = isForTheRecord(event) ? [] : linesOf(event, told);
    const before = lines.length > 0 ? recorded() : [];
    if (isForTheRecord(event)) forTheRecord = [...new Set([...forTheRecord, nameOf(event.speaker)])];
    fold?.apply(event);
    return [...before, ...lines, ...trouble.next(event).flatMap((line) => dimmed(line))];
  }

  /** Answers that nobody hears are told once for all who gave them, before whatever comes next. */
  function recorded(): readonly string[] {
    if (forTheRecord.length === 0) return [];
    const names = forTheRecord;
    forTheRecord = [];
    return dimmed(`${listed(names)} answered for the record`);
  }

  function linesOf(event: Draft, told?: string | null): readonly string[] {
    switch (event.type) {
      case "meeting.opened":
        for (const seat of event.seats) seats.set(seat.id, seat);
        return opening(event, options);
      case "document.added":
        documents.push(event);
        return wrap(documentLine(event), options.width);
      case "speaker.selected":
        return fold
          ? ["", ...explainSelection(event, { state: fold.state, width: options.width }).map(palette.dim)]
          : [];
      case "message.spoken":
        return spoken(event);
      case "turn.passed":
        turn += 1;
        return ["", ...dimmed(`[${turn}] ${nameOf(event.speaker)} passes`)];
      case "turn.absent":
        turn += 1;
        return ["", ...dimmed(`[${turn}] ${nameOf(event.speaker)} is absent: ${event.reason}`)];
      case "notice.given":
        turn += 1;
        return [
          "",
          palette.dim(`[${turn}] ${sanitiseLine(nameOf(event.agent))}`),
          ...blockContent(event.text, options).map(palette.dim),
        ];
      case "ballot.cast":
        if (told === null) return [];
        return (
          answerLines(event, { ...options, name: nameOf(event.speaker), documents }) ?? [
            ...dimmed(
              `${event.ballot} ballot: ${nameOf(event.speaker)} ${statedInWords(event) ?? "casts no valid vote"}`,
            ),
            ...absentQuotes(event.quotations, options),
          ]
        );
      case "impersonation.attempted":
        return dimmed(`${nameOf(event.speaker)} tried to speak as ${nameOf(event.as)}; not credited`);
      case "call.failed":
        return dimmed(failureLine(event, nameOf));
      case "person.acted":
        return ["", ...wrap(actLine(event, nameOf), options.width)];
      case "human.asked":
        return dimmed(`waiting for ${event.person}`);
      case "human.answered":
        return dimmed(`${event.person} answered`);
      case "time.passed":
        return dimmed(`time passes until ${event.until}`);
      case "budget.warned":
        return dimmed(budgetLine(event, nameOf));
      case "history.summarised":
        return dimmed(`${nameOf(event.speaker)} is shown a summary of the oldest ${event.entries} entries`);
      case "fact.recorded":
        return told === null ? [] : dimmed(told ?? factLine(event));
      case "meeting.approved":
        return dimmed(leaveLine(event));
      case "meeting.forked":
        for (const seat of event.seats) seats.set(seat.id, seat);
        return ["", ...dimmed(forkLine(event))];
      case "meeting.adjourned":
        return ["", ...dimmed(`Adjourned: ${event.reason}`)];
      case "meeting.suspended":
        return ["", ...dimmed(`Suspended: ${event.reason}`)];
      case "meeting.closed":
        return ["", ...dimmed(`Closed: ${event.reason}`)];
      case "call.answered":
        return [];
      default:
        return event satisfies never;
    }
  }

  return {
    next,
    end: recorded,
    partial: (speaker, content) => [
      "",
      blockHeader(facts(speaker, null, turn + 1, []), options),
      ...blockContent(content, options),
    ],
  };
}

function isForTheRecord(event: Draft): event is Draft<"message.spoken"> {
  return event.type === "message.spoken" && event.audience === "record";
}

/** `Ada, Ben and Cleo`. */
function listed(names: readonly string[]): string {
  const last = names.at(-1)!;
  return names.length === 1 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}

function opening(
  { scenario, seats, simulated, seed, protocol, hosts }: Draft<"meeting.opened">,
  style: BlockStyle,
): readonly string[] {
  const { width, palette } = style;
  const present = seats.map(({ persona, kind, model }) => {
    const role = kind === "agent" ? `${persona.title}, runs the procedure` : persona.title;
    return `${persona.name} (${role}): ${model}`;
  });
  return [
    ...wrap(sanitiseLine(scenario.title), width).map(palette.bold),
    ...wrap(sanitiseLine(scenario.question), width),
    ...wrap(`protocol ${protocol}, seed ${sanitiseLine(seed)}`, width).map(palette.dim),
    ...(simulated ? wrap(SIMULATED_NOTICE, width).map(palette.yellow) : []),
    ...Object.entries(hosts ?? {}).flatMap(([provider, host]) =>
      wrap(sanitiseLine(`calls to ${provider} go to ${host}`), width).map(palette.dim),
    ),
    ...present.flatMap((line) => indented(line, style)),
    ...(scenario.excluded ?? []).flatMap((each) => indented(excludedInWords(each), style)),
  ];
}
