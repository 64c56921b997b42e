import {
  jury,
  type MeetingState,
  type ModelReply,
  type ModelRequest,
  openMeeting,
} from "boardroom";
import type { HumanRequest } from "boardroom/extend";
import { scriptedModel } from "boardroom/testing";
import * as facts from "../../src/protocols/jury/facts.ts";
import { type ExampleChanges, examplePersona, exampleScenario, reply } from "./example-scenario.ts";
import { toldBy } from "./told.ts";

export type Part = (request: ModelRequest, kind: string) => string | ModelReply | undefined;

/** A person who is ready, and then says nothing. */
export function leaves(occasion: string): { ready: boolean } | { absent: string } {
  return occasion.includes("roll-call") ? { ready: true } : { absent: "left" };
}

export const DOWN: ModelReply = {
  type: "failure",
  kind: "bad-request",
  message: "down",
  retryable: false,
  partialText: "",
};

/** The kind of an instruction. */
export function kindOf({ occasion }: ModelRequest): string {
  return occasion?.kind ?? "";
}

/** So many words. */
export function words(count: number): string {
  return Array.from({ length: count }, (_, index) => `w${index}`).join(" ");
}

/** What a juror does where its part says nothing: ready, brief, in the first topic, agreeing. */
export function usual(request: ModelRequest): string {
  const kind = kindOf(request);
  if (kind === "proposals")
    return JSON.stringify({ proposals: [{ item: "t1", proposal: "Go on with the pilot." }] });
  if (kind === "decision-sheet") return sheet(request);
  if (kind.endsWith("-ballot")) return reply({ verdict: "YES" });
  const topic = request.instruction.includes("<Topic>") ? { topic: "t1" } : {};
  return reply({ content: words(30), ...topic });
}

/** A decision sheet that says one thing to every item it lists. */
export function sheet(
  { json }: ModelRequest,
  choice = "agree",
  more: Record<string, unknown> = {},
): string {
  const items = enumAt(json?.schema, "item");
  const choices = items.map((item) => ({ item, choice, reason: `because of ${item}`, ...more }));
  return JSON.stringify({ choices, reasoning: "As said.", verdict: "YES", confidence: 0.8 });
}

/** The values a property of some object in a JSON Schema may take. */
function enumAt(schema: unknown, property: string): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const here = (schema as { properties?: Record<string, { enum?: string[] }> }).properties?.[
    property
  ]?.enum;
  return here ?? Object.values(schema).flatMap((each) => enumAt(each, property));
}

type Given = {
  people?: Readonly<
    Record<string, (occasion: string) => { ready: boolean } | { absent: string } | null>
  >;
  parts?: Readonly<Record<string, Part>>;
  options?: unknown;
  seats?: number;
  seed?: number;
};

/** A jury of scripted members, and what each was sent. */
export function juryOf(
  { parts = {}, people, options = {}, seats = 3, seed = 5 }: Given,
  changes: ExampleChanges = {},
) {
  const sent: Record<string, ModelRequest[]> = {};
  const members = Array.from({ length: seats }, (_, index) => {
    const id = ["ada", "ben", "cleo"][index] ?? `j${index + 1}`;
    const name = ["Ada Ash", "Ben Birch", "Cleo Cedar"][index] ?? `Juror ${index + 1}`;
    return {
      id,
      kind: "member" as const,
      persona: examplePersona(id, name),
      model: people?.[id] ? `human:${id}` : "scripted",
      weight: 1,
    };
  });
  const scenario = exampleScenario({
    protocol: "jury",
    members,
    options: options as Record<string, unknown>,
    startsAt: "2026-03-02T09:00:00.000Z",
    ...changes,
  });
  const setup = {
    scenario,
    protocol: jury,
    seed,
    ...(people && {
      people: async (person: string, { occasion }: HumanRequest) =>
        people[person]?.(String(occasion)) ?? null,
    }),
    createModel: ({ id }: { id: string }) => {
      const asked: ModelRequest[] = [];
      sent[id] = asked;
      const answer = (request: ModelRequest) => {
        asked.push(request);
        return parts[id]?.(request, kindOf(request)) ?? usual(request);
      };
      return scriptedModel(Array.from({ length: 400 }, () => answer));
    },
  };
  return { meeting: openMeeting(setup), setup, sent };
}

export async function held(given: Given, changes: ExampleChanges = {}) {
  const { meeting, setup, sent } = juryOf(given, changes);
  const result = await meeting.run();
  const [file] = toldBy(jury, meeting.state).files;
  return {
    meeting,
    setup,
    sent,
    result,
    conclusions: { ...JSON.parse(file!.text), ...course(meeting.state) },
  };
}

/** What the record says of phases, quorum, ballots and time. */
function course(state: MeetingState) {
  const checked = facts.quorumChecked.readLast(state);
  const lost = facts.quorumLost.readLast(state);
  return {
    phases: facts.phaseEnded.readAll(state),
    skippedPhases: facts.phaseSkipped.readAll(state).map(({ name, why }) => ({ name, why })),
    quorum: checked && { ...checked, ...(lost && { present: lost.present, met: false }) },
    ballots: facts.ballotCounted.readAll(state),
    timeouts: facts.turnTimedOut.readAll(state),
    seconds: (Date.parse(state.now) - Date.parse(state.startedAt)) / 1000,
  };
}
