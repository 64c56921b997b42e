/**
 * Describes the problems of a meeting: failed calls, replies that could not be read, absences and
 * limits.
 */

import { hasPosition } from "../engine/scaffold/message.ts";
import type { EventVoice } from "../engine/transcript/event.ts";
import type { Draft, MeetingEvent, TurnEnding } from "../engine/transcript/events.ts";
import { toStepPath } from "../engine/transcript/path.ts";
import { isFaultless, REPAIRS_IN_VAIN } from "../engine/transcript/turn-events.ts";
import { groupBy } from "../lists.ts";
import type { Seat } from "../scenario/schema/scenario.ts";

/** What went wrong in a meeting, a sentence for each kind of incident. Empty if nothing did. */
export function listIncidents(events: readonly MeetingEvent[]): readonly string[] {
  const seats = events.flatMap((event) =>
    event.type === "meeting.opened" || event.type === "meeting.forked" ? event.seats : [],
  );
  const names = new Map(seats.map(({ id, persona }) => [id, persona.name]));
  const getName: EventVoice["getName"] = (seat) => names.get(seat) ?? seat;
  const trouble = createFormTrouble(getName);
  for (const event of events) trouble.next(event);
  return [
    ...COUNTED.flatMap(([heading, kindsIn]) => {
      const cases = events.flatMap((event) =>
        kindsIn(event, { seats, getName }).map(
          (kind): Case => [kind, getName(("speaker" in event && event.speaker) || "")],
        ),
      );
      return cases.length === 0 ? [] : [`${heading}: ${formatCases(cases)}.`];
    }),
    ...trouble.all(),
    ...listAbsences(events, { getName }),
    ...events.flatMap((event) => describeIncident(event, { getName })),
  ];
}

type Setting = EventVoice & { seats: readonly Seat[] };

/** Counted by kind and member: the heading, and the kinds that an event is a case of. */
const COUNTED: readonly (readonly [
  heading: string,
  kinds: (event: MeetingEvent, setting: Setting) => readonly string[],
])[] = [
  [
    "Calls that failed",
    (event) =>
      event.type === "call.failed"
        ? [event.retryInMs === null ? event.kind : `${event.kind}, made again`]
        : [],
  ],
  [
    "Answered by the fallback model, as the provider did not",
    (event, { seats }) =>
      event.type === "call.answered" && isFallback(event, seats) ? [event.asked] : [],
  ],
  [
    "Replies that needed a second call",
    (event) =>
      event.type === "call.answered" && event.purpose !== "turn"
        ? [SECOND_CALLS[event.purpose]]
        : [],
  ],
  [
    "Replies that could not be read",
    (event) => (isReply(event) && event.parse === "failed" ? ["not in the form asked for"] : []),
  ],
  [
    "Marked in messages and ballots",
    (event) => (isReply(event) ? event.flags.map((flag) => describeMark(flag, event)) : []),
  ],
  [
    "Attempts to write as another member (ignored)",
    (event, { getName }) =>
      event.type === "impersonation.attempted" ? [`as ${getName(event.as)}`] : [],
  ],
];

const SECOND_CALLS = {
  repair: "to correct it",
  continuation: "to continue a reply that was cut off",
} as const;

function isFallback(
  { asked, speaker }: MeetingEvent<"call.answered">,
  seats: readonly Seat[],
): boolean {
  const own = seats.filter(({ id }) => id === speaker);
  return (
    own.some(({ fallback }) => fallback === asked) && !own.some(({ model }) => model === asked)
  );
}

function isReply(
  event: MeetingEvent,
): event is MeetingEvent<"message.spoken" | "turn.passed" | "ballot.cast"> {
  return ["message.spoken", "turn.passed", "ballot.cast"].includes(event.type);
}

/** A mark, and whether the verdict or withdrawal in the same reply counts. */
function describeMark(flag: string, event: MeetingEvent): string {
  const mark = flag.replaceAll("-", " ");
  if (flag.startsWith("withdrawal")) return `${mark}, so the withdrawal does not count`;
  if ("verdict" in event && hasPosition(event)) return `${mark}, but the verdict counts`;
  return flag.includes("verdict") ? `${mark}, so the verdict does not count` : mark;
}

type Case = readonly [kind: string, who: string];

/** `timeout 3 (Ada 2, Ben 1); refused 1 (Ben 1)` */
function formatCases(cases: readonly Case[]): string {
  const kinds = [...groupBy(cases, ([kind]) => kind)].map(([kind, own]) => {
    const people = [...groupBy(own, ([, who]) => who)].map(
      ([who, theirs]) => `${who} ${theirs.length}`,
    );
    return `${kind} ${own.length} (${people.join(", ")})`;
  });
  return kinds.join("; ");
}

