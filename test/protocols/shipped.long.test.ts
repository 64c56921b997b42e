import type { MeetingState } from "boardroom";
import { expect, it } from "vitest";
import { hold, protocolOf, shipped } from "../simulated/meetings.ts";
import { toldBy } from "../support/told.ts";

async function outputOf(scenario: string, name: string, seed = 1) {
  const { state }: { state: MeetingState } = await hold(await shipped(scenario), seed);
  const files = toldBy(protocolOf(state.scenario), state).files;
  return JSON.parse(files.find((file) => file.name === name)!.text);
}

it("the curation decides every observation, with reasons for what is disputed", async () => {
  // With most seeds the curators come to agree on everything.
  const { agreements, unresolved } = await outputOf("memory-curation", "conclusions.json", 5);
  const items = [...agreements, ...unresolved].map(({ item }: { item: string }) => item);
  expect(new Set(items).size).toBe(12);
  for (const { choice, votes } of agreements) expect(votes[choice]).toBe(3);
  const reasons = unresolved.flatMap(({ positions }: { positions: { reason: string }[] }) =>
    positions.map(({ reason }) => reason),
  );
  expect(reasons.length).toBeGreaterThan(0);
  expect(reasons.every((reason: string) => reason.length > 10)).toBe(true);
});

it("the review grades every criterion, with findings that stand in the change, and a chair's text", async () => {
  const judgement = await outputOf("code-review", "judgement.json");
  const members = Object.values(judgement.iterations.at(-1).members) as {
    grades: Record<string, number>;
    findings: { found: string }[];
    confidence: number;
  }[];
  expect(members).toHaveLength(3);
  for (const { grades, findings, confidence } of members) {
    expect(Object.keys(grades)).toHaveLength(5);
    expect(findings.length).toBeGreaterThan(1);
    expect(findings.every(({ found }) => found === "exact")).toBe(true);
    expect(confidence).toBeGreaterThan(0);
  }
  expect(judgement.final.length).toBeGreaterThan(40);
});
