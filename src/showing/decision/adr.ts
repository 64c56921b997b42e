import { stringify } from "yaml";
import { isOnFixedClock } from "../../engine/meeting/contract/clocks.ts";
import { blockquote, document, heading, line, list, type Markdown, md, section } from "../../text/markdown.ts";
import { readInWords } from "../words.ts";
import {
  type DraftedSummary,
  dissentersOf,
  draftedParts,
  outcomeSentence,
  placeOf,
  provenanceOf,
  quoted,
  verdictOf,
  within,
} from "./parts.ts";
import type { DecisionRecord, VoteByName } from "./record.ts";

export function decisionAdr(record: DecisionRecord, drafted?: DraftedSummary): string {
  const { state, table, votes, head } = record;
  const { scenario } = state;
  const front = stringify({
    status: statusOf(record),
    // A date of a fixed clock would be taken for the day of the decision.
    ...(isOnFixedClock(state) ? {} : { date: state.startedAt.slice(0, 10) }),
    "decision-makers": votes.map(({ name, title }) => `${name}, ${title}`),
  });
  return `---\n${front}---\n\n${document([
    heading(1, scenario.title),
    heading(2, "Context and Problem Statement"),
    line(scenario.question),
    ...(scenario.context ? [blockquote(scenario.context)] : []),
    ...(table.read ? [line(`Read: ${readInWords(table.read)}.`)] : []),
    ...section(
      2,
      "Decision Drivers",
      scenario.criteria.length === 0
        ? []
        : [list(scenario.criteria.map(({ name, question }) => (question ? `${name}: ${question}` : name)))],
    ),
    heading(2, "Considered Options"),
    list(scenario.verdicts.map(({ id, meaning }) => (meaning ? md`**${id}**: ${meaning}` : md`**${id}**`))),
    heading(2, "Decision Outcome"),
    line(chosenIn(record)),
    ...(record.own.length > 0
      ? [list(record.own.filter((each) => /^- /.test(each)).map((each) => each.slice(2)))]
      : []),
    ...section(3, "Consequences", consequencesOf(record)),
    heading(3, "Confirmation"),
    ...confirmationOf(votes),
    ...section(2, "Summary", draftedParts(drafted)),
    heading(2, "Pros and Cons of the Options"),
    ...scenario.verdicts.flatMap(({ id }) => heldBy(id, votes, head)),
    heading(2, "More Information"),
    ...dissentParts(record),
    list([
      ...scenario.documents.map(({ title, name }) => `Document ${name}: ${title}`),
      ...provenanceOf(record),
    ]),
  ])}`;
}

function statusOf({ outcome, prevailed, state }: DecisionRecord): string {
  if (outcome?.status !== "decided" || prevailed === null) return "proposed";
  if (state.scenario.sides === "none") return "accepted";
  const option = state.scenario.verdicts.find(({ id }) => id === prevailed);
  return (option?.side ?? prevailed) === "against" ? "rejected" : "accepted";
}

function chosenIn(record: DecisionRecord): string {
  const { outcome, prevailed } = record;
  if (outcome?.status === "decided" && prevailed !== null)
    return `Chosen: "${prevailed}"${heldAs(record)}, because ${outcome.reason} (${outcome.rule}).`;
  return `No option was chosen. ${outcomeSentence(record)}`;
}

function heldAs({ prevailed, outcome, votes }: DecisionRecord): string {
  if (outcome !== null && outcome.option !== null) return "";
  const held = votes.flatMap(({ side, verdict }) => (side === prevailed && verdict !== null ? [verdict] : []));
  const counted = [...new Set(held)].map((verdict) => [
    verdict,
    held.filter((each) => each === verdict).length,
  ]);
  return counted.length === 0
    ? ""
    : ` (${counted.map(([verdict, count]) => `${verdict} ${count}`).join(", ")})`;
}

function consequencesOf({ strongest, prevailed, head }: DecisionRecord): readonly Markdown[] {
  return strongest.flatMap(({ of, said }) => [
    line(`${howItSpeaks(of, prevailed)} (${placeOf(said, head)}):`),
    blockquote(within(said.words, LONGEST)),
  ]);
}

function howItSpeaks(of: string, prevailed: string | null): string {
  if (of === prevailed || (prevailed === null && of !== "against")) return "Good, because";
  return of === "for" || of === "against" ? "Bad, because" : `For ${of} instead, because`;
}

const LONGEST = 700;

function confirmationOf(votes: readonly VoteByName[]): readonly Markdown[] {
  const told = votes.flatMap(({ name, wouldChange }) => (wouldChange ? [`${name}: ${wouldChange}`] : []));
  return told.length === 0
    ? [line("No member said what would change its mind.")]
    : [line("What would change it, as each of them put it:"), list(told)];
}

function heldBy(option: string, votes: readonly VoteByName[], head: string): readonly Markdown[] {
  const own = votes.filter(({ verdict }) => verdict === option);
  return [
    heading(3, option),
    ...(own.length === 0 ? [line("No member had it at the end.")] : []),
    ...own.flatMap((vote) =>
      vote.reason ? [quoted(vote.reason, head, LONGEST)] : [line(`${vote.name} gave no reason.`)],
    ),
  ];
}

function dissentParts(record: DecisionRecord): readonly Markdown[] {
  const dissent = dissentersOf(record);
  const without = record.votes.filter(({ verdict }) => verdict === null);
  if (dissent.length === 0)
    return [line(record.prevailed === null ? "Nothing prevailed to dissent from." : "No vote was against it.")];
  return [
    line("Dissent:"),
    ...dissent.flatMap((vote) => [
      line(`${vote.name} (${verdictOf(vote)}):`),
      ...(vote.reason ? [quoted(vote.reason, record.head, LONGEST)] : [line("No reason given.")]),
    ]),
    ...(without.length > 0 ? [line(`Without a verdict: ${without.map(({ name }) => name).join(", ")}.`)] : []),
  ];
}
