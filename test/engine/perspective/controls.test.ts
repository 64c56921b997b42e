import { board, judges, type ModelRequest, runMeeting } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { expect, test } from "vitest";
import { exampleScenario, reply } from "../../support/example-scenario.ts";

type Asked = ModelRequest & { seat: string };

async function requestsUnder(control: "reflection" | "stances"): Promise<readonly Asked[]> {
  const requests: Asked[] = [];
  await runMeeting({
    scenario: exampleScenario({ prompt: { control }, limits: { messages: 8 } }),
    protocol: board,
    createModel: ({ id, persona }) =>
      scriptedModel(
        Array.from({ length: 40 }, () => (request: ModelRequest) => {
          requests.push({ ...request, seat: id });
          const stance = {
            verdict: id === "ben" ? "NO" : "YES",
            reasoning: `grounds of ${id}`,
            confidence: 0.7,
          };
          const artifacts = [
            { kind: "citation", ref: "memo.md#L3", quote: `cut costs, says ${id}` },
          ] as const;
          return reply({ speaker: persona.name, ...stance, artifacts, content: `words of ${id}` });
        }),
      ),
  });
  return requests;
}

const textOf = ({ turns, instruction, exchange }: Asked) =>
  JSON.stringify([turns, instruction, exchange]);
const others = (seat: string) => ["ada", "ben", "cleo"].filter((id) => id !== seat).join("|");

test("under reflection a member is shown nothing but its own words", async () => {
  const requests = await requestsUnder("reflection");
  for (const request of requests) {
    expect(textOf(request)).not.toMatch(
      new RegExp(`(words|grounds) of (${others(request.seat)})|says (${others(request.seat)})`),
    );
    expect(textOf(request)).not.toContain("TimeKeeper");
    const heard = request.turns.filter(({ role }) => role === "user").flatMap(({ parts }) => parts);
    expect(heard).toEqual([expect.stringMatching(/^The meeting opens/)]);
  }
  expect(requests.some((request) => textOf(request).includes(`words of ${request.seat}`))).toBe(
    true,
  );
});

test("under stances it is shown who holds which verdict, and none of their words", async () => {
  const requests = await requestsUnder("stances");
  for (const request of requests) {
    expect(textOf(request)).not.toMatch(
      new RegExp(`(words|grounds) of (${others(request.seat)})|says (${others(request.seat)})`),
    );
  }
  const last = requests.findLast(
    ({ seat, instruction }) => seat === "ada" && instruction.includes("final-vote"),
  );
  const heard =
    last?.turns
      .filter(({ role }) => role === "user")
      .flatMap(({ parts }) => parts)
      .join("\n") ?? "";
  expect(heard).toContain(
    "<Speaker>Ben Birch</Speaker>\n<Verdict>NO</Verdict>\n<Confidence>0.7</Confidence>\n</Message>",
  );
});

test("a control is refused where cues tell what others said, and where another setting undoes it", async () => {
  const held = (changes: Parameters<typeof exampleScenario>[0], protocol = board) =>
    runMeeting({
      scenario: exampleScenario(changes),
      protocol,
      createModel: () => scriptedModel([]),
    });
  await expect(held({ prompt: { control: "stances", visibility: "sealed" } })).rejects.toThrow(
    /sealed hides them/,
  );
  await expect(held({ prompt: { control: "reflection", view: "shared" } })).rejects.toThrow(
    /one history/,
  );
  await expect(held({ prompt: { control: "reflection" } }, judges)).rejects.toThrow(
    /the judges protocol quotes members in its instructions/,
  );
});
