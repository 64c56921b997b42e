import { isOnFixedClock } from "../../engine/meeting/contract/clocks.ts";
import { leftOutInWords } from "../../engine/words/figures.ts";
import { document, heading, line, list, type Markdown, md, section, table } from "../../text/markdown.ts";
import { changeInWords, finalInWords, leavingInWords, lengthInWords, readInWords } from "../words.ts";
import {
  type DraftedSummary,
  draftedParts,
  outcomeSentence,
  provenanceOf,
  quoted,
  sideInWords,
  verdictOf,
} from "./parts.ts";
import type { DecisionRecord, VoteByName } from "./record.ts";

export function decisionMinutes(record: DecisionRecord, drafted?: DraftedSummary): string {
  const { state, table: of, votes, head } = record;
  const { scenario } = state;
  const rowOf = (id: string) => of.members.find((row) => row.id === id);
  return document([
    heading(1, `Minutes: ${scenario.title}`),
    line(
      `Held ${minuteOf(of.startedAt)} to ${minuteOf(of.endedAt)}${isOnFixedClock(of) ? ", simulated clock" : ""}; ${lengthInWords(of)}.`,
    ),
    heading(2, "Present"),
    list([
      ...state.seats.map(
        ({ persona, kind }) =>
          `${persona.name}, ${persona.title}${kind === "agent" ? " (runs the procedure)" : ""}`,
      ),
      ...(scenario.excluded ?? []).map((each) => md`*${leftOutInWords(each)}*`),
    ]),
    heading(2, "Before the meeting"),
    line(scenario.question),
    ...(scenario.documents.length > 0
      ? [list(scenario.documents.map(({ name, title }) => `${name}: ${title}`))]
      : [line("No document.")]),
    ...(of.read ? [line(`Read: ${readInWords(of.read)}.`)] : []),
    heading(2, "Resolution"),
    line(outcomeSentence(record)),
    table<VoteByName>(
      [
        ["Member", ({ name }) => name],
        ["Vote", verdictOf],
        [
          "How",
          ({ id }) =>
            rowOf(id)?.finalBy === "ballot"
              ? "closing ballot"
              : rowOf(id)?.finalBy === "debate"
                ? "in the debate"
                : "-",
        ],
        ...(scenario.sides === "none" ? [] : [["Side", ({ side }: VoteByName) => side ?? "-"] as const]),
        ["Place", ({ reason }) => (reason ? `${reason.where}, line ${reason.line}` : "-")],
      ],
      votes,
    ),
    ...section(2, "Further resolutions", ownParts(record)),
    ...section(2, "Summary", draftedParts(drafted)),
    ...section(2, "Discussion", saidParts(record)),
    heading(2, "How minds moved"),
    ...movedParts(record),
    ...section(
      2,
      "Reservations",
      votes.flatMap((vote) =>
        of.dissent.some(({ id }) => id === vote.id) && vote.reason ? [quoted(vote.reason, head)] : [],
      ),
    ),
    heading(2, "Departures"),
    list(of.members.map((row) => `${row.name}: ${leavingInWords(row)}; final: ${finalInWords(row)}`)),
    ...section(2, "What went wrong", of.incidents.length === 0 ? [] : [list(of.incidents)]),
    heading(2, "Record"),
    list(provenanceOf(record)),
  ]);
}

function minuteOf(at: string): string {
  return at.replace("T", " ").slice(0, 16);
}

function ownParts({ own }: DecisionRecord): readonly Markdown[] {
  const items = own.filter((each) => each.trim() !== "").map((each) => each.replace(/^(?:#+|-) */, ""));
  return items.length === 0 ? [] : [list(items)];
}

function saidParts({ strongest, head }: DecisionRecord): readonly Markdown[] {
  return strongest.flatMap((each) => [line(`${sideInWords(each)}:`), quoted(each.said, head)]);
}

function movedParts({ table: of }: DecisionRecord): readonly Markdown[] {
  const moves = of.members.flatMap(({ name, changes }) =>
    changes.map((change) => `${name}: ${changeInWords(change)}`),
  );
  return [moves.length === 0 ? line("No member changed its verdict.") : list(moves)];
}
