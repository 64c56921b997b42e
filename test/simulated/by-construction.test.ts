import type { MeetingEvent } from "boardroom";
import { beforeAll, describe, expect, it } from "vitest";
import { hold, type Spoken } from "./meetings.ts";
import { breaches } from "./rules.ts";
import { smallPlay } from "./small-play.ts";

describe("the check of the rules", () => {
  const scenario = smallPlay();
  let events: readonly MeetingEvent[];
  let said: readonly Spoken[];

  beforeAll(async () => {
    for (let seed = 1; said === undefined || !said.some(({ movedBy }) => movedBy); seed++)
      ({ events, said } = await hold(scenario, seed));
  });

  /** The breaches of the record with one message changed. */
  function findEdited({ id }: Spoken, changes: Partial<Spoken>): string[] {
    const changed = events.map((each) =>
      each.type === "message.spoken" && each.id === id ? { ...each, ...changes } : each,
    );
    return breaches(scenario, changed as MeetingEvent[]).map((each) => each.split(":")[0]!);
  }

  it("finds words of nobody's, words of another member, and words said again", () => {
    expect(breaches(scenario, events)).toEqual([]);
    const [first, second] = said as readonly [Spoken, Spoken];
    expect(findEdited(first, { content: "I have an idea of my own." })).toContain("own words");
    const other = Object.values(scenario.script!.plays).find(
      ({ who }) => who[0] !== first.speaker.split("-")[0],
    )!;
    const words = Object.values(other.last).flat()[0]!;
    expect(findEdited(first, { content: words })).toContain("another's words");
    expect(findEdited(second, { content: first.content })).toContain("said again");
  });

  it("finds a passage of a document that the speaker was not given", () => {
    const artifacts = [{ kind: "citation" as const, ref: "notes.md#L1", quote: "A note." }];
    expect(findEdited(said[0]!, { artifacts })).toContain("not shown");
  });

  it("finds a turn elsewhere, a turn that nobody caused, and words that the mover did not say", () => {
    const move = said.find(({ movedBy }) => movedBy)!;
    expect(findEdited(move, { movedBy: undefined })).toContain("moved by nobody");
    const movedBy = { ...move.movedBy!, passage: "Nobody said this." };
    expect(findEdited(move, { movedBy })).toContain("not their words");
    const before = said.find(({ speaker, verdict }) => speaker === move.speaker && verdict)!;
    expect(findEdited(before, { reasoning: "It is cheap." })).toContain("another reason");
    const verdict = move.verdict === "LEAVE" ? "BUY" : "LEAVE";
    expect(findEdited(move, { verdict })).toContain("turned elsewhere");
  });
});
