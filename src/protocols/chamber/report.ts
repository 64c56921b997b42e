/**
 * What the chamber tells about a session, for tables, screens, report.md and session.json.
 */

import type { Column, Told } from "../../engine/protocol/protocol.ts";
import { readCost } from "../../engine/transcript/call-events.ts";
import { getMemberName, type MeetingState } from "../../engine/transcript/state.ts";
import { formatExcluded, nameOutcome } from "../../engine/words/figures.ts";
import { words } from "../../engine/words/words.ts";
import { dropMissing } from "../../lists.ts";
import { findSharedModel } from "../../models/contract/model-spec.ts";
import { checkCitation } from "../../scenario/documents/citations.ts";
import type { Document } from "../../scenario/schema/scenario.ts";
import * as m from "../../text/article.ts";
import { capitalize, toPlainId } from "../../text/plain.ts";
import * as facts from "./facts.ts";
import { createCase } from "./instruction-data.ts";
import { revealArbitration } from "./labels.ts";

export function tellChamber(state: MeetingState): Partial<Told> {
  return {
    facts: facts.FACTS_IN_WORDS,
    columns: () => listColumns(state),
    status: () => createStatus(state),
    record: () => createRecord(state),
    closing: () => facts.describeClosing(state),
    files: () => [
      { name: "report.md", content: createReport(state) },
      { name: "session.json", content: collectSession(state) },
    ],
    prior: () => createPrior(state),
  };
}

function listColumns(state: MeetingState): readonly Column[] {
  const last = facts.panelAnswered.readLast(state);
  const crossed = facts.panelCrossExamined
    .readAll(state)
    .find(({ attempt }) => attempt === last?.attempt);
  return [
    {
      name: "first",
      title: "First stance",
      value({ seat }) {
        const answer = last?.answers.find(({ panelist }) => panelist === seat.id);
        return answer?.status === "absent" ? "no answer" : (answer?.stance ?? null);
      },
    },
    {
      name: "cross",
      title: "Cross reply",
      value({ seat }) {
        const reply = crossed?.replies.find(({ panelist }) => panelist === seat.id);
        if (reply?.status === "absent") return "no reply";
        return reply?.label ? toPlainId(reply.label) : null;
      },
    },
  ];
}

function createStatus(state: MeetingState): m.Article {
  const { level } = facts.sessionOpened.readLast(state) ?? {};
  const asked = facts.countAttempts(state);
  const times = asked === 1 ? "once" : `${asked} times`;
  return m.fields([
    ["level", level],
    ["panel", asked === 0 ? "answering" : `answered ${times}`],
    ["phase", asked === 0 ? null : findPhase(state, asked)],
  ]);
}

function findPhase(state: MeetingState, attempt: number): string {
  const isThis = (fact: { attempt: number }) => fact.attempt === attempt;
  if (facts.panelArbitrated.readAll(state).some(isThis)) return "arbitrated";
  if (facts.panelCrossExamined.readAll(state).some(isThis)) return "arbitration";
  const divergence = facts.divergenceAssessed.readAll(state).find(isThis);
  if (!divergence) return "divergence";
  return divergence.triggered && divergence.skipped === null ? "cross-examination" : "arbitration";
}

function createRecord(state: MeetingState): m.Article {
  const last = collectLastAttempt(state);
  const { arbitration, divergence } = last;
  if (divergence === null && arbitration === null) return [];
  const synthesis =
    arbitration === null
      ? []
      : m.section(3, `Synthesis: ${toPlainId(arbitration.outcome)}`, [
          ...m.putUnder(3, createSynthesis(last, state)),
          ...createConfidence(arbitration),
        ]);
  return [
    ...m.section(
      2,
      "Where the panel differs",
      m.section(3, "Divergence", m.putUnder(3, createDivergence(last))),
    ),
    ...m.section(2, "What the arbiter makes of it", synthesis),
  ];
}

function createPrior(state: MeetingState): m.Article {
  const { text, assignment } = collectLastAttempt(state).arbitration ?? {};
  if (!text) return [];
  const wanted = assignment ? [`Data wanted: ${assignment.what}, from ${assignment.from}`] : [];
  return m.section(2, "Synthesis", [
    m.line(text.synthesis),
    m.list([
      ...text.minorityViews.map((view) => `Minority view: ${view}`),
      `Uncertain: ${text.uncertainty}`,
      ...wanted,
    ]),
  ]);
}

