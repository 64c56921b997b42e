import { PUT_YOUR_OWN } from "../../engine/meeting/turn/copied-form.ts";
import type { EventVoice } from "../../engine/transcript/event.ts";
import type { Draft, EventType, MeetingEvent, TurnEnding } from "../../engine/transcript/events.ts";
import { effectPath } from "../../engine/transcript/path.ts";
import { isAsAskedFor, REPAIRS_IN_VAIN } from "../../engine/transcript/turn-events.ts";

/** What went wrong in a meeting, a sentence for each kind of incident. Empty if nothing did. */
export function incidents(events: readonly MeetingEvent[]): readonly string[] {
  const voice = { nameOf: namesIn(events) };
  return [
    ...failedCalls(events, voice),
    ...fallbacks(events, voice),
    ...secondCalls(events, voice),
    ...marks(events, voice),
    ...impersonations(events, voice),
    ...formTrouble(events, voice),
    ...absences(events, voice),
    ...events.flatMap((event) => single(event, voice)),
  ];
}

function namesIn(events: readonly MeetingEvent[]): EventVoice["nameOf"] {
  const seats = only(events, "meeting.opened").flatMap((opened) => opened.seats);
  const names = new Map(seats.map(({ id, persona }) => [id, persona.name]));
  return (seat) => names.get(seat) ?? seat;
}

function failedCalls(events: readonly MeetingEvent[], { nameOf }: EventVoice): readonly string[] {
  const failed = only(events, "call.failed");
  const retries = failed.filter(({ retryInMs }) => retryInMs !== null).length;
  const counted = tally(failed.map(({ kind, speaker }) => [kind, nameOf(speaker)]));
  const again = retries === 0 ? "" : `; ${retries} were made again`;
  return sentence("Calls that failed", counted, again);
}

function fallbacks(events: readonly MeetingEvent[], { nameOf }: EventVoice): readonly string[] {
  const seats = events.flatMap((event) =>
    event.type === "meeting.opened" || event.type === "meeting.forked" ? event.seats : [],
  );
  const isFallback = ({ asked, speaker }: MeetingEvent<"call.answered">) =>
    seats.some(({ id, fallback }) => id === speaker && fallback === asked) &&
    !seats.some(({ id, model }) => id === speaker && model === asked);
  const answered = only(events, "call.answered").filter(isFallback);
  return sentence(
    "Answered by the fallback model, as the provider did not",
    tally(answered.map(({ asked, speaker }) => [asked, nameOf(speaker)])),
  );
}

function secondCalls(events: readonly MeetingEvent[], { nameOf }: EventVoice): readonly string[] {
  const why = {
    turn: "",
    repair: "to correct it",
    continuation: "to continue a reply that was cut off",
    verdict: "to state the verdict as JSON",
  };
  const second = only(events, "call.answered").filter(({ purpose }) => purpose !== "turn");
  const counted = tally(second.map(({ purpose, speaker }) => [why[purpose], nameOf(speaker)]));
  return sentence("Replies that needed a second call", counted);
}

function marks(events: readonly MeetingEvent[], { nameOf }: EventVoice): readonly string[] {
  const read = [
    ...only(events, "message.spoken"),
    ...only(events, "turn.passed"),
    ...only(events, "ballot.cast"),
  ].sort((a, b) => a.seq - b.seq);
  const unread = read.filter(({ parse }) => parse === "failed");
  const flagged = read.flatMap(({ flags, speaker }) => flags.map((flag) => [flag, nameOf(speaker)] as const));
  return [
    ...sentence(
      "Replies that could not be read",
      tally(unread.map(({ speaker }) => ["not in the form asked for", nameOf(speaker)])),
    ),
    ...sentence(
      "Marked in messages and ballots (a marked verdict or withdrawal does not count)",
      tally(flagged),
    ),
  ];
}

function formTrouble(events: readonly MeetingEvent[], { nameOf }: EventVoice): readonly string[] {
  const trouble = createFormTrouble(nameOf);
  for (const event of events) trouble.next(event);
  return trouble.all();
}

function impersonations(events: readonly MeetingEvent[], { nameOf }: EventVoice): readonly string[] {
  const posed = only(events, "impersonation.attempted").map(
    ({ as, speaker }) => [`as ${nameOf(as)}`, nameOf(speaker)] as const,
  );
  return sentence("Attempts to write as another member (ignored)", tally(posed));
}

function absences(events: readonly MeetingEvent[], { nameOf }: EventVoice): readonly string[] {
  const bySeat = new Map<string, { times: number; last: string }>();
  for (const { speaker, reason } of only(events, "turn.absent")) {
    bySeat.set(speaker, { times: (bySeat.get(speaker)?.times ?? 0) + 1, last: reason });
  }
  return [...bySeat].map(
    ([seat, { times, last }]) =>
      `${nameOf(seat)} was absent ${times === 1 ? "once" : `${times} times`}, last: ${last}`,
  );
}

function single(event: MeetingEvent, voice: EventVoice): readonly string[] {
  const { nameOf } = voice;
  if (event.type === "budget.warned" && event.stops) return [shortage(event, voice)];
  if (event.type === "history.summarised")
    return [`${nameOf(event.speaker)} was shown a summary of the first ${event.entries} entries.`];
  if (event.type === "meeting.suspended") return [`The meeting was suspended (${event.kind}): ${event.reason}`];
  return [];
}

