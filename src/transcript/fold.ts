import type { Message } from "../scaffold/message.ts";
import type { Document, Seat } from "../scenario/scenario.ts";
import type { Draft, LimitName, MeetingEvent } from "./events.ts";
import { effectPath, groupOf, inPathOrder } from "./path.ts";
import type { MeetingState, OwnMember, OwnState, Spending } from "./state.ts";

/** What a transcript says, from its first event on; branches of a parallel group in branch order. */
export function foldTranscript(events: readonly MeetingEvent[]): MeetingState {
  const fold = createFold();
  for (const event of inPathOrder(events)) fold.apply(event);
  return fold.state;
}

/** A state that grows by one event at a time. It owns its arrays and appends in place: 30,000 events fold in one pass. */
export type Fold = {
  readonly state: MeetingState;
  apply(event: Draft): void;
  /** A copy that a parallel branch may grow on its own. */
  branch(): Fold;
};

/** Starts before the first event; reading `state` earlier than `meeting.opened` throws. */
export function createFold(): Fold {
  return foldOver(null);
}

function foldOver(start: OwnState | null): Fold {
  let own = start;
  let group: { readonly name: string; readonly entries: number } | null = null;
  return {
    get state(): MeetingState {
      if (!own) throw new Error("the transcript has no meeting.opened event yet");
      return own as MeetingState;
    },
    apply(event) {
      if (event.type === "meeting.opened") {
        own = openState(event);
        return;
      }
      if (!own) throw new Error(`${event.type} stands before meeting.opened`);
      const name = groupOf(event.path);
      if (name === null) group = null;
      else if (group?.name !== name) group = { name, entries: own.entries.length };
      applyTo(own, event, group?.entries ?? own.entries.length);
    },
    branch: () => foldOver(own && copyState(own)),
  };
}

function openState(event: Draft<"meeting.opened">): OwnState {
  return {
    meeting: event.meeting,
    protocol: event.protocol,
    seed: event.seed,
    simulated: event.simulated,
    scenario: {
      ...event.scenario,
      documents: [],
      members: event.seats.filter((seat) => seat.kind === "member"),
    },
    seats: [...event.seats],
    members: new Map(event.seats.map((seat) => [seat.id, openMember(seat)])),
    documents: [],
    entries: [],
    startedAt: event.at,
    now: event.at,
    counts: { messages: 0, notices: 0, passes: 0, absences: 0 },
    speakers: [],
    notices: [],
    unmended: [],
    requestedSpeaker: null,
    ballotRequested: false,
    closingRequested: false,
    adjournRequested: false,
    awaited: [],
    facts: [],
    warnings: [],
    spending: noSpending(),
    ending: null,
    outcome: null,
  };
}

function openMember(seat: OwnMember["seat"]): OwnMember {
  return {
    seat,
    status: "active",
    verdicts: [],
    ballots: [],
    ready: false,
    messages: 0,
    passes: 0,
    absences: 0,
    absencesInARow: 0,
    absentBecause: null,
    stoppedBy: null,
    summary: null,
    words: 0,
    withdrawnAt: null,
    citations: [],
    shown: [],
    spending: noSpending(),
  };
}

function noSpending(): Spending {
  return {
    calls: 0,
    failedCalls: 0,
    input: 0,
    cacheRead: 0,
    output: 0,
    cost: 0,
    chargedTokens: 0,
    chargedDollars: 0,
    ms: 0,
  };
}

