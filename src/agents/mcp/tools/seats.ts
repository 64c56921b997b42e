import { z } from "zod";
import type { Prompt } from "../../../engine/perspective/prompts.ts";
import type { Json } from "../../../engine/transcript/events.ts";
import { foldTranscript } from "../../../engine/transcript/folding/fold.ts";
import { nameIn } from "../../../engine/transcript/member-of.ts";
import { BoardroomError } from "../../../errors.ts";
import { agentCall, fieldTakes, type SeatCall, seatAnswer } from "../../../showing/watching/seat.ts";
import type { MeetingDesk, ReadMeeting } from "../desk.ts";
import { pagedView, viewBlockSchema } from "../pages.ts";
import { requireSeat } from "../rows.ts";
import { defineTool, meetingArgument, seatToken, secondsArgument, type Tool, waited } from "../tool.ts";

export function seatTools(desk: MeetingDesk): readonly Tool[] {
  return [joinMeeting(desk), waitForTurn(desk), speak(desk), leaveMeeting(desk)];
}

function joinMeeting(desk: MeetingDesk): Tool {
  return defineTool({
    name: "join_meeting",
    title: "Take a seat",
    description:
      "Takes the seat that a one-time code is for, and gives the token that is the seat from then on: keep it, also across restarts. Then call wait_for_turn.",
    input: z.strictObject({
      meeting: meetingArgument,
      code: z.string().max(100).describe("One-time code, as the start of the meeting gave it"),
    }),
    output: z.object({
      seat: z.string(),
      name: z.string().describe("Who you are at this table"),
      token: z.string(),
      question: z.string(),
      protocol: z.string(),
    }),
    isReading: false,
    async run({ meeting: id, code }, { client }) {
      const { events } = await desk.meeting(id);
      const { seat, token: own } = desk.join(id, code, client);
      const state = foldTranscript(events);
      const name = nameIn(state, seat);
      const { question } = state.scenario;
      const text = `You sit as ${name} (${seat}). Your token is ${own} and is the seat: keep it, it is not told again. Question: ${question}`;
      return { text, data: { seat, name, token: own, question, protocol: state.protocol } };
    },
  });
}

/** Seconds a call waits for the meeting to accept or reject an answer. */
const TAKING = 20;

function speak(desk: MeetingDesk): Tool {
  return defineTool({
    name: "speak",
    title: "Speak",
    description:
      "Answers the question that wait_for_turn gave: with the fields of a message, with `fields` where a form is asked for, or with `scaffold`, the XML form of the rules. Who spoke is decided by your token, never by a name in your words. An answer that breaks a rule is refused with the reason, and you are asked again.",
    input: z.strictObject({ meeting: meetingArgument, token: seatToken, ...speakArguments }),
    output: z.object({
      taken: z.boolean().describe("false: it lies there, and will be taken when the meeting goes on"),
      question: z.string(),
    }),
    isReading: false,
    async run({ meeting: id, token: own, question, ...given }, call) {
      const { person } = requireSeat(desk, id, own);
      const meeting = await desk.meeting(id);
      const asked = requireQuestion(desk, meeting, person, question);
      const answer = saidIn(given);
      if (!("scaffold" in answer)) {
        const read = seatAnswer(asked, answer);
        if ("problems" in read) throw notTaken(Object.entries(read.problems), asked);
      }
      const file = desk.answer(id, { person, answer, to: asked.path });
      const from = meeting.events.length;
      const look = async () => {
        const now = await desk.meeting(id);
        if (!now.isHeld) await desk.goOn(now);
        return cameOf(desk.rejection(file), now, { from, path: asked.path, person });
      };
      const telling = "waiting until the meeting has taken it";
      const came = await waited({
        clock: desk.clock,
        changes: desk.changes(id),
        seconds: TAKING,
        call,
        look,
        telling,
      });
      if (came !== null && came !== "taken") throw notTaken([["", came.problem]]);
      const taken = came === "taken";
      return {
        text: taken ? "Taken." : "Your answer lies there, and is taken when the meeting goes on.",
        data: { taken, question: asked.path },
      };
    },
  });
}

/** Refuses an answer to another question, or to one that is already answered. */
function requireQuestion(
  desk: MeetingDesk,
  meeting: ReadMeeting,
  person: string,
  question: string | undefined,
): SeatCall {
  const refused = (message: string, remedy: string) => new BoardroomError("not-your-turn", { message, remedy });
  if (meeting.events.at(-1)?.type === "meeting.closed")
    throw refused("the meeting has closed", "get_verdicts tells what it came to.");
  const asked = agentCall(foldTranscript(meeting.events), person);
  if (asked === null) {
    const isLate = meeting.events.some((event) => event.type === "human.answered" && event.path === question);
    throw isLate
      ? refused(`the question ${question} is no longer open`, "wait_for_turn gives the next one.")
      : refused("your seat does not have the floor", "wait_for_turn tells when it does.");
  }
  if (desk.isAnswered(meeting.id, person, asked.path))
    throw refused("you have answered already, and the answer waits to be taken", "Call wait_for_turn.");
  if (question === undefined || question === asked.path) return asked;
  throw refused(
    `the question ${question} is not the one that is open`,
    `Answer ${asked.path}, which wait_for_turn gives.`,
  );
}