function shortage({ limit, used, of, member }: MeetingEvent<"budget.warned">, { nameOf }: EventVoice): string {
  const name = member === undefined ? null : nameOf(member);
  if (limit === "context") return `The debate no longer fits the model of ${name ?? ""}.`;
  const spent = limit === "dollars" ? used.toFixed(4) : String(Math.round(used * 100) / 100);
  return `${name === null ? "The meeting's" : `${name}'s`} limit of ${of} ${of === 1 ? limit.slice(0, -1) : limit} left no room for another call: ${spent} used.`;
}

type IncidentCounts = ReadonlyMap<string, ReadonlyMap<string, number>>;

function tally(cases: readonly (readonly [kind: string, who: string])[]): IncidentCounts {
  const kinds = new Map<string, Map<string, number>>();
  for (const [kind, who] of cases) {
    const people = kinds.get(kind) ?? new Map<string, number>();
    people.set(who, (people.get(who) ?? 0) + 1);
    kinds.set(kind, people);
  }
  return kinds;
}

function sentence(heading: string, counted: IncidentCounts, end = ""): readonly string[] {
  if (counted.size === 0) return [];
  const parts = [...counted].map(([kind, people]) => {
    const total = [...people.values()].reduce((sum, count) => sum + count, 0);
    return `${kind} ${total} (${[...people].map(([who, count]) => `${who} ${count}`).join(", ")})`;
  });
  return [`${heading}: ${parts.join("; ")}${end}.`];
}

function only<Type extends EventType>(events: readonly MeetingEvent[], type: Type) {
  return events.filter((event) => event.type === type) as unknown as readonly MeetingEvent<Type>[];
}

type FormTrouble = { next(event: Draft): readonly string[]; all(): readonly string[] };

type FormCounts = { replies: number; missed: number; copied: number; reported: Set<"copied" | "missed"> };
type Repairs = { inVain: number; isReported: boolean };

/** Fewer replies out of the form may be an accident. */
const LEAST_MISSED = 4;
const COPIED_AT_ONCE = 2;

export function createFormTrouble(nameOf: (seat: string) => string): FormTrouble {
  const models = new Map<string, FormCounts>();
  const repairs = new Map<string, Repairs>();
  const calls = new Map<string, { model: string; isRepaired: boolean }>();

  function next(event: Draft): readonly string[] {
    if (event.type === "call.answered") {
      const path = effectPath(event.path);
      const isRepaired = event.purpose === "repair" || calls.get(path)?.isRepaired === true;
      calls.set(path, { model: event.asked, isRepaired });
    }
    const call = isEnding(event) ? calls.get(event.path) : undefined;
    if (!isEnding(event) || call === undefined) return [];
    calls.delete(event.path);
    return [...count(event, call.model), ...countRepair(event, call.isRepaired)];
  }

  const copied = (model: string, counts: FormCounts) =>
    `${counts.copied} of ${counts.replies} replies of ${model} copy the format description instead of answering. They count as no message and no verdict. The model is too small for the form: seat another.`;
  const missed = (model: string, counts: FormCounts) =>
    `${counts.missed} of ${counts.replies} replies of ${model} are not in the form asked for. The likely cause is its server's chat template, or a model too small for the form: check the template, or use another model.`;
  const unrepaired = (seat: string) =>
    `${nameOf(seat)} corrected nothing in ${REPAIRS_IN_VAIN} repairs in a row. Its replies are now accepted unrepaired until one is in the requested format.`;

  function count(event: TurnEnding, model: string): readonly string[] {
    const counts = models.get(model) ?? { replies: 0, missed: 0, copied: 0, reported: new Set() };
    models.set(model, counts);
    counts.replies += 1;
    if (isCopied(event)) counts.copied += 1;
    else if (isOutOfForm(event)) counts.missed += 1;
    const isDue = { copied: counts.copied >= COPIED_AT_ONCE, missed: isMostlyMissed(counts) };
    return (["copied", "missed"] as const).flatMap((kind) => {
      if (!isDue[kind] || counts.reported.has(kind)) return [];
      counts.reported.add(kind);
      return [(kind === "copied" ? copied : missed)(model, counts)];
    });
  }

  function countRepair(event: TurnEnding, isRepaired: boolean): readonly string[] {
    const own = repairs.get(event.speaker) ?? { inVain: 0, isReported: false };
    repairs.set(event.speaker, own);
    if (isAsAskedFor(event.type === "turn.absent" ? null : event)) own.inVain = 0;
    else if (isRepaired) own.inVain += 1;
    if (own.inVain < REPAIRS_IN_VAIN || own.isReported) return [];
    own.isReported = true;
    return [unrepaired(event.speaker)];
  }

  return {
    next,
    all: () => [
      ...[...models].flatMap(([model, counts]) => [
        ...(counts.copied > 0 ? [copied(model, counts)] : []),
        ...(isMostlyMissed(counts) ? [missed(model, counts)] : []),
      ]),
      ...[...repairs].flatMap(([seat, { isReported }]) => (isReported ? [unrepaired(seat)] : [])),
    ],
  };
}

function isMostlyMissed({ missed, replies }: FormCounts): boolean {
  return missed >= LEAST_MISSED && missed * 2 > replies;
}

function isEnding(event: Draft): event is TurnEnding {
  return ["message.spoken", "turn.passed", "turn.absent", "ballot.cast"].includes(event.type);
}

function isCopied(event: TurnEnding): boolean {
  return event.type === "turn.absent"
    ? event.reason.startsWith(PUT_YOUR_OWN)
    : event.flags.includes("form-copied");
}

function isOutOfForm(event: TurnEnding): boolean {
  return event.type === "turn.absent" || event.parse === "salvaged" || event.parse === "failed";
}