/** `shown` is how many entries the speaker of this event had before it. */
function applyTo(state: OwnState, event: Exclude<Draft, { type: "meeting.opened" }>, shown: number): void {
  state.now = event.at > state.now ? event.at : state.now;
  state.ending = null;
  switch (event.type) {
    case "document.added":
      return addDocument(state, event);
    case "message.spoken":
      return addMessage(state, event, shown);
    case "turn.passed":
      return addPass(state, event, shown);
    case "turn.absent":
      return addAbsence(state, event, shown);
    case "ballot.cast": {
      const member = memberOf(state, event.speaker);
      const { verdict, reasoning, wouldChange, confidence, reply, text } = event;
      const cast = { kind: event.ballot, verdict, reasoning, wouldChange, confidence };
      const kept = { ...(reply !== undefined && { reply }), ...(text !== undefined && { text }) };
      member.ballots.push({ ...cast, ...kept });
      member.shown.push(shown);
      if (event.ballot === "called") state.ballotRequested = false;
      return;
    }
    case "notice.given":
      return addNotice(state, event);
    case "person.acted":
      return addAct(state, event);
    case "call.answered":
    case "call.failed":
      return spend(state, event.speaker, spentBy(event));
    case "meeting.forked":
      return forkState(state, event);
    case "fact.recorded":
      state.facts.push({ name: event.name, data: event.data, path: event.path });
      return;
    case "budget.warned":
      return addWarning(state, event);
    case "history.summarised":
      memberOf(state, event.speaker).summary = { entries: event.entries, text: event.text };
      return;
    case "meeting.adjourned":
      state.ending = { kind: "adjourned", reason: event.reason };
      state.adjournRequested = false;
      return;
    case "meeting.suspended":
      state.ending = { kind: "suspended", reason: event.reason };
      return;
    case "meeting.closed":
      state.ending = { kind: "closed", reason: event.reason };
      state.outcome = event.outcome;
      return;
    case "speaker.selected":
      if (event.speaker === state.requestedSpeaker) state.requestedSpeaker = null;
      return;
    case "impersonation.attempted":
    case "time.passed":
      return;
    case "human.asked":
      state.awaited.push({ person: event.person, path: event.path, request: event.request });
      return;
    case "human.answered":
      state.awaited = state.awaited.filter(({ path }) => path !== event.path);
      return;
    default:
      event satisfies never;
  }
}

/** What was said and decided stands; who sits where, and what draws come from, is as the fork has it. */
function forkState(state: OwnState, event: Draft<"meeting.forked">): void {
  state.meeting = event.meeting;
  state.seed = event.seed;
  state.simulated = event.simulated;
  for (const seat of event.seats) {
    const member = memberOf(state, seat.id);
    const before = member.seat.persona;
    member.seat = seat;
    if (before.id === seat.persona.id) continue;
    const id = `${messageId(event.path)}-${seat.id}`;
    state.entries.push({ kind: "succession", id, at: event.at, seat: seat.id, before: before.name });
  }
  state.seats = seatsAfter(state.seats, event.seats);
  state.scenario = { ...state.scenario, members: state.seats.filter((seat) => seat.kind === "member") };
}

/** The seats in their order, those that changed hands replaced. */
export function seatsAfter(seats: readonly Seat[], changed: readonly Seat[]): Seat[] {
  return seats.map((seat) => changed.find(({ id }) => id === seat.id) ?? seat);
}

function addDocument(state: OwnState, event: Draft<"document.added">): void {
  const document: Document = {
    name: event.name,
    title: event.title,
    subject: event.subject,
    sha256: event.sha256,
    text: event.text,
  };
  state.documents.push(document);
  if (event.by === null) state.scenario = { ...state.scenario, documents: [...state.documents] };
  else state.entries.push({ kind: "document", document, by: event.by });
}

function addMessage(state: OwnState, event: Draft<"message.spoken">, shown: number): void {
  const member = memberOf(state, event.speaker);
  member.shown.push(shown);
  if (event.audience === "record") return;
  const turn = beginTurn(state, member);
  state.counts.messages += 1;
  member.messages += 1;
  member.words += event.words;
  member.ready = event.ready;
  member.citations.push(...event.citations);
  if (member.seat.kind === "member") {
    if (event.verdict !== null) stateVerdict(state, member, event, turn);
    if (event.withdrawn) {
      member.status = "withdrawn";
      member.withdrawnAt = { message: event.id, turn };
    }
    if (event.flags.length > 0) state.unmended.push({ speaker: event.speaker, flags: event.flags });
  }
  state.entries.push({
    kind: "message",
    message: messageOf(event),
    audience: event.audience,
    flags: event.flags,
  });
  for (const artifact of event.artifacts) {
    if (artifact.kind === "exhibit") state.documents.push(exhibitDocument(artifact));
  }
  stopSpentMember(state, member);
}

