import { excludedInWords } from "../../scenario/schema/excluded.ts";
import { escapeMarkdown, escapeParagraphs } from "../../text/markdown.ts";
import { sanitise } from "../../text/sanitise.ts";
import { citedPassages } from "../../transcript/cited-passages.ts";
import type { CheckedCitation, Draft, MeetingEvent } from "../../transcript/events.ts";
import type { MeetingState } from "../../transcript/state.ts";
import { markdownTable } from "../table/markdown.ts";
import { SIMULATED_NOTICE, type VerdictTable } from "../verdict-schema.ts";
import {
  ballotInWords,
  closingBefore,
  FOUND_IN_WORDS,
  flagsToTell,
  linesInWords,
  statedInWords,
  unfoundInWords,
  unfoundQuotes,
} from "../words.ts";
import { forkLine, leaveLine } from "./fork-line.ts";
import { contentInWords } from "./reply-text.ts";

/** The whole debate as Markdown to be read from top to bottom, with the verdict table at the end. */
export function transcriptMarkdown(
  events: readonly MeetingEvent[],
  state: MeetingState,
  table: VerdictTable,
): string {
  const speech = createSpeech(state);
  const debate = events.flatMap((event) => speech(event));
  return [...frontPage(state), "## Debate", "", ...debate, ...ballots(state), markdownTable(table, 2)].join(
    "\n",
  );
}

function frontPage(state: MeetingState): readonly string[] {
  const { scenario, seats, simulated, protocol, seed } = state;
  return [
    `# ${escapeMarkdown(scenario.title)}`,
    "",
    `**${escapeMarkdown(scenario.question)}**`,
    "",
    ...(simulated ? [`*${SIMULATED_NOTICE}*`, ""] : []),
    `Protocol ${escapeMarkdown(protocol)}, seed ${escapeMarkdown(seed)}, meeting time ${state.startedAt} to ${state.now}.`,
    "",
    "## Present",
    "",
    ...seats.map(({ persona, kind, model }) => {
      const duty = kind === "agent" ? ", runs the procedure" : "";
      return `- ${escapeMarkdown(persona.name)}, ${escapeMarkdown(persona.title)}${duty} (${escapeMarkdown(model)})`;
    }),
    ...(scenario.excluded ?? []).map((each) => `- *${escapeMarkdown(excludedInWords(each))}*`),
    "",
    "## Documents",
    "",
    ...documentList(state),
    "",
  ];
}

function documentList({ scenario }: MeetingState): readonly string[] {
  if (scenario.documents.length === 0) return ["None."];
  return scenario.documents.map(({ name, title, subject, sha256, text }) => {
    const about = subject ? ", the subject" : "";
    return `- ${escapeMarkdown(name)}: ${escapeMarkdown(title)} (${linesInWords(text)}${about}; SHA-256 ${sha256.slice(0, 12)})`;
  });
}

/** Lines of each event in turn; keeps the count of turns and who holds which verdict. */
function createSpeech(state: MeetingState): (event: MeetingEvent) => readonly string[] {
  const verdicts = new Map<string, string>();
  const nameOf = (seat: string) => escapeMarkdown(state.members.get(seat)?.seat.persona.name ?? seat);
  let turn = 0;

  function spoken(event: Draft<"message.spoken">): readonly string[] {
    if (event.audience === "record") return [];
    turn += 1;
    const before = verdicts.get(event.speaker) ?? null;
    const stated = statedInWords(event);
    if (stated !== null) verdicts.set(event.speaker, stated);
    const title = escapeMarkdown(state.members.get(event.speaker)?.seat.persona.title ?? "");
    const to = event.to === null ? "" : `, to ${nameOf(event.to)}`;
    const isMember = state.members.get(event.speaker)?.seat.kind === "member";
    return [
      `### ${turn}. ${nameOf(event.speaker)} (${title})${to}`,
      "",
      ...(event.content.trim() === "" ? [] : [escapeParagraphs(contentInWords(event)), ""]),
      ...list([
        ...citedPassages({ citations: event.citations }).flatMap(citationLine),
        ...event.artifacts.flatMap((artifact) =>
          artifact.kind === "exhibit"
            ? [
                `Laid on the table: ${artifact.type} ${escapeMarkdown(artifact.id)}, ${escapeMarkdown(artifact.title)}:${fenced(artifact.body)}`,
              ]
            : [],
        ),
        ...(isMember ? verdictLines(event, before) : []),
        ...(event.quotations ?? []).filter(({ found }) => found === "absent").flatMap(citationLine),
        ...(event.withdrawn ? ["Withdraws from the debate."] : []),
        ...flagsToTell(event.flags).map((flag) => `Flag: ${escapeMarkdown(flag)}`),
      ]),
    ];
  }

  return (event) => {
    switch (event.type) {
      case "message.spoken":
        return spoken(event);
      case "turn.passed":
        turn += 1;
        return [`*${turn}. ${nameOf(event.speaker)} passes.*`, ""];
      case "turn.absent":
        turn += 1;
        return [`*${turn}. ${nameOf(event.speaker)} is absent: ${escapeMarkdown(event.reason)}*`, ""];
      case "notice.given":
        turn += 1;
        return [`> **${turn}. ${nameOf(event.agent)}:** ${escapeMarkdown(event.text)}`, ""];
      case "impersonation.attempted":
        return [`*${nameOf(event.speaker)} tried to speak as ${nameOf(event.as)}; not credited.*`, ""];
      case "document.added":
        if (event.by === null) return [];
        return [
          `*${escapeMarkdown(event.by)} brings ${escapeMarkdown(event.name)}: ${escapeMarkdown(event.title)}.*`,
          "",
        ];
      case "person.acted":
        return act(event, nameOf);
      case "meeting.approved":
        return [`*${escapeMarkdown(leaveLine(event))}*`, ""];
      case "meeting.forked":
        return [`*${escapeMarkdown(forkLine(event))}*`, ""];
      case "meeting.adjourned":
        return [`*Adjourned: ${escapeMarkdown(event.reason)}*`, ""];
      case "meeting.suspended":
        return [`*Suspended: ${escapeMarkdown(event.reason)}*`, ""];
      case "meeting.closed":
        return [`*Closed: ${escapeMarkdown(event.reason)}*`, ""];
      default:
        return [];
    }
  };
}

