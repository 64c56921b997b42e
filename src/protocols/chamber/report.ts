import { checkCitation } from "../../scenario/citations.ts";
import { excludedInWords } from "../../scenario/excluded.ts";
import type { Outcome } from "../../transcript/events.ts";
import type { MeetingState } from "../../transcript/state.ts";
import { overruledInWords } from "./arbitration.ts";
import { attemptOf, attemptsIn } from "./attempts.ts";
import type { Arbitrated, CheckedClaim, Contribution, CrossReply, Divergence, PanelAnswer } from "./facts.ts";
import { openly } from "./labels.ts";
import { saying } from "./says-something.ts";
import { sessionOf } from "./session.ts";

/** `report.md`: the session in sections that always stand in the same order. */
export function chamberReport(state: MeetingState): string {
  const count = attemptsIn(state);
  const last = attemptOf(state, Math.max(1, count));
  const arbitration = last.arbitration && openly(last.arbitration, nameIn(state));
  return document([
    `# ${state.scenario.title}`,
    headLines(state),
    section("Question", [quoted(state.scenario.question)]),
    section("Context provided", contextLines(state)),
    section(
      "Panelist Responses (verbatim)",
      last.phase1.flatMap((answer) => answerLines(state, answer)),
    ),
    section("Divergence Analysis", divergenceLines(last.divergence, arbitration)),
    ...(last.phase2
      ? [
          section(
            "Cross-Examination",
            last.phase2.flatMap((reply) => replyLines(state, reply)),
          ),
        ]
      : []),
    section("Arbiter Synthesis", synthesisLines(state, arbitration, last)),
    section("Confidence Assessment", confidenceLines(arbitration)),
  ]);
}

type Attempt = ReturnType<typeof attemptOf>;

function headLines(state: MeetingState): string[] {
  const { status, missing, level, cost, approval } = sessionOf(state);
  const { outcome } = state;
  const what = outcome === null ? "not concluded" : `${outcomeWord(outcome)}: ${outcome.reason}`;
  return [
    ...(state.simulated
      ? [
          "**Simulated: no language model took part. Seats keep the names of the models they are meant for.**",
          "",
        ]
      : []),
    `- Outcome: ${what}`,
    `- Status: ${status ?? "open"}${missing.length > 0 ? `; missing from the panel: ${missing.map(nameIn(state)).join(", ")}` : ""}`,
    ...(state.scenario.excluded ?? []).map((each) => `- ${excludedInWords(each)}`),
    `- Level ${level}; ${openedBy(state)}${approval ? `; approved by ${approval.by} at ${approval.at}${approval.because === null ? "" : `: ${approval.because}`}` : ""}`,
    `- Cost: ${cost.actual === null ? "unknown" : `$${cost.actual.toFixed(4)}`} (${approval ? "expected" : "estimated at most"} ${cost.estimated === null ? "unknown" : `$${cost.estimated.toFixed(4)}`})`,
    `- Session: ${state.meeting}, opened ${state.startedAt}`,
  ];
}

function outcomeWord({ status, option }: Outcome): string {
  if (option === null) return status;
  return status === "unaccepted" ? `${option} (unaccepted)` : option;
}

function openedBy({ proposer }: MeetingState): string {
  if (proposer === null) return "opened by a person";
  return `proposed by ${proposer.kind === "schedule" ? "the schedule " : ""}${proposer.name}`;
}

function contextLines(state: MeetingState): string[] {
  const { context } = state.scenario;
  const count = attemptsIn(state);
  const earlier = Array.from({ length: Math.max(0, count - 1) }, (_, index) => attemptOf(state, index + 1));
  return [
    ...(context ? [context.trim(), ""] : []),
    ...state.scenario.documents.map(
      ({ name, title, sha256 }) => `- ${title} (${name}, SHA-256 ${sha256.slice(0, 12)})`,
    ),
    ...earlier.flatMap(({ attempt, arbitration, brought }) => [
      `- Asked before (${attempt} of ${count}): ${arbitration?.outcome ?? "no answer"}`,
      ...brought.map(
        ({ person, aspect, assignment, document: added, shown }) =>
          `- ${person} ${aspect === null ? `brought: ${assignment?.what ?? ""}` : `challenged: ${aspect}`}${added || shown ? ` (${added?.name ?? shown})` : ""}`,
      ),
    ]),
  ];
}

function answerLines(state: MeetingState, answer: PanelAnswer): string[] {
  const { panelist, model, status, stance, confidence, confidenceAsGiven, reasoning, evidence, raw, error } =
    answer;
  const heading = `### ${nameIn(state)(panelist)} (${model})`;
  if (status === "absent") return [heading, "", `No answer: ${error}`, ""];
  if (status === "unparsed")
    return [heading, "", "The answer was not in the form asked for; as it came:", "", quoted(raw), ""];
  const as =
    confidenceAsGiven === null || confidenceAsGiven === confidence ? "" : ` (given as ${confidenceAsGiven})`;
  return [
    heading,
    "",
    `Stance: **${stance}**. Confidence: ${confidence ?? "not told"}${as}.`,
    "",
    quoted(reasoning),
    "",
    ...evidence.map(({ ref, quote, says }) => {
      const { found } = checkCitation({ ref, quote }, state.documents);
      return `- ${ref} "${quote}": ${says}${found === "absent" ? " (NOT FOUND in the documents)" : ""}`;
    }),
    "",
  ];
}

