// Applies the flags that change members and documents of a scenario: excluded members, other
// models, earlier meetings. `prepare.ts` calls it.

import { resolve } from "node:path";
import type { Protocol } from "../../engine/protocol/protocol.ts";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import { BoardroomError } from "../../errors.ts";
import { createUsageError, type Io, print } from "../../home/process/io.ts";
import { findTranscripts } from "../../home/records/find-transcripts.ts";
import { readOutcome } from "../../home/records/known-outcome.ts";
import { PROTOCOLS, tellPrior } from "../../home/settings/protocols.ts";
import type { OptionSetting } from "../../home/settings/settings.ts";
import { findSharedModel, isSimulated } from "../../models/contract/model-spec.ts";
import { suggestNames } from "../../scenario/files/nearest.ts";
import { listMemberEntries } from "../../scenario/files/scenario-file.ts";
import {
  type Document,
  isGuest,
  type Scenario,
  type Seat,
} from "../../scenario/schema/scenario.ts";
import type { ScenarioFile } from "../../scenario/schema/scenario-file.ts";
import { createPriorDocument, isSameQuestion } from "../../showing/prior-document.ts";
import { readRecord } from "../../showing/records.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import type { ScenarioFlags } from "./scenario-flags.ts";

export function excludeMembers(
  scenario: Scenario,
  { exclude: left = [], member = {} }: ScenarioFlags,
  by: string,
): Scenario {
  if (left.length === 0) return scenario;
  const both = left.find(({ id }) => Object.hasOwn(member, id));
  if (both)
    throw createUsageError(
      `--member ${both.id} cannot be used with --exclude ${both.id}`,
      "Remove one of the two.",
    );
  const ids = scenario.members.map(({ id }) => id);
  const unknown = left.filter(({ id }) => !ids.includes(id));
  if (unknown.length > 0) {
    throw new BoardroomError(
      "unknown-member",
      unknown.map(({ id }) => ({
        message: `member ${JSON.stringify(id)} of --exclude not found on this board`,
        remedy: suggestNames(id, ids, "Members"),
      })),
    );
  }
  const reasons = new Map(left.map(({ id, because = null }) => [id, because]));
  const members = scenario.members.filter(({ id }) => !reasons.has(id));
  const excluded = scenario.members
    .filter(({ id }) => reasons.has(id))
    .map(({ id, persona: { name, title }, model }) => ({
      id,
      name,
      title,
      model,
      by,
      because: reasons.get(id) ?? null,
    }));
  if (members.length > 0) return { ...scenario, members, excluded };
  throw createUsageError("--exclude removes every member", "Keep at least one member.");
}

export function chooseArbiterOption(
  { name, arbiterOption: path }: Protocol,
  model: string | undefined,
): readonly OptionSetting[] {
  if (model === undefined) return [];
  if (path) return [{ path, value: model }];
  const having = PROTOCOLS.filter((protocol) => protocol.arbiterOption).map(
    (protocol) => protocol.name,
  );
  throw createUsageError(
    `--arbiter cannot be used: the protocol ${name} has no arbiter`,
    `Remove it. ${having.join(" and ")} have an arbiter.`,
  );
}

/** Earlier meetings as documents for the next one, each cited by the head hash of its transcript. */
export async function readPriorMeetings(
  io: Io,
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
        `warning: --prior ${folder} was asked another question: ${sanitizeLine(state.scenario.question)}`,
      ]);
    }
    const known = await readOutcome(io, folder);
    const turnedOut = known?.head === head ? known.turnedOut : null;
    found.push(createPriorDocument(state, { head, question, own: tellPrior(state), turnedOut }));
  }
  return found;
}

export function replaceModels(
  options: Scenario["options"],
  by: (model: string) => string,
): Scenario["options"] {
  return replaceModelsIn(options, by) as Scenario["options"];
}

function replaceModelsIn(value: unknown, by: (model: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => replaceModelsIn(each, by));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) =>
      /^model$|Model$/.test(key) && typeof each === "string" && isSpec(each)
        ? [key, by(each)]
        : [key, replaceModelsIn(each, by)],
    ),
  );
}

function isSpec(text: string): boolean {
  return !isGuest(text) && (text.includes(":") || isSimulated(text));
}

/** The model that the scenario states for each member, by its id. */
export type StatedModels = ReadonlyMap<string, string | undefined>;

export function listStatedModels(file: ScenarioFile): StatedModels {
  return new Map(listMemberEntries(file).map(({ id, model }) => [id, model ?? file.model]));
}

/** A model on a panel is named by its id; everybody else keeps the persona's name. */
export function nameByModel({ isPanel }: Protocol, members: readonly Seat[]): readonly Seat[] {
  const models = isPanel
    ? members.filter(({ model }) => !isSimulated(model) && !isGuest(model))
    : [];
  return members.map((seat) => {
    if (!models.includes(seat)) return seat;
    const similar = models.filter(({ model }) => model === seat.model);
    const name = shortenModel(seat.model);
    const own = similar.length === 1 ? name : `${name}-${similar.indexOf(seat) + 1}`;
    return { ...seat, persona: { ...seat.persona, name: own } };
  });
}

function shortenModel(model: string): string {
  const id = model.replace(/^[^:]*:/, "");
  return (id.split("/").at(-1) || id).slice(0, 70);
}

export function warnOfSharedModel(
  members: readonly Seat[],
  stated: StatedModels,
): readonly string[] {
  const shared = findSharedModel(members);
  const models = members.flatMap(({ id }) => stated.get(id) ?? []).filter(isSpec);
  const providers = [...new Set(models.map((model) => model.replace(/:.*/s, "")))];
  if (shared === null || providers.length < 2) return [];
  return [
    `warning: ${shared} answers for all ${members.length} seats, instead of models of ${providers.join(", ")}: the answers are not independent`,
  ];
}
