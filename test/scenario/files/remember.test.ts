import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { rememberResults } from "../../../src/scenario/files/remember.ts";

it("makes the result of a text once while it is kept", () => {
  const make = vi.fn((text: string) => ({ length: text.length }));
  const known = rememberResults(100, make);
  expect(known("abc")).toBe(known("abc"));
  expect(make).toHaveBeenCalledTimes(1);
});

it("lets go of the oldest texts beyond so many characters, and keeps the newest whatever its length", () => {
  const make = vi.fn((text: string) => text.length);
  const known = rememberResults(10, make);
  for (const text of ["aaaa", "bbbb", "cccc", "bbbb", "cccc"]) known(text);
  expect(make).toHaveBeenCalledTimes(3);
  known("aaaa");
  expect(make).toHaveBeenCalledTimes(4);
  const long = "x".repeat(50);
  expect([known(long), known(long)]).toEqual([50, 50]);
  expect(make).toHaveBeenCalledTimes(5);
});

it("gives what making it anew would give, whatever was asked before", () => {
  const texts = fc.array(fc.string({ maxLength: 6 }), { maxLength: 40 });
  fc.assert(
    fc.property(texts, fc.nat(20), (asked, kept) => {
      const known = rememberResults(kept, (text) => text.toUpperCase());
      expect(asked.map(known)).toEqual(asked.map((text) => text.toUpperCase()));
    }),
  );
});
