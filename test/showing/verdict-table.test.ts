import {
  foldTranscript,
  type MemberState,
  type Outcome,
  type Protocol,
  plainPalette,
  textTable,
  verdictTable,
} from "boardroom";
import { expect, test } from "vitest";
import { words } from "../../src/engine/words/words.ts";
import { verdictTableSchema } from "../../src/showing/verdict-schema.ts";
import { formatDissent } from "../../src/showing/words.ts";
import { ballot, draft, opened, resume, smallMeeting, spoken, transcript } from "./meeting.ts";

const facts = { headHash: "a".repeat(64) };
const small = () => verdictTable(foldTranscript(smallMeeting()), facts);

test("fits its own schema", () => {
  expect(verdictTableSchema.parse(small())).toEqual(small());
});

test("has a row for each member and none for process agents", () => {
  expect(small().members.map(({ id }) => id)).toEqual(["chen", "kumar", "watson"]);
});

test("takes the closing ballot as the final verdict, else the last one stated", () => {
  expect(small().members.map(({ first, final, finalBy }) => [first, final, finalBy])).toEqual([
    ["HIRE", "HIRE", "debate"],
    ["NO_HIRE", "HIRE", "ballot"],
    ["WAIT", "NO_HIRE", "ballot"],
  ]);
});

test("leaves the last stated verdict where the closing ballot is not valid", () => {
  const events = transcript([
    opened(),
    spoken("1", "chen", "Yes", { verdict: "HIRE" }),
    ballot("2", "chen", "closing", null),
  ]);
  const [chen, kumar] = verdictTable(foldTranscript(events), facts).members;
  expect(chen).toMatchObject({ final: "HIRE", finalBy: "debate" });
  expect(kumar).toMatchObject({ final: null, finalBy: null, side: null });
});

test("keeps the reasoning of the debate for a ballot that gives none, unless the verdict is another", () => {
  const [, kumar, watson] = small().members;
  expect(kumar!.reasoning).toBe("Chen answered it");
  expect(watson!.reasoning).toBe("Nobody asked her");
  const events = transcript([
    opened(),
    spoken("1", "chen", "Yes", { verdict: "HIRE", reasoning: "Strong" }),
    ballot("2", "chen", "closing", "WAIT"),
  ]);
  expect(verdictTable(foldTranscript(events), facts).members[0]!.reasoning).toBeNull();
});

test("says what was heard just before a verdict changed, and no more than that", () => {
  expect(small().members[1]!.changes).toEqual([
    {
      from: "NO_HIRE",
      to: "HIRE",
      in: "debate",
      turn: 7,
      message: "m8",
      movedBy: null,
      after: { message: "m7", speaker: "watson", name: "Emily Watson", turn: 6 },
    },
  ]);
});

test("counts as a change whatever is not the position before it, in secret or aloud", () => {
  const changesIn = (drafts: Parameters<typeof transcript>[0]) =>
    verdictTable(foldTranscript(transcript([opened(), ...drafts])), facts).members[0]!.changes.map(
      ({ from, to, in: where, turn }) => [from, to, where, turn],
    );
  const says = (path: string, verdict: string) =>
    spoken(path, "chen", "So", { verdict, reasoning: "r" });
  const table: [drafts: Parameters<typeof transcript>[0], changes: unknown[]][] = [
    [[ballot("1", "chen", "opening", "HIRE"), says("2", "HIRE")], []],
    [[ballot("1", "chen", "opening", "HIRE"), says("2", "WAIT")], [["HIRE", "WAIT", "debate", 1]]],
    [
      [says("1", "HIRE"), ballot("2", "chen", "closing", "WAIT")],
      [["HIRE", "WAIT", "final vote", 1]],
    ],
    [
      [says("1", "HIRE"), ballot("2", "chen", "called", "WAIT"), says("3", "HIRE")],
      [
        ["HIRE", "WAIT", "private vote", 1],
        ["WAIT", "HIRE", "debate", 2],
      ],
    ],
    [
      [
        ballot("1", "chen", "opening", "HIRE"),
        ballot("2", "chen", "closing", "NO_HIRE"),
        ballot("3", "chen", "closing", null),
        ballot("4", "chen", "closing", "HIRE"),
      ],
      [
        ["HIRE", "NO_HIRE", "ballot 1", 0],
        ["NO_HIRE", "HIRE", "ballot 3", 0],
      ],
    ],
  ];
  for (const [drafts, expected] of table) expect(changesIn(drafts)).toEqual(expected);
});

