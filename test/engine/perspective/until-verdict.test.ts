import { board, jury, type MeetingEvent, type ModelRequest, openMeeting } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { exampleScenario, reply } from "../../support/example-scenario.ts";
import { eventsOf } from "../../support/meetings.ts";

const ada = (n: number) =>
  [
    reply({
      verdict: "YES",
      confidence: 0.9,
      reasoning: "Ada's reasons.",
      content: "Ada speaks once.",
    }),
    reply({ content: "Ada speaks twice." }),
    reply({ verdict: "MAYBE", reasoning: "Ada moved.", content: "Ada speaks thrice." }),
  ][n];
const ben = (n: number) =>
  [
    reply({ content: "Ben speaks once." }),
    reply({ verdict: "NO", confidence: 0.6, content: "Ben speaks twice." }),
    reply({ content: "Ben speaks thrice." }),
  ][n];
const cleo = (n: number) =>
  [
    reply({ verdict: "NONE", reasoning: "Nothing on costs.", content: "Cleo speaks once." }),
    reply({ content: "Cleo speaks twice." }),
  ][n];
const SAID = { ada, ben, cleo };

type Asked = { seat: string; request: ModelRequest };

/** A round-robin board; Ada votes YES at the opening, the others NO. */
function players(asked: Asked[]) {
  return ({ id }: { id: string }) =>
    scriptedModel(
      Array.from({ length: 60 }, () => (request: ModelRequest) => {
        asked.push({ seat: id, request: structuredClone(request) });
        if (request.instruction.includes('-vote"'))
          return reply({
            verdict: id === "ada" ? "YES" : "NO",
            reasoning: `Reasons of ${id}.`,
            confidence: 0.7,
          });
        const said = [...request.turns]
          .filter(({ role }) => role === "assistant")
          .flatMap(({ parts }) => parts);
        return (
          SAID[id as keyof typeof SAID](said.length) ??
          reply({ content: `${id} says ${said.length}.` })
        );
      }),
    );
}

const SCENARIO = exampleScenario({
  limits: { messages: 14 },
  options: {
    selector: { name: "round-robin" },
    timeKeeper: { reminderEvery: 90 },
  },
});

async function held(prompt: object = {}) {
  const asked: Asked[] = [];
  const scenario = { ...SCENARIO, prompt: { ...SCENARIO.prompt, ...prompt } };
  const meeting = openMeeting({ scenario, protocol: board, seed: 7, createModel: players(asked) });
  await meeting.run();
  const { events } = meeting.journal;
  const of = (seat: string, nth: number) =>
    asked.filter((each) => each.seat === seat && each.request.instruction.includes('kind="speak"'))[
      nth
    ]!.request;
  return { asked, of, meeting, events };
}

const shownTo = ({ turns }: ModelRequest) =>
  turns
    .filter(({ role }) => role === "user")
    .flatMap(({ parts }) => parts)
    .join("\n");
const opened = (events: readonly MeetingEvent[]) => eventsOf(events, "meeting.opened")[0]!;

