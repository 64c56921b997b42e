import type { Scenario } from "boardroom";
import { hold, notSent } from "./meetings.ts";
import { saysPlays } from "./play-rules.ts";
import { breaches, grammarOf } from "./rules.ts";

export async function broken(scenario: Scenario, seeds: readonly number[]) {
  const found: string[] = [];
  const counts = { ballots: 0, questions: 0, changes: 0, passedOn: 0, answers: 0 };
  const { unitsOf } = grammarOf(scenario);
  for (const seed of seeds) {
    const unsent: string[] = [];
    const { events, said } = await hold(scenario, seed, {
      asked: (each) => unsent.push(...notSent(each)),
    });
    found.push(...breaches(scenario, events).map((each) => `seed ${seed}, ${each}`));
    found.push(...unsent.map((ref) => `seed ${seed}, not sent: ${ref}`));
    counts.ballots += events.filter(({ type }) => type === "ballot.cast").length;
    for (const { content, speaker, movedBy, artifacts, to } of said) {
      const roles = (unitsOf(content, speaker) ?? []).map(({ role }) => role);
      counts.questions += Number(roles.includes("ask") || content.includes("?"));
      counts.answers += Number(roles.includes("reply") || (saysPlays(scenario) && to !== null));
      counts.changes += Number(movedBy !== undefined);
      const refs = artifacts.flatMap((each) => (each.kind === "citation" ? [each.ref] : []));
      counts.passedOn += Number(
        refs.some((ref) => isOthers(scenario, speaker, ref.split("#")[0]!)),
      );
    }
  }
  return { found, counts };
}

/** A document that others were given, and this member was not. */
function isOthers({ private: evidence = [] }: Scenario, seat: string, name: string): boolean {
  return evidence.some((each) => each.name === name && !Object.hasOwn(each.shownTo, seat));
}
