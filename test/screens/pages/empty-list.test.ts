import { readFileSync } from "node:fs";
import { h } from "preact";
import { renderToStaticMarkup } from "preact-render-to-string";
import { expect, it } from "vitest";
import { EmptyList } from "../../../src/screens/pages/empty-list.tsx";
import { toPlainId } from "../../../src/text/plain.ts";
import { textOf } from "./text-of.ts";

type Row = { name: string; final: string };

it("the example of an empty list is the result of the prepared meeting that it names", () => {
  const table = JSON.parse(readFileSync("transcripts/hiring-sample/verdicts.json", "utf8"));
  const [{ scenario, members, seed, outcome }] = table.meetings;
  expect(seed).toBe("34");
  const shown = textOf(renderToStaticMarkup(h(EmptyList, { isReadOnly: false })));
  expect(shown).toContain(scenario.question);
  const { for: pro, against, neutral } = outcome.votes;
  expect(shown).toContain(`, ${pro} of ${pro + against + neutral} for`);
  const chosen = new Set((members as Row[]).map(({ final }) => final));
  for (const option of chosen) {
    const names = (members as Row[])
      .filter(({ final }) => final === option)
      .map(({ name }) => name.split(" ").at(-1));
    const label = toPlainId(option).replace(/^./, (first) => first.toUpperCase());
    expect(shown).toContain(`${label} ${names.length} ${names.join(", ")}`);
  }
});
