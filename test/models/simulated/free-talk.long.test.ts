import { fileURLToPath } from "node:url";
import { board, findScenario, loadScenario, type MeetingState, modelsFrom, runMeeting } from "boardroom";
import { beforeAll, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const SEEDS = Array.from({ length: 40 }, (_, index) => index + 1);

type Said = {
  readonly speaker: string;
  readonly to: string | null;
  readonly content: string;
  readonly verdict: string | null;
  readonly withdrawn: boolean;
};

/** What the members of each board said, in order: four people, natural routing. */
const boards: (readonly Said[])[] = [];

beforeAll(async () => {
  const given = await loadScenario(await findScenario("hiring", { cwd: ROOT }));
  const options = { ...given.options, selector: { name: "natural" } };
  const scenario = { ...given, members: given.members.slice(0, 4), options };
  for (const seed of SEEDS) {
    const createModel = modelsFrom({ env: {} });
    const { meeting } = await runMeeting({ scenario, protocol: board, seed, createModel });
    boards.push(saidIn(meeting.state));
  }
}, 180_000);

function saidIn(state: MeetingState): readonly Said[] {
  return state.entries.flatMap((entry) => {
    const isMember =
      entry.kind === "message" && state.members.get(entry.message.speaker)?.seat.kind === "member";
    return isMember ? [entry.message] : [];
  });
}

it("whoever was spoken to, and asked nothing, seldom speaks back to that one alone", () => {
  const answers = boards.flatMap((said) =>
    said.slice(1).flatMap((message, index) => {
      const before = said[index]!;
      return before.to === message.speaker && !before.content.includes("?") ? [{ message, before }] : [];
    }),
  );
  expect(answers.length).toBeGreaterThan(100);
  const back = answers.filter(({ message, before }) => message.to === before.speaker);
  expect(back.length / answers.length).toBeLessThan(0.4);
});

it("the same person has more to say in one meeting than in another, and nobody leaves unheard", () => {
  const counts = boards.flatMap((said) =>
    said.flatMap(({ speaker, withdrawn }) =>
      withdrawn ? [said.filter((each) => each.speaker === speaker).length] : [],
    ),
  );
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(2);
  expect(counts.filter((count) => count <= 4).length / counts.length).toBeGreaterThan(0.15);
  expect(counts.filter((count) => count >= 9).length / counts.length).toBeGreaterThan(0.07);
});

it("nobody leaves without a verdict", () => {
  for (const said of boards)
    for (const { speaker, withdrawn } of said)
      if (withdrawn) expect(said.some((each) => each.speaker === speaker && each.verdict !== null)).toBe(true);
});
