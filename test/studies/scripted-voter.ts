import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { ModelFactory } from "boardroom";
import { scriptedModel } from "boardroom/testing";

export const QUESTIONS = "examples/questions/papers.jsonl";

/** A study that puts the questions of the example to the board of hiring in three ways; more arms can follow. */
export const WAYS = `title: Is a debate worth its calls?
scenario: hiring
questions: ${resolve(QUESTIONS)}
seeds: [1]
arms:
  one: { as: one }
  vote: { as: vote }
  board: { as: board }
`;

type Line = { id: string; question: string; options: string[]; answer: string; document: string };

export const questions = readFileSync(QUESTIONS, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Line);

/** From 0 to 1, the same for the same words. */
function draw(...words: readonly string[]): number {
  return createHash("sha256").update(words.join("|")).digest().readUInt32BE() / 2 ** 32;
}

/** Right in six of ten opening votes and eight of ten later ones, by chance that the names decide. Says two turns. */
export const voter: ModelFactory = ({ seat, spec, scenario }) => {
  const asked = questions.find(({ id }) => id === scenario.title);
  const right = asked ? asked.options.indexOf(asked.answer) : 0;
  const choose = (phase: string, skill: number) => {
    const isRight = draw(seat.id, scenario.title, phase) < skill;
    const other = (right + 1) % scenario.verdicts.length;
    return scenario.verdicts[isRight ? right : other]?.id ?? "";
  };
  const say = (verdict: string, withdrawn: boolean) => `<Message>
<Speaker>${seat.persona.name}</Speaker>
<Verdict>${verdict}</Verdict>
<VerdictReasoning>The paper says so</VerdictReasoning>
<Withdrawn>${withdrawn}</Withdrawn>
<Content>${seat.persona.name}, "in turn", gives a verdict,
and reasons.</Content>
</Message>`;
  let turns = 0;
  const reply = ({ instruction }: { instruction: string }) => {
    if (instruction.includes("opening-vote")) return say(choose("before", 0.6), false);
    if (instruction.includes('-vote"')) return say(choose("after", 0.8), false);
    turns += 1;
    return say(choose("after", 0.8), turns > 1);
  };
  return scriptedModel(Array(40).fill(reply), { spec, provider: "own" });
};
