import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelFactory } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { expect, test } from "vitest";
import { verdictsFileSchema } from "../../src/showing/verdict-schema.ts";
import { reply } from "../support/example-scenario.ts";
import { cli, workFolder } from "./cli.ts";

const WHY = "The one line says nothing of the price.";

/** Those named have no verdict and say why; the others say YES. All leave at once. */
function without(...seats: readonly string[]): { simulated: ModelFactory } {
  return {
    simulated: ({ seat, spec }) => {
      const stance = seats.includes(seat.id)
        ? { verdict: "NONE", reasoning: WHY }
        : { verdict: "YES" };
      const answer = ({ instruction }: { instruction: string }) =>
        reply({
          ...stance,
          ...(!instruction.includes('-vote"') && { content: "That is all.", withdrawn: true }),
        });
      const model = scriptedModel(Array(40).fill(answer), { spec, provider: "simulated" });
      return { ...model, deterministic: true };
    },
  };
}

const run = (cwd: string, out: string, ...seats: readonly string[]) =>
  cli(["run", "small", "--seed", "7", "--output", out], { cwd, factories: without(...seats) });

test("a meeting in which most have no verdict exits with 3, and tells the reasons in every format", async () => {
  const cwd = workFolder();
  const { code, out } = await run(cwd, "t", "chen", "kumar");
  expect(code).toBe(3);
  expect(out).toContain("Dr. Sarah Chen, opening vote: No verdict");
  expect(out).toContain(`verdict: No verdict\n    reason: ${WHY}`);
  expect(out).toMatch(
    /Outcome +No decision\n +Reason +only 1 of 3 members gave a verdict, fewer than half; 2 said why/,
  );
  expect(out).toMatch(new RegExp(`No verdict\\n(?: +Turns .*\\n)? +Reasoning +${WHY}`));
  const file = (name: string) => readFileSync(join(cwd, "t", name), "utf8");
  const [table] = verdictsFileSchema.parse(JSON.parse(file("verdicts.json"))).meetings;
  expect(table!.members[0]).toMatchObject({
    final: null,
    abstains: ["opening", "first", "final"],
    reasoning: WHY,
  });
  expect(table!.withoutTalk!.outcome.status).toBe("undecided");
  expect(file("verdicts.csv")).toContain(
    `NO VERDICT,ballot,opening; first; final,,NO VERDICT,,0,,,${WHY}`,
  );
  expect(file("transcript.md")).toContain(`**Verdict: No verdict**\n- Reason: ${WHY}`);
  expect((await cli(["verify", "t"], { cwd })).code).toBe(0);
});

test("of a meeting that decided nothing no outcome was right or wrong", async () => {
  const cwd = workFolder();
  await run(cwd, "transcripts/t", "chen", "kumar");
  const refused = await cli(["outcome", "transcripts/t", "turned out: it sank", "--right", "no"], {
    cwd,
  });
  expect(refused.code).toBe(2);
  expect(refused.err).toMatch(
    /the outcome is "No decision", so no decision was right or wrong\n +Remove --right/,
  );
  const recorded = await cli(["outcome", "transcripts/t", "turned out: it sank"], { cwd });
  expect(recorded.out).toBe(
    "Outcome: No decision\nSimulated members, no language model used\nTurned out: it sank\n",
  );
  const { out } = await cli(["outcome"], { cwd });
  expect(out).toContain("Outcomes of meetings without a decision: 1.");
});

test("a question that its papers left undecided leads to the report, and not to a decision record", async () => {
  const cwd = workFolder({ "plan.md": "The only line\n" });
  const none: ModelFactory = ({ spec }) => {
    const answer = ({ instruction }: { instruction: string }) =>
      reply({
        ...{ verdict: "NONE", reasoning: WHY },
        ...(!instruction.includes('-vote"') && { content: "That is all.", withdrawn: true }),
      });
    return {
      ...scriptedModel(Array(40).fill(answer), { spec, provider: "simulated" }),
      deterministic: true,
    };
  };
  const asked = [
    "ask",
    "Should we move it?",
    "--document",
    "plan.md",
    "--name",
    "moved",
    "--yes",
    "--quiet",
  ];
  const { code, err } = await cli(asked, { cwd, factories: { simulated: none } });
  expect(code).toBe(3);
  expect(err).toMatch(/^Next: boardroom report transcripts\/moved-\S+ --open$/m);
  expect(err).not.toContain("--as adr");
});
