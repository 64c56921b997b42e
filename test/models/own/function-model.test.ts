import { readFileSync } from "node:fs";
import * as boardroom from "boardroom";
import { board, functionModel, type ModelFunction, openMeeting, runMeeting } from "boardroom";
import * as testing from "boardroom/testing";
import { MODEL_CONFORMANCE } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { exampleScenario, reply } from "../../support/example-scenario.ts";

const yes = reply({ verdict: "YES", content: "It pays." });

function held(answer: ModelFunction, messages = 4) {
  const setup = {
    scenario: exampleScenario({ limits: { messages } }),
    protocol: board,
    sleep: async () => {},
  };
  return runMeeting({
    ...setup,
    createModel: () => functionModel(answer, { deterministic: true }),
  });
}

describe("a function as a model", () => {
  it.each(MODEL_CONFORMANCE)("$title", async ({ check }) => {
    const streaming: ModelFunction = ({ onText }) => {
      onText(yes);
      return yes;
    };
    await expect(check(functionModel(streaming))).resolves.toBeUndefined();
  });

  it.each<[string, ModelFunction]>([
    ["shows none of it", () => yes],
    [
      "gives it as a whole reply",
      () => ({ type: "answer", text: yes, stop: "end", usage: null, model: "m" }),
    ],
    [
      "shows all of it",
      ({ onText }) => {
        onText(yes);
        return yes;
      },
    ],
  ])("that %s has its text shown once", async (_, answer) => {
    const shown: string[] = [];
    const { signal } = new AbortController();
    const asked = testing.conformanceRequest();
    await functionModel(answer).generate(asked, { signal, onText: (piece) => shown.push(piece) });
    expect(shown).toEqual([yes]);
  });

  it("is asked in messages whose roles alternate, the meeting first and what is asked last", async () => {
    const asked: string[] = [];
    const first = new Map<string, string>();
    const { meeting } = await held(({ messages }) => {
      const roles = messages.map(({ role }) => role);
      asked.push(roles.join(" "));
      first.set(messages[0]!.content, messages.at(-1)!.content);
      return yes;
    });
    expect(meeting.state.counts.messages).toBeGreaterThan(1);
    expect(asked.every((roles) => /^system user(?: assistant user)*$/.test(roles))).toBe(true);
    const [system, last] = [...first][0]!;
    expect(system).toContain("Should we continue the pilot?");
    expect(system).toContain("The pilot cut costs by 12 %");
    expect(last).not.toContain("undefined");
  });

  it("is told of a reply that has to be mended, as a message of its own", async () => {
    const repairs: (readonly string[])[] = [];
    await held(({ messages, request }) => {
      if (request.exchange)
        repairs.push(messages.slice(-2).map(({ role, content }) => `${role}: ${content}`));
      return request.exchange ? yes : reply({ verdict: "PERHAPS", content: "Well." });
    });
    expect(repairs[0]![0]).toContain("assistant: <Message");
    expect(repairs[0]![1]).toContain('"PERHAPS" is not an option');
  });

  it("that throws is a failed call on record, tried again, and then an absence with the reason", async () => {
    const { meeting, ...result } = await held(() => {
      throw new Error("my server is away");
    }, 100);
    const { events } = meeting.journal;
    const failed = events.filter((event) => event.type === "call.failed");
    expect(failed.length).toBeGreaterThan(3);
    expect(failed[0]).toMatchObject({
      kind: "malformed",
      message: "the model threw: my server is away",
    });
    expect(result).toMatchObject({
      status: "suspended",
      reason: expect.stringContaining("my server is away"),
    });
  });

  it.each([
    [undefined, "gave undefined"],
    [7, "gave number"],
    [{ text: "yes" }, "gave an object with text"],
    [{ type: "answer" }, "gave an object with type"],
  ])("that gives %s stops the run, with the seat and the remedy", async (given, said) => {
    const running = held(() => given as unknown as string);
    await expect(running).rejects.toMatchObject({
      code: "model-invalid",
      message: expect.stringMatching(
        new RegExp(`^the model of "(?:ada|ben|cleo)" .*${said}.*\n .*write-a-model`, "s"),
      ),
    });
  });

  it("that the meeting stops is aborted, and leaves nothing behind", async () => {
    const stop = new AbortController();
    const setup = { scenario: exampleScenario(), protocol: board, signal: stop.signal };
    const model = functionModel(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(new Error("stopped")));
          stop.abort();
        }),
    );
    const meeting = openMeeting({ ...setup, createModel: () => model });
    expect(await meeting.run()).toMatchObject({ status: "aborted" });
    expect(meeting.journal.events.some(({ type }) => type.startsWith("call."))).toBe(false);
  });
});

describe("the last code of docs/how-to/write-a-model.md, as printed", () => {
  const page = readFileSync("docs/how-to/write-a-model.md", "utf8");
  const code = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].at(-1)?.[1] ?? "";
  // As users write it, each check ends or throws; here that is what is expected of it.
  const each = (cases: readonly object[]) => (title: string, run: (one: object) => unknown) =>
    it.each(cases)(title, async (one) => expect(await run(one)).toBeUndefined());
  const vitest = { it: { each } };
  const modules: Readonly<Record<string, object>> = {
    boardroom,
    "boardroom/testing": testing,
    vitest,
  };
  const imports = [...code.matchAll(/^import \{ (\w+) \} from "(.+)";$/gm)].map(
    ([, name, from]) => ({
      name: name!,
      value: (modules[from!] as Readonly<Record<string, unknown>>)[name!],
    }),
  );
  const body = code.replace(/^import .*$/gm, "");
  new Function(...imports.map(({ name }) => name), body)(...imports.map(({ value }) => value));
  it("imports what it uses", () => {
    expect(imports.map(({ name }) => name)).toEqual(["functionModel", "MODEL_CONFORMANCE", "it"]);
  });
});

describe("what stands in for a model", () => {
  it.each([
    ["nothing", () => undefined, 'the model of "ada" cannot be used: createModel gave undefined'],
    ["a function", () => () => yes, 'the model of "ada" cannot be used: createModel gave function'],
    [
      "half of one",
      () => ({ spec: "a", provider: "a", id: "a", capabilities: {} }),
      "generate: is no function",
    ],
    [
      "an error",
      () => {
        throw new TypeError("x is undefined");
      },
      "createModel threw: x is undefined",
    ],
  ])("is refused before anything is asked where it is %s", (_, createModel, said) => {
    const setup = { scenario: exampleScenario(), protocol: board };
    const open = () => openMeeting({ ...setup, createModel: createModel as never });
    expect(open).toThrowError(
      expect.objectContaining({ code: "model-invalid", message: expect.stringContaining(said) }),
    );
  });
});
