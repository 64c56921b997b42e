import type { Problem } from "../../errors.ts";
import { NONE } from "../schema/scenario.ts";
import type { ScenarioFile } from "../schema/scenario-file.ts";
import { suggestion } from "./nearest.ts";
import type { ReadScenario } from "./scenario-file.ts";
import type { YamlFile } from "./yaml-file.ts";

export function memberEntries(scenario: ScenarioFile) {
  return scenario.members.map((entry, index) => {
    const member = typeof entry === "string" ? { persona: entry, weight: 1, sampling: undefined } : entry;
    return { ...member, id: member.id ?? member.persona, path: ["members", index] };
  });
}

export function documentOf(entry: ScenarioFile["documents"][number]) {
  return typeof entry === "string" ? { file: entry, title: undefined, subject: false } : entry;
}

export function checkScenario(read: ReadScenario): Problem[] {
  return [
    ...checkVerdicts(read),
    ...checkMembers(read),
    ...checkDocuments(read),
    ...checkPrivate(read),
    ...listedTwice(
      read.yaml,
      "criteria",
      read.scenario.criteria.map(({ id }) => id),
    ),
    ...listedTwice(
      read.yaml,
      "requirements",
      read.scenario.requirements.map(({ id }) => id),
    ),
  ];
}

function checkVerdicts({ scenario, yaml }: ReadScenario): Problem[] {
  const ids = scenario.verdicts.map(({ id }) => id);
  const taken = ids.flatMap((id, index) => (id === NONE ? [index] : []));
  const reserved = taken.map((index) => ({
    place: yaml.placeOf(["verdicts", index, "id"]),
    message: `${NONE} is no name for an option: members use it if they have no verdict`,
    remedy: "Name the option after its decision, such as NO_CHANGE, or remove it.",
  }));
  const sides = new Set(scenario.verdicts.map(({ side }) => side));
  const missing = (["for", "against"] as const)
    .filter((side) => !sides.has(side))
    .map((side) => ({
      place: yaml.placeOfKey(["verdicts"]),
      message: `no verdict has side: ${side}, found only ${[...sides].join(" and ")}`,
      remedy: `A meeting can decide only between sides: give at least one option side: ${side}.`,
    }));
  return [...listedTwice(yaml, "verdicts", ids), ...reserved, ...missing];
}

function checkMembers({ scenario, yaml }: ReadScenario): Problem[] {
  const members = memberEntries(scenario);
  const again = repeats(members.map(({ id }) => id)).flatMap((index) => members[index] ?? []);
  return again.map(({ path, id, persona }) => ({
    place: yaml.placeOf(path),
    message: `member ${id} sits twice`,
    remedy: `Remove one, or give the second another seat id: {persona: ${persona}, id: ${id}-2}.`,
  }));
}

function checkDocuments({ scenario, yaml }: ReadScenario): Problem[] {
  const entries = scenario.documents.map(documentOf);
  const subjects = entries.flatMap(({ subject, file }, index) => (subject ? [{ file, index }] : []));
  const [first, ...others] = subjects;
  if (!first) return [];
  return others.map(({ index }) => ({
    place: yaml.placeOfKey(["documents", index, "subject"]),
    message: `a second document is marked as the subject, after ${first.file}`,
    remedy: "Mark at most one document with subject: true.",
  }));
}

function checkPrivate({ scenario, yaml }: ReadScenario): Problem[] {
  const seats = memberEntries(scenario).map(({ id }) => id);
  const unknown = Object.keys(scenario.private ?? {}).filter((id) => !seats.includes(id));
  return unknown.map((id) => ({
    place: yaml.placeOfKey(["private", id]),
    message: `private: member ${JSON.stringify(id)} not found on this board`,
    remedy: suggestion(id, seats, "Members"),
  }));
}

function listedTwice(yaml: YamlFile, list: "verdicts" | "criteria" | "requirements", ids: readonly string[]) {
  return repeats(ids).map((index) => ({
    place: yaml.placeOf([list, index, "id"]),
    message: `${ids[index]} is listed twice under ${list}`,
    remedy: "Give each entry a different id.",
  }));
}

export function repeats(ids: readonly string[]): number[] {
  return ids.flatMap((id, index) => (ids.indexOf(id) < index ? [index] : []));
}
