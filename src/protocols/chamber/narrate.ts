import { nameIn } from "../../engine/transcript/member-of.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import {
  claimChecked,
  dataBrought,
  divergenceAssessed,
  founderContributed,
  founderReviewed,
  panelAnswered,
  panelArbitrated,
  panelCrossExamined,
  sessionConcluded,
} from "./facts.ts";

type SessionFact = MeetingState["facts"][number];

export function factInWords(fact: SessionFact, state: MeetingState): string | null {
  const name = (id: string) => nameIn(state, id);
  const answered = panelAnswered.read(fact);
  if (answered) {
    const said = answered.answers.map(
      ({ panelist, stance, confidence }) => `${name(panelist)} ${standing(stance, confidence)}`,
    );
    return `the panel has answered: ${said.join("; ")}`;
  }
  const crossed = panelCrossExamined.read(fact);
  if (crossed) {
    const said = crossed.replies.map(
      ({ panelist, label, finalStance, finalConfidence }) =>
        `${name(panelist)} ${label?.replaceAll("_", " ") ?? "without a reply"}, ${standing(finalStance, finalConfidence)}`,
    );
    return `cross-examined: ${said.join("; ")}`;
  }
  return divergenceInWords(fact) ?? arbitrationInWords(fact) ?? personInWords(fact);
}

export function closingInWords(state: MeetingState): string {
  const { status, reruns } = sessionConcluded.last(state) ?? { status: null, reruns: 0 };
  if (status === "failed_quorum") return "fewer than two panellists answered";
  const times = reruns === 0 ? "asked once" : `asked ${reruns + 1} times`;
  return `the panel was ${times}, and the arbiter has spoken`;
}

function divergenceInWords(fact: SessionFact): string | null {
  const found = divergenceAssessed.read(fact);
  if (!found) return null;
  if (!found.triggered) return "the answers do not diverge";
  const skipped = found.skipped === null ? "" : ` (no cross-examination: ${found.skipped})`;
  return `the answers diverge: ${found.reasons.map(({ detail }) => detail).join("; ")}${skipped}`;
}

function arbitrationInWords(fact: SessionFact): string | null {
  const found = panelArbitrated.read(fact);
  if (!found) return null;
  if (found.text === null) return "the arbiter gave no synthesis";
  const { outcome, confidence, dissent, action } = found;
  return `the arbiter reads ${outcome}, confidence ${confidence ?? "not told"} of 10, dissent ${dissent}: ${action.replaceAll("_", " ")}`;
}

function personInWords(fact: SessionFact): string | null {
  const added = founderContributed.read(fact);
  if (added) return `${added.person} adds a view, unverified`;
  const claim = claimChecked.read(fact);
  if (claim) return `a claim of ${claim.person} is ${claim.result}: ${claim.claim}`;
  const reviewed = founderReviewed.read(fact);
  if (reviewed && reviewed.decision !== "none") {
    return `${reviewed.person}: ${reviewed.decision}${reviewed.aspect === null ? "" : ` (${reviewed.aspect})`}`;
  }
  const given = dataBrought.read(fact);
  return given?.document ? `${given.person} brings ${given.document.name}` : null;
}

function standing(stance: string | null, confidence: number | null): string {
  if (stance === null) return "is absent";
  return confidence === null ? stance : `${stance} (${confidence})`;
}
