import { stillClocks } from "../../../engine/meeting/contract/clocks.ts";
import { countVotes } from "../../../engine/meeting/decision/decide.ts";
import { openingDrafts } from "../../../engine/meeting/engine/opening.ts";
import { afterWords, countWords } from "../../../engine/meeting/turn/read.ts";
import { NOTHING_SAID } from "../../../engine/scaffold/message.ts";
import type { BallotKind, Draft } from "../../../engine/transcript/events.ts";
import { IMPORTED } from "../../../home/settings/protocols.ts";
import { slug } from "../../../scenario/files/paths.ts";
import type { Scenario, Seat } from "../../../scenario/schema/scenario.ts";
import type { HumanMeeting } from "./human-meeting.ts";

/** Used if the corpus has no times. */
const STARTS_AT = "2000-01-01T09:00:00.000Z";

/** Corpora without verdicts get one option that nobody chooses. */
const NO_OPTION = [{ id: "UNKNOWN", side: "neutral" as const }];

export function importedDrafts(meeting: HumanMeeting, from: string): Draft[] {
  const names = [...new Set(meeting.messages.map(({ speaker }) => speaker))];
  const seats = seatsOf(names);
  const seatOf = new Map(names.map((name, index) => [name, seats[index]?.id ?? name]));
  const answers = meeting.answers.filter(({ speaker }) => seatOf.has(speaker));
  const options = [...new Set(answers.map(({ verdict }) => verdict))].sort();
  const scenario = scenarioOf(meeting, from, seats, options);
  const models = new Map(seats.map(({ id }) => [id, { provider: "human" }]));
  const drafts = openingDrafts({
    scenario,
    protocol: IMPORTED,
    seats,
    models,
    seed: meeting.id,
    clocks: stillClocks,
  });
  let at = STARTS_AT;
  let effect = 0;
  const path = () => String(++effect);
  const finals = new Map<string, string>();
  const given = (after: number) => {
    for (const answer of answers.filter((each) => each.after === after)) {
      const isLast = answers.findLast(({ speaker }) => speaker === answer.speaker) === answer;
      const kind = after === 0 ? "opening" : isLast ? "closing" : "called";
      drafts.push(ballot(path(), at, seatOf.get(answer.speaker) ?? answer.speaker, kind, answer.verdict));
      if (kind === "closing") finals.set(answer.speaker, answer.verdict);
    }
  };
  given(0);
  for (const [index, { speaker, text }] of meeting.messages.entries()) {
    const words = countWords(text);
    const here = path();
    at = afterWords(at, words);
    drafts.push(message(here, at, seatOf.get(speaker) ?? speaker, text, words));
    given(index + 1);
  }
  const votes = names.map((name) => ({ verdict: finals.get(name) ?? null, weight: 1 }));
  const outcome = countVotes(votes, scenario, 0);
  drafts.push({ type: "meeting.closed", path: path(), at, reason: `imported from ${from}`, outcome });
  return drafts;
}

function message(
  path: string,
  at: string,
  speaker: string,
  content: string,
  words: number,
): Draft<"message.spoken"> {
  const read = { parse: "strict" as const, flags: [], citations: [], words };
  const said = { ...NOTHING_SAID, artifacts: [], content, audience: "all" as const };
  return { type: "message.spoken", path, at, id: `m${path}`, speaker, ...said, ...read };
}

function ballot(
  path: string,
  at: string,
  speaker: string,
  kind: BallotKind,
  verdict: string,
): Draft<"ballot.cast"> {
  const stance = { verdict, reasoning: null, wouldChange: null, confidence: null };
  return { type: "ballot.cast", path, at, speaker, ballot: kind, ...stance, parse: "strict", flags: [] };
}

function seatsOf(names: readonly string[]): Seat[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const base = slug(name) || "member";
    let id = base;
    for (let n = 2; taken.has(id); n++) id = `${base}-${n}`;
    taken.add(id);
    const persona = {
      ...{ id, name, title: "participant", expertise: [], personality: "", speakingStyle: "", priorities: {} },
      ...{ stubbornness: 0.5, optimism: 0.5, background: "" },
    };
    return { id, kind: "member", persona, model: `human:${id}`, weight: 1 };
  });
}

function scenarioOf(
  { id, messages }: HumanMeeting,
  from: string,
  members: readonly Seat[],
  options: readonly string[],
): Scenario {
  const verdicts =
    options.length === 0 ? NO_OPTION : options.map((option) => ({ id: option, side: "neutral" as const }));
  return {
    name: slug(id) || "imported",
    title: id,
    question: "(imported: the corpus does not say what was asked)",
    protocol: IMPORTED.name,
    options: {},
    verdicts,
    decision: { rule: "majority", by: "option" },
    documents: [],
    criteria: [],
    members,
    limits: { messages: Math.max(1, messages.length), absences: 1 },
    prompt: { view: "perspective", visibility: "open", scaffold: "verdict-first" },
    context: `Imported from ${from}.`,
    startsAt: STARTS_AT,
  };
}
