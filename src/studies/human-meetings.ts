import { z } from "zod";
import { stillClocks } from "../engine/meeting/contract/clocks.ts";
import { countVotes } from "../engine/meeting/decision/decide.ts";
import { openingDrafts } from "../engine/meeting/engine/opening.ts";
import { afterWords, countWords } from "../engine/meeting/turn/read.ts";
import { NO_CONTENT } from "../engine/scaffold/message.ts";
import type { BallotKind, Draft } from "../engine/transcript/events.ts";
import { BoardroomError } from "../errors.ts";
import { IMPORTED } from "../home/settings/protocols.ts";
import { slug } from "../scenario/files/paths.ts";
import type { Scenario, Seat } from "../scenario/schema/scenario.ts";

export type HumanMeeting = {
  readonly id: string;
  /** In the order of first messages. People who never spoke are not members. */
  readonly messages: readonly { readonly speaker: string; readonly text: string }[];
  /** Verdicts in order, `after` so many messages. */
  readonly answers: readonly { readonly speaker: string; readonly after: number; readonly verdict: string }[];
};

export const FORMATS = {
  delidata: "tab-separated files of DeliData, with answers before and after",
  qmsum: "JSON with meeting_transcripts: AMI, ICSI, committees",
  plain: "text with one `Name: words` a line",
} as const;
export type HumanFormat = keyof typeof FORMATS;
export const HUMAN_FORMATS = Object.keys(FORMATS) as HumanFormat[];

function notThatFormat(file: string, line: number | null, message: string, remedy: string): BoardroomError {
  return new BoardroomError("import-invalid", {
    place: line === null ? { file } : { file, line },
    message,
    remedy,
  });
}

const COLUMNS = ["group_id", "message_type", "origin", "original_text", "sol_tracker_all"] as const;

/** DeliData (Karadzhov, Stafford and Vlachos 2023): a line with first answers, then messages and submitted answers.
 * An answer is the set of chosen cards in a fixed order: `2+U`, or `none`. */
export function readDeliData(file: string, text: string): HumanMeeting[] {
  const [head = "", ...lines] = text.split(/\r?\n/);
  const names = head.split("\t");
  const missing = COLUMNS.filter((column) => !names.includes(column));
  if (missing.length > 0)
    throw notThatFormat(
      file,
      1,
      `no column ${missing.join(", ")} in the first line`,
      "DeliData files are tab-separated, and name their columns in the first line.",
    );
  const column = (cells: readonly string[], name: (typeof COLUMNS)[number]) => cells[names.indexOf(name)] ?? "";
  const groups = new Map<string, DeliGroup>();
  for (const { cells, line: index } of rowsOf(file, lines, names.length)) {
    const id = column(cells, "group_id");
    const group = groups.get(id) ?? { id, messages: [], answers: [] };
    groups.set(id, group);
    const speaker = column(cells, "origin");
    const words = unquoted(column(cells, "original_text"));
    switch (column(cells, "message_type")) {
      case "INITIAL":
        group.answers.push(...firstAnswers(file, index, column(cells, "sol_tracker_all")));
        break;
      case "MESSAGE":
        group.messages.push({ speaker, text: words });
        break;
      case "SUBMIT":
        if (!isNoAnswer(words.split("")))
          group.answers.push({ speaker, after: group.messages.length, verdict: cardsIn(words.split(",")) });
        break;
    }
  }
  return [...groups.values()];
}

type DeliRow = { readonly cells: readonly string[]; readonly line: number };

/** A message with a line break continues on the next line. */
function rowsOf(file: string, lines: readonly string[], columns: number): DeliRow[] {
  const rows: DeliRow[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (lines[at]?.trim() === "") continue;
    const line = at + 2;
    let cells = (lines[at] ?? "").split("\t");
    const [group = ""] = cells;
    while (cells.length < columns - 1 && at + 1 < lines.length && !lines[at + 1]?.startsWith(`${group}\t`)) {
      at += 1;
      const [rest = "", ...more] = (lines[at] ?? "").split("\t");
      cells = [...cells.slice(0, -1), `${cells.at(-1)} ${rest}`.trim(), ...more];
    }
    if (cells.length < columns - 1)
      throw notThatFormat(
        file,
        line,
        `${cells.length} fields where the first line names ${columns}`,
        "A tab or a line is missing there: compare the line with the published file.",
      );
    rows.push({ cells, line });
  }
  return rows;
}

