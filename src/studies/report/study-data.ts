import type { Outcome } from "../../engine/transcript/events.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { optionInWords } from "../../engine/words/figures.ts";
import { parseReference, type Reference } from "../../scenario/documents/citations.ts";
import type { Side } from "../../scenario/schema/scenario.ts";
import { countedPassages } from "../../showing/passages.ts";
import type { Answered } from "../../showing/words.ts";
import type { StudyRecord } from "../results.ts";
import {
  keyOf,
  type MeetingKey,
  type ResultRow,
  type StudiedScenario,
  type Study,
  truthFor,
} from "../study.ts";

export type StudyData = {
  readonly study: Study;
  readonly closed: readonly StudiedMeeting[];
  readonly failed: number;
  readonly unread: number;
  readonly read: ReadonlyMap<string, MeetingRead>;
};

export type ArmData = {
  readonly scenario: StudiedScenario;
  readonly arm: Study["arms"][number];
  readonly name: string;
  readonly meetings: readonly StudiedMeeting[];
};

export function armsOf({ study, closed }: Pick<StudyData, "study" | "closed">): readonly ArmData[] {
  return study.scenarios.flatMap((scenario) =>
    study.arms.map((arm) => ({
      scenario,
      arm,
      name: study.scenarios.length > 1 ? `${scenario.name}, ${arm.name}` : arm.name,
      meetings: ofArm(closed, scenario.name, arm.name),
    })),
  );
}

export function ownArms(seen: Pick<StudyData, "study" | "closed">): readonly ArmData[] {
  return armsOf(seen).filter(
    ({ arm }) => arm.made === null || arm.made.by === "models" || arm.made.by === "orders",
  );
}

export type PairData = { readonly first: ArmData; readonly second: ArmData };

export function comparedPairs(seen: Pick<StudyData, "study" | "closed">): readonly PairData[] {
  const { study } = seen;
  const arms = armsOf(seen);
  return study.scenarios.flatMap(({ name }) =>
    study.compare.flatMap(([first, second]) => pairOf(arms, name, first, second) ?? []),
  );
}

function pairOf(
  arms: readonly ArmData[],
  scenario: string,
  ...[first, second]: [string, string]
): PairData | null {
  const find = (arm: string) => arms.find((each) => each.scenario.name === scenario && each.arm.name === arm);
  const [one, other] = [find(first), find(second)];
  return one && other ? { first: one, second: other } : null;
}

export function madeFrom<By extends string>(
  arms: readonly ArmData[],
  base: ArmData,
  by: By,
): readonly ArmData[] {
  return arms.filter(
    ({ scenario, arm }) =>
      scenario.name === base.scenario.name && arm.made?.by === by && arm.made.of === base.arm.name,
  );
}

export function readOf({ read }: StudyData, meetings: readonly StudiedMeeting[]): readonly MeetingRead[] {
  return meetings.flatMap((meeting) => read.get(keyOf(meeting)) ?? []);
}

