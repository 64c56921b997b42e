import { z } from "zod";
import { NONE, type Scenario } from "../../../scenario/schema/scenario.ts";
import type { MovedBy } from "../../scaffold/message.ts";
import type { Cue, Stance } from "../contract/floor.ts";

/** Best first. The first is the verdict; NONE alone is none. */
export type RankedReply = {
  readonly reasoning: string;
  readonly ranking: readonly string[];
  readonly wouldChange?: string | null | undefined;
  readonly confidence?: number | null | undefined;
  readonly movedBy?: MovedBy | null | undefined;
};

export const movedByField = z.object({ message: z.string().trim(), passage: z.string().trim() }).nullish();

export function rankedBallot({ verdicts }: Scenario): Required<Pick<Cue<RankedReply>, "reply" | "stance">> {
  return {
    reply: z.object({
      reasoning: z.string().trim().min(1),
      ranking: rankingOf(verdicts),
      wouldChange: z.string().nullish(),
      confidence: z.number().nullish(),
      movedBy: movedByField,
    }),
    stance: ({ ranking, ...grounds }) => rankedStance({ ...grounds, verdict: ranking[0] ?? NONE }),
  };
}

type StatedGrounds = Omit<RankedReply, "ranking" | "confidence"> & {
  readonly verdict: string;
  readonly confidence?: unknown;
};

export function rankedStance({ confidence, movedBy, ...grounds }: StatedGrounds): Stance {
  return { ...stanceIn({ ...grounds, confidence: unitOrNull(confidence) }), ...(movedBy && { movedBy }) };
}

export function rankingOf(verdicts: Scenario["verdicts"]) {
  return z
    .array(z.enum(verdictIds(verdicts)))
    .min(1)
    .max(verdicts.length)
    .refine((order) => new Set(order).size === order.length, "name each option once")
    .refine((order) => order.length === 1 || !order.includes(NONE), `${NONE} must be the only entry`);
}

/** From 0 to 1; anything else is none, never clamped. */
export function unitOrNull(value: unknown): number | null {
  return typeof value === "number" && value >= 0 && value <= 1 ? value : null;
}

export function verdictIds(verdicts: readonly { readonly id: string }[]): string[] {
  return [...verdicts.map(({ id }) => id), NONE];
}

/** Without a verdict no confidence counts. */
export function stanceIn(given: {
  readonly verdict: string;
  readonly reasoning: string;
  readonly wouldChange?: string | null | undefined;
  readonly confidence: number | null;
}): Stance {
  const { verdict, reasoning, confidence } = given;
  const wouldChange = given.wouldChange ?? null;
  return verdict === NONE
    ? { verdict: null, abstains: true, reasoning, wouldChange, confidence: null }
    : { verdict, reasoning, wouldChange, confidence };
}
