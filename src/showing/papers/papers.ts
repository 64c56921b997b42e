import { isOnFixedClock } from "../../engine/meeting/contract/clocks.ts";
import { leftOutInWords, optionInWords, optionLabel, verdictInWords } from "../../engine/words/figures.ts";
import {
  blockquote,
  document,
  heading,
  line,
  list,
  type Markdown,
  md,
  section,
  stack,
  table as tableOf,
} from "../../text/markdown.ts";
import { loadYaml } from "../../text/parsers.ts";
import { shownColumns } from "../table/columns.ts";
import { badgeOf, changeInWords, finalInWords, leavingInWords, lengthInWords, readInWords } from "../words.ts";
import {
  type DecisionRecord,
  type DraftedSummary,
  outcomeSentence,
  type RecordedText,
  type StrongestArgument,
  type VoteByName,
} from "./record.ts";

type Part = (record: DecisionRecord, drafted: DraftedSummary | undefined) => readonly Markdown[];

const summary: Part = (_, drafted) => {
  if (!drafted || drafted.sentences.length === 0) return [];
  return [
    md`*Drafted by ${drafted.by}, and no part of the record; each sentence names the turns that it rests on.*`,
    stack(drafted.sentences.map(({ text, turns }) => md`- ${text} (turn ${turns.join(", turn ")})`)),
  ];
};

const read: Part = ({ table }) =>
  table.read ? [line(`The script of the simulated members ${readInWords(table.read)}.`)] : [];
const outcome: Part = (record) => [line(outcomeSentence(record))];
const provenance: Part = (record) => [list(provenanceOf(record))];

/** A heading with parts below it; nothing if they are empty. */
const under =
  (title: string, parts: readonly Part[], level = 2): Part =>
  (record, drafted) =>
    section(
      level,
      title,
      parts.flatMap((part) => part(record, drafted)),
    );

const ADR: readonly Part[] = [
  ({ state }) => [heading(1, state.scenario.title)],
  under("Context and Problem Statement", [
    ({ state: { scenario } }) => [
      line(scenario.question),
      ...(scenario.context ? [blockquote(scenario.context)] : []),
    ],
    read,
  ]),
  under("Decision Drivers", [
    ({ state }) =>
      listed(state.scenario.criteria.map(({ name, question }) => (question ? `${name}: ${question}` : name))),
  ]),
  under("Considered Options", [
    ({ state }) =>
      listed(
        state.scenario.verdicts.map(({ id, meaning = "" }) =>
          meaning === "" ? md`**${optionLabel(id)}**` : md`**${optionLabel(id)}**: ${meaning}`,
        ),
      ),
  ]),
  under("Decision Outcome", [
    (record) => [line(chosenIn(record))],
    ({ own }) =>
      own.length === 0 ? [] : [list(own.filter((each) => /^- /.test(each)).map((each) => each.slice(2)))],
  ]),
  under(
    "Consequences",
    [
      ({ strongest, prevailed, head }) =>
        strongest.flatMap(({ of, said }) => [
          line(`${howItSpeaks(of, prevailed)} (${placeOf(said, head)}):`),
          blockquote(within(said.words, LONGEST)),
        ]),
    ],
    3,
  ),
  under("Confirmation", [confirmation], 3),
  under("Summary", [summary]),
  under("Pros and Cons of the Options", [
    ({ state, votes, head }) => state.scenario.verdicts.flatMap(({ id }) => votersOf(id, votes, head)),
  ]),
  under("More Information", [
    dissentOf,
    (record) => [
      list([
        ...record.state.scenario.documents.map(({ title, name }) => `Document ${name}: ${title}`),
        ...provenanceOf(record),
      ]),
    ],
  ]),
];

