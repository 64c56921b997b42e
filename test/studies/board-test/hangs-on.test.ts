import seedrandom from "seedrandom";
import { describe, expect, it } from "vitest";
import type { MeetingState } from "../../../src/engine/transcript/state.ts";
import { LINE_IDS } from "../../../src/home/records/board-card.ts";
import type { Scenario } from "../../../src/scenario/schema/scenario.ts";
import type { VoteCollector } from "../../../src/studies/board-test/collect-votes.ts";
import { findHanging } from "../../../src/studies/board-test/hangs-on.ts";
import { holdTest } from "../../../src/studies/board-test/hold-test.ts";
import { requirePaper } from "../../../src/studies/board-test/twins.ts";
import type { ResultRow } from "../../../src/studies/study.ts";
import { exampleScenario } from "../../support/example-scenario.ts";

const FACTS = Array.from({ length: 7 }, (_, at) => `- Fact ${at + 1} of the paper.`);
const PAPER = ["# Ada Marsh", "", ...FACTS].join("\n");
const NAMED = FACTS.map((_, at) => at + 3);

function createCase(text: string): Scenario {
  const paper = { name: "cv.md", title: "Ada Marsh", subject: true, sha256: "", text };
  const requirements = [{ id: "team", text: "led a team", must: true }];
  return { ...exampleScenario({ requirements }), documents: [paper] };
}

/** Five members who vote for a paper as a rule has it, by its text. */
function createBoard(judge: (text: string) => number, seed: string) {
  const random = seedrandom(seed);
  const rows: ResultRow[] = [];
  const papers = new Map<string, Scenario>();
  const collector: VoteCollector = {
    async ask(questions) {
      for (const { arm, scenario, run } of questions) {
        if (rows.some((row) => row.arm === arm && row.seed === run)) continue;
        const [yes, no] = ["for", "against"].map((side) =>
          scenario.verdicts.find((each) => each.side === side),
        );
        const chance = judge(requirePaper(scenario).text);
        const vote = () => ({ verdict: random() < chance ? yes!.id : no!.id, confidence: 0.8 });
        const members = Object.fromEntries(["a", "b", "c", "d", "e"].map((id) => [id, vote()]));
        papers.set(`${arm}/${run}`, scenario);
        rows.push({ arm, seed: run, members: toCourses(members) } as unknown as ResultRow);
      }
    },
    getVotes: (arm) => rows.filter((row) => row.arm === arm),
    getSpending: () => ({ calls: 5 * rows.length, dollars: 0 }),
  };
  return { collector, papers };
}

function toCourses(members: Record<string, object>) {
  return Object.fromEntries(
    Object.entries(members).map(([id, opening]) => [id, { opening, first: null }]),
  );
}

async function ask(judge: (text: string) => number, seed: string) {
  const { collector } = createBoard(judge, seed);
  const scenario = { ...createCase(PAPER), requirements: undefined };
  const readMeeting = () => Promise.reject(new Error("no meeting is read"));
  const { all, single } = await findHanging(collector, {
    scenario,
    named: NAMED,
    runs: 5,
    readMeeting,
  });
  const lines = single.filter(({ isMoved }) => isMoved).flatMap((each) => each.lines);
  return { all: all.isMoved, lines, calls: collector.getSpending().calls };
}

const has = (text: string, ...facts: number[]) =>
  facts.map((fact) => text.includes(`Fact ${fact} `));

describe("what the opening votes hang on", () => {
  it.each([
    ["one line", (text: string) => has(text, 1).every(Boolean), [3]],
    ["two lines that are both needed", (text: string) => has(text, 1, 2).every(Boolean), [3, 4]],
    ["either of two lines", (text: string) => has(text, 1, 2).some(Boolean), []],
  ] as const)("is %s, in 20 of 20 boards", async (_, rule, lines) => {
    for (let seed = 0; seed < 20; seed++) {
      const found = await ask((text) => (rule(text) ? 0.95 : 0.05), `${seed}`);
      expect(found, `seed ${seed}`).toEqual({ all: true, lines, calls: 250 });
    }
  });

  it("is none of the lines: after all were left out, nothing else is asked", async () => {
    const found = await Promise.all(
      Array.from({ length: 100 }, (_, seed) => ask(() => 0.7, `${seed}`)),
    );
    expect(found.filter(({ all }) => all).length).toBeLessThanOrEqual(5);
    expect(found.filter(({ calls }) => calls === 75).length).toBeGreaterThanOrEqual(95);
  });
});

describe("a fact that the paper states twice", () => {
  it("is struck at both places, and lines that are not quoted for it stay", async () => {
    const text = `${PAPER}\n- She led a team.\n- She spoke French.\n- As said, she led a team of nine.`;
    const scenario = createCase(text);
    const { collector, papers } = createBoard(
      (paper) => (/led a team/.test(paper) ? 0.9 : 0.2),
      "x",
    );
    const end = await holdTest(collector, {
      scenario,
      choices: { names: [], gap: null, denial: null, struck: null },
      only: LINE_IDS,
      isQuick: true,
      goesOn: true,
      mostRuns: 5,
      readMeeting: async ({ arm, seed }) => quoteFirst(papers.get(`${arm}/${seed}`)!),
    });
    expect(end.struck).toEqual([10, 12]);
    expect(end.lines.find(({ twin }) => twin.line === "struck")?.result).toBe("pass");
    const [struck] = end.lines.flatMap(({ twin }) =>
      twin.line === "struck" ? [requirePaper(twin.scenarios[0]).text] : [],
    );
    expect(struck).toBe(`${PAPER}\n- She spoke French.`);
  });
});

/** A meeting whose member quotes the first line that meets the requirement. */
function quoteFirst(scenario: Scenario): MeetingState {
  const lines = requirePaper(scenario).text.split("\n");
  const at = lines.findIndex((line) => line.includes("led a team"));
  const answer = at < 0 ? "not-found" : "met";
  const quote = lines[at] ?? "";
  const reply = { requirements: [{ id: "team", answer, ref: `cv.md#L${at + 1}`, quote }] };
  const member = { ballots: [{ kind: "opening", reply, reasoning: `${Math.random()}` }] };
  return { members: new Map([["a", member]]) } as unknown as MeetingState;
}
