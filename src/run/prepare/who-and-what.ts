import { resolve } from "node:path";
import type { Protocol } from "../../engine/meeting/contract/protocol.ts";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import { BoardroomError } from "../../errors.ts";
import { type Io, print } from "../../home/process/io.ts";
import { usage } from "../../home/process/usage.ts";
import { findTranscripts } from "../../home/records/find-transcripts.ts";
import type { OptionSetting } from "../../home/settings/option-settings.ts";
import { PROTOCOLS, priorOf } from "../../home/settings/protocols.ts";
import { suggestion } from "../../scenario/files/nearest.ts";
import type { Document, Scenario } from "../../scenario/schema/scenario.ts";
import { isSameQuestion, priorMeeting } from "../../showing/prior-meeting.ts";
import { readRecord } from "../../showing/read-record.ts";
import { sanitiseLine } from "../../text/sanitise.ts";
import type { Exclusion } from "./scenario-flags.ts";

export function withoutMembers(scenario: Scenario, left: readonly Exclusion[] = [], by: string): Scenario {
  if (left.length === 0) return scenario;
  const ids = scenario.members.map(({ id }) => id);
  const unknown = left.filter(({ id }) => !ids.includes(id));
  if (unknown.length > 0) {
    throw new BoardroomError(
      "unknown-member",
      unknown.map(({ id }) => ({
        message: `--exclude names ${JSON.stringify(id)}, who does not sit on this board`,
        remedy: suggestion(id, ids, "Members"),
      })),
    );
  }
  const whyOf = new Map(left.map(({ id, because = null }) => [id, because]));
  const members = scenario.members.filter(({ id }) => !whyOf.has(id));
  const excluded = scenario.members
    .filter(({ id }) => whyOf.has(id))
    .map(({ id, persona: { name, title }, model }) => ({
      id,
      name,
      title,
      model,
      by,
      because: whyOf.get(id) ?? null,
    }));
  if (members.length > 0) return { ...scenario, members, excluded };
  throw usage("--exclude removes every member", "Keep at least one member.");
}

export function arbiterOption(
  { name, arbiterOption: path }: Protocol,
  model: string | undefined,
): readonly OptionSetting[] {
  if (model === undefined) return [];
  if (path) return [{ path, value: model }];
  const having = PROTOCOLS.filter((protocol) => protocol.arbiterOption).map((protocol) => protocol.name);
  throw usage(
    `--arbiter names a model for an arbiter, and a meeting by the protocol ${name} has none`,
    `Remove it. ${having.join(" and ")} have an arbiter.`,
  );
}

/** Earlier meetings as documents for the next one, each cited by the head hash of its transcript. */
export async function priorDocuments(
  io: Pick<Io, "cwd" | "env" | "config" | "stderr">,
  question: string,
  asked: readonly string[] = [],
): Promise<Document[]> {
  const folders = await findTranscripts(io, asked);
  const found: Document[] = [];
  for (const folder of folders) {
    const { events, head } = await readRecord(resolve(io.cwd, folder));
    const state = foldTranscript(events);
    if (!isSameQuestion(state.scenario.question, question)) {
      print(io.stderr, [
        `warning: --prior ${folder} was asked another question: ${sanitiseLine(state.scenario.question)}`,
      ]);
    }
    found.push(priorMeeting(state, { head, question, own: priorOf(state) }));
  }
  return found;
}
