import type { MeetingEvent, Scenario } from "boardroom";
import { beforeAll, describe, expect, it } from "vitest";
import { hold, type Spoken } from "./meetings.ts";
import { breaches, grammarOf } from "./rules.ts";
import { smallCase } from "./small-case.ts";

describe("the check of the rules", () => {
  let scenario: Scenario;
  let events: readonly MeetingEvent[];
  let said: readonly Spoken[];

  beforeAll(async () => {
    scenario = smallCase();
    const isWhole = () =>
      said.some(isReply) &&
      said.some(({ movedBy, verdict }) => movedBy !== undefined && verdict === "WAIT");
    for (let seed = 1; seed <= 20 && (seed === 1 || !isWhole()); seed++)
      ({ events, said } = await hold(scenario, seed));
  });

  const isReply = ({ content, speaker }: Spoken) =>
    grammarOf(scenario)
      .unitsOf(content, speaker)
      ?.some(({ role }) => role === "lack" || role === "reply") ?? false;

  /** The breaches of the record with one message changed. */
  function edited(id: string, changes: Partial<Spoken>): string[] {
    const changed = events.map((each) =>
      each.type === "message.spoken" && each.id === id ? { ...each, ...changes } : each,
    );
    return breaches(scenario, changed as MeetingEvent[]).map((each) => each.split(":")[0]!);
  }

  it("finds a message without text, and one in words of nobody's", () => {
    expect(breaches(scenario, events)).toEqual([]);
    expect(edited(said[2]!.id, { content: " " })).toContain("no text");
    expect(edited(said[2]!.id, { content: "I have an idea of my own." })).toContain("own words");
  });

  it("finds a sentence that is said again, a stock sentence too soon, and a voice of somebody else", () => {
    const line = scenario.script!.points[0]!.lines[0]!;
    const [one, other] = [said[0]!, said[1]!];
    expect(edited(one.id, { content: `${line} ${line}` })).toContain("said again");
    expect(edited(other.id, { content: "I agree. I agree." })).toContain("stock again");
    const own = scenario.script!.points.find(({ by }) => !(one.speaker in by))!;
    expect(edited(one.id, { content: Object.values(own.by)[0]![0]! })).toContain("own words");
  });

  it("finds a citation, a sentence and a short name of a point that the speaker was not shown", () => {
    const { speaker, id } = said[0]!;
    const { ref, quote, lines, short } = scenario.script!.points.find(
      (each) => each.ref.startsWith("notes-") && !each.ref.includes(speaker),
    )!;
    expect(edited(id, { artifacts: [{ kind: "citation", ref, quote }] })).toContain("not shown");
    expect(edited(id, { content: lines[0]! })).toContain("not shown");
    expect(edited(id, { content: `It comes down to ${short}.` })).toContain("not shown");
  });

  it("finds a question that somebody leaves open who could have answered it", () => {
    const reply = said.find(isReply)!;
    expect(edited(reply.id, { content: "I agree.", artifacts: [] })).toContain("not answered");
  });

  it("finds a move away from the mover, one that nobody caused, and a reason that is not the one said", () => {
    const move = said.find(({ movedBy, verdict }) => movedBy !== undefined && verdict === "WAIT")!;
    const mover = said.find(({ id }) => id === move.movedBy!.message)!;
    expect(edited(move.id, { verdict: "BUY" })).toContain("another verdict");
    const turned = ["BUY", "LEAVE"].flatMap((verdict) => edited(mover.id, { verdict }));
    expect(turned).toContain("away");
    expect(edited(move.id, { movedBy: undefined })).toContain("moved by nobody");
    expect(edited(move.id, { reasoning: "They are about equal." })).toContain("another reason");
    const movedBy = { ...move.movedBy!, passage: "The roof is sound." };
    expect(edited(move.id, { movedBy })).toContain("not their words");
  });
});
