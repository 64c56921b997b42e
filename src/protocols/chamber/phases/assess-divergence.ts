import type { Floor } from "../../../engine/meeting/contract/floor.ts";
import { limitReached } from "../../../engine/meeting/money/limits.ts";
import type { MeetingState } from "../../../engine/transcript/state.ts";
import { CLASSIFIER } from "../agents.ts";
import { classifierCue, type DivergenceReading, readByRule, reasonsToCross } from "../divergence.ts";
import { type Divergence, divergenceAssessed, type PanelAnswer } from "../facts.ts";
import { neutralLabels } from "../labels.ts";
import { measured } from "../measured.ts";
import type { ChamberOptions } from "../options.ts";
import { answeredIn } from "../standing.ts";

/** A classifier that fails leaves two of the four triggers. */
export async function assessDivergence(
  floor: Floor,
  options: ChamberOptions,
  all: readonly PanelAnswer[],
  attempt: number,
): Promise<Divergence> {
  const answers = answeredIn(all);
  const { reading, topics, ...asked } = await classify(floor, answers, attempt);
  const reasons = reasonsToCross(answers, reading);
  const triggered = reasons.length > 0;
  const divergence: Divergence = {
    attempt,
    triggered,
    reasons,
    topics,
    ...asked,
    skipped: triggered ? whySkipped(floor.state, options) : null,
  };
  await divergenceAssessed.record(floor, divergence);
  return divergence;
}

type Classified = Pick<Divergence, "classifier" | "topics" | "flags" | "taken"> & {
  readonly reading: DivergenceReading | null;
};

async function classify(floor: Floor, answers: readonly PanelAnswer[], attempt: number): Promise<Classified> {
  const { members } = floor.state;
  if (!members.has(CLASSIFIER.id)) {
    return { reading: readByRule(answers), classifier: "by-rule", topics: [], flags: [], taken: null };
  }
  const ids = answers.map(({ panelist }) => panelist);
  const labels = neutralLabels(floor.state, ids, `classifier's labels ${attempt}`);
  const { turn, taken } = await measured(floor, CLASSIFIER.id, classifierCue(answers, labels));
  if (turn.status !== "spoke") {
    return { reading: null, classifier: "unavailable", topics: [], flags: ["classifier_unavailable"], taken };
  }
  const { different_facts, meaningful_difference, topics } = turn.reply;
  const reading = { differentFacts: different_facts, meaningfulDifference: meaningful_difference, topics };
  return { reading, classifier: "asked", topics: topics.map(labels.reveal), flags: [], taken };
}

function whySkipped(state: MeetingState, { maxCrossRounds }: ChamberOptions): string | null {
  if (maxCrossRounds === 0) return "maxCrossRounds is 0";
  if (state.closingRequested) return "a person asked for the end";
  const limit = limitReached(state);
  return limit === null ? null : `the limit of ${limit} was reached`;
}
