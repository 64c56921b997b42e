import {
  blockquote,
  heading,
  type LineContent,
  list,
  type Markdown,
  md,
  paragraphs,
  stack,
} from "../../../text/markdown.ts";
import { plainId } from "../../../text/plain.ts";
import type { Arbitrated, attemptOf, CheckedClaim, Contribution, Divergence } from "../facts.ts";

type Attempt = ReturnType<typeof attemptOf>;

export function divergenceParts(
  divergence: Divergence | null,
  arbitration: Arbitrated | null,
): readonly Markdown[] {
  const { consensus = [], disagreements = [] } = arbitration?.text ?? {};
  const disputed = disagreements.map(({ topic, positions, why, kind }) =>
    stack([
      list([`${topic} (${kind === "wording" ? "a difference of wording" : "genuine"})`]),
      list([...positions, `Why: ${why}`], 1),
    ]),
  );
  const reasons = (divergence?.reasons ?? []).map(({ detail }) => detail);
  return [
    paragraphs(divergence === null ? "Not assessed." : whatDiverged(divergence)),
    ...(reasons.length > 0 ? [list(reasons)] : []),
    heading(3, "Consensus areas"),
    orNone(consensus),
    heading(3, "Disagreement areas"),
    disputed.length === 0 ? NONE : stack(disputed),
  ];
}

function whatDiverged({ triggered, classifier, skipped }: Divergence): string {
  const how = {
    asked: "",
    unavailable: " The classifier was unavailable: stances and confidences alone were compared.",
    "by-rule": " Evidence was compared by rule.",
  }[classifier];
  if (!triggered) return `The answers did not diverge, so there was no cross-examination.${how}`;
  return `The answers diverged${skipped === null ? "" : `; no cross-examination, because ${skipped}`}.${how}`;
}

export function synthesisParts(
  arbitration: Arbitrated | null,
  { contributions, claims, review }: Attempt,
  nameOf: (id: string) => string,
): readonly Markdown[] {
  if (arbitration === null) return [paragraphs("There was no arbitration.")];
  const { text, labels, order, outcome, assignment, flags } = arbitration;
  if (text === null) return [paragraphs("The arbiter gave no synthesis that could be read.")];
  const known = order.map((id) => `${labels[id]} (${nameOf(id)})`).join(", ");
  const reviewed = review && review.decision !== "none" ? [review] : [];
  return [
    md`Reading of the arbiter: **${plainId(outcome)}**`,
    blockquote(text.synthesis),
    heading(3, "Minority views"),
    orNone(text.minorityViews),
    heading(3, "Evidence"),
    orNone(text.evidence.map(({ position, assessment }) => `${position}: ${assessment}`)),
    heading(3, "Uncertainty"),
    text.uncertainty.trim() === "" ? NONE : blockquote(text.uncertainty),
    heading(3, "Arbiter's reasoning"),
    blockquote(text.reasoning),
    ...(assignment
      ? [
          heading(3, "Data to be gathered"),
          list([
            `What: ${assignment.what}`,
            `From: ${assignment.from}`,
            `Accepted when: ${assignment.acceptance}`,
          ]),
        ]
      : []),
    ...personParts(contributions, claims),
    ...reviewed.map(
      ({ person, decision, because }) => md`${person}: ${decision}${because ? `, because ${because}` : ""}.`,
    ),
    md`The arbiter saw these neutral labels instead of names: ${known}.`,
    ...(flags.length > 0 ? [md`Noted: ${flags.map(plainId).join(", ")}.`] : []),
  ];
}

function personParts(
  contributions: readonly Contribution[],
  claims: readonly CheckedClaim[],
): readonly Markdown[] {
  const checked = claims.map(({ person, claim, result, why }) => `${result}: ${claim} (${person}). ${why}`);
  return [
    ...contributions.flatMap(({ person, stance, reasoning }) => [
      heading(3, `Contribution by ${person} (unverified)`),
      md`Stance: ${plainId(stance ?? "none")}`,
      blockquote(reasoning),
    ]),
    ...(checked.length > 0 ? [heading(3, "Claims checked"), list(checked)] : []),
  ];
}

export function confidenceParts(arbitration: Arbitrated | null): readonly Markdown[] {
  if (arbitration === null) return [NONE];
  const { confidence, dissent, action } = arbitration;
  return [
    list([
      md`Synthesis confidence: ${confidence === null ? "not told" : `${confidence}/10`}`,
      md`Dissent level: ${dissent}`,
      md`Recommended action level: ${plainId(action)}`,
    ]),
  ];
}

const NONE = paragraphs("None.");

function orNone(items: readonly LineContent[]): Markdown {
  return items.length === 0 ? NONE : list(items);
}
