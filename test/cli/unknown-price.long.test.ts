import { expect, test } from "vitest";
import { agentAt, ioIn } from "../agents/mcp/agent.ts";
import { cli, workFolder } from "./cli.ts";

const MODEL = "openai:gpt-nobody-priced";
const STUDY = "title: Two\nscenario: small\nseeds: 1..2\narms: { as-is: {} }\n";

/** A paid provider that lists its model for free, refuses each paid call, and counts those. */
function provider() {
  const calls: string[] = [];
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    if ((init?.method ?? "GET") === "GET")
      return Response.json({ data: [{ id: "gpt-nobody-priced" }] });
    calls.push(String(url));
    return new Response(
      '{"error": {"message": "Incorrect API key", "type": "invalid_request_error"}}',
      {
        status: 401,
        headers: { "content-type": "application/json" },
      },
    );
  };
  return { calls, io: { fetch, env: { OPENAI_API_KEY: "sk-test" } } };
}

const workIn = () =>
  workFolder({ "study.yaml": STUDY, "a.md": "One candidate.\n", "b.md": "Another.\n" });

const PRICE = `the price of ${MODEL} is unknown, for up to [\\d,]+ tokens \\(state it under prices: in boardroom.yaml\\)`;

test.each([
  ["run", "small"],
  ["ask", "Should it be done?", "--yes"],
  ["run", "small", "--documents", "a.md", "b.md"],
  ["study", "run", "study.yaml"],
])(
  "boardroom %s %s %s asks the one question about an unknown price, and calls nothing before",
  async (...argv) => {
    const cwd = workIn();
    const { calls, io } = provider();
    const asked = await cli([...argv, "--model", MODEL], { cwd, ...io });
    expect(asked.code, asked.err).toBe(6);
    expect(asked.err).toMatch(new RegExp(`need(?:s|) your approval: ${PRICE}\\.\\nNo`));
    expect(asked.err).toMatch(
      /To approve it:\nNext: boardroom .* --model openai:gpt-nobody-priced --approve\n$/,
    );
    expect(calls).toEqual([]);
    const approved = await cli([...argv, "--model", MODEL, "--approve"], { cwd, ...io });
    expect(approved.err).not.toContain("To approve it");
    expect(calls.length).toBeGreaterThan(0);
  },
);

test("an agent's meeting at an unknown price becomes a proposal with the same words", async () => {
  const { calls, io } = provider();
  const agent = await agentAt(ioIn(workIn(), io));
  const { data } = await agent.call("start_meeting", { scenario: "small", model: MODEL });
  expect(data).toMatchObject({ started: false, proposal: expect.stringMatching(/^p-/) });
  expect(data.needs).toContainEqual(expect.stringMatching(new RegExp(`^${PRICE}$`)));
  expect(calls).toEqual([]);
});