/** A verdict counts as a change only where the option differs; new reasoning for the same one replaces the old. */
function stateVerdict(state: OwnState, member: OwnMember, event: Draft<"message.spoken">, turn: number): void {
  const last = member.verdicts.at(-1);
  const { reasoning, wouldChange, confidence } = event;
  if (last && last.verdict === event.verdict) {
    last.reasoning = reasoning ?? last.reasoning;
    last.wouldChange = wouldChange ?? last.wouldChange;
    last.confidence = confidence ?? last.confidence;
    return;
  }
  const after = last ? heardBefore(state, event) : null;
  member.verdicts.push({
    verdict: event.verdict!,
    reasoning,
    wouldChange,
    confidence,
    message: event.id,
    turn,
    after,
  });
}

/** The last message before this one by the member it is addressed to, if that spoke since; else by any other member. */
function heardBefore(
  state: OwnState,
  event: Draft<"message.spoken">,
): { message: string; speaker: string } | null {
  let latest: Message | null = null;
  for (let index = state.entries.length - 1; index >= 0; index--) {
    const entry = state.entries[index]!;
    if (entry.kind !== "message" || state.members.get(entry.message.speaker)?.seat.kind !== "member") continue;
    if (entry.message.speaker === event.speaker) break;
    latest ??= entry.message;
    if (entry.message.speaker === event.to)
      return { message: entry.message.id, speaker: entry.message.speaker };
  }
  return latest && { message: latest.id, speaker: latest.speaker };
}

function addPass(state: OwnState, event: Draft<"turn.passed">, shown: number): void {
  const member = memberOf(state, event.speaker);
  beginTurn(state, member);
  state.counts.passes += 1;
  member.passes += 1;
  member.shown.push(shown);
  state.entries.push({ kind: "pass", id: messageId(event.path), at: event.at, speaker: event.speaker });
  stopSpentMember(state, member);
}

function addAbsence(state: OwnState, event: Draft<"turn.absent">, shown: number): void {
  const member = memberOf(state, event.speaker);
  state.speakers.push(event.speaker);
  state.counts.absences += 1;
  member.absences += 1;
  member.absencesInARow += 1;
  if (member.stoppedBy === null) member.absentBecause = event.reason;
  member.shown.push(shown);
  if (event.ballot !== undefined) {
    const none = { verdict: null, reasoning: null, wouldChange: null, confidence: null };
    member.ballots.push({ kind: event.ballot, ...none });
  }
  stopSpentMember(state, member);
  if (member.absencesInARow >= state.scenario.limits.absences) member.status = "absent";
}

function addNotice(state: OwnState, event: Draft<"notice.given">): void {
  state.notices.push({ kind: event.kind, after: state.counts.messages + state.counts.notices });
  state.counts.notices += 1;
  state.speakers.push(event.agent);
  state.unmended = [];
  const member = memberOf(state, event.agent);
  member.messages += 1;
  member.words += event.words;
  state.entries.push({
    kind: "notice",
    id: messageId(event.path),
    at: event.at,
    agent: event.agent,
    text: event.text,
    ...(event.topic !== undefined && { topic: event.topic }),
  });
}

function addAct(state: OwnState, { person, does, path, order, at }: Draft<"person.acted">): void {
  const id = `${messageId(path)}-${order}`;
  switch (does.act) {
    case "interject":
      state.entries.push({ kind: "interjection", id, at, person, text: does.text, to: null });
      return;
    case "whisper":
      state.entries.push({ kind: "interjection", id, at, person, text: does.text, to: does.to });
      return;
    case "give-floor":
      state.requestedSpeaker = does.to;
      return;
    case "close-debate":
      state.closingRequested = true;
      return;
    case "call-ballot":
      state.ballotRequested = true;
      return;
    case "adjourn":
      state.adjournRequested = true;
      return;
    case "bring-document":
      return;
    default:
      does satisfies never;
  }
}

function beginTurn(state: OwnState, member: OwnMember): number {
  state.speakers.push(member.seat.id);
  member.absencesInARow = 0;
  return state.speakers.length;
}

function addWarning(state: OwnState, event: Draft<"budget.warned">): void {
  const { limit, used, of, member = null, stops = false } = event;
  state.warnings.push({ limit, used, of, member, stops });
  if (member !== null && stops) stopMember(memberOf(state, member), limit, of);
}

