import { expect, it } from "vitest";
import { readByRules } from "../../../../src/models/simulated/rules/read.ts";
import { makeDocument } from "../../../../src/scenario/documents/document-text.ts";
import { readDocument } from "../../../../src/scenario/documents/documents.ts";
import { markedDocuments, score, total } from "./score.ts";

/** The rules were never tuned to these: what they make of them is what they make of anybody's documents. */
const documents = markedDocuments("test/content/reading/fresh");
const LEAST_READ = 0.5;
const MOST_WRONG = 0.05;

it("reads half of documents that nobody tuned to, and few of them the wrong way round", async () => {
  const scores = documents.map(async ({ path, marks }) => {
    const { text } = await readDocument({ path, shown: marks.document });
    const document = makeDocument({ name: marks.document, title: marks.document, subject: true, text });
    return score(readByRules({ documents: [document], criteria: marks.criteria }).statements, marks);
  });
  const { marked, read, wrong } = total(await Promise.all(scores));
  expect(marked).toBeGreaterThan(0);
  expect(read / marked).toBeGreaterThanOrEqual(LEAST_READ);
  expect(wrong / marked).toBeLessThanOrEqual(MOST_WRONG);
});