function divergenceLines(divergence: Divergence | null, arbitration: Arbitrated | null): string[] {
  const text = arbitration?.text;
  const consensus = text?.consensus ?? [];
  const disagreements = text?.disagreements ?? [];
  return [
    ...(divergence === null ? ["Not assessed."] : [whatDiverged(divergence)]),
    ...(divergence?.reasons ?? []).map(({ detail }) => `- ${detail}`),
    "",
    "### Consensus areas",
    "",
    ...orNone(consensus.map((each) => `- ${each}`)),
    "",
    "### Disagreement areas",
    "",
    ...orNone(
      disagreements.flatMap(({ topic, positions, why, kind }) => [
        `- ${topic} (${kind === "wording" ? "a difference of wording" : "genuine"})`,
        ...positions.map((position) => `  - ${position}`),
        `  - Why: ${why}`,
      ]),
    ),
  ];
}

function whatDiverged({ triggered, classifier, skipped }: Divergence): string {
  const how = {
    asked: "",
    unavailable: " The classifier was unavailable: stances and confidences alone were compared.",
    "by-rule": " Evidence was compared by rule.",
  }[classifier];
  if (!triggered) return `The answers did not diverge; no cross-examination was held.${how}`;
  return `The answers diverged${skipped === null ? "" : `; no cross-examination, because ${skipped}`}.${how}`;
}

function replyLines(state: MeetingState, reply: CrossReply): string[] {
  const {
    panelist,
    status,
    label,
    response,
    counterArgument,
    finalStance,
    finalConfidence,
    flags,
    raw,
    error,
  } = reply;
  const heading = `### ${nameIn(state)(panelist)}`;
  if (status === "absent") return [heading, "", `No reply: ${error}. The first answer stands.`, ""];
  const said =
    status === "unparsed" ? ["Not in the form asked for; as it came:", "", quoted(raw)] : [quoted(response)];
  return [
    heading,
    "",
    `Label: **${label ?? "none"}**${flags.length > 0 ? ` (${flags.join(", ")})` : ""}. Stands at ${finalStance}, confidence ${finalConfidence ?? "not told"}.`,
    "",
    ...said,
    "",
    ...(counterArgument ? [`Counter-argument: ${counterArgument}`, ""] : []),
  ];
}

function synthesisLines(
  state: MeetingState,
  arbitration: Arbitrated | null,
  { contributions, claims, review }: Attempt,
): string[] {
  if (arbitration === null) return ["No arbitration was held."];
  const { text, labels, order, outcome, assignment, flags } = arbitration;
  if (text === null) return ["The arbiter gave no synthesis that could be read."];
  return [
    `Reading of the arbiter: **${outcome}**`,
    "",
    text.synthesis,
    "",
    "### Minority views",
    "",
    ...orNone(text.minorityViews.map((each) => `- ${each}`)),
    "",
    ...claimedLines(arbitration),
    "### Evidence",
    "",
    ...orNone(text.evidence.map(({ position, assessment }) => `- ${position}: ${assessment}`)),
    "",
    "### Uncertainty",
    "",
    text.uncertainty,
    "",
    "### Arbiter's reasoning",
    "",
    text.reasoning,
    "",
    ...(assignment
      ? [
          "### Data to be gathered",
          "",
          `- What: ${assignment.what}`,
          `- From: ${assignment.from}`,
          `- Accepted when: ${assignment.acceptance}`,
          "",
        ]
      : []),
    ...personLines(contributions, claims),
    ...(review && review.decision !== "none"
      ? [`${review.person}: ${review.decision}${review.because ? `, because ${review.because}` : ""}.`, ""]
      : []),
    `The arbiter knew the panel as ${order.map((id) => `${labels[id]} (${nameIn(state)(id)})`).join(", ")}; the names stood for nothing but labels to it.`,
    ...(flags.length > 0 ? ["", `Flags: ${flags.join(", ")}.`] : []),
  ];
}

/** The arbiter's own words on who differs, beside those of the record. */
function claimedLines({ claimed }: Arbitrated): string[] {
  const said = (claimed?.minorityViews ?? []).filter(saying);
  return said.length === 0 ? [] : ["In the arbiter's words:", "", ...said.map((each) => `- ${each}`), ""];
}

function personLines(contributions: readonly Contribution[], claims: readonly CheckedClaim[]): string[] {
  return [
    ...contributions.flatMap(({ person, stance, reasoning }) => [
      `### Contribution by ${person} (unverified)`,
      "",
      `Stance: ${stance ?? "none"}`,
      "",
      quoted(reasoning),
      "",
    ]),
    ...(claims.length > 0 ? ["### Claims checked", ""] : []),
    ...claims.map(({ person, claim, result, why }) => `- ${result}: ${claim} (${person}). ${why}`),
    ...(claims.length > 0 ? [""] : []),
  ];
}

function confidenceLines(arbitration: Arbitrated | null): string[] {
  if (arbitration === null) return ["None."];
  const { confidence, dissent, action } = arbitration;
  const overruled = overruledInWords(arbitration);
  return [
    `- Synthesis confidence: ${confidence === null ? "not told" : `${confidence}/10`}`,
    `- Dissent level: ${dissent}`,
    `- Recommended action level: ${action}`,
    ...(overruled === "" ? [] : [`- Overruled: ${overruled}`]),
  ];
}

function nameIn({ members }: MeetingState): (id: string) => string {
  return (id) => members.get(id)?.seat.persona.name ?? id;
}

function orNone(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? ["None."] : lines;
}

function section(title: string, lines: readonly string[]): string[] {
  return [`## ${title}`, "", ...lines];
}

/** As a block of its own: no heading in it can pass for one of the report's. */
function quoted(text: string): string {
  return text
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

function document(parts: readonly (string | readonly string[])[]): string {
  const text = parts.map((part) => (typeof part === "string" ? part : part.join("\n")).trimEnd()).join("\n\n");
  return `${text.replaceAll(/\n{3,}/g, "\n\n")}\n`;
}