/** Sections have a fixed order. */
function createReport(state: MeetingState): m.Article {
  const last = collectLastAttempt(state);
  const getName = (id: string) => getMemberName(state, id);
  const answers = last.phase1.flatMap((answer) => createAnswer(answer, getName, state.documents));
  const replies = last.phase2?.flatMap((reply) => createReply(reply, getName)) ?? [];
  return [
    m.heading(1, state.scenario.title),
    ...createHead(state),
    ...m.section(2, "Question", [m.blockquote(state.scenario.question)]),
    ...m.section(2, "Context provided", createContext(state)),
    ...createSection("Panelist Responses (verbatim)", answers),
    ...m.section(2, "Divergence Analysis", createDivergence(last)),
    ...m.section(2, "Cross-Examination", replies),
    ...m.section(2, "Arbiter Synthesis", createSynthesis(last, state)),
    ...m.section(2, "Confidence Assessment", createConfidence(last.arbitration)),
  ];
}

/** With the arbiter's labels as names. */
function collectLastAttempt(state: MeetingState) {
  const last = facts.collectAttempt(state, Math.max(1, facts.countAttempts(state)));
  return { ...last, arbitration: last.arbitration && revealArbitration(last.arbitration, state) };
}

function listEarlierAttempts(state: MeetingState) {
  return Array.from({ length: Math.max(0, facts.countAttempts(state) - 1) }, (_, index) =>
    facts.collectAttempt(state, index + 1),
  );
}

function createSection(title: string, parts: m.Article): m.Article {
  return m.section(2, title, parts.length === 0 ? [m.paragraphs("None.")] : parts);
}

function createHead(state: MeetingState): m.Article {
  const { status, missing, level, approval } = collectSession(state);
  const getName = (id: string) => getMemberName(state, id);
  const short =
    missing.length > 0 ? `; missing from the panel: ${missing.map(getName).join(", ")}` : "";
  const why = approval?.because == null ? "" : `: ${approval.because}`;
  const approvedBy =
    approval === null ? "" : `; approved by ${approval.by} at ${approval.at}${why}`;
  const head = [
    m.md`Outcome: ${describeOutcome(state)}`,
    m.md`Status: ${toPlainId(status ?? "open")}${short}`,
    ...(state.scenario.excluded ?? []).map((each) => m.md`${formatExcluded(each)}`),
    m.md`Level ${level}; ${describeOpening(state)}${approvedBy}`,
    m.md`Session: ${state.meeting}, opened ${state.startedAt}`,
  ];
  const { members } = state.scenario;
  const shared = findSharedModel(members);
  const isShared =
    shared === null ? [] : [m.md`**${capitalize(words.table.oneModel(members.length, shared))}.**`];
  return dropMissing([state.simulated && m.md`**${words.simulated}.**`, ...isShared, m.list(head)]);
}

function describeOutcome({ outcome, scenario }: MeetingState): m.Paragraph {
  const name = nameOutcome(outcome, scenario);
  return outcome === null ? m.line(name) : m.md`${name}: ${outcome.reason}`;
}

function describeOpening({ proposer }: MeetingState): string {
  if (proposer === null) return "opened by a person";
  return `proposed by ${proposer.name}`;
}

function createContext(state: MeetingState): m.Article {
  const { context, documents } = state.scenario;
  const count = facts.countAttempts(state);
  const items = [
    ...documents.map(
      ({ name, title, sha256 }) => `${title} (${name}, SHA-256 ${sha256.slice(0, 12)})`,
    ),
    ...listEarlierAttempts(state).flatMap(({ attempt, arbitration, brought }) => [
      `Asked before (${attempt} of ${count}): ${toPlainId(arbitration?.outcome ?? "no answer")}`,
      ...brought.map(({ person, aspect, assignment, document: added, shown }) => {
        const what =
          aspect === null ? `brought: ${assignment?.what ?? ""}` : `challenged: ${aspect}`;
        const file = added?.name ?? shown;
        return `${person} ${what}${file ? ` (${file})` : ""}`;
      }),
    ]),
  ];
  const parts = dropMissing([
    context ? m.blockquote(context) : null,
    items.length > 0 && m.list(items),
  ]);
  return parts.length > 0 ? parts : [m.paragraphs("None.")];
}

