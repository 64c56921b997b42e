import type { ModelFactory } from "boardroom";
import { scriptedModel } from "boardroom/testing";

/** Counts what is asked of all members made by it. */
export type Counted = { factory: ModelFactory; calls: () => number };

export function pureMembers(): Counted {
  let calls = 0;
  const factory: ModelFactory = ({ seat, spec }) => {
    const model = scriptedModel(
      Array.from({ length: 200 }, () => ({ instruction, turns, chance }) => {
        calls += 1;
        const own = turns.filter(({ role }) => role === "assistant").length;
        const heard = turns.reduce((sum, { parts }) => sum + parts.join("").length, 0);
        const isBallot = instruction.includes('-vote"');
        return `<Message>
<Artifacts><Artifact ref="paper.md#L1">The only line</Artifact></Artifacts>
<Verdict>${seat.persona.id === "kumar" ? "NO" : "YES"}</Verdict>
<VerdictReasoning>${seat.persona.name} heard ${heard}</VerdictReasoning>
<Withdrawn>${!isBallot && own > 0}</Withdrawn>
<Content>${isBallot ? "" : `${seat.persona.name} says ${chance.slice(0, 8)} after ${heard}.`}</Content>
</Message>`;
      }),
      { spec, provider: spec.split(":")[0]! },
    );
    return { ...model, deterministic: true };
  };
  return { factory, calls: () => calls };
}
