import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { board, type Journal, type Model, type ModelRequest, openMeeting } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { examplePersona, exampleScenario, reply } from "./example-scenario.ts";

/** A member whose reply depends on nothing but what it is sent, as a model's does; withdraws having heard so much. */
export function answering(calls: { count: number } = { count: 0 }, patience = 4): Model {
  const answer = ({ instruction, turns, chance }: ModelRequest) => {
    calls.count += 1;
    const heard = turns.reduce((sum, { parts }) => sum + parts.length, 0);
    if (instruction.includes('-vote"')) return reply({ verdict: heard % 2 ? "YES" : "NO" });
    const isLast = heard > patience;
    return reply({
      verdict: isLast ? "YES" : null,
      withdrawn: isLast,
      artifacts: [{ kind: "citation", ref: "memo.md#L3", quote: "cut costs by 12 %" }],
      content: `Após ${heard}: ${chance.slice(0, 6)} 💡`,
    });
  };
  return scriptedModel(Array.from({ length: 400 }, () => answer));
}

/** A board of so many, two at most, with short names, so that its journal is short too. */
export function smallScenario(members = 2) {
  const people = [examplePersona("ada", "Ada Ash"), examplePersona("ben", "Ben Birch")];
  return exampleScenario({
    members: people.slice(0, members).map((persona) => ({
      id: persona.id,
      kind: "member",
      persona,
      model: "scripted",
      weight: 1,
    })),
  });
}

export async function holdSmallMeeting(journal?: Journal) {
  const meeting = openMeeting({
    scenario: smallScenario(),
    protocol: board,
    seed: 7,
    createModel: () => answering(),
    journal,
  });
  await meeting.run();
  return meeting;
}

/** The text of `events.jsonl` for events in memory. */
export function linesOf({ events }: Pick<Journal, "events">): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join("");
}

/** Writes a log as a transcript folder and returns the folder. */
export function writeLog(folder: string, bytes: string | Uint8Array): string {
  writeFileSync(join(folder, "events.jsonl"), bytes, { mode: 0o600 });
  return folder;
}

/** The hash by which the next line names this one. */
export function hashLine(line: string): string {
  return createHash("sha256").update(line).digest("hex");
}