type NameOf = (id: string) => string;

function createAnswer(
  answer: facts.PanelAnswer,
  getName: NameOf,
  documents: readonly Document[],
): m.Article {
  const { panelist, model, status, stance, confidence, confidenceAsGiven, reasoning, evidence } =
    answer;
  const title = m.heading(3, `${getName(panelist)} (${model})`);
  if (status === "absent") return [title, m.md`No answer: ${answer.error ?? "no reason given"}`];
  if (status === "unparsed") {
    return [
      title,
      m.paragraphs("The answer was not in the form asked for; as it came:"),
      m.verbatim(answer.raw),
    ];
  }
  const isAsGiven = confidenceAsGiven === null || confidenceAsGiven === confidence;
  const as = isAsGiven ? m.md`` : m.md` (given as ${confidenceAsGiven})`;
  const items = evidence.map(({ ref, quote, says }) => {
    const { found } = checkCitation({ ref, quote }, documents);
    return `${ref} "${quote}": ${says}${found === "absent" ? " (NOT FOUND in the documents)" : ""}`;
  });
  return dropMissing([
    title,
    m.md`Stance: **${toPlainId(stance ?? "none")}**. Confidence: ${confidence ?? "not told"}${as}.${describeFlags(answer.flags)}`,
    m.blockquote(reasoning),
    items.length > 0 && m.list(items),
  ]);
}

function createReply(reply: facts.CrossReply, getName: NameOf): m.Article {
  const {
    panelist,
    status,
    label,
    response,
    counterArgument,
    finalStance,
    finalConfidence,
    flags,
  } = reply;
  const title = m.heading(3, getName(panelist));
  if (status === "absent")
    return [title, m.md`No reply: ${reply.error ?? "no reason given"}. The first answer stands.`];
  const line =
    status === "unparsed"
      ? [m.paragraphs("The reply is not in the requested format. It reads:"), m.verbatim(reply.raw)]
      : [m.blockquote(response)];
  return [
    title,
    m.md`Label: **${toPlainId(label ?? "none")}**${describeFlags(flags)}. Final stance: ${toPlainId(finalStance)}, confidence ${finalConfidence ?? "not given"}.`,
    ...line,
    ...(counterArgument?.trim()
      ? [m.paragraphs("Counter-argument:"), m.blockquote(counterArgument)]
      : []),
  ];
}

function describeFlags(flags: readonly string[]): m.Paragraph {
  return flags.length === 0 ? m.md`` : m.md` (${flags.map(toPlainId).join(", ")})`;
}

export function collectSession(state: MeetingState) {
  const last = collectLastAttempt(state);
  const opened = facts.sessionOpened.readLast(state);
  const concluded = facts.sessionConcluded.readLast(state);
  const { question, context } = createCase(state.scenario);
  return {
    sessionId: state.meeting,
    createdAt: state.startedAt,
    simulated: state.simulated,
    trigger: opened?.trigger ?? "founder",
    level: concluded?.level ?? opened?.level ?? 3,
    levelBecause: opened?.because ?? [],
    proposer: state.proposer,
    approval: state.approval,
    question,
    context,
    contextTokens: opened?.contextTokens ?? null,
    panel: state.scenario.members.map(({ id, persona, model }) => ({
      id,
      name: persona.name,
      model,
    })),
    excluded: state.scenario.excluded,
    phase1: last.phase1,
    divergence: last.divergence,
    phase2: last.phase2,
    contributions: last.contributions,
    claims: last.claims,
    arbitration: last.arbitration,
    review: last.review,
    earlier: listEarlierAttempts(state),
    outcome: state.outcome,
    cost: {
      estimated: state.simulated ? 0 : (state.approval?.estimate ?? null),
      actual: readCost(state.spending).cost,
    },
    durationMs: Date.parse(state.now) - Date.parse(state.startedAt),
    status: concluded?.status ?? null,
    missing: concluded?.missing ?? [],
  };
}

type Attempt = ReturnType<typeof facts.collectAttempt>;