test("says that nothing prevailed, and not that nobody dissents, where no option or side came out", () => {
  const table = verdictTable(foldTranscript(smallMeeting()), facts);
  const of = (changes: Partial<NonNullable<typeof table.outcome>>) =>
    formatDissent({ outcome: { ...table.outcome!, ...changes }, dissent: [] });
  expect(of({ status: "no-consensus", option: null, side: null })).toBe("no decision");
  expect(of({ status: "split", option: null, side: null })).toBe("no decision");
  expect(of({ status: "decided", option: null, side: "for" })).toBe("none");
  expect(of({ status: "decided", option: "HIRE", side: null })).toBe("none");
  expect(formatDissent({ outcome: null, dissent: [] })).toBe("No decision yet");
  const dissent = [{ id: "kumar", name: "Dr. James Kumar", verdict: "NO_HIRE", reasoning: null }];
  expect(formatDissent({ outcome: table.outcome, dissent })).toBe("Dr. James Kumar (No hire)");
});

test("counts both outcomes by the protocol's own rule, where it has one", () => {
  const events = transcript([
    opened(),
    ...["chen", "kumar", "watson"].map((id, index) =>
      ballot(`${index + 1}`, id, "opening", id === "chen" ? "NO_HIRE" : "HIRE"),
    ),
    spoken("9", "chen", "So"),
  ]);
  const count: Protocol["count"] = (votes) => ({
    ...{ status: "hung", side: null, option: null, rule: "unanimity", votes: {}, margin: 0 },
    reason: votes.map(({ verdict }) => verdict).join(" "),
  });
  const state = { ...foldTranscript(events), outcome: null };
  expect(verdictTable(state, facts).withoutTalk!.outcome).toMatchObject({
    status: "decided",
    side: "for",
  });
  expect(verdictTable(state, { ...facts, count }).withoutTalk!.outcome).toMatchObject({
    status: "hung",
    reason: "NO_HIRE HIRE HIRE",
  });
  expect(verdictTable(state, { ...facts, count: () => null }).withoutTalk!.outcome.status).toBe(
    "decided",
  );
});

test("lists as dissent whoever takes another side, and nobody who takes none", () => {
  const dissentOf = (finals: readonly string[], outcome: Partial<Outcome>) => {
    const cast = ["chen", "kumar", "watson"].map((id, index) =>
      ballot(`${index}`, id, "closing", finals[index]!),
    );
    const whole = {
      status: "decided",
      side: null,
      option: null,
      rule: "",
      votes: {},
      margin: 1,
      reason: "",
    };
    const state = foldTranscript(transcript([opened(), ...cast]));
    const decided = { ...state, outcome: { ...whole, ...outcome } as Outcome };
    return verdictTable(decided, facts).dissent.map(({ id }) => id);
  };
  expect(dissentOf(["HIRE", "WAIT", "NO_HIRE"], { side: "for" })).toEqual(["watson"]);
  expect(dissentOf(["NO_HIRE", "WAIT", "WAIT"], { side: "against" })).toEqual([]);
  expect(dissentOf(["HIRE", "STRONG_HIRE", "WAIT"], { side: "for", option: "HIRE" })).toEqual([
    "kumar",
  ]);
  expect(dissentOf(["HIRE", "WAIT", "WAIT"], { side: "neutral", option: "WAIT" })).toEqual([
    "chen",
  ]);
  expect(dissentOf(["HIRE", "WAIT", "NO_HIRE"], { status: "split" })).toEqual([]);
  expect(
    dissentOf(["HIRE", "HIRE", "NO_HIRE"], { status: "hung", votes: { for: 2, against: 1 } }),
  ).toEqual(["watson"]);
  expect(
    dissentOf(["HIRE", "WAIT", "NO_HIRE"], { status: "hung", votes: { for: 1, against: 1 } }),
  ).toEqual(["chen", "watson"]);
});

