import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelFactory } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { cli, twoTurns, workFolder } from "./cli.ts";

const CHANGE = `diff --git a/src/my pay/refund.ts b/src/my pay/refund.ts
--- a/src/my pay/refund.ts\t
+++ b/src/my pay/refund.ts\t
@@ -41,4 +41,5 @@ export function refund(n: number) {
   const fee = 2;
-  const retries = -1;
+  const retries = 3;
+  const label = "R&D";
   for (let i = 0; i <= n; i++) {
     send(i);
diff --git a/gone_file.ts b/gone_file.ts
deleted file mode 100644
--- a/gone_file.ts
+++ /dev/null
@@ -1,2 +0,0 @@
-check(amount);
-log(amount);
`;

type Finding = { ref: string; quote: string; says: string };

const cite = (line: number | string, quote: string, says: string): Finding => ({
  ref: `change.diff#L${line}`,
  quote,
  says,
});

/** By judge. The second copies the entities that the prompt shows, and the third claims too much. */
const FINDINGS: Readonly<Record<string, readonly Finding[]>> = {
  "nadja-ferrante": [
    cite("7", "const retries = 3;", "Three retries are enough."),
    cite("16-L17", "check(amount);\nlog(amount);", "The check is gone."),
  ],
  "tobias-ekwueme": [
    cite("9", "for (let i = 0; i &lt;= n; i++)", "One turn too many."),
    cite("8", '+  const label = "R&amp;D";', "The label has a sign."),
    { ref: "t.csv#L2", quote: "refund,-3", says: "Refunds fell." },
  ],
  "maren-sokolova": [
    cite("6", "const retries = 1;", "It was one before."),
    cite("6-L7", "const retries = -1;\n  const retries = 3;", "From none to three."),
    { ref: "somewhere", quote: "", says: "Nobody owns it." },
  ],
};

const prompts: string[] = [];

/** Judges who find what the table says; each other seat votes for the first option. */
const judges: ModelFactory = ({ seat, spec }) => {
  const answer = (request: { shared: string; instruction: string }) => {
    prompts.push(JSON.stringify(request));
    if (/"synthesis"/.test(request.instruction))
      return JSON.stringify({
        synthesis: "Merge.",
        agreed: [],
        disputed: [],
        recommendation: "MERGE",
      });
    return JSON.stringify({
      findings: FINDINGS[seat.id] ?? [cite(7, "const retries = 3;", `Seen by ${seat.id}.`)],
      analysis: "One line decides.",
      grades: Object.fromEntries(
        [
          "correctness",
          "security",
          "tests",
          "operations",
          "clarity",
          "craft",
          "integrity",
          "continuity",
          "delivery",
        ].map((id) => [id, 4]),
      ),
      verdict: "MERGE",
      confidence: 0.9,
      wouldChange: null,
    });
  };
  return scriptedModel(
    Array.from({ length: 20 }, () => answer),
    { spec, provider: "lab" },
  );
};

function reviewed() {
  const cwd = workFolder({ "change.diff": CHANGE, "t.csv": "kind,change\nrefund,-3\n" });
  return { cwd, io: { cwd, factories: { lab: judges, simulated: twoTurns } } };
}

const RUN =
  "run code-review --document change.diff --attach t.csv --model lab:m --seed 7 --quiet --approve";

describe("three judges of a diff", () => {
  it("have each citation checked, and their findings listed by file and line for a pull request", async () => {
    const { io } = reviewed();
    expect(await cli(RUN.split(" "), io)).toMatchObject({ code: 0 });
    const { code, out } = await cli(
      ["report", "transcripts/code-review-7", "--format", "findings"],
      io,
    );
    expect(code).toBe(0);
    expect(out.split("\n").filter((line) => line.startsWith("- "))).toEqual([
      "- **Decision:** Merge. Votes: Merge 3, 100 %",
      "- **Findings:** 8",
      "- **Quotes not found:** 2",
      "- **Answered by:** Models: lab:m",
      "- **gone_file.ts:1-2 before the change** The check is gone. (Nadja Ferrante; quote: removed lines)",
      "- **src/my pay/refund.ts:42** Three retries are enough. (Nadja Ferrante; quote: exact match)",
      "- **src/my pay/refund.ts:42 before the change** It was one before. (Maren Sokolova; quote: NOT FOUND)",
      "- **src/my pay/refund.ts:42** From none to three. (Maren Sokolova; quote: exact match)",
      "- **src/my pay/refund.ts:43** The label has a sign. (Tobias Ekwueme; quote: exact match)",
      "- **src/my pay/refund.ts:44** One turn too many. (Tobias Ekwueme; quote: exact match)",
      "- **t.csv:2** Refunds fell. (Tobias Ekwueme; quote: exact match)",
      "- **somewhere** Nobody owns it. (Maren Sokolova; quote: NOT FOUND)",
    ]);
    expect(out).toContain('  ```\n  +  const label = "R&D";\n  ```');
    expect(out).toContain("  ```\n  for (let i = 0; i <= n; i++)\n  ```");
  });

  it("are shown the diff by line, and their meeting verifies", async () => {
    const { cwd, io } = reviewed();
    prompts.length = 0;
    await cli(RUN.split(" "), io);
    expect(prompts[0]).toContain(
      '6| -  const retries = -1;\\n7| +  const retries = 3;\\n8| +  const label = \\"R&amp;D\\";',
    );
    expect(prompts[0]).toContain("1| kind,change\\n2| refund,-3");
    const verified = await cli(["verify", "transcripts/code-review-7"], io);
    expect(verified).toMatchObject({ code: 0 });
    const file = join(cwd, "transcripts/code-review-7/judgement.json");
    const { iterations } = JSON.parse(readFileSync(file, "utf8"));
    expect(iterations[0].members["nadja-ferrante"].findings[1]).toMatchObject({
      found: "exact",
      removed: true,
      place: { document: "change.diff", from: 16, to: 17 },
    });
  });

  it("can be a panel of ask", async () => {
    const { io } = reviewed();
    const argv = ["ask", "Should this change be merged?", "--panel", "code-change"];
    const flags =
      "--protocol judges --document change.diff --name review --model lab:m --seed 1 --yes --approve";
    const { code, out, err } = await cli([...argv, ...flags.split(" ")], io);
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(out).toContain("Saved: scenarios/review");
    const findings = await cli(["report", "transcripts/review-1", "--format", "findings"], io);
    expect(findings.out.match(/^- \*\*src\/my pay\/refund\.ts:42\*\* Seen by/gm)).toHaveLength(5);
  });
});

describe("the list of findings", () => {
  it("is refused for a meeting without judges, with the way to one", async () => {
    const { io } = reviewed();
    await cli(["run", "small", "--quiet", "--seed", "7"], io);
    expect(await cli(["report", "transcripts/small-7", "--format", "findings"], io)).toEqual({
      code: 2,
      out: "",
      err: "boardroom: no findings: the protocol of this meeting is board\n  Findings come from judges. Run the scenario with --protocol judges.\n",
    });
  });

  it("is written to a file with -o, and never over another without --force", async () => {
    const { cwd, io } = reviewed();
    await cli(RUN.split(" "), io);
    const argv = ["report", "transcripts/code-review-7", "--format", "findings", "-o", "f.md"];
    expect(await cli(argv, io)).toEqual({ code: 0, out: "", err: "Written: f.md\n" });
    expect(readFileSync(join(cwd, "f.md"), "utf8")).toMatch(/^## Review of change 482/);
    expect((await cli(argv, io)).code).toBe(2);
    expect((await cli([...argv, "--force"], io)).code).toBe(0);
  });
});
