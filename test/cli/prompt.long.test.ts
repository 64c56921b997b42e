import { join } from "node:path";
import { type ModelFactory, readTranscript } from "boardroom";
import { expect, test } from "vitest";
import { recoverRequest } from "../../src/home/records/prompts.ts";
import { cli, twoTurns, workFolder } from "./cli.ts";

/** Once in a while the first reply cannot be read, so that there are repairs. */
const clumsy: ModelFactory = (input) => {
  const model = twoTurns(input);
  let calls = 0;
  return {
    ...model,
    async generate(request, options) {
      const isBad = ++calls % 3 === 2 && request.exchange === undefined;
      return isBad
        ? {
            type: "answer",
            text: "<Message><Verdict>MAYBE</Verdict>",
            stop: "end",
            usage: null,
            model: "x",
          }
        : model.generate(request, options);
    },
  };
};

async function held(...flags: readonly string[]): Promise<string> {
  const cwd = workFolder();
  const factories = { simulated: clumsy };
  await cli(["run", "small", "--quiet", "--seed", "7", "--max-messages", "8", ...flags], {
    cwd,
    factories,
  });
  return cwd;
}

test.each([[[]], [["--view", "anonymous", "--visibility", "sealed"]], [["--view", "shared"]]])(
  "every request of a meeting is rebuilt with the digest on record, repairs and ballots too (%j)",
  async (flags) => {
    const { events } = readTranscript(join(await held(...flags), "transcripts/small-7"));
    const calls = events.filter((event) => event.type === "call.answered");
    expect(calls.map(({ purpose }) => purpose)).toContain("repair");
    for (const call of calls)
      expect(await recoverRequest(events, call)).toMatchObject({ isRecorded: true });
  },
);

test("prints every part of what was sent, in order", async () => {
  const cwd = await held();
  const { code, out, err } = await cli(
    ["show", "transcripts/small-7", "--prompt", "2", "--speaker", "kumar"],
    {
      cwd,
    },
  );
  expect({ code, err }).toEqual({ code: 0, err: "" });
  await expect(out).toMatchFileSnapshot("golden/prompt.txt");
});

function provider() {
  const bodies: string[] = [];
  const fetch = (async (_url: string, init: { body?: unknown }) => {
    const body = String(init.body);
    bodies.push(body);
    const isBallot = body.includes("-ballot");
    const text = `<Message><Verdict>YES</Verdict><VerdictReasoning>It \\"holds\\"</VerdictReasoning><Withdrawn>${!isBallot}</Withdrawn><Content>${isBallot ? "" : "Done."}</Content></Message>`;
    const chunk = `{"id":"x","model":"m","choices":[{"index":0,"delta":{"content":"${text}"},"finish_reason":"stop"}]}`;
    return new Response(`data: ${chunk}\n\ndata: [DONE]\n\n`, {
      headers: { "content-type": "text/event-stream" },
    });
  }) as unknown as typeof globalThis.fetch;
  return { bodies, fetch };
}

test("json is the body that the provider was sent, byte for byte, and holds no key", async () => {
  const cwd = workFolder();
  const { bodies, fetch } = provider();
  const key = "sk-kept-out-of-every-file";
  const run = [
    "run",
    "small",
    "--quiet",
    "--seed",
    "7",
    "--model",
    "openai:gpt-4o",
    "--output",
    "t",
  ];
  await cli(run, { cwd, fetch, env: { OPENAI_API_KEY: key } });
  const argv = ["show", "t", "--prompt", "opening", "--speaker", "chen", "--json"];
  const { out } = await cli(argv, { cwd });
  expect(bodies).toContain(JSON.stringify(JSON.parse(out)));
  expect(JSON.parse(out)).toMatchObject({ model: "gpt-4o", temperature: 0.8, stream: true });
  expect(out).not.toContain(key);
});

test("json of a simulated member is the request that it was asked", async () => {
  const cwd = await held();
  const argv = [
    "show",
    "transcripts/small-7",
    "--prompt",
    "opening",
    "--speaker",
    "chen",
    "--json",
  ];
  const request = JSON.parse((await cli(argv, { cwd })).out);
  expect(request.turns[0].role).toBe("user");
  expect(request.instruction).toContain("Opening vote");
});

test("a call of a turn can be named, and its failed reply is shown", async () => {
  const cwd = await held();
  const { events } = readTranscript(join(cwd, "transcripts/small-7"));
  const repair = events.find(
    (event) => event.type === "call.answered" && event.purpose === "repair",
  )!;
  const [path, number] = repair.path.split(".");
  const speaker = "speaker" in repair ? String(repair.speaker) : "";
  const argv = [
    "show",
    "transcripts/small-7",
    "--prompt",
    `m${path}`,
    "--speaker",
    speaker,
    "--call",
    number!,
  ];
  expect((await cli(argv, { cwd })).out).toContain(
    "--- assistant, the reply that failed: seen by this call only ---",
  );
});

test.each([
  [
    ["--speaker", "kumar", "--prompt", "1"],
    "kumar has no prompt at turn 1 (speaker: chen)\n  kumar has prompts at opening, 2",
  ],
  [["--speaker", "kumar", "--prompt", "99"], "kumar has no prompt at turn 99 (no such turn)\n"],
  [
    ["--speaker", "nobody", "--prompt", "1"],
    'member "nobody" not found in this meeting\n  Members: chen, kumar, watson, timekeeper.',
  ],
  [["--prompt", "opening"], "3 members were asked at opening\n  Name one: --speaker chen"],
  [["--prompt", "99"], "the meeting has no turn 99\n  Use a number from 1 to "],
  [["--prompt", "1", "--call", "9"], "so there is no call 9\n  Use a number from 1 to "],
  [["--speaker", "chen"], "--speaker needs --prompt"],
  [["--prompt", "1", "--quiet"], "--prompt cannot be used with --quiet"],
])("%j is refused with what would do", async (flags, message) => {
  const cwd = await held();
  const { code, out, err } = await cli(["show", "transcripts/small-7", ...flags], { cwd });
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain(message);
});