describe("a board with a language model", () => {
  it("hides others' verdicts, never their words, until a member has stated its own", async () => {
    const { of } = await held();
    const before = shownTo(of("ben", 1));
    expect(before).toContain("Ada speaks once.");
    expect(before).not.toMatch(/<Verdict>|Ada's reasons|<Confidence>/);
    const after = shownTo(of("ben", 2));
    // What was shown without a verdict stays so; what is said later carries it.
    expect(after.startsWith(before)).toBe(true);
    expect(after).not.toContain("Ada's reasons.");
    expect(after).toContain(
      "<VerdictReasoning>Ada moved.</VerdictReasoning>\n<Verdict>MAYBE</Verdict>",
    );
  });

  it("lists the verdicts once, with the first instruction after a member's own", async () => {
    const { of } = await held();
    expect(of("ben", 1).instruction).not.toContain("Verdicts so far");
    expect(of("ben", 2).instruction).toContain(
      "Verdicts so far: Dr. Ada Ash: MAYBE (confidence 0.9); Prof. Cleo Cedar: NONE.".replace(
        " (confidence 0.9)",
        "",
      ),
    );
    expect(of("ben", 3).instruction).not.toContain("Verdicts so far");
    expect(of("ada", 1).instruction).toContain(
      "Verdicts so far: Ben Birch: no verdict yet; Prof. Cleo Cedar: NONE.",
    );
    expect(of("ada", 2).instruction).not.toContain("Verdicts so far");
  });

  it("lists members of an anonymous board by label, not by seat", async () => {
    const { asked } = await held({ view: "anonymous" });
    const lists = asked.flatMap(
      ({ request }) => request.instruction.match(/Verdicts so far.*/g) ?? [],
    );
    expect(lists.length).toBeGreaterThan(1);
    for (const list of lists) {
      const labels = list.match(/Member [A-C]/g) ?? [];
      expect(labels).toEqual([...labels].sort());
    }
  });

  it("keeps a member that said NONE from the verdicts: that is none", async () => {
    const { of } = await held();
    for (const nth of [1, 2])
      expect(shownTo(of("cleo", nth))).not.toMatch(/<Verdict>(?:YES|NO|MAYBE)/);
    expect(of("cleo", 2).instruction).not.toContain("Verdicts so far");
  });

  it("has the verdict written last, after content and reasons, in the form and at ballots", async () => {
    const { of, asked } = await held();
    expect(of("ada", 0).shared).toMatch(
      /<Content>.*\n<VerdictReasoning>.*\n<Verdict>.*\n<WouldChange>/,
    );
    expect(asked[0]!.request.instruction).toContain(
      "with only VerdictReasoning, Verdict, WouldChange and Confidence",
    );
  });

  it("shows a member its own opening vote in its own layer, and nobody else's", async () => {
    const { of, asked } = await held();
    const vote =
      "Your opening vote, which the others do not know: YES (confidence 0.7).\nYour reasoning then: Reasons of ada.";
    const first = asked.find(({ seat }) => seat === "ada")!.request;
    expect(first.openingVote).toBeUndefined();
    for (const nth of [0, 1, 2]) {
      expect(of("ada", nth).openingVote).toBe(vote);
      // The layer stays as it was, so that a cache still has it.
      expect(of("ada", nth).individual).toBe(first.individual);
    }
    expect(of("ben", 0).openingVote).toContain("which the others do not know: NO");
    expect(JSON.stringify(of("ben", 2))).not.toContain("Reasons of ada");
    expect(of("ada", 0).instruction).toContain(
      "You have not given a public verdict yet. Options: YES, MAYBE, NO.",
    );
  });
});

describe("what can be set", () => {
  it.each([
    [{ visibility: "open" }, "open", "verdict-last"],
    [{ scaffold: "verdict-first" }, "until-verdict", "verdict-first"],
    [{ control: "stances" }, "open", "verdict-last"],
    [{ view: "shared" }, "open", "verdict-last"],
    [{ visibility: "sealed" }, "sealed", "verdict-last"],
  ])("%j makes visibility %s and scaffold %s", async (prompt, visibility, scaffold) => {
    const { events } = await held(prompt);
    expect(opened(events).scenario.prompt).toMatchObject({ visibility, scaffold });
  });

  it("tells nobody the verdicts under a control that shows nothing", async () => {
    const { asked } = await held({ control: "reflection" });
    expect(asked.filter(({ request }) => /Verdicts so far/.test(request.instruction))).toEqual([]);
  });

  it.each([
    [
      { prompt: { visibility: "until-verdict", control: "stances" } },
      board,
      "control: stances shows verdicts",
    ],
    [
      { prompt: { visibility: "until-verdict", view: "shared" } },
      board,
      "view: shared shows all members one",
    ],
    [
      { protocol: "jury", prompt: { visibility: "until-verdict" } },
      jury,
      "the jury protocol does not support",
    ],
  ] as const)("%j is refused", (changes, protocol, message) => {
    const scenario = exampleScenario(changes);
    expect(() => openMeeting({ scenario, protocol, createModel: players([]) })).toThrow(message);
  });
});