export function labelsOf(meetings: readonly StudiedMeeting[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { outcome } of meetings) counts.set(outcome.label, (counts.get(outcome.label) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([label]) => label);
}

/** Of two outcomes one is enough: `for` if present. */
export function distinctLabels(meetings: readonly StudiedMeeting[]): readonly string[] {
  const labels = labelsOf(meetings);
  if (labels.length !== 2) return labels;
  return labels.includes("for") ? ["for"] : labels.slice(0, 1);
}

export function judgeOf(
  { study }: Pick<StudyData, "study">,
  meeting: StudiedMeeting,
): {
  readonly verdict: (id: string | null) => boolean;
  readonly outcome: boolean;
  readonly opening: boolean | null;
} | null {
  const truth = truthFor(study, meeting);
  if (truth === null) return null;
  const { verdicts = [] } = study.scenarios.find(({ name }) => name === meeting.scenario) ?? {};
  const sides = new Map<string, Side>(verdicts.map(({ id, side }) => [id, side]));
  const { outcome, opening } = meeting;
  // A decision by side alone names no option: it is right if its side is.
  const isRight = ({ option, side }: Decided) =>
    option === truth || (side !== null && (side === truth || (option === null && side === sides.get(truth))));
  return {
    verdict: (id) => id !== null && (id === truth || sides.get(id) === truth),
    outcome: isRight(outcome),
    opening: opening && isRight(opening),
  };
}

export type StudiedMeeting = MeetingKey &
  Pick<ResultRow, "path" | "simulated" | "calls" | "failedCalls" | "dollars"> & {
    readonly outcome: Decided;
    readonly opening: Decided | null;
    readonly members: readonly { readonly opening: string | null; readonly final: string | null }[];
    readonly tokens: number;
  };

type Decided = Pick<Outcome, "side" | "option"> & { readonly label: string };

/** If a meeting was continued, its last line counts. */
export async function studiedMeetings(record: StudyRecord) {
  const closed = new Map<string, StudiedMeeting | null>();
  for await (const row of record.rows()) closed.set(keyOf(row), meetingOf(row));
  const meetings = [...closed.values()].filter((meeting) => meeting !== null);
  return { closed: meetings.sort((a, b) => a.seed - b.seed), failed: closed.size - meetings.length };
}

function meetingOf(row: ResultRow): StudiedMeeting | null {
  const { scenario, arm, subject, seed, path, simulated, calls, failedCalls, dollars, tokens } = row;
  if (row.status === "failed" || row.outcome === null) return null;
  return {
    scenario,
    arm,
    subject,
    seed,
    path,
    simulated,
    calls,
    failedCalls,
    dollars,
    outcome: decided(row.outcome),
    opening: row.openingOutcome && decided(row.openingOutcome),
    members: Object.values(row.members).map(({ opening, final }) => ({
      opening: opening?.verdict ?? null,
      final: final?.verdict ?? null,
    })),
    tokens: tokens.input + tokens.cacheRead + tokens.output,
  };
}

function decided({ status, side, option }: Outcome): Decided {
  const isFound = ["decided", "unaccepted", "partial"].includes(status) && (side !== null || option !== null);
  return isFound
    ? { side, option, label: optionInWords(option ?? side ?? status) }
    : { side: null, option: null, label: status };
}

function ofArm(meetings: readonly StudiedMeeting[], scenario: string, arm: string): readonly StudiedMeeting[] {
  return meetings.filter((meeting) => meeting.scenario === scenario && meeting.arm === arm);
}

/** Meetings of two arms with the same subject and seed: common random numbers. */
export function paired(
  first: readonly StudiedMeeting[],
  second: readonly StudiedMeeting[],
): (readonly [StudiedMeeting, StudiedMeeting])[] {
  const others = new Map(second.map((meeting) => [`${meeting.subject}/${meeting.seed}`, meeting]));
  return first.flatMap((meeting) => {
    const other = others.get(`${meeting.subject}/${meeting.seed}`);
    return other ? [[meeting, other] as const] : [];
  });
}

export type MeetingRead = Answered & { readonly evidence: EvidenceFigures; readonly mentioned: Mentioned };

type EvidenceFigures = {
  /** Share of checked quotations that are in the documents, word for word or nearly; null without quotations. */
  readonly found: number | null;
  /** Different places in the documents that were quoted and found. */
  readonly passages: number;
};

export function readMeeting(state: MeetingState): MeetingRead {
  return {
    simulated: state.simulated,
    members: state.scenario.members,
    evidence: countEvidence(state),
    mentioned: mentioned(state),
  };
}

function countEvidence(state: MeetingState): EvidenceFigures {
  const isTalk = state.counts.messages > 0;
  const quoted = [...state.members.values()]
    .filter(({ seat }) => seat.kind === "member")
    .flatMap(({ citations }) => countedPassages(citations, isTalk))
    .filter(({ found }) => found !== "reference");
  const found = quoted.filter((citation) => citation.found === "exact" || citation.found === "near");
  const passages = new Set(
    found.map(({ place, ref }) => (place ? `${place.document}#${place.from}` : (ref ?? ""))),
  );
  return { found: quoted.length === 0 ? null : found.length / quoted.length, passages: passages.size };
}

type Mentioned = { readonly shared: number | null; readonly private: number | null };

type GivenFact = Reference & { readonly given: number };

/** Share of the facts cited aloud: the script's points, else lines with words. Null if there are none. */
function mentioned(state: MeetingState): Mentioned {
  const members = state.scenario.members.length;
  const cited = citedReferences(state);
  const isCited = (fact: GivenFact) =>
    cited.some(({ name, from, to }) => name === fact.name && from <= fact.to && fact.from <= to);
  const rate = (facts: readonly GivenFact[]) =>
    facts.length === 0 ? null : facts.filter(isCited).length / facts.length;
  const facts = factsOf(state);
  return {
    shared: rate(facts.filter(({ given }) => given >= members)),
    private: rate(facts.filter(({ given }) => given === 1)),
  };
}

function factsOf({ scenario }: MeetingState): GivenFact[] {
  const { script, documents, members } = scenario;
  const evidence = scenario.private ?? [];
  const written = script?.points.flatMap(({ ref }) => parseReference(ref) ?? []);
  const places = written ?? [...documents, ...evidence].flatMap(linesOf);
  return places.map((place) => {
    const own = evidence.find(({ name }) => name === place.name);
    if (!own) return { ...place, given: members.length };
    const given = Object.values(own.shownTo).filter((spans) =>
      spans.some(([from, to]) => from <= place.from && place.to <= to),
    );
    return { ...place, given: given.length };
  });
}

function linesOf({ name, text }: { readonly name: string; readonly text: string }): Reference[] {
  return text
    .split("\n")
    .flatMap((line, index) => (line.trim() === "" ? [] : [{ name, from: index + 1, to: index + 1 }]));
}

function citedReferences({ entries }: MeetingState): Reference[] {
  return entries.flatMap((entry) =>
    entry.kind !== "message" || entry.audience === "record"
      ? []
      : entry.message.artifacts.flatMap((artifact) =>
          artifact.kind === "citation" ? (parseReference(artifact.ref) ?? []) : [],
        ),
  );
}
