import { capital } from "../../text/plain.ts";
import type { Draft, EventType, MeetingEvent, PersonAct } from "../transcript/events.ts";
import { documentInWords, statedInWords } from "./figures.ts";
import { words } from "./words.ts";

export type EventVoice = { readonly nameOf: (seat: string) => string };

export type Tone = "frame" | "quiet" | "act" | "warning" | "strong" | "grave";

export type DescribedEvent = {
  readonly text: string;
  readonly tone: Tone;
  readonly body?: string;
};

export const TONE_MARKS: Readonly<Record<Tone, string>> = {
  frame: "── ",
  quiet: "· ",
  act: "▸ ",
  warning: "! ",
  strong: "━━ ",
  grave: "━━ ",
};

export type DescribedAsBlock = "message.spoken" | "speaker.selected";

/** Null if there is nothing to say. `narrated`: the protocol's words for a fact;
 * null hides it, and undefined shows its data. */
export function tell(
  event: Draft<Exclude<EventType, DescribedAsBlock>>,
  { nameOf }: EventVoice,
  narrated?: string | null,
): DescribedEvent | null {
  const says = words.event;
  switch (event.type) {
    case "meeting.opened": {
      const calls = Object.entries(event.hosts ?? {}).map(
        ([provider, host]) => ` ${capital(says.callsGo(provider, host))}.`,
      );
      const opens = says.opens(event.seats.length, event.protocol, event.seed);
      return { text: opens + calls.join(""), tone: "frame" };
    }
    case "meeting.approved": {
      const dollars = event.estimate === null ? null : event.estimate.toFixed(4);
      return { text: says.approved(event.by, event.approved, dollars, event.because), tone: "frame" };
    }
    case "meeting.forked":
      return { text: forkInWords(event), tone: "frame" };
    case "document.added":
      return event.by === null
        ? { text: says.document(documentInWords(event)), tone: "frame" }
        : { text: says.brings(event.by, documentInWords(event)), tone: "act" };
    case "turn.passed":
      return { text: says.passes(nameOf(event.speaker)), tone: "quiet" };
    case "turn.absent":
      return {
        text: says.isAbsent(nameOf(event.speaker)),
        tone: "warning",
        body: event.reason,
      };
    case "notice.given":
      return { text: nameOf(event.agent), tone: "quiet", body: event.text };
    case "ballot.cast":
      if (narrated === null) return null;
      return {
        text: `${words.ballot[event.ballot]}: ${nameOf(event.speaker)} ${statedInWords(event) ?? words.ballot.castsNone}`,
        tone: "quiet",
      };
    case "impersonation.attempted":
      return { text: says.posed(nameOf(event.speaker), nameOf(event.as)), tone: "warning" };
    case "call.failed": {
      const seconds = event.retryInMs === null ? null : (event.retryInMs / 1000).toFixed(1);
      const text = says.callFailed(nameOf(event.speaker), event.kind, event.message, seconds);
      return { text, tone: "warning" };
    }
    case "person.acted":
      return { text: actInWords(event.person, event.does, { nameOf }, event.refused), tone: "act" };
    case "human.asked":
      return { text: says.asked(event.person), tone: "quiet" };
    case "human.answered":
      return { text: says.answered(event.person), tone: "act" };
    case "time.passed":
      return { text: says.timePasses(event.until), tone: "quiet" };
    case "budget.warned": {
      const whose = event.member === undefined ? null : nameOf(event.member);
      const [used, of] = [event.used, event.of].map((value) => String(Number(value.toFixed(4))));
      const limit = says.limits[event.limit] ?? event.limit;
      return { text: says.used(whose, used ?? "", of ?? "", limit, event.stops === true), tone: "warning" };
    }
    case "limit.raised": {
      const limit = says.limits[event.limit] ?? event.limit;
      return { text: says.raised(limit, event.from, event.to), tone: "act" };
    }
    case "meeting.reopened":
      return { text: says.reopened(event.question), tone: "strong" };
    case "history.summarised":
      return { text: says.summarised(nameOf(event.speaker), event.entries), tone: "quiet", body: event.text };
    case "fact.recorded": {
      if (narrated === null) return null;
      return { text: narrated === undefined ? factInWords(event) : narrated, tone: "quiet" };
    }
    case "meeting.adjourned":
      return { text: says.adjourned(event.reason), tone: "strong" };
    case "meeting.suspended":
      return { text: says.suspended(event.reason), tone: "grave" };
    case "meeting.closed":
      return { text: says.closed(event.reason), tone: "strong" };
    case "call.answered":
      return null;
    default:
      return event satisfies never;
  }
}

/** Other events are only for the record, or another event tells of them. */
export function isShownAlone(event: MeetingEvent): boolean {
  switch (event.type) {
    case "call.answered":
    case "speaker.selected":
      return false;
    case "document.added":
      return event.by !== null;
    // Told by the document's own event.
    case "person.acted":
      return event.does.act !== "bring-document" || event.refused !== undefined;
    default:
      return true;
  }
}

/** Text and body on one line: `Ada is absent: timeout`. */
export function onOneLine({ text, body }: DescribedEvent): string {
  return body === undefined ? text : `${text}: ${body}`;
}

export function actInWords(person: string, does: PersonAct, { nameOf }: EventVoice, refused?: string): string {
  return `${deed(person, does, nameOf)}${refused === undefined ? "" : words.act.refused(refused)}`;
}

function deed(who: string, does: PersonAct, nameOf: EventVoice["nameOf"]): string {
  const says = words.act;
  switch (does.act) {
    case "interject":
      return says.interject(who, does.text);
    case "whisper":
      return says.whisper(who, nameOf(does.to), does.text);
    case "give-floor":
      return says.giveFloor(who, nameOf(does.to));
    case "call-ballot":
      return says.callBallot(who);
    case "close-debate":
      return says.closeDebate(who);
    case "bring-document":
      return says.bringDocument(who, does.name);
    case "adjourn":
      return says.adjourn(who);
    default:
      return does satisfies never;
  }
}

function forkInWords({ from, shared, seed, seats, hidden }: Draft<"meeting.forked">): string {
  const { forked, forkSeed, forkSeat, forkHidden } = words.event;
  return forked(from, shared, [
    forkSeed(seed),
    ...seats.map(({ id, persona, model }) => forkSeat(persona.name, model, id)),
    ...hidden.map(forkHidden),
  ]);
}

/** Cut to 200 characters. */
function factInWords({ name, data }: Draft<"fact.recorded">): string {
  const text = JSON.stringify(data);
  return `${name}: ${text.length > 200 ? `${text.slice(0, 199)}…` : text}`;
}
