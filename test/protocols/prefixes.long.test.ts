import { describe, expect, it } from "vitest";
import { everyRequest, MEETINGS, type Sent } from "./sent-prompts.ts";

/** What a member is sent before the instruction, block by block. The vote is added once, after the opening vote. */
function listBlocks({ request }: Sent): readonly string[] {
  const { shared, individual, turns } = request;
  return [
    shared,
    individual,
    ...turns.flatMap(({ role, parts }) => parts.map((part) => `${role}: ${part}`)),
  ];
}

const ALL: typeof MEETINGS = {
  ...MEETINGS,
  "a hidden profile": ["hidden-profile", {}],
  "an investment": ["investment", {}],
};

describe.each(Object.entries(ALL))("%s", (_, meeting) => {
  it("each prompt of a member begins with its previous one, up to the instruction", async () => {
    const sent = await everyRequest(...meeting);
    const [first] = sent;
    const last = new Map<string, Sent>();
    let compared = 0;
    let documented = 0;
    for (const each of sent) {
      // Some questions rest on their own words alone, without the documents.
      if (each.request.shared !== first!.request.shared) continue;
      documented += 1;
      const before = last.get(each.seat.id);
      last.set(each.seat.id, each);
      if (before === undefined) continue;
      const blocks = listBlocks(before);
      expect(listBlocks(each).slice(0, blocks.length)).toEqual(blocks);
      if (before.request.openingVote !== undefined)
        expect(each.request.openingVote).toBe(before.request.openingVote);
      compared += 1;
    }
    expect(compared).toBe(documented - last.size);
  }, 60_000);
});
