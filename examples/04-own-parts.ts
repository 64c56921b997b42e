// A selector and a model of your own. The model passes the tests that the built-in ones pass.
import {
  createBoard,
  findScenario,
  functionModel,
  loadScenario,
  type ModelFunction,
  modelsFrom,
  runMeeting,
  type Selector,
} from "boardroom";
import { MODEL_CONFORMANCE } from "boardroom/testing";

/** The member who has spoken most continues. */
const eager: Selector = {
  name: "eager",
  why: "most turns so far",
  weigh: ({ candidates }) =>
    candidates.map(({ turns, talkativeness }) => (1 + turns) * talkativeness),
};

/** A member with a fixed verdict, which says how many messages it has read. */
const certain: ModelFunction = ({ messages }) => `<Message>
<Verdict>NO_HIRE</Verdict>
<VerdictReasoning>I always say no.</VerdictReasoning>
<Withdrawn>true</Withdrawn>
<Content>No, as ever, and I have read all ${messages.length} messages.</Content>
</Message>`;
for (const { check } of MODEL_CONFORMANCE) await check(functionModel(certain));

const scenario = await loadScenario(await findScenario("hiring", { cwd: process.cwd() }), {
  members: { "james-kumar": "certain" },
});
const createModel = modelsFrom({
  env: {},
  factories: { certain: ({ spec }) => functionModel(certain, { spec, deterministic: true }) },
});
const options = { selector: { name: "eager" } };
const { meeting } = await runMeeting({
  scenario: { ...scenario, options },
  protocol: createBoard([eager]),
  createModel,
});
console.log(meeting.state.members.get("james-kumar")?.verdicts);
