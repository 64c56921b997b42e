import { LLMock } from "@copilotkit/aimock";
import { conformanceRequest, MODEL_CONFORMANCE } from "boardroom/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { ViewTurn } from "../../src/models/contract/model.ts";
import { ADAPTERS, capabilitiesOf, MARKED_KEY, modelAt } from "./endpoints.ts";
import { type StrictChecker, strictChecker } from "./strict-checker.ts";

const signal = new AbortController().signal;
const fake = new LLMock({ port: 0, chunkSize: 10, logLevel: "silent" });
const asked = conformanceRequest();

beforeAll(async () => {
  fake.addFixture({
    match: { userMessage: "Use every word you have." },
    response: { content: "I had more to s", finishReason: "length" },
  });
  fake.addFixture({
    match: { predicate: () => true },
    response: {
      content: "<Message><Content>The ACL paper of 2024.</Content></Message>",
      usage: {
        prompt_tokens: 120,
        completion_tokens: 15,
        total_tokens: 135,
        input_tokens: 120,
        output_tokens: 15,
      },
    },
  });
  await fake.start();
});
afterAll(() => fake.stop());

/** A debate seen by one member, `rounds` own turns long, with odd pieces in it. */
function debate(rounds: number): readonly ViewTurn[] {
  const turns: ViewTurn[] = [{ role: "user", parts: ["The meeting is open.", "  "] }];
  for (let round = 1; round <= rounds; round++) {
    turns.push({ role: "assistant", parts: [`Mine, round ${round}.`] });
    turns.push({ role: "user", parts: [`One, round ${round}.`, "", `Two, round ${round}.`] });
  }
  return turns;
}

for (const adapter of ADAPTERS) {
  describe(`${adapter.name} adapter`, () => {
    const checked = (
      capabilities = {},
    ): { checker: StrictChecker; model: ReturnType<typeof modelAt> } => {
      const checker = strictChecker({
        capabilities: capabilitiesOf(adapter.name, adapter.id, capabilities),
        shared: asked.shared,
        key: MARKED_KEY,
      });
      return { checker, model: modelAt(adapter, fake.url, { fetch: checker.fetch, capabilities }) };
    };

    for (const { title, check } of MODEL_CONFORMANCE) {
      it(title, async () => {
        const { checker, model } = checked();
        await check(model);
        expect(checker.violations).toEqual([]);
      });
    }

    it("keeps every provider's rule in every shape of conversation", async () => {
      const { checker, model } = checked();
      const views: readonly (readonly ViewTurn[])[] = [
        [],
        debate(0),
        debate(1),
        debate(3),
        debate(3).slice(0, -1),
      ];
      const exchanges = [
        undefined,
        { reply: "PERHAPS", problem: "No such option." },
        { reply: " ", problem: "Empty." },
      ];
      for (const turns of views) {
        for (const exchange of exchanges) {
          for (const individual of ["You are Dr. Chen.", ""]) {
            const request = conformanceRequest({ turns, exchange, individual });
            expect(await model.generate(request, { signal })).toMatchObject({ type: "answer" });
          }
        }
      }
      expect(checker.bodies).toHaveLength(30);
      expect(checker.violations).toEqual([]);
    });

    it("sends every member the same shared layer, and each the same history again", async () => {
      const { checker, model } = checked();
      const turns = [...debate(1)];
      await model.generate(conformanceRequest({ turns }), { signal });
      turns.push(...debate(2).slice(3));
      await model.generate(conformanceRequest({ turns, instruction: "Again." }), { signal });
      const [before, after] = checker.bodies.map((body) => textsOf(body.messages));
      expect(after!.slice(0, before!.length - 1)).toEqual(before!.slice(0, -1));
      expect(after!.at(-1)).toBe("Again.");
      expect(checker.violations).toEqual([]);
    });

    it("takes neither address nor key from the environment", async () => {
      const elsewhere = "http://127.0.0.1:1";
      vi.stubEnv("ANTHROPIC_BASE_URL", elsewhere).stubEnv("OPENAI_BASE_URL", elsewhere);
      vi.stubEnv("ANTHROPIC_API_KEY", "other").stubEnv("OPENAI_API_KEY", "other");
      vi.stubEnv("ANTHROPIC_AUTH_TOKEN", "other").stubEnv("OPENAI_ORG_ID", "other");
      const { checker, model } = checked();
      expect(await model.generate(asked, { signal })).toMatchObject({ type: "answer" });
      expect(checker.violations).toEqual([]);
      vi.unstubAllEnvs();
    });

    it("reports a cut-off as length", async () => {
      const reply = await modelAt(adapter, fake.url).generate(
        conformanceRequest({ instruction: "Use every word you have." }),
        { signal },
      );
      expect(reply).toMatchObject({ type: "answer", stop: "length", text: "I had more to s" });
    });

    if (adapter.name !== "openai") return;
    it("glues parts with blank lines for an endpoint that takes plain text only", async () => {
      const { checker, model } = checked({
        contentParts: false,
        caching: "none",
        outputLimitKey: "max_tokens",
      });
      expect(await model.generate(asked, { signal })).toMatchObject({ type: "answer" });
      expect(checker.violations).toEqual([]);
      expect(textsOf(checker.bodies[0]!.messages).at(-1)).toBe(
        "Prof. Rodriguez: Which papers do you mean?\n\nDr. Chen, you have the floor.",
      );
    });
  });
}

function textsOf(messages: unknown): readonly string[] {
  return (messages as readonly { content: string | readonly { text: string }[] }[]).flatMap(
    ({ content }) => (typeof content === "string" ? [content] : content.map(({ text }) => text)),
  );
}
