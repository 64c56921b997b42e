// A selector and a model of your own, tested with the suites that the built-in ones pass.
import {
  createBoard,
  findScenario,
  loadScenario,
  type Model,
  modelsFrom,
  runMeeting,
  type Selector,
} from "boardroom";
import { SELECTOR_CONFORMANCE } from "boardroom/testing";

/** Whoever has spoken most goes on. */
const eager: Selector = {
  name: "eager",
  why: "most turns so far",
  weigh: ({ candidates }) => candidates.map(({ turns, talkativeness }) => (1 + turns) * talkativeness),
};
for (const { check } of SELECTOR_CONFORMANCE) check(eager);

/** A member that has made up its mind. */
const certain = (spec: string): Model => ({
  spec,
  provider: "certain",
  id: "certain",
  deterministic: true,
  capabilities: {
    contentParts: true,
    caching: "none",
    sampling: false,
    systemRole: true,
    grammar: "none",
    structuredOutput: false,
    reasoningEffort: false,
    outputLimitKey: "max_tokens",
    contextWindow: null,
  },
  generate: async () => ({
    type: "answer",
    text: "<Message><Verdict>NO_HIRE</Verdict><VerdictReasoning>I always say no.</VerdictReasoning><Withdrawn>true</Withdrawn><Content>No, as ever.</Content></Message>",
    stop: "end",
    usage: null,
    model: "certain",
  }),
});

const scenario = await loadScenario(await findScenario("hiring", { cwd: process.cwd() }), {
  members: { "james-kumar": "certain" },
});
const createModel = modelsFrom({ env: {}, factories: { certain: ({ spec }) => certain(spec) } });
const options = { selector: { name: "eager" } };
const { meeting } = await runMeeting({
  scenario: { ...scenario, options },
  protocol: createBoard([eager]),
  createModel,
});
console.log(meeting.state.members.get("james-kumar")?.verdicts);
