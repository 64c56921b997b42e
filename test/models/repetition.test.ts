import { conformanceRequest } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { findRepeatedStart } from "../../src/models/calls/server-events.ts";
import { ADAPTERS, modelAt } from "./endpoints.ts";
import { beginStream, DIALECTS, serve } from "./local-server.ts";

const SENTENCE = "The committee should weigh the figures again before it decides. ";

describe("a text that repeats itself", () => {
  it("is cut to what it said once, whatever the length of what it repeats", () => {
    for (const period of [
      "ha ",
      " ",
      '{"item": "one", "choice": "keep"},\n',
      SENTENCE,
      SENTENCE.repeat(5) + "So.",
    ]) {
      const text = `It begins well. ${period.repeat(Math.ceil(6_000 / period.length))}`;
      const end = findRepeatedStart(text)!;
      expect(end).toBeGreaterThanOrEqual("It begins well. ".length - 1);
      expect(end).toBeLessThanOrEqual("It begins well. ".length + 2 * period.length);
    }
  });

  it("is one from 1,500 characters and four times on", () => {
    expect(findRepeatedStart(`Well. ${"ab".repeat(749)}`)).toBeNull();
    expect(findRepeatedStart(`Well. ${"ab".repeat(750)}`)).not.toBeNull();
    const paragraph = `${Array.from({ length: 150 }, (_, word) => `w${word}`).join(" ")} `;
    expect(findRepeatedStart(paragraph.repeat(3))).toBeNull();
    expect(findRepeatedStart(paragraph.repeat(2))).toBeNull();
    expect(findRepeatedStart(`Well. ${paragraph.repeat(4)}`)).not.toBeNull();
  });

  it("is none where lines only resemble one another, as those of a sheet do", () => {
    const rows = Array.from(
      { length: 200 },
      (_, row) => `{"item": "i${row}", "choice": "keep", "reason": "sound"},`,
    );
    expect(findRepeatedStart(rows.join("\n"))).toBeNull();
    expect(findRepeatedStart("")).toBeNull();
  });
});

for (const adapter of ADAPTERS) {
  it(`is cut off while the ${adapter.name} adapter hears it, after some hundred tokens`, async () => {
    let sent = 0;
    const dialect = DIALECTS[adapter.name];
    const server = await serve((_, response) => {
      beginStream(response);
      response.write(dialect.opening + dialect.text("It begins well:\n"));
      const stream = setInterval(() => response.write(dialect.text(SENTENCE), () => sent++), 1);
      response.on("close", () => clearInterval(stream));
    });
    const reply = await modelAt(adapter, server.url).generate(conformanceRequest(), {
      signal: new AbortController().signal,
    });
    await server.close();
    expect(reply).toMatchObject({
      type: "answer",
      stop: "repeat",
      text: `It begins well:\n${SENTENCE}`,
    });
    expect(sent * SENTENCE.length).toBeLessThan(4_000);
  });
}
