import { type Level, levelAfter } from "../../../meeting/criticality.ts";
import type { Floor } from "../../../meeting/floor.ts";
import type { Outcome } from "../../../transcript/events.ts";
import type { Arbitrated } from "../facts.ts";
import { askForData } from "../founder/data.ts";
import { askReview } from "../founder/review.ts";
import type { ChamberOptions } from "../options.ts";
import type { Concluded } from "../standing.ts";

type Standing = {
  readonly arbitrated: Arbitrated;
  readonly concluded: Concluded;
  readonly level: Level;
  readonly mayRerun: boolean;
};

type Next =
  | { readonly asksAgain: true }
  | {
      readonly asksAgain: false;
      readonly outcome: Outcome;
      readonly level: Level;
      readonly isDeclined: boolean;
    };

/** What a person makes of it: new data, a challenge, a yes or a no; on level 2 a sure arbiter needs nobody. */
export async function settle(floor: Floor, options: ChamberOptions, standing: Standing): Promise<Next> {
  const { arbitrated, concluded, mayRerun } = standing;
  const { outcome } = concluded;
  const level = levelAfter(standing.level, arbitrated.confidence);
  const settled = (reason: string): Next => ({
    asksAgain: false,
    outcome: { ...outcome, reason },
    level,
    isDeclined: false,
  });
  const wantsData = outcome.status === "need-more-data";
  if (wantsData && mayRerun && (await askForData(floor, options, arbitrated))) return { asksAgain: true };
  if (wantsData) return settled(`${outcome.reason}; ${whyNoData(options, arbitrated, mayRerun)}`);
  if (level < 3 && outcome.status === "decided")
    return settled(`${outcome.reason}; accepted on level ${level}`);
  const decision = await askReview(floor, options, arbitrated, mayRerun);
  if (decision === "challenge") return { asksAgain: true };
  const who = options.founder?.person;
  if (decision === "accept") return settled(`${outcome.reason}; accepted by ${who}`);
  if (decision === "reject") {
    const reason = `${outcome.reason}; rejected by ${who}`;
    const rejected = { ...outcome, status: "no-consensus", side: null, option: null, reason } as const;
    return { asksAgain: false, outcome: rejected, level, isDeclined: true };
  }
  const raised = level > standing.level ? `raised to level ${level}, the arbiter not being sure; ` : "";
  return settled(
    outcome.status === "decided" ? `${outcome.reason}; ${raised}for the founder to accept` : outcome.reason,
  );
}

function whyNoData(
  { founder, maxReruns }: ChamberOptions,
  { assignment }: Arbitrated,
  mayRerun: boolean,
): string {
  const wanted = assignment === null ? "" : `${assignment.what}, from ${assignment.from}`;
  if (!mayRerun) return `still wanted after ${maxReruns} re-runs, for the founder to decide: ${wanted}`;
  return founder ? `${founder.person} brought nothing: ${wanted}` : `wanted: ${wanted}`;
}
