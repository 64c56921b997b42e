import fc from "fast-check";
import { expect, test } from "vitest";
import { createLayout } from "../../src/models/port/layout.ts";
import type { ViewTurn } from "../../src/models/port/model.ts";

const part = fc.constantFrom("a", "b", " ", "");
const turn = fc.record({
  role: fc.constantFrom("user" as const, "assistant" as const),
  parts: fc.array(part, { minLength: 1, maxLength: 3 }),
});

/** A view that grows: new turns, and parts added to the last one. */
const growth = fc.array(fc.oneof(turn, fc.record({ added: part })), { maxLength: 12 });

test("a view that grew is laid out as the same view at once", () => {
  fc.assert(
    fc.property(growth, (steps) => {
      const growing = createLayout(toText);
      const turns: { role: ViewTurn["role"]; parts: string[] }[] = [];
      for (const step of steps) {
        if ("role" in step) turns.push({ role: step.role, parts: [...step.parts] });
        else turns.at(-1)?.parts.push(step.added);
        expect(growing(turns)).toEqual(createLayout(toText)([...turns]));
      }
    }),
  );
});

test("roles alternate, and nothing with text is lost", () => {
  fc.assert(
    fc.property(fc.array(turn), (turns) => {
      const { finished, last } = createLayout((each) => each)(turns);
      const all = last ? [...finished, last] : finished;
      expect(all.every(({ role }, index) => role !== all[index + 1]?.role)).toBe(true);
      const full = turns.filter(({ parts }) => parts.some((text) => text.trim() !== ""));
      expect(all.flatMap(({ parts }) => parts)).toEqual(full.flatMap(({ parts }) => parts));
    }),
  );
});

test("each finished turn is converted once", () => {
  const converted: string[] = [];
  const layOut = createLayout(({ parts }) => converted.push(...parts));
  const turns: ViewTurn[] = [];
  for (const name of ["a", "b", "c", "d"]) {
    turns.push({ role: turns.length % 2 === 0 ? "user" : "assistant", parts: [name] });
    layOut(turns);
  }
  layOut(turns);
  expect(converted).toEqual(["a", "b", "c"]);
});

function toText({ role, parts }: ViewTurn): string {
  return `${role}: ${parts.join("|")}`;
}
