/**
 * The first answer of a panelist: what is asked, and how its stance and confidence are read.
 */

import { z } from "zod";
import * as f from "../../engine/form/reply-form.ts";
import { describeNoneRule } from "../../engine/perspective/meeting-rules.ts";
import type { Instruction, Stance } from "../../engine/protocol/floor.ts";
import { NONE, type Scenario } from "../../scenario/schema/scenario.ts";

/** The stance of an answer that could not be read; a reply may give it too. */
export const UNCLEAR = "UNCLEAR";

export const evidenceItem = z.object({
  ref: z.string().describe("name-of-document#L3-L5"),
  quote: z.string(),
  says: z.string(),
});

export type AnswerReply = NonNullable<z.infer<ReturnType<typeof defineAnswerForm>["reply"]>>;

function defineAnswerForm(ids: readonly string[]) {
  const evidence = f.list(
    f.acceptFinding(f.acceptValue(evidenceItem.shape.ref, f.acceptPlace().sample)),
    20,
  );
  return f.defineForm(
    "panel-answer",
    {
      evidence: f.acceptValue(evidence.schema.default([]), evidence.sample),
      reasoning: f.requireText("how you weigh what you found"),
      stance: f.acceptValue(createStanceSchema(ids), '"one of the stances"'),
      confidence: f.acceptConfidence("how sure"),
    },
    {
      unread: null,
      position: (reply) => ({
        ...toPosition(reply?.stance, ids, readConfidence(reply?.confidence)),
        reasoning: reply?.reasoning ?? null,
        wouldChange: null,
      }),
    },
  );
}

export function createStanceSchema(ids: readonly string[]) {
  const allowed = [...ids, NONE];
  return z
    .string()
    .refine((text) => readStance(text, ids) !== null, `must be one of ${allowed.join(", ")}`)
    .meta({ enum: allowed });
}

/** Case, spaces, hyphens and a final full stop do not matter. */
export function readStance(text: string, ids: readonly string[]): string | null {
  const folded = foldStance(text);
  return [...ids, NONE, UNCLEAR].find((id) => foldStance(id) === folded) ?? null;
}

function foldStance(text: string): string {
  return text
    .toUpperCase()
    .replace(/[\s_-]+/g, "")
    .replace(/\.$/, "");
}

/** From 0 to 1: as it is, of ten, or in percent (`0.7`, `7`, `"7/10"`, `"70 %"`). */
export function readConfidence(given: unknown): number | null {
  if (typeof given === "number") return scaleToUnit(given);
  if (typeof given !== "string") return null;
  const text = given.trim().replace(",", ".");
  const percent = /^(\d+(?:\.\d+)?)\s*(?:%|percent)$/i.exec(text);
  if (percent) return requireUnit(Number(percent[1]) / 100);
  const share = /^(\d+(?:\.\d+)?)\s*(?:\/|out of|of)\s*(\d+)$/i.exec(text);
  if (share)
    return Number(share[2]) === 0 ? null : requireUnit(Number(share[1]) / Number(share[2]));
  return /^\d+(?:\.\d+)?$/.test(text) ? scaleToUnit(Number(text)) : null;
}

function scaleToUnit(value: number): number | null {
  if (value <= 1) return requireUnit(value);
  if (value <= 10) return value / 10;
  return requireUnit(value / 100);
}

function requireUnit(value: number): number | null {
  return value >= 0 && value <= 1 ? value : null;
}

export const CONFIDENCE_TEXT = "Confidence: a number from 0 (a guess) to 1 (certain).";

/** The same bytes for every panelist. */
export function askAnswer(
  scenario: Scenario,
  brought: string,
  data: NonNullable<Instruction["data"]>,
): Instruction<AnswerReply | null> {
  const ids = scenario.verdicts.map(({ id }) => id);
  return {
    ...f.createInstruction(defineAnswerForm(ids), [
      "Several panelists answer this question independently. No panelist sees another answer before giving their own.",
      "First list your findings on both sides, then weigh them, then decide.",
      brought !== "" && brought,
      `Stances: ${ids.join(", ")}. ${describeNoneRule("stance", "reasoning")}`,
      CONFIDENCE_TEXT,
    ]),
    data,
    ballot: "closing",
    isLast: true,
    streams: "reasoning",
    mayFail: true,
  };
}

export function toPosition(
  stance: string | null | undefined,
  ids: readonly string[],
  confidence: number | null,
): Pick<Stance, "verdict" | "abstains" | "confidence"> {
  const found = stance == null ? null : readStance(stance, ids);
  if (found === NONE) return { verdict: null, abstains: true, confidence: null };
  return { verdict: found === UNCLEAR ? null : found, confidence };
}

export function isPosition(stance: string): boolean {
  return stance !== NONE && stance !== UNCLEAR;
}