const MINUTES: readonly Part[] = [
  ({ state, table }) => [
    heading(1, `Minutes: ${state.scenario.title}`),
    line(
      `Held ${minuteOf(table.startedAt)} to ${minuteOf(table.endedAt)}${isOnFixedClock(table) ? ", on the fixed clock of simulated meetings" : ""}; ${lengthInWords(table)}.`,
    ),
    line(badgeOf(table)),
  ],
  under("Present", [
    ({ state: { seats, scenario } }) => [
      list([
        ...seats.map(
          ({ persona, kind }) =>
            `${persona.name}, ${persona.title}${kind === "agent" ? " (runs the meeting)" : ""}`,
        ),
        ...(scenario.excluded ?? []).map((each) => md`*${leftOutInWords(each)}*`),
      ]),
    ],
  ]),
  under("Question and documents", [
    ({ state: { scenario } }) => [
      line(scenario.question),
      scenario.documents.length > 0
        ? list(scenario.documents.map(({ name, title }) => `${name}: ${title}`))
        : line("No document."),
    ],
    read,
  ]),
  under("Result", [outcome, votesByName]),
  under("Further decisions", [
    ({ own }) =>
      listed(own.filter((each) => each.trim() !== "").map((each) => each.replace(/^(?:#+|-) */, ""))),
  ]),
  under("Summary", [summary]),
  under("Discussion", [
    ({ strongest, head }) =>
      strongest.flatMap((each) => [line(`${sideInWords(each)}:`), quoted(each.said, head)]),
  ]),
  under("Changed verdicts", [
    ({ table }) => {
      const moves = table.members.flatMap(({ name, changes }) =>
        changes.map((change) => `${name}: ${changeInWords(change)}`),
      );
      return [moves.length === 0 ? line("No member changed its verdict.") : list(moves)];
    },
  ]),
  under("Dissent", [dissent(1_200)]),
  under("When members left the debate", [
    ({ table }) =>
      listed(table.members.map((row) => `${row.name}: ${leavingInWords(row)}; final: ${finalInWords(row)}`)),
  ]),
  under("What went wrong", [({ table }) => listed(table.incidents)]),
  under("Record", [provenance]),
];

/** Characters of an argument and of a reason, so that the whole is a page. */
const ARGUMENT = 600;
const REASON = 260;
const MOST_REASONS = 5;

const MEMO: readonly Part[] = [
  ({ state: { scenario }, table }) => [
    heading(1, scenario.title),
    md`**${scenario.question}**`,
    line(badgeOf(table)),
  ],
  outcome,
  ({ votes }) => [
    line(`Votes: ${votes.map((vote) => `${vote.name} ${verdictInWords(vote.final)}`).join("; ")}.`),
  ],
  read,
  under("Summary", [summary]),
  ({ strongest, head }) =>
    strongest.length === 0
      ? [line("No member argued with a verdict.")]
      : strongest.flatMap((each) => [
          heading(2, sideInWords(each)),
          ...(each.same > 1 ? [line(`The reasons of ${each.same} members rest on this line.`)] : []),
          quoted(each.said, head, ARGUMENT),
        ]),
  under("Dissent", [dissent(REASON)]),
  under("What would change it", [
    (record) => {
      const changing = changingIn(record, REASON);
      const more = changing.length - MOST_REASONS;
      return listed([
        ...changing.slice(0, MOST_REASONS),
        ...(more > 0 ? [`and ${more} more, in the record`] : []),
      ]);
    },
  ]),
  under("Record", [provenance]),
];

/** Each paper is an order of parts. */
const ORDERS = { adr: ADR, minutes: MINUTES, memo: MEMO } as const;

type PaperName = keyof typeof ORDERS;
export const PAPER_NAMES = Object.keys(ORDERS) as PaperName[];

export function decisionPaper(name: PaperName, record: DecisionRecord, drafted?: DraftedSummary): string {
  const front = name === "adr" ? `---\n${frontOf(record)}---\n\n` : "";
  return front + document(ORDERS[name].map((part) => part(record, drafted)));
}

function frontOf(record: DecisionRecord): string {
  const { state, votes } = record;
  return loadYaml().stringify({
    status: statusOf(record),
    // A date of a fixed clock would be taken for the day of the decision.
    ...(isOnFixedClock(state) ? {} : { date: state.startedAt.slice(0, 10) }),
    "decision-makers": votes.map(({ name, title }) => `${name}, ${title}`),
  });
}

function statusOf({ outcome: decided, prevailed, state }: DecisionRecord): string {
  // Prepared sentences decide nothing.
  if (decided?.status !== "decided" || prevailed === null || state.simulated) return "proposed";
  if (state.scenario.sides === "none") return "accepted";
  const option = state.scenario.verdicts.find(({ id }) => id === prevailed);
  return (option?.side ?? prevailed) === "against" ? "rejected" : "accepted";
}

function chosenIn(record: DecisionRecord): string {
  const { outcome: decided, prevailed } = record;
  if (decided?.status === "decided" && prevailed !== null)
    return `Chosen: "${optionInWords(prevailed)}"${decidedAs(record)}, because ${decided.reason} (${decided.rule}).`;
  return `No option was chosen. ${outcomeSentence(record)}`;
}

/** The options of the side that was chosen. */
function decidedAs({ prevailed, outcome: decided, votes }: DecisionRecord): string {
  const chosen = votes.flatMap(({ side, final }) => (side === prevailed && final !== null ? [final] : []));
  if (decided?.option != null || chosen.length === 0) return "";
  const counts = [...new Set(chosen)].map(
    (each) => `${optionLabel(each)} ${chosen.filter((one) => one === each).length}`,
  );
  return ` (${counts.join(", ")})`;
}

function howItSpeaks(of: string, prevailed: string | null): string {
  if (of === prevailed || (prevailed === null && of !== "against")) return "Good, because";
  return of === "for" || of === "against" ? "Bad, because" : `For ${optionLabel(of)} instead, because`;
}

const LONGEST = 700;

function changingIn({ votes }: DecisionRecord, longest = Number.POSITIVE_INFINITY): readonly string[] {
  return votes.flatMap(({ name, wouldChange }) =>
    wouldChange ? [`${name}: ${within(wouldChange, longest)}`] : [],
  );
}

function confirmation(record: DecisionRecord): readonly Markdown[] {
  const changing = changingIn(record);
  return changing.length === 0
    ? [line("No member said what would change its mind.")]
    : [line("What would change it, in the members' words:"), list(changing)];
}

function votersOf(option: string, votes: readonly VoteByName[], head: string): readonly Markdown[] {
  const own = votes.filter(({ final }) => final === option);
  return [
    heading(3, optionLabel(option)),
    ...(own.length === 0 ? [line("No member chose this.")] : []),
    ...own.map(({ name, reason }) =>
      reason ? quoted(reason, head, LONGEST) : line(`${name} gave no reason.`),
    ),
  ];
}

function dissentOf(record: DecisionRecord): readonly Markdown[] {
  const voices = dissent(LONGEST)(record, undefined);
  const without = record.votes.filter(({ final }) => final === null).map(({ name }) => name);
  if (voices.length === 0)
    return [
      line(
        record.prevailed === null
          ? "There was no decision, so there is no dissent."
          : "No vote was against it.",
      ),
    ];
  return [
    line("Dissent:"),
    ...voices,
    ...(without.length > 0 ? [line(`Without a verdict: ${without.join(", ")}.`)] : []),
  ];
}

/** Those who end elsewhere than what prevailed, each with the reason. */
function dissent(longest: number): Part {
  return ({ votes, table, prevailed, head }) =>
    votes.flatMap((vote) =>
      prevailed !== null && table.dissent.some(({ id }) => id === vote.id)
        ? [
            line(`${vote.name} (${verdictInWords(vote.final)}):`),
            vote.reason ? quoted(vote.reason, head, longest) : line("No reason given."),
          ]
        : [],
    );
}

function votesByName({ table, votes }: DecisionRecord): readonly Markdown[] {
  const columns = shownColumns(table, true).map(
    ({ title, cell }) => [title, (row: VoteByName) => cell(row, table) ?? ""] as const,
  );
  const place = ({ reason }: VoteByName) => (reason ? `${reason.where}, line ${reason.line}` : "–");
  return [tableOf<VoteByName>([...columns, ["Place", place]], votes)];
}

function listed(items: Parameters<typeof list>[0]): readonly Markdown[] {
  return items.length === 0 ? [] : [list(items)];
}

function minuteOf(at: string): string {
  return at.replace("T", " ").slice(0, 16);
}

function quoted(said: RecordedText, head: string, longest = 1_200): Markdown {
  return stack([blockquote(within(said.words, longest)), md`> (${placeOf(said, head)})`]);
}

/** `Dr. Sarah Chen, turn 12, line 41 of transcript 3620317dac2e` */
function placeOf({ speaker, where, line: at }: RecordedText, head: string): string {
  return `${speaker}, ${where}, line ${at} of transcript ${head.slice(0, 12)}`;
}

function within(text: string, longest: number): string {
  const words = text.trim();
  if (words.length <= longest) return words;
  const cut = words.slice(0, longest);
  const end = Math.max(cut.lastIndexOf(". "), cut.lastIndexOf("? "), cut.lastIndexOf("! "));
  return `${(end > longest / 3 ? cut.slice(0, end + 1) : cut.slice(0, cut.lastIndexOf(" "))).trimEnd()} [...]`;
}

function sideInWords({ of }: StrongestArgument): string {
  return `Strongest argument ${of === "for" || of === "against" ? of : `for ${optionLabel(of)}`}`;
}

function provenanceOf({ state, table, head }: DecisionRecord): readonly string[] {
  return [
    `${badgeOf(table)}.`,
    `Protocol ${state.protocol}, seed ${table.seed}, meeting ${table.meeting.slice(0, 12)}.`,
    `Transcript hash ${head}. boardroom verify compares this record with it.`,
  ];
}
