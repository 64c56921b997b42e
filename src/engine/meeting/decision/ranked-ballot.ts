import { z } from "zod";
import { NONE, type Scenario } from "../../../scenario/schema/scenario.ts";
import type { MovedBy } from "../../scaffold/message.ts";
import type { Json } from "../../transcript/events.ts";
import type { Cue } from "../contract/floor.ts";
import { stanceIn, verdictIds } from "./json-verdict.ts";

/** Best first. The first is the verdict; NONE alone is none. */
type RankedReply = {
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
    stance: ({ reasoning, ranking, wouldChange, confidence, movedBy }) => ({
      ...stanceIn({ verdict: ranking[0] ?? NONE, reasoning, wouldChange, confidence: unitOrNull(confidence) }),
      ...(movedBy && { movedBy }),
    }),
  };
}

export function rankingOf(verdicts: Scenario["verdicts"]) {
  return z
    .array(z.enum(verdictIds(verdicts)))
    .min(1)
    .max(verdicts.length)
    .refine((order) => new Set(order).size === order.length, "name each option once")
    .refine((order) => order.length === 1 || !order.includes(NONE), `${NONE} stands alone`);
}

/** From 0 to 1; anything else is none, never clamped. */
export function unitOrNull(value: unknown): number | null {
  return typeof value === "number" && value >= 0 && value <= 1 ? value : null;
}

const ranked = z.object({ ranking: z.array(z.string()) });

export function rankingIn(reply: Json | undefined): readonly string[] | null {
  if (reply === undefined) return null;
  const parsed = ranked.safeParse(reply);
  return parsed.success ? parsed.data.ranking : null;
}
