import { expect, it } from "vitest";
import { serving } from "./serving.ts";

it("refuses a meeting above the limit of a server, even if all are started at the same moment", async () => {
  const { ask } = serving({ atOnce: 2 });
  const start = () => ask({ scenario: "small", do: "run" });
  const answers = await Promise.all([start(), start(), start(), start()]);
  expect(answers.filter(({ id }) => id !== "")).toHaveLength(2);
  const refused = answers.filter(({ id }) => id === "");
  expect(refused).toHaveLength(2);
  for (const { text } of refused)
    expect(text).toContain("2 meetings run on this server, and its limit is 2");
});
