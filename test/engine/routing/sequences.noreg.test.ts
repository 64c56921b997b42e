import { drawFrom, shuffle } from "boardroom/extend";
import { expect, it } from "vitest";

// Recorded meetings are replayed by these numbers: a change here breaks every transcript.
it("keeps its draws for ever", () => {
  expect([1, 2, 3, 4].map((path) => drawFrom("7", String(path), "speaker"))).toMatchInlineSnapshot(`
    [
      0.653582159832884,
      0.017397426292258673,
      0.3690926763780582,
      0.8553316294796446,
    ]
  `);
  expect(shuffle(["a", "b", "c", "d", "e"], "7", "labels")).toMatchInlineSnapshot(`
    [
      "b",
      "c",
      "e",
      "d",
      "a",
    ]
  `);
});
