import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readFitting } from "../../src/engine/form/repair-json.ts";
import { parseJsonReply } from "../../src/text/json-in.ts";

const schema = z.object({ verdict: z.string(), content: z.string() });

describe("a reply in JSON", () => {
  it.each([
    ['{"verdict":"YES","verdict":"NO","content":"x"}', ["verdict"], { content: "x" }],
    ['{"verdict":"YES","verd\\u0069ct":"NO"}', ["verdict"], {}],
    ['{"a":[{"b":1},{"b":2}],"b":3}', [], { a: [{ b: 1 }, { b: 2 }], b: 3 }],
    ['{"a":"\\"b\\":1,\\"b\\":2","c":{"b":1},"b":2}', [], { a: '"b":1,"b":2', c: { b: 1 }, b: 2 }],
  ])("gives no value where a key has two: %s", (text, repeated, value) => {
    expect(parseJsonReply(text)).toEqual({ value, repeated, isTooDeep: false });
  });

  it("with two verdicts does not fit, however it is read", () => {
    for (const text of [
      '{"verdict":"YES","verdict":"NO","content":"x"}',
      'Here it is: {"content":"x","verdict":"YES","verdict":"NO"} Done.',
    ]) {
      const { result, repeated } = readFitting(text, schema);
      expect(result.success).toBe(false);
      expect(repeated).toEqual(["verdict"]);
    }
  });

  it("that nests too deeply is told from one that is no JSON", () => {
    const deep = `{"a":${"[".repeat(5_000)}${"]".repeat(5_000)}}`;
    expect(parseJsonReply(deep)).toMatchObject({ value: undefined, isTooDeep: true });
    expect(parseJsonReply("no JSON")).toMatchObject({ value: undefined, isTooDeep: false });
  });
});
