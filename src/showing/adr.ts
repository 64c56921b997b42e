/**
 * The decision record of a meeting, in the layout of MADR. `boardroom report --format adr` writes
 * it.
 */

import { isOnFixedClock } from "../engine/protocol/clocks.ts";
import type { MeetingEvent, Outcome } from "../engine/transcript/events.ts";
import type { MeetingState } from "../engine/transcript/state.ts";
import { formatOption, formatVerdict } from "../engine/words/figures.ts";
import { words } from "../engine/words/words.ts";
import { dropMissing, groupBy } from "../lists.ts";
import type { Criterion, Scenario, VerdictOption } from "../scenario/schema/scenario.ts";
import {
  type Article,
  type Block,
  blockquote,
  heading,
  line,
  list,
  md,
  type Paragraph,
  section,
} from "../text/article.ts";
import { printMarkdown } from "../text/markdown.ts";
import { loadYaml } from "../text/parsers.ts";
import { describeOptions, findDecidedOption } from "./cast.ts";
import { numberTurns } from "./entries.ts";
import { createLibrary, findStrongestLines } from "./passages.ts";
import type { MemberRow, VerdictTable } from "./verdict-schema.ts";
import {
  findPrevailing,
  formatBadge,
  formatCoverage,
  formatOptions,
  isPerson,
  isWith,
  listPeople,
  nameDecision,
} from "./words.ts";

type DecidedMeeting = {
  events: readonly MeetingEvent[];
  state: MeetingState;
  table: VerdictTable;
  /** Further decisions of the protocol. */
  own: Article;
};

type Reason = {
  text: string;
  /** `Dr. Sarah Chen, turn 12, line 41 of transcript 3620317dac2e` */
  place: string;
};

/** A member's row of the verdict table, with the place of its reasons. */
type Vote = MemberRow & { reason: Reason | null };

/** A decision record in the layout of MADR. */
export function printDecisionRecord({ events, state, table, own }: DecidedMeeting): string {
  const { scenario } = state;
  const votes = table.members.map((row) => ({ ...row, reason: findReason(row, events, table) }));
  const prevailed = findPrevailed(state, table);
  const people = listPeople(table);
  const consulted = votes.filter((row) => !isPerson(row));
  const status = getStatus(state, table, prevailed);
  const body = printMarkdown([
    heading(1, scenario.title),
    ...section(2, "Context and Problem Statement", createContext(scenario, table)),
    ...section(2, "Decision Drivers", listAny(scenario.criteria.map(describeCriterion))),
    ...section(2, "Considered Options", listAny(scenario.verdicts.map(describeOption))),
    heading(2, "Decision Outcome"),
    line(describeChoice(table, prevailed)),
    ...own.filter(({ is }) => is === "list"),
    ...section(3, "Consequences", listConsequences(state, votes, prevailed)),
    ...section(3, "Confirmation", tellWhatWouldChange(votes)),
    ...section(
      2,
      "Pros and Cons of the Options",
      scenario.verdicts.flatMap(({ id }) => listVoters(id, votes)),
    ),
    heading(2, "More Information"),
    ...listDissent(table, votes, prevailed),
    list(listSources(state, table, status === "proposed" && prevailed !== null)),
  ]);
  const front = loadYaml().stringify({
    status,
    // A date of a fixed clock would be taken for the day of the decision.
    date: isOnFixedClock(state) ? undefined : state.startedAt.slice(0, 10),
    "decision-makers": people.length > 0 ? people : undefined,
    consulted: consulted.map(({ name, title }) => `${name}, ${title}`),
  });
  return `---\n${front}---\n\n${body}`;
}

function createContext({ question, context }: Scenario, { read }: VerdictTable): Article {
  return dropMissing<Block>([
    line(question),
    context ? blockquote(context) : null,
    read && line(`The script of the simulated members ${formatCoverage(read)}.`),
  ]);
}

function describeCriterion({ name, question }: Criterion): string {
  return question ? `${name}: ${question}` : name;
}

function describeOption({ id, meaning = "" }: VerdictOption): Paragraph {
  const name = formatOption(id);
  return meaning === "" ? md`**${name}**` : md`**${name}**: ${meaning}`;
}

/** What the record rests on, and what can be done with it. */
function listSources(
  { scenario, protocol }: MeetingState,
  table: VerdictTable,
  isOpen: boolean,
): readonly string[] {
  return dropMissing([
    isOpen && HOW_TO_ACCEPT,
    ...scenario.documents.map(({ title, name }) => `Document ${name}: ${title}`),
    `${formatBadge(table)}.`,
    `Protocol ${protocol}, seed ${table.seed}, meeting ${table.meeting.slice(0, 12)}.`,
    `Transcript hash ${table.headHash}. boardroom verify compares this record with it.`,
  ]);
}

const HOW_TO_ACCEPT =
  "No person has accepted this proposal. To accept it, set status to accepted and add your name under decision-makers.";

/** The option or side that the meeting decided for. */
function findPrevailed(
  { scenario }: MeetingState,
  { outcome, scenario: { sides } }: VerdictTable,
): string | null {
  if (outcome?.status !== "decided") return null;
  if (sides !== "none") return outcome.option ?? outcome.side;
  return findDecidedOption(describeOptions(scenario), outcome)?.id ?? null;
}