function act(
  { person, does, refused }: Draft<"person.acted">,
  nameOf: (seat: string) => string,
): readonly string[] {
  const who = escapeMarkdown(person);
  if (does.act === "interject") return [`> **${who}:** ${escapeMarkdown(does.text)}`, ""];
  if (does.act === "whisper") {
    return [`> **${who}**, to ${nameOf(does.to)} alone: ${escapeMarkdown(does.text)}`, ""];
  }
  const why = refused === undefined ? "" : `: not possible, ${escapeMarkdown(refused)}`;
  return [`*${who}: ${does.act.replaceAll("-", " ")}${why}.*`, ""];
}

function citationLine({ ref, quote, found }: CheckedCitation): readonly string[] {
  const mark = found === "absent" ? "✗" : "✓";
  const words = quote === "" ? "" : `, “${escapeMarkdown(quote)}”`;
  const place = ref === null ? "Quotation" : `Cites ${escapeMarkdown(ref)}`;
  return [`${mark} ${place}${words} (${FOUND_IN_WORDS[found]})`];
}

function verdictLines(event: Draft<"message.spoken">, before: string | null): readonly string[] {
  const { reasoning, wouldChange, confidence, movedBy } = event;
  const verdict = statedInWords(event);
  if (verdict === null || verdict === before) return [];
  const was = before === null ? "" : ` (was ${escapeMarkdown(before)})`;
  const sure = confidence === null ? "" : `, confidence ${confidence}`;
  const why = reasoning === null ? "" : `: ${escapeMarkdown(reasoning)}`;
  return [
    `**Verdict: ${escapeMarkdown(verdict)}**${was}${sure}${why}`,
    ...(movedBy ? [`Moved by ${movedBy.message}: "${escapeMarkdown(movedBy.passage)}"`] : []),
    ...(wouldChange === null ? [] : [`Would change it: ${escapeMarkdown(wouldChange)}`]),
  ];
}

function ballots(state: MeetingState): readonly string[] {
  const cast = [...state.members.values()].flatMap(({ seat, ballots, citations }) =>
    ballots.map((ballot, index) => {
      const { kind, reasoning } = ballot;
      const name = ballotInWords(ballots, kind, closingBefore(ballots, index));
      const unfound = unfoundQuotes({ citations, reasoning, wouldChange: null }).map(unfoundInWords);
      const why = reasoning === null ? "" : `: ${escapeMarkdown([reasoning, ...unfound].join("; "))}`;
      return `${escapeMarkdown(seat.persona.name)}, ${name}: ${escapeMarkdown(statedInWords(ballot) ?? "no valid vote")}${why}`;
    }),
  );
  return cast.length === 0 ? [] : ["## Ballots", "", ...list(cast)];
}

/** A text in its own lines, as part of a list item, where nothing in it is read as markup. */
function fenced(body: string): string {
  const text = sanitise(body).trim();
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return ["", "", fence, ...text.split("\n"), fence].map((line) => (line === "" ? "" : `  ${line}`)).join("\n");
}

function list(items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [...items.map((item) => `- ${item}`), ""];
}
