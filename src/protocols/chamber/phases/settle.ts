import type { Floor } from "../../../engine/meeting/contract/floor.ts";
import { type Level, levelAfter } from "../../../engine/meeting/money/criticality.ts";
import type { Outcome } from "../../../engine/transcript/events.ts";
import type { Arbitrated } from "../facts.ts";
import { askForData } from "../founder/data.ts";
import { askReview } from "../founder/review.ts";
import type { ChamberOptions } from "../options.ts";

type SettledAnswer = {
  readonly arbitrated: Arbitrated;
  readonly outcome: Outcome;
  readonly accepted: Outcome;
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

/** Below level 3 no person needs to accept, unless the action is to investigate further. */
export async function settle(floor: Floor, options: ChamberOptions, standing: SettledAnswer): Promise<Next> {
  const { arbitrated, outcome, accepted, mayRerun } = standing;
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
  const isDecided = outcome.status === "decided";
  const mustInvestigate = arbitrated.action === "require_further_investigation";
  if (isDecided && level < 3 && !mustInvestigate) {
    return settled(`${outcome.reason}; accepted on level ${level}`);
  }
  const decision = await askReview(floor, options, arbitrated, mayRerun);
  if (decision === "challenge") return { asksAgain: true };
  const who = options.founder?.person;
  if (decision === "accept") {
    const reason = `${accepted.reason}; accepted by ${who}`;
    return { asksAgain: false, outcome: { ...accepted, reason }, level, isDeclined: false };
  }
  if (decision === "reject") {
    const reason = `${outcome.reason}; rejected by ${who}`;
    const rejected = { ...outcome, status: "no-consensus", side: null, option: null, reason } as const;
    return { asksAgain: false, outcome: rejected, level, isDeclined: true };
  }
  if (!isDecided) return settled(outcome.reason);
  const why = [
    ...(level > standing.level ? [`raised to level ${level}, the arbiter not being sure`] : []),
    ...(mustInvestigate ? ["the arbiter is not sure enough to go on without further investigation"] : []),
    "nobody has accepted it: for the founder to accept",
  ];
  const unaccepted = { ...outcome, status: "unaccepted", reason: [outcome.reason, ...why].join("; ") } as const;
  return { asksAgain: false, outcome: unaccepted, level, isDeclined: false };
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