/** A member's own messages and minutes are on record with its turns, so that no event needs to say that they are used up. */
function stopSpentMember({ scenario }: OwnState, member: OwnMember): void {
  const { messages, minutes } = scenario.limits.member ?? {};
  const turns = member.messages + member.passes + member.absences;
  if (messages !== undefined && turns >= messages) stopMember(member, "messages", messages);
  if (minutes !== undefined && member.spending.ms >= minutes * 60_000) stopMember(member, "minutes", minutes);
}

/** Out of the draw, with the seat and a place in the closing ballot kept. */
function stopMember(member: OwnMember, limit: LimitName, of: number): void {
  if (member.status !== "active" || member.seat.kind === "agent") return;
  member.status = "absent";
  member.stoppedBy = limit;
  member.absentBecause =
    limit === "context"
      ? "the debate no longer fits the model's context window"
      : `the member's limit of ${of} ${limit} is used up`;
}

/** A call that broke off after its first words, or whose provider tells nothing, is charged its whole estimate. */
function spentBy(event: Draft<"call.answered" | "call.failed">): Spending {
  const { usage, estimate } = event;
  const isAnswer = event.type === "call.answered";
  const isGuessed = !usage && (isAnswer || event.partial !== "");
  const input = usage ? usage.uncached + usage.cacheRead + usage.cacheWrite : 0;
  const output = usage?.output ?? 0;
  const cost = isAnswer ? event.cost : usage ? (event.cost ?? null) : 0;
  return {
    calls: isAnswer ? 1 : 0,
    failedCalls: isAnswer ? 0 : 1,
    input,
    cacheRead: usage?.cacheRead ?? 0,
    output,
    cost,
    chargedTokens: isGuessed ? (estimate ? estimate.input + estimate.output : 0) : input + output,
    chargedDollars: (isGuessed ? estimate?.cost : cost) ?? 0,
    ms: event.latencyMs,
  };
}

function spend(state: OwnState, speaker: string, spent: Spending): void {
  for (const sum of [state.spending, memberOf(state, speaker).spending]) {
    sum.calls += spent.calls;
    sum.failedCalls += spent.failedCalls;
    sum.input += spent.input;
    sum.cacheRead += spent.cacheRead;
    sum.output += spent.output;
    sum.cost = sum.cost === null || spent.cost === null ? null : sum.cost + spent.cost;
    sum.chargedTokens += spent.chargedTokens;
    sum.chargedDollars += spent.chargedDollars;
    sum.ms += spent.ms;
  }
}

function memberOf(state: OwnState, id: string): OwnMember {
  const member = state.members.get(id);
  if (!member) throw new Error(`no seat "${id}" in this meeting`);
  return member;
}

/** Message ids derive from the path: `m14`, or `m17-2-1` inside a parallel group. */
export function messageId(path: string): string {
  return `m${effectPath(path).replaceAll("/", "-")}`;
}

function messageOf(event: Draft<"message.spoken">): Message {
  const {
    id,
    at,
    speaker,
    to,
    topic,
    artifacts,
    verdict,
    reasoning,
    wouldChange,
    confidence,
    ready,
    withdrawn,
    content,
  } = event;
  return {
    id,
    at,
    speaker,
    to,
    ...(topic !== undefined && { topic }),
    artifacts,
    verdict,
    reasoning,
    wouldChange,
    confidence,
    ready,
    withdrawn,
    content,
  };
}

function exhibitDocument(exhibit: {
  readonly id: string;
  readonly title: string;
  readonly body: string;
}): Document {
  return { name: exhibit.id, title: exhibit.title, subject: false, sha256: "", text: exhibit.body };
}

function copyState(state: OwnState): OwnState {
  const members = [...state.members].map(([id, member]) => [id, copyMember(member)] as const);
  return {
    ...state,
    members: new Map(members),
    documents: [...state.documents],
    entries: [...state.entries],
    counts: { ...state.counts },
    speakers: [...state.speakers],
    notices: [...state.notices],
    unmended: [...state.unmended],
    awaited: [...state.awaited],
    facts: [...state.facts],
    warnings: [...state.warnings],
    spending: { ...state.spending },
  };
}

function copyMember(member: OwnMember): OwnMember {
  return {
    ...member,
    verdicts: member.verdicts.map((verdict) => ({ ...verdict })),
    ballots: [...member.ballots],
    citations: [...member.citations],
    shown: [...member.shown],
    spending: { ...member.spending },
  };
}
