import { type FinalVerdict, finalVerdict } from "../../../engine/meeting/decision/decide.ts";
import { takesPosition } from "../../../engine/scaffold/message.ts";
import type { MeetingState, MemberState } from "../../../engine/transcript/state.ts";
import { paintableLine } from "../../../text/paintable.ts";
import { type Line, type Span, span, type TextRole } from "../paint/spans.ts";
import type { ViewState } from "./model.ts";
import { markOfPosition, type Table } from "./table.ts";

export type HeldVerdict = Pick<FinalVerdict, "verdict" | "confidence" | "by">;

/** A closing ballot is final, else the last verdict said counts. If the protocol states a standing,
 * an earlier ballot counts for a member who has said none. */
export function heldBy({ standing }: Pick<ViewState, "standing">, member: MemberState): HeldVerdict {
  const final = finalVerdict(member);
  if (final.by !== null || standing === null) return final;
  const last = member.ballots.at(-1);
  return last && takesPosition(last)
    ? { verdict: last.verdict, confidence: last.confidence, by: "ballot" }
    : final;
}

export function chipOf(
  state: ViewState,
  member: MemberState,
  table: Table,
): readonly [chip: Span, verdict: Span, ...more: Span[]] {
  if (state.isCounting) return [span(" … ", "chip-none"), span("counting", "dim")];
  const { verdict, confidence, by } = heldBy(state, member);
  const { letter, role, chip } = markOfPosition(table, { verdict, abstains: by !== null });
  const sure = confidence === null ? "" : `, ${Math.round(confidence * 100)} % sure`;
  return [
    span(` ${letter} `, chip),
    span(verdict === null ? "no verdict" : paintableLine(verdict), role),
    span(`${by === "ballot" ? ", by ballot" : ""}${sure}`, "dim"),
  ];
}

export function shareOf(meeting: MeetingState, member: MemberState): number {
  const turns = (each: MemberState) => each.messages + each.passes;
  const members = [...meeting.members.values()].filter(({ seat }) => seat.kind === "member");
  const total = members.reduce((sum, each) => sum + turns(each), 0);
  return total === 0 ? 0 : turns(member) / total;
}

export function bar(share: number, width: number, role: TextRole = "bar"): Line {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * width);
  return [span("█".repeat(filled), role), span("░".repeat(width - filled), "dim")];
}