test("counts the opening votes apart, a missing one as no verdict", () => {
  expect(small().withoutTalk).toEqual({
    options: { STRONG_HIRE: 0, HIRE: 1, WAIT: 0, NO_HIRE: 1, NO_VERDICT: 1 },
    sides: { for: 1, against: 1, neutral: 0, NO_VERDICT: 1 },
    outcome: {
      status: "split",
      side: null,
      option: null,
      rule: "plurality of sides",
      votes: { for: 1, against: 1, neutral: 0, NO_VERDICT: 1 },
      options: { STRONG_HIRE: 0, HIRE: 1, WAIT: 0, NO_HIRE: 1, NO_VERDICT: 1 },
      margin: 0,
      reason: "equal votes, 1 each of 3",
    },
  });
});

test("has no vote without talk where no opening vote was held", () => {
  const events = transcript([opened(), spoken("1", "chen", "Yes", { verdict: "HIRE" })]);
  expect(verdictTable(foldTranscript(events), facts).withoutTalk).toBeNull();
});

test("lists as dissent whoever ends on another side than the outcome", () => {
  expect(small().dissent).toEqual([
    { id: "watson", name: "Emily Watson", verdict: "NO_HIRE", reasoning: "Nobody asked her" },
  ]);
});

test("an unknown price stays unknown and a simulated meeting costs nothing", () => {
  const call = draft("call.answered", "1.1", {
    speaker: "chen",
    purpose: "turn",
    asked: "openai:new",
    answered: "new",
    request: "r",
    text: "t",
    stop: "end",
    usage: null,
    cost: null,
    latencyMs: 1,
  });
  const real = verdictTable(
    foldTranscript(transcript([opened({ simulated: false }), call])),
    facts,
  );
  expect(real.members[0]).toMatchObject({ cost: null, tokens: null });
  expect(real.spending).toMatchObject({ cost: null, tokens: null, calls: 1 });
  expect(real.members[1]).toMatchObject({ cost: 0, tokens: { input: 0, cacheRead: 0, output: 0 } });
  expect(real.notice).toBeNull();
  const simulated = verdictTable(foldTranscript(transcript([opened(), call])), facts);
  expect(simulated.members[0]!.cost).toBe(0);
  expect(simulated).toMatchObject({ simulated: true, notice: words.simulated });
});

test("a member out of the draw keeps its row, with the reason", () => {
  const gone = ["1", "2", "3"].map((path) =>
    draft("turn.absent", path, { speaker: "watson", reason: "quota" }),
  );
  const table = verdictTable(foldTranscript(transcript([opened(), resume(), ...gone])), facts);
  expect(table.members[2]).toMatchObject({
    status: "absent",
    absentBecause: "quota",
    absences: 3,
    final: null,
  });
  const shown = textTable(table, { palette: plainPalette, width: 80 });
  expect(shown).toMatch(/\n {2}Absent {10}Emily Watson: quota\n/);
});

test("a protocol's own columns stand in every row", () => {
  const columns = [
    { name: "shown", title: "Shown", value: ({ shown }: MemberState) => shown.length },
  ];
  const table = verdictTable(foldTranscript(smallMeeting()), { ...facts, columns });
  expect(table.columns).toEqual([{ name: "shown", title: "Shown" }]);
  expect(table.members.map(({ own }) => own)).toEqual([{ shown: 3 }, { shown: 4 }, { shown: 4 }]);
});

test("tells the vote without talk only once every member has been asked for it", () => {
  const begun = [
    opened(),
    ballot("1/1/1", "chen", "opening", "HIRE"),
    ballot("1/2/1", "kumar", "opening", "NO_HIRE"),
  ];
  const told = (events: Parameters<typeof transcript>[0]) =>
    verdictTable(foldTranscript(transcript(events)), facts).withoutTalk;
  expect(told(begun)).toBeNull();
  expect(told([...begun, ballot("1/3/1", "watson", "opening", null)])).toMatchObject({
    sides: { for: 1, against: 1, NO_VERDICT: 1 },
  });
});

test("a meeting recorded before there were scripts is read as it was written", () => {
  const { scenario } = opened() as unknown as { scenario: object };
  const evidence = [
    { criterion: "ethics", ref: "resume.md#L3", strength: 0.5, claim: "she asked first" },
  ];
  const events = transcript([opened({ scenario: { ...scenario, evidence } as never }), resume()]);
  const state = foldTranscript(events);
  expect(state.scenario.script).toBeUndefined();
  expect(verdictTable(state, { headHash: "a".repeat(64) }).read).toBeNull();
});
