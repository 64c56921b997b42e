import { escapeText, unescapeText } from "../../../scaffold/escape.ts";
import type { Scenario, Seat } from "../../../scenario/scenario.ts";
import type { ModelRequest } from "../../model.ts";
import { chanceOf } from "../chance.ts";
import type { Memory } from "../memory.ts";
import { citing, tongueOf } from "../phrasing.ts";
import { ground, strongest } from "../pick.ts";
import { choose } from "../plan.ts";
import { renderReply } from "../reply.ts";
import { speak } from "../speak.ts";
import { stanceOf } from "../verdict.ts";
import type { Voice } from "../voice.ts";
import { stemsOf } from "../words.ts";
import { draftProposals, fillSheet } from "./jury-sheets.ts";
import { burdenIn, standOf } from "./jury-stand.ts";

/** What a simulated juror or foreperson is given. */
export type JuryOccasion = {
  readonly seat: Seat;
  readonly scenario: Scenario;
  readonly request: ModelRequest;
  readonly memory: Memory;
  readonly voice: Voice;
};

/** From the kinds of cue of a jury to what a simulated juror or foreperson replies. */
export const JURY_PARTS: Readonly<Record<string, (occasion: JuryOccasion) => string>> = {
  "roll-call": () => JSON.stringify({ ready: true, note: null }),
  statement: (occasion) => say(occasion, false),
  talk: (occasion) => say(occasion, true),
  question: ask,
  answer: (occasion) => say(occasion, false),
  proposals: draftProposals,
  "decision-sheet": fillSheet,
  "trial-ballot": castVote,
};

/** A turn in a phase: as in an open debate, in a thread, and without leaving. With nothing to add one passes, where one may. */
function say({ request, memory, voice }: JuryOccasion, mayPass: boolean): string {
  const mind = memory.recall(request);
  const plan = choose(mind, chanceOf(request.chance, "act"));
  const isDone = plan.act === "withdraw" || plan.act === "state";
  if (isDone && mayPass && mind.myVerdict !== null) return passing(mind.me);
  const tongue = tongueOf(mind, voice, chanceOf(request.chance, "words"));
  const speech = speak(plan.act === "withdraw" ? { act: "state" } : plan, tongue);
  const holds = burdenIn(request.turns) === null ? speech.verdict : standOf(mind, request);
  const isNews = holds !== null && holds !== mind.myVerdict;
  const stance = isNews
    ? stanceOf(
        mind,
        holds,
        tongueOf(mind, voice, chanceOf(request.chance, "grounds")),
        holds === speech.verdict ? speech.moved : null,
      )
    : null;
  const cited = speech.requirement === null ? speech.cited : [...speech.cited, speech.requirement];
  const content = mind.myMessages === 0 && plan.act === "withdraw" ? INTRODUCED : speech.content;
  return inThread(
    renderReply({ speaker: mind.me, to: speech.to, cited, stance, withdrawn: false, content }),
    request.cue,
    content,
  );
}

const INTRODUCED = "I come to this with an open mind and the documents before me.";

/** A question to whoever disagrees, else to whoever has spoken most, on what weighs most here. */
function ask({ request, memory, scenario, seat }: JuryOccasion): string {
  const mind = memory.recall(request);
  const people = scenario.members.filter(({ id }) => id !== seat.id).map(({ persona }) => persona.name);
  const own = mind.myVerdict;
  const differing = people.filter((name) => mind.verdicts.has(name) && mind.verdicts.get(name) !== own);
  const to = chanceOf(request.chance, "whom").pick(differing.length > 0 ? differing : people);
  const fact = strongest(mind, mind.score >= 0 ? 1 : -1, null) ?? ground(mind, mind.score >= 0 ? -1 : 1);
  const content =
    fact === null
      ? `What in the documents does your position rest on, ${to}?`
      : `${to}, ${citing(fact).l} says ${citing(fact).q}. How does your position stand with that?`;
  const cited = fact === null ? [] : [fact];
  return inThread(
    renderReply({ speaker: mind.me, to, cited, stance: null, withdrawn: false, content }),
    request.cue,
    content,
  );
}

/** A secret vote: one's own reading under the charge, and the pull of the count that was told. */
function castVote({ request, memory, voice }: JuryOccasion): string {
  const mind = memory.recall(request);
  const tongue = tongueOf(mind, voice, chanceOf(request.chance, "words"));
  const stance = stanceOf(mind, standOf(mind, request), tongue);
  return renderReply({ speaker: mind.me, to: null, cited: [], stance, withdrawn: false, content: "" });
}

function passing(me: string): string {
  const name = escapeText(me);
  return `<Message>\n  <Speaker>${name}</Speaker>\n  <Ready>true</Ready>\n  <Pass>true</Pass>\n</Message>`;
}

/** The topic whose words the message shares most of, where the cue asks for one. */
function inThread(message: string, cue: string, content: string): string {
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
