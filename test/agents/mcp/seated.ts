import { expect } from "vitest";
import { workFolder } from "../../cli/cli.ts";
import { type Agent, agentAt, ioIn } from "./agent.ts";

type Started = {
  cwd: string;
  agent: Agent;
  meeting: string;
  owner: string;
  codes: Record<string, string>;
};

export async function started(
  members: Record<string, string>,
  more: Record<string, unknown> = {},
): Promise<Started> {
  const cwd = workFolder();
  const agent = await agentAt(ioIn(cwd));
  const { data, error } = await agent.call("start_meeting", {
    scenario: "small",
    seed: 6,
    maxMessages: 8,
    members,
    ...more,
  });
  expect(error).toBeNull();
  const codes = Object.fromEntries(
    data.seats.map(({ seat, code }: { seat: string; code: string }) => [seat, code]),
  );
  return { cwd, agent, meeting: data.meeting, owner: data.owner, codes };
}
