import { z } from "zod";
import type { MovedBy } from "../../scaffold/message.ts";
import { NONE, type Scenario } from "../../scenario/schema/scenario.ts";
import type { Json } from "../../transcript/events.ts";
import type { Cue } from "../contract/floor.ts";
import { stanceIn, verdictIds } from "./json-verdict.ts";

/** What a ballot asks for under a rule that ranks: every option in order, best first. The first is the verdict; NONE alone is none. */
type RankedReply = {
  readonly reasoning: string;
  readonly ranking: readonly string[];
  readonly wouldChange?: string | null | undefined;
  readonly confidence?: number | null | undefined;
  readonly movedBy?: MovedBy | null | undefined;
};

/** What a JSON ballot rests a change on. */
export const movedByField = z.object({ message: z.string().trim(), passage: z.string().trim() }).nullish();

/** The reply and the position of a ranked ballot. */
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

/** Options in order, each once, or NONE by itself. */
export function rankingOf(verdicts: Scenario["verdicts"]) {
  return z
    .array(z.enum(verdictIds(verdicts)))
    .min(1)
    .max(verdicts.length)
    .refine((order) => new Set(order).size === order.length, "name each option once")
    .refine((order) => order.length === 1 || !order.includes(NONE), `${NONE} stands alone`);
}

/** A confidence from 0 to 1; anything else is none, never clamped. */
export function unitOrNull(value: unknown): number | null {
  return typeof value === "number" && value >= 0 && value <= 1 ? value : null;
}

const ranked = z.object({ ranking: z.array(z.string()) });

/** The order in a ballot's JSON reply, or null where it has none. */
export function rankingIn(reply: Json | undefined): readonly string[] | null {
  if (reply === undefined) return null;
  const parsed = ranked.safeParse(reply);
  return parsed.success ? parsed.data.ranking : null;
}
