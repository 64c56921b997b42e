import {
  findScenario,
  judges,
  jury,
  loadScenario,
  type MeetingState,
  openMeeting,
  type Protocol,
  type Scenario,
} from "boardroom";
import { createSimulatedModel } from "boardroom/extend";
import { expect, it } from "vitest";

const PROTOCOLS: Readonly<Record<string, Protocol>> = {
  jury,
  judges,
};

async function shipped(name: string): Promise<Scenario> {
  return loadScenario(await findScenario(name, { cwd: process.cwd() }));
}

async function simulated(scenario: Scenario, seed: number): Promise<MeetingState> {
  const protocol = PROTOCOLS[scenario.protocol]!;
  const createModel = (seat: Scenario["members"][number]) => createSimulatedModel({ seat, scenario });
  const meeting = openMeeting({ scenario, protocol, seed, createModel });
  await meeting.run();
  return meeting.state;
}

function outputOf(state: MeetingState, name: string) {
  const files = PROTOCOLS[state.scenario.protocol]!.outputs!(state);
  return JSON.parse(files.find((file) => file.name === name)!.text);
}

it("the curation decides every observation, with reasons for what is disputed", async () => {
  const conclusions = outputOf(await simulated(await shipped("memory-curation"), 1), "conclusions.json");
  const all = [...conclusions.agreements, ...conclusions.unresolved];
  expect(all.map(({ item }: { item: string }) => item).sort()).toHaveLength(12);
  const dissents = conclusions.agreements.flatMap(
    ({ positions }: { positions: { reason: string }[] }) => positions,
  );
  expect(dissents.length).toBeGreaterThan(0);
  expect(dissents.every(({ reason }: { reason: string }) => reason.length > 10)).toBe(true);
  expect(conclusions.phases).toHaveLength(6);
});

it("the review grades every criterion, with findings that stand in the change, and a chair's text", async () => {
  const judgement = outputOf(await simulated(await shipped("code-review"), 1), "judgement.json");
  const members = Object.values(judgement.rounds[0].members) as {
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
