import { isInVain, type TurnEnding } from "../../transcript/folding/repairs.ts";
import { memberOf } from "../../transcript/member-of.ts";
import type { Cue } from "../contract/floor.ts";
import { personOn } from "../people/person.ts";
import { absence, absent, noRoomFor, settled, silence } from "./absence.ts";
import { createAsker, type TurnAsker } from "./ask-model.ts";
import { betterReading } from "./better-reading.ts";
import type { AnsweredText, CallResult } from "./call.ts";
import { breakCircuit } from "./circuit-breaker.ts";
import { hearPerson } from "./hear-person.ts";
import { readJson } from "./read-json.ts";
import { readScaffold, type TurnReading } from "./read-scaffold.ts";
import type { Effect } from "./runtime.ts";
import { stitch } from "./stitch.ts";

export async function takeTurn<Reply>(effect: Effect, speaker: string, cue: Cue<Reply>): Promise<TurnEnding> {
  const reading = await readReply(effect, speaker, cue);
  for (const as of reading.impersonated) {
    effect.write({
      type: "impersonation.attempted",
      path: effect.path,
      at: effect.fold.state.now,
      speaker,
      as,
    });
  }
  effect.write(reading.ending);
  return reading.ending;
}

async function readReply<Reply>(effect: Effect, speaker: string, cue: Cue<Reply>): Promise<TurnReading> {
  const { runtime, path } = effect;
  const { reply } = cue;
  const read = (text: string, flags: readonly string[] = []) =>
    reply
      ? readJson(effect, speaker, { ...cue, reply }, text, flags)
      : readScaffold(effect, speaker, cue, text, flags);
  const person = personOn(memberOf(effect.fold.state, speaker).seat);
  if (person !== null) return hearPerson(effect, { person, speaker, cue, read });

  breakCircuit(effect, speaker);
  const ask = createAsker(effect, speaker, cue);
  const first = await askWithin(effect, speaker, ask);
  if (first.type === "failure") return absence(effect, speaker, cue, first.failure);
  if (first.type === "refused") return silence(absent(effect, speaker, cue, noRoomFor(first.short)));
  const { text, isStitched, isEndless } = await wholeText(first.answer, ask);
  const flags = isStitched ? ["stitched"] : [];
  const reading = read(text, flags);
  if (reading.problem === null) return reading;
  if (isEndless || !mayRepair(effect, speaker)) return settled(effect, speaker, cue, reading);
  runtime.live({ type: "discarded", path, speaker, why: reading.problem });
  const repair = await ask("repair", { reply: text, problem: repairText(reading.problem) });
  if (repair.type !== "answer") return settled(effect, speaker, cue, reading);
  const mended = read(repair.answer.text);
  const impersonated = [...new Set([...reading.impersonated, ...mended.impersonated])];
  return settled(effect, speaker, cue, { ...betterReading(reading, mended), impersonated });
}

/** A member that never keeps the form is not asked for every message twice. */
function mayRepair({ fold }: Effect, speaker: string): boolean {
  return !isInVain(memberOf(fold.state, speaker));
}

/** Summarises the oldest entries while the view is too long, if the scenario allows it. */
async function askWithin(effect: Effect, speaker: string, ask: TurnAsker): Promise<CallResult> {
  const { runtime, fold, path, write } = effect;
  for (let summaries = 0; ; summaries++) {
    const result = await ask("turn");
    if (result.type !== "failure" || result.failure.kind !== "context-too-long") return result;
    if (summaries < effect.summarised) continue;
    const { state } = fold;
    const summary = state.scenario.prompt.summarise ? runtime.prompts.summarise(state, speaker) : null;
    if (summary === null) return result;
    write({ type: "history.summarised", path, at: state.now, speaker, ...summary });
  }
}

type Whole = { readonly text: string; readonly isStitched: boolean; readonly isEndless: boolean };

/** Continued once, unless it only repeated itself. One without an end even then is not sent back again. */
async function wholeText({ text, stop }: AnsweredText, ask: TurnAsker): Promise<Whole> {
  if (stop !== "length") return { text, isStitched: false, isEndless: false };
  const more = await ask("continuation", { reply: text, problem: CONTINUE });
  if (more.type !== "answer") return { text, isStitched: false, isEndless: false };
  return { text: stitch(text, more.answer.text), isStitched: true, isEndless: more.answer.stop === "length" };
}

const CONTINUE =
  "Your reply was cut off there. Continue exactly where it stopped, without repeating anything, and close the message.";

function repairText(problem: string): string {
  return `Your reply could not be taken as it stands:\n${problem}\nSend the whole reply again, mended, in the form asked for and nothing around it.`;
}
