import { evidenceOf } from "../../../scenario/schema/private-evidence.ts";
import { memberOf } from "../../transcript/member-of.ts";
import type { Cue } from "../contract/floor.ts";
import { deadlineOf, type Refused, turnRequest, worded } from "../people/person.ts";
import { absent, silence } from "./absence.ts";
import { askPerson, type PersonQuestion } from "./ask-person.ts";
import type { TurnReading } from "./read-scaffold.ts";
import { replySchema } from "./reply-schema.ts";
import type { Effect } from "./runtime.ts";

type Hearing<Reply> = {
  readonly person: string;
  readonly speaker: string;
  readonly cue: Cue<Reply>;
  readonly read: (text: string) => TurnReading;
};

export async function hearPerson<Reply>(
  effect: Effect,
  { person, speaker, cue, read }: Hearing<Reply>,
): Promise<TurnReading> {
  const { runtime, fold, asked, answered } = effect;
  const { scenario, documents } = fold.state;
  const readable = [...documents, ...evidenceOf(scenario.private, speaker)];
  const member = memberOf(fold.state, speaker);
  const fixed = {
    state: fold.state,
    names: runtime.names,
    speaker: member,
    cue,
    schema: cue.reply && replySchema(cue.reply),
    deadline: deadlineOf(cue, asked, scenario.limits.answerMinutes, runtime.now),
  };
  let refused: Refused | null = null;
  for (let attempt = 1; ; attempt++) {
    const question: PersonQuestion = {
      path: `${effect.path}.${attempt}`,
      person,
      request: turnRequest({ ...fixed, refused }),
      prompt: () => runtime.prompts(fold.state, speaker, cue),
    };
    const { answer } = answered.shift() ?? (await askPerson(effect, question));
    const said = worded(member.seat, answer, cue, readable);
    if (said.is === "absence") return silence(absent(effect, speaker, cue, said.reason));
    const reading = said.is === "reply" ? read(said.text) : null;
    if (reading?.problem === null) return reading;
    const problem = said.is === "unread" ? said.problem : (reading?.problem ?? "");
    refused = { problem, typed: answer };
  }
}
