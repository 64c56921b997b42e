/** `transcript.md`: the whole debate as Markdown, with people, documents, ballots and the verdict table. */

import { describeEvent, type MeetingEvent } from "../engine/transcript/events.ts";
import { getMemberName, type MeetingState } from "../engine/transcript/state.ts";
import {
  countClosingBallots,
  formatBallot,
  formatDocument,
  formatExcluded,
  formatStatedVerdict,
} from "../engine/words/figures.ts";
import { words } from "../engine/words/words.ts";
import { type Article, blockquote, heading, line, list, md } from "../text/article.ts";
import { printMarkdown } from "../text/markdown.ts";
import { createVerdictArticle } from "./columns.ts";
import { createWalk, type Procedure } from "./entries.ts";
import { createEntry } from "./message-parts.ts";
import type { VerdictTable } from "./verdict-schema.ts";
import { formatUnfound, listUnfoundQuotes, toOneLine } from "./words.ts";

/** The whole debate as Markdown to be read from top to bottom, with the verdict table at the end. */
export function transcriptMarkdown(
  events: readonly MeetingEvent[],
  state: MeetingState,
  table: VerdictTable,
  protocol: Procedure = {},
): string {
  const speech = createSpeech(state, protocol);
  return printMarkdown([
    ...createFrontPage(state),
    heading(2, "Debate"),
    ...events.flatMap(speech),
    ...createBallotList(state),
    ...createVerdictArticle(table, 2),
  ]);
}

function createFrontPage(state: MeetingState): Article {
  const { scenario, seats, simulated, protocol, seed, startedAt, now } = state;
  return [
    heading(1, scenario.title),
    md`**${scenario.question}**`,
    ...(simulated ? [md`*${words.simulated}*`] : []),
    line(`Protocol ${protocol}, seed ${seed}, meeting time ${startedAt} to ${now}.`),
    heading(2, "Present"),
    list([
      ...seats.map(({ persona, kind, model }) => {
        const duty = kind === "agent" ? `, ${words.event.runsProcedure}` : "";
        return `${persona.name}, ${persona.title}${duty} (${model})`;
      }),
      ...(scenario.excluded ?? []).map((each) => md`*${formatExcluded(each)}*`),
    ]),
    heading(2, "Documents"),
    scenario.documents.length === 0
      ? line("None.")
      : list(
          scenario.documents.map(
            (each) => `${formatDocument(each)}, digest ${each.sha256.slice(0, 12)}`,
          ),
        ),
  ];
}

function createSpeech(state: MeetingState, protocol: Procedure): (event: MeetingEvent) => Article {
  const walk = createWalk(() => protocol);
  const getName = (seat: string) => getMemberName(state, seat);

  return (event) => {
    const shown = walk.next(event);
    const { turn } = shown;
    switch (event.type) {
      case "message.spoken":
        return event.audience === "record" ? [] : [createEntry(event, shown, state)];
      case "notice.given":
        return [blockquote(md`**${turn ?? 0}. ${getName(event.agent)}:** ${event.text}`)];
      case "person.acted": {
        const act = describeEvent(event, { getName });
        return act === null ? [] : [blockquote(act.text)];
      }
      case "turn.passed":
      case "turn.absent":
      case "impersonation.attempted":
      case "document.added":
      case "meeting.approved":
      case "meeting.forked":
      case "limit.raised":
      case "meeting.adjourned":
      case "meeting.suspended":
      case "meeting.closed": {
        const line =
          event.type === "document.added" && event.by === null
            ? null
            : describeEvent(event, { getName });
        if (line === null) return [];
        return [turn === null ? md`*${toOneLine(line)}*` : md`*${turn}. ${toOneLine(line)}*`];
      }
      // The rest is elsewhere in the file, or only in the log.
      default:
        return [];
    }
  };
}

function createBallotList(state: MeetingState): Article {
  const cast = [...state.members.values()].flatMap(({ seat, ballots, citations }) =>
    ballots.map((ballot, index) => {
      const { kind, reasoning } = ballot;
      const name = formatBallot(ballots, kind, countClosingBallots(ballots, index));
      const unfound = listUnfoundQuotes({ citations, reasoning, wouldChange: null });
      const reasons = [reasoning, ...unfound.map((quote) => formatUnfound(quote))].join("; ");
      const why = reasoning === null ? "" : `: ${reasons}`;
      return `${seat.persona.name}, ${name}: ${formatStatedVerdict(ballot) ?? words.ballot.noVote}${why}`;
    }),
  );
  return cast.length === 0 ? [] : [heading(2, "Ballots"), list(cast)];
}
