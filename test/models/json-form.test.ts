import { board, incidents, openMeeting } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { afterEach, describe, expect, it } from "vitest";
import { exampleScenario, reply } from "../support/example-scenario.ts";
import { eventsOf } from "../support/meetings.ts";
import { rerunMeeting } from "../support/rerun.ts";
import { ADAPTERS, type Adapter, modelAt } from "./endpoints.ts";
import { beginStream, DIALECTS, type LocalServer, serve } from "./local-server.ts";

type Body = { readonly response_format?: object; readonly output_config?: { readonly format?: object } };
type Asked = { readonly schema: object | undefined; readonly text: string };

let server: LocalServer | undefined;
afterEach(() => server?.close());

const PROSE = "The pilot cut costs, so we should move.";
const TINY = { verdict: "YES", reasoning: "Costs fell.", confidence: 0.8, withdraw: true };
const ENFORCED = JSON.stringify({ content: PROSE, ...TINY });

/** Ada's model, or that of all, is asked through the real SDK; `answer` gives the text that its server streams. */
async function meet(adapter: Adapter, answer: (asked: Asked, nth: number) => string, isForAll = false) {
  const asked: Asked[] = [];
  server = await serve((_, response) => {
    const dialect = DIALECTS[adapter.name];
    const text = answer(asked.at(-1)!, asked.length);
    beginStream(response);
    response.write(dialect.opening);
    if (text !== "") response.write(dialect.text(text));
    response.end(dialect.ending(adapter.name === "openai" ? "stop" : "end_turn"));
  });
  const kept: typeof fetch = (input, init) => {
    const body = JSON.parse(String(init?.body)) as Body;
    asked.push({ schema: body.response_format ?? body.output_config?.format, text: JSON.stringify(body) });
    return fetch(input, init);
  };
  const quick = ({ instruction }: { readonly instruction: string }) =>
    reply(
      instruction.includes('-vote"') ? { verdict: "NO" } : { verdict: "NO", withdrawn: true, content: "No." },
    );
  const scenario = exampleScenario({ options: { openingBallot: isForAll } });
  const meeting = openMeeting({
    scenario: {
      ...scenario,
      prompt: { ...scenario.prompt, form: "json" },
      members: scenario.members.map((seat) => ({
        ...seat,
        model: isForAll || seat.id === "ada" ? `${adapter.name}:${adapter.id}` : "simulated",
      })),
    },
    protocol: board,
    seed: 7,
    sleep: () => Promise.resolve(),
    createModel: ({ id }) => {
      if (isForAll || id === "ada") return modelAt(adapter, server!.url, { fetch: kept });
      return scriptedModel(Array(60).fill(quick));
    },
  });
  await meeting.run();
  const { events } = meeting.journal;
  const spoken = eventsOf(events, "message.spoken").filter(({ speaker }) => speaker === "ada");
  return { asked, events, spoken, state: meeting.state };
}

describe.each(ADAPTERS)("messages in JSON from $name", (adapter) => {
  it("are asked for with the fields of the very question, and read as messages are", async () => {
    const { asked, spoken, state, events } = await meet(adapter, () => ENFORCED);
    expect(asked[0]!.schema).toBeDefined();
    expect(JSON.stringify(asked[0]!.schema)).toMatch(/"content".*"YES"/);
    expect(asked[0]!.text).toContain("Reply with one JSON object");
    expect(asked[0]!.text).not.toContain("<Message>");
    expect(spoken[0]).toMatchObject({
      content: PROSE,
      verdict: "YES",
      confidence: 0.8,
      withdrawn: true,
      flags: [],
    });
    expect(state.unenforced).toEqual([]);
    expect(await rerunMeeting({ events, protocol: board })).toMatchObject({ isSame: true });
  });

  it.each([
    ["prose instead of JSON", "I think we should move."],
    ["another JSON", '{"answer": 42}'],
    ["nothing", ""],
  ])("are asked for in two calls after a server that answers %s with status 200", async (_, ignored) => {
    let turns = 0;
    const { asked, spoken, state, events } = await meet(adapter, ({ schema }) => {
      if (schema === undefined) return PROSE;
      if (!JSON.stringify(schema).includes('"content"'))
        return JSON.stringify({ ...TINY, withdraw: ++turns > 1 });
      return ignored;
    });
    const [first, second] = spoken;
    expect(first).toMatchObject({ content: PROSE, verdict: "YES", confidence: 0.8, withdrawn: false });
    expect(first!.flags).toEqual(["schema-not-enforced"]);
    expect(second).toMatchObject({ content: PROSE, withdrawn: true, flags: ["schema-not-enforced"] });
    expect(asked.map(({ schema }) => schema !== undefined)).toEqual([true, true, false, true, false, true]);
    expect(asked[2]!.text).toContain("Write only your words");
    expect(state.unenforced).toEqual([`${adapter.name}:${adapter.id}`]);
    expect(incidents(events).join("\n")).toMatch(/schema-not-enforced 2 \(Dr\. Ada Ash 2\)/);
    expect(await rerunMeeting({ events, protocol: board })).toMatchObject({ isSame: true });
  });

  it("fail once for all members of the model, also in the opening vote", async () => {
    const isTiny = ({ text }: Asked) => text.includes("State the verdict of your words");
    const answer = (each: Asked) =>
      each.schema === undefined ? PROSE : isTiny(each) ? JSON.stringify(TINY) : "I think we should move.";
    const { asked, events } = await meet(adapter, answer, true);
    expect(asked.filter((each) => each.schema !== undefined && !isTiny(each))).toHaveLength(2);
    expect(await rerunMeeting({ events, protocol: board })).toMatchObject({ isSame: true });
  });
});