type Left = { readonly from: number; readonly path: string; readonly person: string };

/** Null if the answer has not been read yet. */
function cameOf(rejection: string | null, { events }: ReadMeeting, { from, path }: Left) {
  if (rejection !== null) return { problem: rejection };
  const since = events.slice(from);
  const at = since.findIndex((event) => event.type === "human.answered" && event.path === path);
  if (at === -1) return null;
  const turn = path.slice(0, path.lastIndexOf("."));
  const after = since.slice(at + 1).find((event) => event.path === turn || event.path.startsWith(`${turn}.`));
  if (path.includes(".") && after === undefined) return null;
  if (after?.type !== "human.asked") return "taken" as const;
  const { problem } = after.request as { readonly problem?: Json };
  return typeof problem === "string" ? { problem } : ("taken" as const);
}

function notTaken(
  problems: readonly (readonly [field: string, why: string])[],
  asked?: SeatCall,
): BoardroomError {
  return new BoardroomError(
    "answer-refused",
    problems.map(([field, why]) => {
      const takes = asked === undefined ? null : fieldTakes(asked, field);
      return {
        ...(field !== "" && { place: { file: field } }),
        message: why,
        remedy: `${takes === null ? "" : `It takes ${takes}. `}Mend it and speak again; you still have the floor.`,
      };
    }),
  );
}

function leaveMeeting(desk: MeetingDesk): Tool {
  return defineTool({
    name: "leave_meeting",
    title: "Leave the seat",
    description:
      "Gives up your seat for good: its turns are absences from then on, and nobody waits for you. To leave the debate with your verdict on record, speak with `withdrawn` instead; to say nothing once, with `pass`.",
    input: z.strictObject({ meeting: meetingArgument, token: seatToken }),
    output: z.object({ seat: z.string() }),
    isReading: false,
    async run({ meeting: id, token: own }) {
      const { seat } = requireSeat(desk, id, own);
      desk.leave(id, seat);
      return { text: `The seat ${seat} has been left.`, data: { seat } };
    },
  });
}

/** Most characters of one answer. */
const LONGEST = 64_000;

const text = z.string().trim().min(1).max(LONGEST);

const speakArguments = {
  question: z.string().max(80).optional().describe("Path of the question, as wait_for_turn gave it"),
  content: text.optional().describe("Your words to the others"),
  verdict: text.optional().describe("One of the options, or NONE for no verdict"),
  reasoning: text.optional().describe("Why you hold that verdict, or have none"),
  wouldChange: text.optional().describe("What would change your verdict"),
  confidence: z.number().min(0).max(1).optional().describe("How sure you are, 0 to 1"),
  movedBy: z
    .strictObject({ message: text, passage: text })
    .optional()
    .describe("What changed your verdict: id of a message you heard, and words that stand in it"),
  artifacts: z
    .array(z.strictObject({ ref: text, quote: z.string().max(4_000).default("") }))
    .max(40)
    .optional()
    .describe("Passages you cite, such as resume.md#L12-L14; an empty quote is filled in from the lines"),
  to: text.optional().describe("Whom you address, by name; left out, everybody"),
  topic: text.optional().describe("Topic of the agenda that your words belong to"),
  ready: z.boolean().optional().describe("The phase may end for your part"),
  withdrawn: z.boolean().optional().describe("You leave the debate, with your verdict on record"),
  pass: z.boolean().optional().describe("You say nothing this time"),
  fields: z
    .record(z.string(), z.json())
    .optional()
    .describe("Where `isForm` is true: the fields that are asked for, as JSON"),
  scaffold: text.optional().describe("The whole message in the XML form of the rules, in place of fields"),
};

type SpeakGiven = { readonly [Name in keyof typeof speakArguments]?: unknown };

function saidIn(given: SpeakGiven): { readonly [key: string]: Json } {
  const { question: _, fields, scaffold, artifacts, withdrawn, ...said } = given;
  const words = {
    ...said,
    ...(artifacts !== undefined && { cite: artifacts }),
    ...(withdrawn !== undefined && { withdraw: withdrawn }),
  };
  const own = Object.fromEntries(
    Object.entries(words).filter(([, value]) => value !== undefined && value !== false),
  );
  const ways = [fields !== undefined, scaffold !== undefined, Object.keys(own).length > 0].filter(Boolean);
  if (ways.length !== 1)
    throw refused(ways.length === 0 ? "nothing is said" : "it is said in two ways at once");
  const answer = fields ?? (scaffold === undefined ? own : { scaffold });
  const size = JSON.stringify(answer).length;
  if (size > LONGEST)
    throw new BoardroomError("too-much", {
      message: `an answer of ${size} characters`,
      remedy: `At most ${LONGEST} are taken: say less.`,
    });
  return answer as { readonly [key: string]: Json };
}

