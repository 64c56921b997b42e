import { expect, it } from "vitest";
import { serving } from "./serving.ts";

it("refuses a meeting above the limit of a server, even if all are started at the same moment", async () => {
  const { post } = serving({ atOnce: 2 });
  const start = () => post("start", { scenario: "small" });
  const answers = await Promise.all([start(), start(), start(), start()]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(2);
  for (const { text } of refused)
    expect(text).toContain("2 meetings run on this server, and its limit is 2");
});
