import type { Column, StatusLine } from "../../engine/meeting/contract/protocol.ts";
import type { MeetingState, MemberState } from "../../engine/transcript/state.ts";
import { plainId } from "../../text/plain.ts";
import {
  type CrossReply,
  divergenceAssessed,
  type PanelAnswer,
  panelAnswered,
  panelArbitrated,
  panelCrossExamined,
  sessionOpened,
} from "./facts.ts";

export const chamberColumns: readonly Column[] = [
  { name: "first", title: "First stance", value: (member, state) => firstStance(answerOf(member, state)) },
  { name: "cross", title: "Cross reply", value: (member, state) => labelOf(replyOf(member, state)) },
];

export function chamberStatus(state: MeetingState): StatusLine[] {
  const { level } = sessionOpened.last(state) ?? {};
  const asked = panelAnswered.all(state).length;
  return [
    ...(level === undefined ? [] : [{ label: "level", value: String(level) }]),
    {
      label: "panel",
      value: asked === 0 ? "answering" : `answered ${asked === 1 ? "once" : `${asked} times`}`,
    },
    ...(asked === 0 ? [] : [{ label: "phase", value: phaseOf(state, asked) }]),
  ];
}

function phaseOf(state: MeetingState, attempt: number): string {
  const isThis = (fact: { readonly attempt: number }) => fact.attempt === attempt;
  if (panelArbitrated.all(state).some(isThis)) return "arbitrated";
  if (panelCrossExamined.all(state).some(isThis)) return "arbitration";
  const divergence = divergenceAssessed.all(state).find(isThis);
  if (!divergence) return "divergence";
  return divergence.triggered && divergence.skipped === null ? "cross-examination" : "arbitration";
}

function firstStance(answer: PanelAnswer | undefined): string | null {
  return answer?.status === "absent" ? "no answer" : (answer?.stance ?? null);
}

function labelOf(reply: CrossReply | undefined): string | null {
  if (reply?.status === "absent") return "no reply";
  return reply?.label ? plainId(reply.label) : null;
}

function answerOf({ seat }: MemberState, state: MeetingState) {
  return panelAnswered.last(state)?.answers.find(({ panelist }) => panelist === seat.id);
}

function replyOf({ seat }: MemberState, state: MeetingState) {
  const attempt = panelAnswered.last(state)?.attempt;
  const crossed = panelCrossExamined.all(state).find((each) => each.attempt === attempt);
  return crossed?.replies.find(({ panelist }) => panelist === seat.id);
}
