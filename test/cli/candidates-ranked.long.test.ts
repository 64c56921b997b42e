import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cli, workFolder } from "./cli.ts";

const GOOD =
  "# Ada Marsh\n\nAda delivered nine of nine projects on schedule.\nEvery audit of her work passed.\nCustomers praised her work and complaints fell from 30 to 4.\n";
const POOR =
  "# Ben Ostrow\n\nBen failed to deliver six of nine projects.\nTwo audits of his work failed.\nCustomers complained 300 times about his work.\n";

const SCENARIO = `title: A head of delivery
question: Should this candidate be hired?
verdicts:
  - {id: HIRE, side: for}
  - {id: NO_HIRE, side: against}
criteria:
  - {id: reliability, name: Reliability, keywords: [projects, schedule, audits, audit]}
  - {id: customers, name: Customers, keywords: [customers, complaints]}
members: [catalina-rios, samuel-adeyemi, walter-grimshaw]
`;

const BATCH = "transcripts/lead-candidates-7";

it("run over several documents with --rank holds five seeds of each, says what the order rests on, and has the finalists compared", async () => {
  const cwd = workFolder({ "scenarios/lead/scenario.yaml": SCENARIO, "cvs/ada.md": GOOD, "cvs/ben.md": POOR });
  const { code, out, err } = await cli(
    ["run", "lead", "--documents", "cvs/ada.md", "cvs/ben.md", "--seed", "7", "--rank", "--quiet"],
    {
      cwd,
    },
  );
  expect(err).toContain("2 candidates, seeds 7 to 11: 10 meetings");
  expect(out).toContain("Ada Marsh before Ben Ostrow: ahead in 5 of 5 seeds, by 2.00: more than");
  expect(out).toContain("Comparison of the finalists: Ada Marsh (3 of 3 votes for ADA_MARSH).");
  expect(code).toBe(0);
  const record = readFileSync(join(cwd, BATCH, "comparison/meeting/events.jsonl"), "utf8");
  expect(record).toContain("What the board came to on Ada Marsh");
  expect(record).toContain("Outcome: decided against");
  expect((await cli(["check", `${BATCH}/comparison`], { cwd })).code).toBe(0);
  const again = await cli(["resume", BATCH], { cwd });
  expect(again.code).toBe(0);
  expect(again.err).toContain("10 of 10 are held already.");
});
