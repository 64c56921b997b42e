import {
  type Casebook,
  foldTranscript,
  markdownTable,
  plainPalette,
  textTable,
  verdictsCsv,
  verdictsJson,
  verdictTable,
} from "boardroom";
import { expect, test } from "vitest";
import { joinCasebooks } from "../../src/scenario/casebook/casebook-parts.ts";
import { casebookSchema } from "../../src/scenario/schema/casebook.ts";
import { opened, resume, transcript } from "./meeting.ts";

const POINT = {
  ...{ id: "wrote", ref: "resume.md#L3", quote: "Wrote the first program" },
  ...{ says: "she wrote the first program", bears: { case: 0.8 } },
};

function casebook(read?: Casebook["read"]): Casebook {
  return casebookSchema.parse({ points: [POINT, { ...POINT, id: "first" }], ...(read && { read }) });
}

function tableOf(of: Casebook | undefined, model = "simulated") {
  const { scenario, seats } = opened() as unknown as {
    readonly scenario: object;
    readonly seats: readonly { readonly kind: string }[];
  };
  const seated = seats.map((seat) => (seat.kind === "member" ? { ...seat, model } : seat));
  const more = { scenario: { ...scenario, ...(of && { casebook: of }) }, seats: seated };
  const events = transcript([opened(more as never), resume()]);
  return verdictTable(foldTranscript(events), { headHash: "a".repeat(64) });
}

const RULES = { by: "rules", statements: 22, weighed: 16 };

test.each([
  ["by hand", casebook(), "2 points (by hand)"],
  ["by rules", casebook(RULES), "16 of 22 statements (by rules)"],
  ["by a model", casebook({ ...RULES, by: "openai:gpt-6-sol" }), "16 of 22 statements (by openai:gpt-6-sol)"],
  ["by several", joinCasebooks(casebook(), casebook(RULES)), "18 of 24 statements (by hand and rules)"],
  [
    "by rules, in another language",
    casebook({ by: "rules", statements: 30, weighed: 0, language: "German" }),
    "0 of 30 statements (by rules); not read: German",
  ],
])("the table tells how much was read %s, in every format", (_how, of, words) => {
  const table = tableOf(of);
  expect(textTable(table, { width: 100, palette: plainPalette })).toContain(`  Read          ${words}\n`);
  expect(markdownTable(table)).toContain(`**Read:** ${words}`);
  expect(verdictsCsv([table])).toContain(`,${words},${"a".repeat(64)}`);
  expect(JSON.parse(verdictsJson([table])).meetings[0].read).toEqual(table.read);
});

test("a meeting of models alone tells nothing of what nobody of them was shown", () => {
  const table = tableOf(casebook(), "openai:gpt-6-sol");
  expect(table.read).toBeNull();
  expect(textTable(table, { width: 100, palette: plainPalette })).not.toContain("Read ");
  expect(markdownTable(table)).not.toContain("Read");
});

test("a meeting recorded without a casebook tells nothing of one", () => {
  expect(tableOf(undefined).read).toBeNull();
});
