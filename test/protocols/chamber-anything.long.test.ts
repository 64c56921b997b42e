import { chamber, createMemoryJournal, foldTranscript, resumeMeeting } from "boardroom";
import fc from "fast-check";
import { expect, it } from "vitest";
import { outcomeSchema } from "../../src/engine/transcript/events.ts";
import { panelArbitrated } from "../../src/protocols/chamber/facts.ts";
import { assessmentSchema } from "../../src/scenario/schema/assessment.ts";
import { rerunMeeting } from "../support/rerun.ts";
import { toldBy } from "../support/told.ts";
import { ASSIGNMENT, DOWN, type Given, panelOf, runAndResume, type Step } from "./chamber-panel.ts";

const stance = fc.constantFrom("GO", "NO_GO", "NEED_MORE_DATA", "UNCLEAR", "go!", "perhaps", "");
const confidence = fc.constantFrom(0.2, 0.5, 0.9, 7, "80 %", "high", null, -1);
const broken: fc.Arbitrary<Step> = fc.constantFrom(
  DOWN,
  "",
  "{",
  "No JSON at all.",
  '{"stance": 7}',
  '```json\n{"label": "revising"}\n```',
  { ...DOWN, kind: "refusal" } as Step,
);
const sometimes = (fine: fc.Arbitrary<Step>) =>
  fc.oneof({ weight: 3, arbitrary: fine }, { weight: 1, arbitrary: broken });

const panelist = fc.record({
  "panel-answer": fc.array(sometimes(fc.record({ stance, confidence })), {
    minLength: 1,
    maxLength: 3,
  }),
  "cross-examination": fc.array(
    sometimes(
      fc.record({
        label: fc.constantFrom(
          "confirming",
          "revising",
          "standing_by_with_counter_argument",
          "agreeing",
        ),
        stance: fc.option(stance),
        confidence,
      }),
    ),
    { minLength: 1, maxLength: 2 },
  ),
});
const agents = fc.record({
  classifier: fc.record({
    divergence: fc.array(sometimes(fc.record({ different_facts: fc.boolean() })), {
      minLength: 1,
      maxLength: 2,
    }),
  }),
  // A wrong key of the arbiter suspends the meeting, as it should: nothing of the kind here.
  arbiter: fc.record({
    arbitration: fc.array(
      fc.oneof(
        fc.record({
          outcome: fc.constantFrom("GO", "NO_GO", "NEED_MORE_DATA", "NO_CONSENSUS", "MAYBE"),
          assignment: fc.constantFrom(ASSIGNMENT, null),
          confidence,
        }) as fc.Arbitrary<Step>,
        fc.constant("I cannot say."),
      ),
      { minLength: 1, maxLength: 3 },
    ),
  }),
  checker: fc.record({
    "claim-check": fc.array(
      sometimes(fc.record({ result: fc.constantFrom("supported", "refuted") })),
      {
        minLength: 1,
        maxLength: 2,
      },
    ),
  }),
});
const person = fc.array(
  fc.constantFrom(
    {},
    { decision: "accept" },
    { decision: "reject", because: "No." },
    { decision: "challenge", aspect: "the churn", data: { name: "a.md", text: "Nine." } },
    { contribution: { reasoning: "Mine.", stance: "GO" }, claims: ["It rained."] },
    { data: { name: "a.md", text: "Ten." } },
    { data: { name: "", text: "" } },
    { pass: true },
    7 as never,
  ),
  { minLength: 1, maxLength: 6 },
);
const options = fc.record(
  {
    maxCrossRounds: fc.constantFrom(0, 1),
    maxReruns: fc.integer({ min: 0, max: 3 }),
    founder: fc.constantFrom(
      { person: "ines" },
      { person: "ines", modes: ["approver"] },
      { person: "ines", modes: ["contributor", "verifier"] },
    ),
  },
  { requiredKeys: [] },
);

it("ends with a valid outcome whatever is answered, and the record reads back, runs again and goes on", async () => {
  const cast = fc.record({ ada: panelist, ben: panelist, cleo: panelist });
  await fc.assert(
    fc.asyncProperty(
      cast,
      agents,
      person,
      options,
      fc.integer({ min: 1, max: 1_000 }),
      fc.integer({ min: 4, max: 60 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (members, others, answers, chosen, seed, messages, cut) => {
        const given = { ...members, ...others } as unknown as Given;
        let asked = 0;
        const people = async () => answers[asked++ % answers.length] as never;
        // Every other meeting is an agent's proposal on a matter that a panel may decide without a person.
        const verdicts = [
          { id: "GO", side: "for" },
          { id: "NEED_MORE_DATA", side: "neutral" },
          { id: "STAY", side: "against" },
        ] as const;
        const criticality = assessmentSchema.parse({ reversible: true, goNoGo: false });
        const proposed = { proposedBy: "agent", criticality, verdicts: [...verdicts] };
        const changes = { seed, people, limits: { messages }, ...(seed % 2 === 0 && proposed) };
        const panel = panelOf(given, chosen, changes);
        const { meeting, result } = await runAndResume(panel.setup, panel.meeting);
        const { events } = meeting.journal;
        // With fewer than two readable votes, or an arbiter that fails, the chamber waits and can be resumed.
        if (result.status === "suspended") {
          expect(result.reason).toMatch(
            /can be heard\.|have a vote, and 2 are needed\.|waits once|cannot be read|^invalid key$|^down$/,
          );
          return;
        }
        expect(result.status).toBe("closed");
        const { outcome } = meeting.state;
        expect(outcomeSchema.parse(outcome)).toEqual(outcome);
        expect(foldTranscript(events).outcome).toEqual(outcome);
        const arbitration = panelArbitrated.readLast(meeting.state);
        if (outcome!.status === "decided" && !outcome!.reason.includes("accepted by"))
          expect([arbitration!.dissent, arbitration!.action]).not.toContainEqual(
            expect.stringMatching(/^(?:high|require_further_investigation)$/),
          );
        if (seed % 2 === 1 && outcome!.status === "decided")
          expect(outcome!.reason).toContain("accepted by ines");
        for (const { text } of toldBy(chamber, foldTranscript(events)).files)
          expect(text.length).toBeGreaterThan(0);
        expect(await rerunMeeting({ events, protocol: chamber as never })).toMatchObject({
          isSame: true,
        });

        const opening = events.filter(({ path }) => path === "0").length;
        const journal = createMemoryJournal();
        const kept = opening + Math.floor(cut * (events.length - opening));
        for (const { seq: _, prev: __, ...draft } of events.slice(0, kept))
          journal.append(draft as never);
        const { setup } = panelOf(given, chosen, changes);
        const again = resumeMeeting({
          journal,
          protocol: chamber,
          people,
          createModel: setup.createModel,
        });
        const { status } = await again.run();
        if (status === "closed") outcomeSchema.parse(again.state.outcome);
        else expect(status).toBe("suspended");
      },
    ),
    { numRuns: 60 },
  );
}, 60_000);