function refused(message: string): BoardroomError {
  return new BoardroomError("answer-refused", {
    message,
    remedy: "Give the fields of a message, or `fields`, or `scaffold`; `pass` says nothing this time.",
  });
}

const fieldSchema: z.ZodType<object, object> = z.record(z.string(), z.json());

function waitForTurn(desk: MeetingDesk): Tool {
  return defineTool({
    name: "wait_for_turn",
    title: "Wait for your turn",
    description:
      "Waits at most 25 s until your seat has the floor, and gives what any member would be sent: rules and documents once, what is new since your cursor, then the cue and the fields you may fill in. Without a cursor the whole view comes again, as after a restart. Where `more` is true call it again with `next` before you speak.",
    input: z.strictObject({
      meeting: meetingArgument,
      token: seatToken,
      cursor: z
        .string()
        .max(40)
        .regex(/^b\d+-\d+$/, "must be `next` of the answer before")
        .optional(),
      seconds: secondsArgument,
    }),
    output: z.object({
      state: z.enum(["your-turn", "not-yet", "over"]),
      question: z.string().nullable().describe("Path of the question, to be given back to speak"),
      view: z.array(viewBlockSchema),
      next: z.string().nullable().describe("Cursor for the next call"),
      more: z.boolean().describe("More of the view follows; the cue comes with its last part"),
      cue: z.string().nullable().describe("What is asked of you now"),
      fields: z.array(fieldSchema).describe("What you may fill in, each with its kind"),
      isForm: z.boolean().describe("The fields go into `fields` of speak, and are all of the answer"),
      standing: z.string().nullable().describe("Your verdict on record"),
      deadline: z.string().nullable().describe("When silence becomes an absence"),
      problem: z.string().nullable().describe("Why your last answer was not taken"),
      outcome: z.string().nullable(),
    }),
    isReading: true,
    async run({ meeting: id, token: own, cursor, seconds }, call) {
      const { person, seat } = requireSeat(desk, id, own);
      const look = async () => {
        const meeting = await desk.meeting(id);
        const last = meeting.events.at(-1);
        if (last?.type === "meeting.closed") return { outcome: last.outcome.reason };
        if (!meeting.isHeld) await desk.goOn(meeting);
        const asked = openQuestion(desk, meeting, person);
        return asked && { meeting, asked };
      };
      const [changes, telling] = [desk.changes(id), `${seat} waits for the floor`];
      const found = await waited({ clock: desk.clock, changes, seconds, call, look, telling });
      const nothing = { ...NOTHING, next: cursor ?? null };
      if (found === null)
        return { text: "Not yet your turn.", data: { ...nothing, state: "not-yet" as const } };
      if (found.outcome !== undefined) {
        const { outcome } = found;
        return {
          text: `The meeting has closed: ${outcome}`,
          data: { ...nothing, state: "over" as const, outcome },
        };
      }
      const prompt = await desk.prompt(found.meeting, found.asked.path);
      return turnIn(found.asked, prompt, cursor);
    },
  });
}

const NOTHING = {
  ...{ question: null, view: [], more: false, cue: null, fields: [], isForm: false },
  ...{ standing: null, deadline: null, problem: null, outcome: null },
};

function turnIn(asked: SeatCall, prompt: Prompt | null, cursor: string | undefined) {
  const { path: question, fields, isForm, standing, deadline, problem } = asked;
  const cue = prompt?.cue ?? asked.text;
  const { blocks, next, more } = pagedView(prompt, cursor, [cue, fields]);
  const text = [
    ...blocks.map(({ from, text: words }) => `--- ${from} ---\n${words}`),
    more ? "(more follows: call wait_for_turn with `next`)" : `--- what is asked of you ---\n${cue}`,
    ...(problem === null ? [] : [`Your last answer was not taken: ${problem}`]),
  ].join("\n\n");
  return {
    text,
    data: {
      ...{ state: "your-turn" as const, question, view: blocks, next, more },
      ...(more ? { cue: null, fields: [] } : { cue, fields }),
      ...{ isForm, standing, deadline, problem, outcome: null },
    },
  };
}

function openQuestion(desk: MeetingDesk, meeting: ReadMeeting, person: string): SeatCall | null {
  const asked = agentCall(foldTranscript(meeting.events), person);
  return asked === null || desk.isAnswered(meeting.id, person, asked.path) ? null : asked;
}
