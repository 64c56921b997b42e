// Checks a parsed scenario.yaml beyond its schema: ids that repeat, sides that are missing, members
// that do not exist.

import { z } from "zod";
import type { Problem } from "../../errors.ts";
import { isRecord } from "../../lists.ts";
import { NONE } from "../schema/scenario.ts";
import {
  documentEntrySchema,
  memberEntrySchema,
  type ScenarioFile,
  scenarioFileSchema,
} from "../schema/scenario-file.ts";
import { describeNotFound, suggestNames } from "./nearest.ts";
import { findProblems, validate, type YamlFile } from "./yaml-file.ts";

export type ReadScenario = {
  scenario: ScenarioFile;
  yaml: YamlFile;
  stated: StatedSettings;
};

type StatedSettings = {
  model?: string | undefined;
  seed?: string | number | undefined;
  maxMessages?: number | undefined;
};

export function checkScenarioYaml(yaml: YamlFile): ReadScenario {
  const scenario = validate(yaml, scenarioFileSchema, "scenario-invalid");
  return { scenario, yaml, stated: pickStatedSettings(scenario, yaml.value) };
}

export type KnownProtocols = Readonly<Record<string, z.ZodType>>;

export function checkProtocol(yaml: YamlFile, known: readonly string[]): Problem[] {
  const name = readProtocol(yaml);
  if (name === undefined || known.includes(name)) return [];
  return [{ place: yaml.locate(["protocol"]), ...describeNotFound("protocol", name, known) }];
}

export function checkOptions(yaml: YamlFile, protocols: KnownProtocols): Problem[] {
  const name = readProtocol(yaml);
  const options =
    name !== undefined && Object.hasOwn(protocols, name) ? protocols[name] : undefined;
  if (options === undefined || !isRecord(readOptions(yaml) ?? {})) return [];
  return findProblems(yaml, z.looseObject({ options: options.optional() }));
}

function readProtocol({ value }: YamlFile): string | undefined {
  return scenarioFileSchema.shape.protocol.safeParse(
    (value as { protocol?: unknown } | null)?.protocol,
  ).data;
}

function readOptions({ value }: YamlFile): unknown {
  return (value as { options?: unknown } | null)?.options;
}

function pickStatedSettings(scenario: ScenarioFile, raw: unknown): StatedSettings {
  const written = raw as { limits?: { messages?: unknown } };
  return {
    model: scenario.model,
    seed: scenario.seed,
    maxMessages: written.limits?.messages === undefined ? undefined : scenario.limits.messages,
  };
}

const ENTRIES = { members: memberEntrySchema, documents: documentEntrySchema } as const;
type EntriesKey = keyof typeof ENTRIES;

export function listReadableEntries<Name extends EntriesKey>(
  { value }: YamlFile,
  key: Name,
): readonly {
  entry: z.infer<(typeof ENTRIES)[Name]>;
  path: readonly [Name, number];
}[] {
  const written = (value as Partial<Record<EntriesKey, unknown>> | null)?.[key];
  if (!Array.isArray(written)) return [];
  return written.flatMap((each, index) => {
    const { data } = ENTRIES[key].safeParse(each);
    return data === undefined
      ? []
      : [{ entry: data as z.infer<(typeof ENTRIES)[Name]>, path: [key, index] }];
  });
}

export function listMemberEntries(scenario: ScenarioFile) {
  return scenario.members.map((entry, index) => {
    const member =
      typeof entry === "string" ? { persona: entry, weight: 1, sampling: undefined } : entry;
    return { ...member, id: member.id ?? member.persona, path: ["members", index] };
  });
}

export function toDocumentEntry(entry: ScenarioFile["documents"][number]) {
  return typeof entry === "string" ? { file: entry, title: undefined, subject: false } : entry;
}

export function checkScenario(read: ReadScenario): Problem[] {
  return [
    ...checkUnique(read, "verdicts"),
    ...checkVerdicts(read),
    ...checkMembers(read),
    ...checkDocuments(read),
    ...checkPrivate(read),
    ...checkUnique(read, "criteria"),
    ...checkUnique(read, "requirements"),
  ];
}

function checkVerdicts({ scenario, yaml }: ReadScenario): Problem[] {
  const ids = scenario.verdicts.map(({ id }) => id);
  const taken = ids.flatMap((id, index) => (id === NONE ? [index] : []));
  const reserved = taken.map((index) => ({
    place: yaml.locate(["verdicts", index, "id"]),
    message: `${NONE} cannot be an option: members use it if they have no verdict`,
    remedy: "Name the option after its decision, such as NO_CHANGE, or remove it.",
  }));
  const sides = new Set(scenario.verdicts.map(({ side }) => side));
  const missing = (["for", "against"] as const)
    .filter((side) => !sides.has(side))
    .map((side) => ({
      place: yaml.locateKey(["verdicts"]),
      message: `no verdict has side: ${side}, found only ${[...sides].join(" and ")}`,
      remedy: `A meeting can decide only between sides: give at least one option side: ${side}.`,
    }));
  return [...reserved, ...missing];
}

function checkMembers({ scenario, yaml }: ReadScenario): Problem[] {
  const members = listMemberEntries(scenario);
  const again = findRepeats(members.map(({ id }) => id)).flatMap((index) => members[index] ?? []);
  return again.map(({ path, id, persona }) => ({
    place: yaml.locate(path),
    message: `member ${id} is listed twice`,
    remedy: `Remove one, or give the second another id: {persona: ${persona}, id: ${id}-2}.`,
  }));
}

function checkDocuments({ scenario, yaml }: ReadScenario): Problem[] {
  const entries = scenario.documents.map(toDocumentEntry);
  const subjects = entries.flatMap(({ subject, file }, index) =>
    subject ? [{ file, index }] : [],
  );
  const [first, ...others] = subjects;
  if (!first) return [];
  return others.map(({ index }) => ({
    place: yaml.locateKey(["documents", index, "subject"]),
    message: `a second document is marked as the subject, after ${first.file}`,
    remedy: "Mark at most one document with subject: true.",
  }));
}

function checkPrivate({ scenario, yaml }: ReadScenario): Problem[] {
  const seats = listMemberEntries(scenario).map(({ id }) => id);
  const unknown = Object.keys(scenario.private ?? {}).filter((id) => !seats.includes(id));
  return unknown.map((id) => ({
    place: yaml.locateKey(["private", id]),
    message: `private: member ${JSON.stringify(id)} not found on this board`,
    remedy: suggestNames(id, seats, "Members"),
  }));
}

function checkUnique(
  { scenario, yaml }: ReadScenario,
  list: "verdicts" | "criteria" | "requirements",
) {
  const ids = scenario[list].map(({ id }) => id);
  return findRepeats(ids).map((index) => ({
    place: yaml.locate([list, index, "id"]),
    message: `${ids[index]} is listed twice under ${list}`,
    remedy: "Give each entry a different id.",
  }));
}

export function findRepeats(ids: readonly string[]): number[] {
  return ids.flatMap((id, index) => (ids.indexOf(id) < index ? [index] : []));
}
