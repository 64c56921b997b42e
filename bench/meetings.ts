import { fileURLToPath } from "node:url";
import type { ModelRequest } from "../src/models/contract/model.ts";
import type { Scenario, Seat } from "../src/scenario/schema/scenario.ts";
import {
  board,
  createMemoryJournal,
  findScenario,
  loadScenario,
  openMeeting,
  scriptedModel,
} from "./product.ts";

/** The shipped hiring board with its real documents, its limit set high enough never to be reached. */
export async function hiringBoard(options: Readonly<Record<string, unknown>>): Promise<Scenario> {
  const source = await findScenario("hiring", {
    cwd: fileURLToPath(new URL("..", import.meta.url)),
  });
  const scenario = await loadScenario(source, { maxMessages: 100_000 });
  return { ...scenario, options };
}

/** A reply for each seat, which addresses the next one. */
export function preparedReplies({ members }: Scenario): Readonly<Record<string, string>> {
  const name = (index: number) => members[index % members.length]!.persona.name;
  return Object.fromEntries(
    members.map(({ id }, index) => [id, preparedReply(name(index), name(index + 1))]),
  );
}

/** The system prompt and opening that the engine sends to a seat in its first call. */
export async function promptOf(
  scenario: Scenario,
  { id }: Seat,
): Promise<{ system: string; opening: string }> {
  const stop = new AbortController();
  const sent: ModelRequest[] = [];
  const createModel = (seat: Seat) => {
    const { name } = seat.persona;
    const answer = (request: ModelRequest) => {
      if (seat.id === id) sent.push(request);
      if (seat.id === id) stop.abort();
      return preparedReply(name, name);
    };
    return scriptedModel(Array(50).fill(answer));
  };
  const { signal } = stop;
  await openMeeting({
    scenario,
    protocol: board,
    seed: 7,
    journal: createMemoryJournal(),
    signal,
    createModel,
  }).run();
  const { shared, individual, turns } = sent[0]!;
  return { system: `${shared}\n\n${individual}`, opening: turns[0]!.parts[0]! };
}

/** A reply of about 120 words as a model would write it, with an addressee, a checked citation and a verdict. */
function preparedReply(speaker: string, to: string): string {
  return `<Message>
  <Speaker>${speaker}</Speaker>
  <SpeakingTo>${to}</SpeakingTo>
  <Artifacts>
    <Artifact ref="resume.md#L12">h-index of 24 with 4,600 citations across 47 peer-reviewed papers</Artifact>
  </Artifacts>
  <Verdict>HIRE</Verdict>
  <VerdictReasoning>The record is deep and current; the late launch is explained and was not repeated.</VerdictReasoning>
  <WouldChange>A reference that puts the audit in doubt would change it.</WouldChange>
  <Withdrawn>false</Withdrawn>
  <Confidence>0.7</Confidence>
  <Content>You asked whether the record is deep or merely long. It is deep: the papers that matter are those of first authorship, and several of them were reproduced by groups that had no reason to be kind. What I weigh against it is the launch that came four months late. The reason given, an audit set that had to be relabelled, is the right reason to be late &amp; I would rather work with somebody who stops a launch than with somebody who ships a number nobody can stand behind. Two customers left over latency, which is a fault of engineering and has a known remedy. I would ask about the plan for the first year before I go higher than this.</Content>
</Message>`;
}
