import { finalVerdict } from "../../meeting/decide.ts";
import { NO_VERDICT } from "../../transcript/events.ts";
import type { MeetingState } from "../../transcript/state.ts";
import type { Ledger } from "./ledger.ts";
import { document, section } from "./markdown.ts";

/** What is settled, what is open, what is recommended, and at the end what the meeting decided. */
export function synthesisText(state: MeetingState, ledger: Ledger): string {
  const { synthesis, judged, opened } = ledger;
  return document([
    "# Synthesis",
    [
      `Question: ${state.scenario.question}`,
      `Anchor: ${opened!.anchor}`,
      ...(judged ? [`${judged.converged ? "Converged" : "Not converged"}: ${judged.reason}.`] : []),
    ],
    synthesis ? [synthesis.summary] : ["No synthesis was written."],
    section("Settled", points(settled(ledger))),
    section("Open", points(synthesis?.open ?? [])),
    section("Recommendation", synthesis ? [synthesis.recommendation] : []),
    section("Outcome", outcome(state)),
  ]);
}

type Point = { readonly text: string; readonly cites: readonly string[] };

function points(items: readonly Point[]): string[] {
  return items.map(({ text, cites }) => `- ${text}${cites.length > 0 ? ` (${cites.join(", ")})` : ""}`);
}

/** Every decision that stands, then what the synthesis adds in other words. */
function settled({ decisions, synthesis }: Ledger): Point[] {
  const superseded = new Set(
    decisions.flatMap(({ cites }) =>
      cites.filter(({ relation }) => relation === "supersedes").map(({ id }) => id),
    ),
  );
  const standing = decisions.filter(({ id }) => !superseded.has(id));
  const texts = new Set(standing.map(({ text }) => text));
  return [
    ...standing.map(({ id, text }) => ({ text, cites: [id] })),
    ...(synthesis?.settled ?? []).filter(({ text }) => !texts.has(text)),
  ];
}

/** The option decided, who voted for what, and the reasons of those who wanted another. */
function outcome(state: MeetingState): string[] {
  const { outcome: decided, scenario } = state;
  if (decided === null) return ["The meeting is not closed: nothing is decided yet."];
  const sideOf = new Map<string, string>(scenario.verdicts.map(({ id, side }) => [id, side]));
  const winner = decided.option ?? decided.side;
  const votes = scenario.members.map(({ id }) => {
    const member = state.members.get(id)!;
    return { name: member.seat.persona.name, ...finalVerdict(member) };
  });
  const others = votes.filter(({ verdict }) => {
    if (verdict === null || winner === null) return false;
    return (decided.option === null ? sideOf.get(verdict) : verdict) !== winner;
  });
  const meaning = scenario.verdicts.find(({ id }) => id === decided.option)?.meaning;
  const named = `${decided.status}${winner === null ? "" : `: ${winner}`}`;
  return [
    `**${named}**.${meaning === undefined ? "" : ` ${meaning}`}`,
    `${decided.reason}; ${decided.rule}, margin ${decided.margin}.`,
    `Votes:\n\n${votes.map(({ name, verdict }) => `- ${name}: ${verdict ?? NO_VERDICT}`).join("\n")}`,
    others.length === 0
      ? "Dissent: none."
      : `Dissent:\n\n${others.map(({ name, verdict, reasoning }) => `- ${name}, for ${verdict}${reasoning ? `: ${reasoning}` : ""}`).join("\n")}`,
  ];
}
