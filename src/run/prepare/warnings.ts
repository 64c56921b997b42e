// Warnings before a meeting, and the line about its expected calls and price. `run` and `check`
// print them; none stops a meeting.

import {
  type Guess,
  listUnpriced,
  type ModelPlan,
  mapGuess,
  sumPlanCosts,
} from "../../engine/money/plan.ts";
import { BoardroomError } from "../../errors.ts";
import { type Io, print } from "../../home/process/io.ts";
import { createModelRegistry } from "../../home/settings/settings.ts";
import { dropMissing, lookUpKey } from "../../lists.ts";
import { listUntakenSampling } from "../../models/contract/capabilities.ts";
import { findSharedModel, isSimulated } from "../../models/contract/model-spec.ts";
import { createCapabilitiesLookup } from "../../models/registry/capabilities-for.ts";
import { listProviders, PRESETS } from "../../models/registry/providers.ts";
import { findSuspects } from "../../scenario/files/secrets.ts";
import { type Document, isGuest, type Scenario } from "../../scenario/schema/scenario.ts";
import { formatDollars, formatPrice } from "../../showing/words.ts";
import { groupThousands } from "../../text/plain.ts";
import { warnOfSharedModel } from "./members-and-documents.ts";
import type { Prepared } from "./prepare.ts";

export function listWarnings(
  io: Io,
  { scenario, protocol, project, stated }: Prepared,
): readonly string[] {
  const { members } = scenario;
  const real = [...new Set(members.map(({ model }) => model))].filter(
    (model) => !model.startsWith("simulated") && !isGuest(model),
  );
  const indifferent = (protocol.isPanel ? [] : findIndifferentMembers(scenario)).map(
    (id) =>
      `${id} weighs none of the scenario's criteria: give the persona priorities by their ids, or the words of its expertise and title decide what weighs`,
  );
  const shared = findSharedModel(members);
  const isWarned = warnOfSharedModel(members, stated).length > 0;
  return dropMissing([
    ...indifferent,
    ...listDocumentWarnings(scenario),
    ...listProtocolWarnings(protocol, scenario),
    shared !== null &&
      !isWarned &&
      `all members share ${shared}: their verdicts are not independent of one another`,
    ...real.flatMap((model) => warnOfMissingKey(io, project, model)),
    ...warnOfSampling(scenario, project.models),
    ...warnOfOtherHosts(project.models, io, real),
  ]);
}

function findIndifferentMembers({ criteria, members }: Scenario): string[] {
  if (criteria.length === 0) return [];
  return members
    .filter(
      ({ persona }) => !criteria.some(({ id }) => (lookUpKey(persona.priorities, id) ?? 0) > 0),
    )
    .map(({ id }) => id);
}

function listProtocolWarnings(
  protocol: Prepared["protocol"],
  scenario: Scenario,
): readonly string[] {
  return protocol
    .bind(scenario)
    .listWarnings()
    .map(({ message, remedy }) => (remedy === undefined ? message : `${message}. ${remedy}`));
}

function warnOfSampling(
  { members }: Scenario,
  settings: Prepared["project"]["models"],
): readonly string[] {
  const capabilities = createCapabilitiesLookup(settings);
  return members.flatMap(({ id, model, sampling = {} }) =>
    isGuest(model)
      ? []
      : listUntakenSampling(sampling, capabilities(model))
          .filter((name) => name !== "effort" || !isAskedOllama(model))
          .map(
            (name) => `${name} ${sampling[name]} is not sent for ${id}: ${model} does not take it`,
          ),
  );
}

/** Ollama says itself whether a model thinks. */
function isAskedOllama(model: string): boolean {
  return model.startsWith("ollama:");
}

/** Calls, or a provider's key, that go to another host than the provider's own. */
function warnOfOtherHosts(
  settings: Prepared["project"]["models"],
  { env }: Io,
  models: readonly string[],
): readonly string[] {
  const isAsked = (name: string) => models.some((model) => model.startsWith(`${name}:`));
  return listProviders(settings, env).flatMap(
    ({ name, baseUrl, keyVariable, addressFrom, addressVariable }) => {
      const { host } = new URL(baseUrl);
      if (addressFrom !== null && addressFrom === addressVariable?.name)
        return isAsked(name)
          ? [`${addressFrom} sends calls to ${name}${withKey(keyVariable)} to ${host}`]
          : [];
      const owner = PRESETS.find(
        (preset) => preset.keyVariable !== null && preset.keyVariable === keyVariable,
      );
      const isOwn = !owner || new URL(owner.baseUrl).host === host;
      return isOwn ? [] : [`boardroom.yaml sends ${keyVariable} to ${host} (providers: ${name})`];
    },
  );
}

function withKey(keyVariable: string | null): string {
  return keyVariable === null ? "" : `, with ${keyVariable},`;
}

function warnOfMissingKey(
  io: Io,
  { models, factories }: Prepared["project"],
  model: string,
): readonly string[] {
  const registry = createModelRegistry(io, models, factories);
  registry.parse(model);
  try {
    if (registry.endpoints().some(({ name }) => model.startsWith(`${name}:`)))
      registry.createSpecEndpoint(model);
    return [];
  } catch (error) {
    if (error instanceof BoardroomError && error.code === "missing-key")
      return error.problems.slice(0, 1).map(({ message }) => message);
    throw error;
  }
}

export function formatPlan(plans: readonly ModelPlan[]): readonly string[] {
  if (plans.every(({ model }) => isSimulated(model))) return [];
  const sum = (of: (plan: ModelPlan) => Guess) =>
    mapGuess((level) => plans.reduce((all, plan) => all + of(plan)[level], 0));
  const calls = sum((plan) => plan.calls);
  const tokens = sum(({ input, output }) => mapGuess((level) => input[level] + output[level]));
  const unknown = listUnpriced(plans).map(({ model }) => model);
  const costs = sum(({ cost }) => cost ?? { low: 0, expected: 0, high: 0 });
  const formatRange = (guess: Guess, words: (value: number) => string) =>
    guess.low === guess.high ? words(guess.low) : `${words(guess.low)} to ${words(guess.high)}`;
  const describePrice = () => {
    if (unknown.length > 0) return `the price of ${unknown.join(", ")} is unknown`;
    if (sumPlanCosts(plans) === null) return formatPrice(null, plans);
    if (costs.high === 0) return "no charge";
    const range = `${formatRange(costs, formatDollars)}, expected ${formatDollars(costs.expected)}`;
    return formatPrice(range, plans);
  };
  return [
    `Plan: ${formatRange(calls, groupThousands)} calls, ${formatRange(tokens, groupThousands)} tokens; ${describePrice()}`,
  ];
}

/** What the documents lost when they were read, and the keys that they hold. */
export function listDocumentWarnings({
  documents,
  private: own = [],
}: Pick<Scenario, "documents" | "private">): readonly string[] {
  const warn = (who: string, { name: document, text, notes = [] }: Document) => [
    ...notes.map((note) => `${document}: ${note}`),
    ...findSuspects(text).map(
      ({ name, line }) =>
        `${document}:${line}: this looks like ${name}; ${who} is sent it, and the transcript keeps it`,
    ),
  ];
  return [
    ...documents.flatMap((each) => warn("every member", each)),
    ...own.flatMap((each) => warn("a member", each)),
  ];
}

export function warnOfDocuments(io: Io, sent: Parameters<typeof listDocumentWarnings>[0]): void {
  print(
    io.stderr,
    listDocumentWarnings(sent).map((warning) => `warning: ${warning}`),
  );
}
