import type { ModelRequest } from "../../../models/model.ts";
import { chanceOf } from "../../../models/simulated/chance.ts";
import type { Memory } from "../../../models/simulated/memory.ts";
import type { Mind } from "../../../models/simulated/mind.ts";
import { tongueOf } from "../../../models/simulated/phrasing.ts";
import type { Plan } from "../../../models/simulated/plan.ts";
import { stemsOf } from "../../../models/simulated/reading/words.ts";
import { renderReply } from "../../../models/simulated/reply.ts";
import { speak } from "../../../models/simulated/speak.ts";
import { stanceOf } from "../../../models/simulated/verdict.ts";
import type { Voice } from "../../../models/simulated/voice.ts";
import { escapeText, unescapeText } from "../../../scaffold/escape.ts";
import type { Scenario, Seat } from "../../../scenario/scenario.ts";

/** What a simulated juror or foreperson is given. */
export type JuryOccasion = {
  readonly seat: Seat;
  readonly scenario: Scenario;
  readonly request: ModelRequest;
  readonly memory: Memory;
  readonly voice: Voice;
};

/** Carries out a plan as in an open debate, in a thread and without leaving; `held` is a juror's verdict, told where it is news. */
export function turnOn(
  plan: Plan,
  mind: Mind,
  { request, voice }: JuryOccasion,
  held: string | null = null,
): string {
  const tongue = tongueOf(mind, voice, chanceOf(request.chance, "words"));
  const speech = speak(plan.act === "withdraw" ? { act: "state" } : plan, tongue);
  const verdict = held ?? speech.verdict;
  const moved = verdict === speech.verdict ? speech.moved : null;
  const grounds = tongueOf(mind, voice, chanceOf(request.chance, "grounds"));
  const isNews = verdict !== null && verdict !== mind.myVerdict;
  const content = mind.myMessages === 0 && plan.act === "withdraw" ? INTRODUCED : speech.content;
  const reply = renderReply({
    speaker: mind.me,
    to: speech.to,
    cited: speech.requirement === null ? speech.cited : [...speech.cited, speech.requirement],
    stance: isNews ? stanceOf(mind, verdict, grounds, moved?.fact) : null,
    movedBy: moved,
    withdrawn: false,
    content,
  });
  return inThread(reply, request.cue, content);
}

const INTRODUCED = "I come to this with an open mind and the documents before me.";

/** Nothing to add, and the phase may end. */
export function passing(me: string): string {
  const name = escapeText(me);
  return `<Message>\n  <Speaker>${name}</Speaker>\n  <Ready>true</Ready>\n  <Pass>true</Pass>\n</Message>`;
}

/** The topic whose words the message shares most of, where the cue asks for one. */
export function inThread(message: string, cue: string, content: string): string {
  const topics = topicsIn(cue);
  if (topics.length === 0) return message;
  const said = stemsOf(content);
  const shared = ({ stems }: (typeof topics)[number]) => [...stems].filter((each) => said.has(each)).length;
  const best = topics.reduce((most, each) => (shared(each) > shared(most) ? each : most));
  return message.replace("</Speaker>", () => `</Speaker>\n  <Topic>${best.id}</Topic>`);
}

function topicsIn(cue: string) {
  const listed = /^Every message belongs to one topic:.* Topics: (.+)\.$/m.exec(cue)?.[1];
  if (listed === undefined) return [];
  return listed.split("; ").flatMap((each) => {
    const [, id, words] = /^([a-z0-9-]+) \((.*)\)$/.exec(each) ?? [];
    return id === undefined ? [] : [{ id, stems: stemsOf(unescapeText(words!)) }];
  });
}