/** A member's final reason and its place in the record. */
function findReason(
  row: MemberRow,
  events: readonly MeetingEvent[],
  table: VerdictTable,
): Reason | null {
  const stated = numberTurns(events).filter(
    ({ event }) =>
      (event.type === "message.spoken" || event.type === "ballot.cast") &&
      event.speaker === row.id &&
      event.reasoning === row.reasoning,
  );
  const found = stated.findLast(({ event }) => event.type === "message.spoken") ?? stated.at(-1);
  if (row.reasoning === null || !found) return null;
  const { event, turn } = found;
  const where = event.type === "ballot.cast" ? `the ${words.ballot[event.ballot]}` : `turn ${turn}`;
  const place = `${row.name}, ${where}, line ${event.seq} of transcript ${table.headHash.slice(0, 12)}`;
  return { text: row.reasoning, place };
}

/** Members that are models or prepared sentences propose. A decision is accepted by a person who is asked, or by the
 * people at the table if all of them voted for it. */
function isAccepted(outcome: Outcome, members: readonly MemberRow[]): boolean {
  const people = members.filter(isPerson);
  const prevails = findPrevailing(outcome);
  const agree =
    prevails !== null && people.length > 0 && people.every((row) => isWith(row, prevails));
  return outcome.acceptedBy !== undefined || agree;
}

function getStatus(
  state: MeetingState,
  { outcome, members }: VerdictTable,
  prevailed: string | null,
): string {
  if (outcome?.status !== "decided" || prevailed === null || !isAccepted(outcome, members))
    return "proposed";
  if (state.scenario.sides === "none") return "accepted";
  const option = state.scenario.verdicts.find(({ id }) => id === prevailed);
  return (option?.side ?? prevailed) === "against" ? "rejected" : "accepted";
}

function describeChoice(table: VerdictTable, prevailed: string | null): string {
  const { outcome, tally } = table;
  const name = nameDecision(table, outcome);
  if (!outcome) return `${name}. The meeting has not been concluded.`;
  const votes = `${outcome.reason} (${outcome.rule}). Votes: ${formatOptions(tally)}.`;
  return prevailed === null ? `${name}: ${votes}` : `Chosen: "${name}", because ${votes}`;
}

/** On each side, or of each option, a reason that rests on the strongest line; if none names a line, the surest. */
function listConsequences(
  { scenario, documents }: MeetingState,
  votes: readonly Vote[],
  prevailed: string | null,
): Article {
  const isByOption = scenario.decision.by === "option" || scenario.sides === "none";
  const given = votes.filter(({ reason }) => reason !== null);
  const groups = groupBy(given, ({ final, side }) => (isByOption ? final : side) ?? "");
  const library = createLibrary([...documents, ...(scenario.private ?? [])]);
  const places = isByOption ? scenario.verdicts.map(({ id }) => id) : ["for", "against"];
  return places.flatMap((of) => {
    const own = (groups.get(of) ?? []).toSorted(
      (a, b) => (b.confidence ?? 0) - (a.confidence ?? 0),
    );
    const [strongest] = findStrongestLines(own, library);
    const { reason = null } = own.find((vote) => strongest?.members.includes(vote)) ?? own[0] ?? {};
    if (reason === null) return [];
    return [
      line(`${describeDirection(of, prevailed)} (${reason.place}):`),
      blockquote(shorten(reason.text)),
    ];
  });
}

function describeDirection(of: string, prevailed: string | null): string {
  if (of === prevailed || (prevailed === null && of !== "against")) return "Good, because";
  return of === "for" || of === "against"
    ? "Bad, because"
    : `For ${formatOption(of)} instead, because`;
}

function tellWhatWouldChange(votes: readonly Vote[]): Article {
  const changing = votes.flatMap(({ name, wouldChange }) =>
    wouldChange ? [`${name}: ${wouldChange.trim()}`] : [],
  );
  if (changing.length === 0) return [line("No member said what would change its mind.")];
  return [line("What would change it, in the members' words:"), list(changing)];
}

function listVoters(option: string, votes: readonly Vote[]): Article {
  const own = votes.filter(({ final }) => final === option);
  return dropMissing<Block>([
    heading(3, formatOption(option)),
    own.length === 0 && line("No member chose this."),
    ...own.map(({ name, reason }) =>
      reason ? createQuote(reason) : line(`${name} gave no reason.`),
    ),
  ]);
}

function listDissent(
  table: VerdictTable,
  votes: readonly Vote[],
  prevailed: string | null,
): Article {
  if (prevailed === null) return [line("There was no decision, so there is no dissent.")];
  const others = votes.filter((vote) => table.dissent.some(({ id }) => id === vote.id));
  if (others.length === 0) return [line("No vote was against it.")];
  const without = votes.filter(({ final }) => final === null).map(({ name }) => name);
  return dropMissing<Block>([
    line("Dissent:"),
    ...others.flatMap(({ name, final, reason }) => [
      line(`${name} (${formatVerdict(final)}):`),
      reason ? createQuote(reason) : line("No reason given."),
    ]),
    without.length > 0 && line(`Without a verdict: ${without.join(", ")}.`),
  ]);
}

function listAny(items: Parameters<typeof list>[0]): Article {
  return items.length === 0 ? [] : [list(items)];
}

function createQuote({ text, place }: Reason): Block {
  return blockquote(shorten(text), md`(${place})`);
}

const LONGEST = 700;

/** Ends after a sentence, if one ends in the last two thirds. */
function shorten(text: string): string {
  const whole = text.trim();
  if (whole.length <= LONGEST) return whole;
  const cut = whole.slice(0, LONGEST);
  const end = Math.max(cut.lastIndexOf(". "), cut.lastIndexOf("? "), cut.lastIndexOf("! "));
  return `${(end > LONGEST / 3 ? cut.slice(0, end + 1) : cut.slice(0, cut.lastIndexOf(" "))).trimEnd()} [...]`;
}