function createDivergence({ divergence, arbitration }: Attempt): m.Article {
  const { consensus = [], disagreements = [] } = arbitration?.text ?? {};
  const disputed = disagreements.flatMap(({ topic, positions, why, kind }) => [
    m.listItem(`${topic} (${kind === "wording" ? "a difference of wording" : "genuine"})`),
    ...m.nestItems([...positions, `Why: ${why}`]),
  ]);
  const reasons = (divergence?.reasons ?? []).map(({ detail }) => detail);
  return dropMissing([
    m.paragraphs(divergence === null ? "Not assessed." : describeDivergence(divergence)),
    reasons.length > 0 && m.list(reasons),
    m.heading(3, "Consensus areas"),
    listOrNone(consensus),
    m.heading(3, "Disagreement areas"),
    disputed.length === 0 ? NONE : m.list(disputed),
  ]);
}

function describeDivergence({ triggered, classifier, skipped }: facts.Divergence): string {
  const how = {
    asked: "",
    unavailable: " The classifier was unavailable: stances and confidences alone were compared.",
  }[classifier];
  if (!triggered) return `The answers did not diverge, so there was no cross-examination.${how}`;
  return `The answers diverged${skipped === null ? "" : `; no cross-examination, because ${skipped}`}.${how}`;
}

function createSynthesis(
  { arbitration, contributions, claims, review }: Attempt,
  state: MeetingState,
): m.Article {
  if (arbitration === null) return [m.paragraphs("There was no arbitration.")];
  const { text, labels, order, outcome, assignment } = arbitration;
  if (text === null) return [m.paragraphs("The arbiter gave no synthesis that could be read.")];
  const known = order.map((id) => `${labels[id]} (${getMemberName(state, id)})`).join(", ");
  const reviewed = review && review.decision !== "none" ? [review] : [];
  return [
    m.md`Reading of the arbiter: **${toPlainId(outcome)}**`,
    m.blockquote(text.synthesis),
    m.heading(3, "Minority views"),
    listOrNone(text.minorityViews),
    m.heading(3, "Evidence"),
    listOrNone(text.evidence.map(({ position, assessment }) => `${position}: ${assessment}`)),
    m.heading(3, "Uncertainty"),
    text.uncertainty.trim() === "" ? NONE : m.blockquote(text.uncertainty),
    m.heading(3, "Arbiter's reasoning"),
    m.blockquote(text.reasoning),
    ...(assignment
      ? [
          m.heading(3, "Data to be gathered"),
          m.list([
            `What: ${assignment.what}`,
            `From: ${assignment.from}`,
            `Accepted when: ${assignment.acceptance}`,
          ]),
        ]
      : []),
    ...createContributions(contributions, claims),
    ...reviewed.map(
      ({ person, decision, because }) =>
        m.md`${person}: ${decision}${because ? `, because ${because}` : ""}.`,
    ),
    m.md`The arbiter saw these neutral labels instead of names: ${known}.`,
  ];
}

function createContributions(
  contributions: readonly facts.Contribution[],
  claims: readonly facts.CheckedClaim[],
): m.Article {
  const checked = claims.map(
    ({ person, claim, result, why }) => `${result}: ${claim} (${person}). ${why}`,
  );
  return [
    ...contributions.flatMap(({ person, stance, reasoning }) => [
      m.heading(3, `Contribution by ${person} (unverified)`),
      m.md`Stance: ${toPlainId(stance ?? "none")}`,
      m.blockquote(reasoning),
    ]),
    ...(checked.length > 0 ? [m.heading(3, "Claims checked"), m.list(checked)] : []),
  ];
}

function createConfidence(arbitration: facts.Arbitrated | null): m.Article {
  if (arbitration === null) return [NONE];
  const { confidence, dissent, action } = arbitration;
  return [
    m.list([
      m.md`Synthesis confidence: ${confidence === null ? "not told" : `${confidence}/10`}`,
      m.md`Dissent level: ${dissent}`,
      m.md`Recommended action level: ${toPlainId(action)}`,
    ]),
  ];
}

const NONE = m.paragraphs("None.");

function listOrNone(items: readonly m.LineContent[]): m.Block {
  return items.length === 0 ? NONE : m.list(items);
}