type DeliGroup = {
  readonly id: string;
  readonly messages: HumanMeeting["messages"][number][];
  readonly answers: HumanMeeting["answers"][number][];
};

function firstAnswers(file: string, line: number, json: string): HumanMeeting["answers"][number][] {
  try {
    const tracked = JSON.parse(json.replaceAll('""', '"').replace(/^"(?=\{)|(?<=\})"$/g, "")) as Record<
      string,
      string[]
    >;
    return Object.entries(tracked)
      .filter(([, cards]) => !isNoAnswer(cards))
      .map(([speaker, cards]) => ({ speaker, after: 0, verdict: cardsIn(cards) }));
  } catch {
    throw notThatFormat(file, line, "the first answers are not JSON", "sol_tracker_all holds cards by alias.");
  }
}

/** A missing first answer is N/A, split into letters as if they were cards. */
function isNoAnswer(cards: readonly string[]): boolean {
  return cards.join("") === "N/A";
}

function cardsIn(cards: readonly string[]): string {
  const chosen = cards.map((card) => card.trim()).filter((card) => card !== "");
  return chosen.length === 0 ? "none" : [...new Set(chosen)].sort().join("+");
}

/** Words with an apostrophe are in single quotes, with each apostrophe doubled. */
function unquoted(words: string): string {
  return /^'.*'$/s.test(words) && words.includes("''") ? words.slice(1, -1).replaceAll("''", "'") : words;
}

const qmsumSchema = z.looseObject({
  meeting_transcripts: z.array(z.looseObject({ speaker: z.string(), content: z.string() })),
});

/** QMSum (Zhong and others 2021): one meeting a file, called as the file is. */
export function readQmsum(file: string, text: string, id: string): HumanMeeting {
  const parsed = qmsumSchema.safeParse(jsonIn(file, null, text));
  if (!parsed.success)
    throw notThatFormat(
      file,
      null,
      "no meeting_transcripts with speaker and content",
      "Give files of QMSum's folders data/*/all, or a folder of them.",
    );
  const messages = parsed.data.meeting_transcripts
    .map(({ speaker, content }) => ({ speaker: speaker.trim(), text: content.trim() }))
    .filter(({ speaker, text: words }) => speaker !== "" && words !== "");
  return { id, messages, answers: [] };
}

function jsonIn(file: string, line: number | null, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notThatFormat(file, line, "not JSON", "See boardroom stats --help for what each format is.");
  }
}

/** A name, perhaps after a time in brackets, then a colon and words. */
const SAID = /^(?:[[(]?\d{1,2}:\d{2}(?::\d{2})?[\])]?\s+)?(\p{L}[^:\n]{0,59}?)\s*:\s+(.*)$/u;

/** `Name: words`, one message a line; a line without a name continues the message before. */
export function readPlain(file: string, text: string, id: string): HumanMeeting {
  const messages: { speaker: string; text: string }[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const [, speaker, words] = SAID.exec(line.trim()) ?? [];
    if (speaker !== undefined && words !== undefined) {
      messages.push({ speaker, text: words });
      continue;
    }
    const last = messages.at(-1);
    if (!last)
      throw notThatFormat(
        file,
        index + 1,
        "words before anybody's name",
        "Begin the first line with a name and a colon, such as `Ada: Good morning.`",
      );
    last.text += `\n${line.trim()}`;
  }
  return { id, messages, answers: [] };
}

const STARTS_AT = "2000-01-01T09:00:00.000Z";

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
    const current = path();
    at = afterWords(at, words);
    drafts.push(message(current, at, seatOf.get(speaker) ?? speaker, text, words));
    given(index + 1);
  }
  const votes = names.map((name) => ({ verdict: finals.get(name) ?? null, weight: 1 }));
  const outcome = countVotes(votes, scenario);
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
  const said = { ...NO_CONTENT, artifacts: [], content, audience: "all" as const };
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