function listAbsences(events: readonly MeetingEvent[], { getName }: EventVoice): readonly string[] {
  const bySeat = new Map<string, { times: number; last: string }>();
  for (const { speaker, reason } of events.filter((event) => event.type === "turn.absent")) {
    bySeat.set(speaker, { times: (bySeat.get(speaker)?.times ?? 0) + 1, last: reason });
  }
  return [...bySeat].map(
    ([seat, { times, last }]) =>
      `${getName(seat)} was absent ${times === 1 ? "once" : `${times} times`}, last: ${last}`,
  );
}

function describeIncident(event: MeetingEvent, voice: EventVoice): readonly string[] {
  if (event.type === "budget.warned" && event.stops) return [describeShortage(event, voice)];
  if (event.type === "meeting.suspended")
    return [`The meeting was suspended (${event.kind}): ${event.reason}`];
  return [];
}

function describeShortage(
  { limit, used, of, member }: MeetingEvent<"budget.warned">,
  { getName }: EventVoice,
): string {
  const name = member === undefined ? null : getName(member);
  if (limit === "context") return `The debate no longer fits the model of ${name ?? ""}.`;
  const spent = limit === "dollars" ? used.toFixed(4) : String(Math.round(used * 100) / 100);
  return `${name === null ? "The meeting's" : `${name}'s`} limit of ${of} ${of === 1 ? limit.slice(0, -1) : limit} left no room for another call: ${spent} used.`;
}

type FormTrouble = { next(event: Draft): readonly string[]; all(): readonly string[] };

type Trouble = { key: string; text: string };

/** Fewer replies out of the form may be an accident. */
const LEAST_MISSED = 4;

/** Follows a meeting for models that do not keep to the form. Each trouble is reported once. */
export function createFormTrouble(getName: (seat: string) => string): FormTrouble {
  const models = new Map<string, { replies: number; missed: number }>();
  const repairs = new Map<string, { inVain: number; isGivenUp: boolean }>();
  const calls = new Map<string, { model: string; isRepaired: boolean }>();
  const reported = new Set<string>();

  function listTroubles(): readonly Trouble[] {
    const ofModels = [...models].map(([model, { replies, missed }]) => ({
      key: `missed ${model}`,
      text: `${missed} of ${replies} replies of ${model} are not in the form asked for. The likely cause is its server's chat template, or a model too small for the form: check the template, or use another model.`,
      isTrue: missed >= LEAST_MISSED && missed * 2 > replies,
    }));
    const ofMembers = [...repairs].map(([seat, { isGivenUp }]) => ({
      key: `unrepaired ${seat}`,
      text: `${getName(seat)} corrected nothing in ${REPAIRS_IN_VAIN} repairs in a row. Its replies are now accepted unrepaired until one is in the requested format.`,
      isTrue: isGivenUp,
    }));
    return [...ofModels, ...ofMembers].filter(({ isTrue }) => isTrue);
  }

  function count(
    event: TurnEnding,
    { model, isRepaired }: { model: string; isRepaired: boolean },
  ): void {
    const counts = models.get(model) ?? { replies: 0, missed: 0 };
    models.set(model, counts);
    counts.replies += 1;
    if (isOutOfForm(event)) counts.missed += 1;
    const own = repairs.get(event.speaker) ?? { inVain: 0, isGivenUp: false };
    repairs.set(event.speaker, own);
    if (isFaultless(event.type === "turn.absent" ? null : event)) own.inVain = 0;
    else if (isRepaired) own.inVain += 1;
    own.isGivenUp ||= own.inVain >= REPAIRS_IN_VAIN;
  }

  return {
    next(event) {
      if (event.type === "call.answered") {
        const path = toStepPath(event.path);
        const isRepaired = event.purpose === "repair" || calls.get(path)?.isRepaired === true;
        calls.set(path, { model: event.asked, isRepaired });
      }
      const call = isEnding(event) ? calls.get(event.path) : undefined;
      if (!isEnding(event) || call === undefined) return [];
      calls.delete(event.path);
      count(event, call);
      const fresh = listTroubles().filter(({ key }) => !reported.has(key));
      for (const { key } of fresh) reported.add(key);
      return fresh.map(({ text }) => text);
    },
    all: () => listTroubles().map(({ text }) => text),
  };
}

function isEnding(event: Draft): event is TurnEnding {
  return ["message.spoken", "turn.passed", "turn.absent", "ballot.cast"].includes(event.type);
}

function isOutOfForm(event: TurnEnding): boolean {
  return event.type === "turn.absent" || event.parse === "salvaged" || event.parse === "failed";
}
