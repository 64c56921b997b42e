import { z } from "zod";
import type { Prompt } from "../../engine/perspective/prompts.ts";
import type { Json } from "../../engine/transcript/events.ts";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import { nameIn } from "../../engine/transcript/state.ts";
import { BoardroomError } from "../../errors.ts";
import { agentCall, fieldTakes, type SeatCall, seatAnswer } from "../../showing/watching/seat.ts";
import type { MeetingService } from "../service/meeting-service.ts";
import { type ReadMeeting, requireSeat } from "../service/records.ts";
import { pagedView, viewBlockSchema } from "./pages.ts";
import { defineTool, meetingArgument, seatToken, secondsArgument, type Tool, waited } from "./tool.ts";

export function seatTools(service: MeetingService): readonly Tool[] {
  return [joinMeeting(service), waitForTurn(service), speak(service), withdrawFromMeeting(service)];
}

function joinMeeting(service: MeetingService): Tool {
  return defineTool({
    name: "join_meeting",
    title: "Join a meeting",
    description:
      "Takes the seat that a one-time code is for, and returns the seat's token. Keep the token; it also works after a restart. Then call wait_for_turn.",
    input: {
      meeting: meetingArgument,
      code: z.string().max(100).describe("One-time code from the start of the meeting"),
    },
    output: {
      seat: z.string(),
      name: z.string().describe("Your name in this meeting"),
      token: z.string(),
      question: z.string(),
      protocol: z.string(),
    },
    isReading: false,
    async run({ meeting: id, code }, { client }) {
      const { events } = await service.meeting(id);
      const { seat, token: own } = service.join(id, code, client);
      const state = foldTranscript(events);
      const name = nameIn(state, seat);
      const { question } = state.scenario;
      const text = `You are ${name} (${seat}). Your token is ${own}. Keep it; it is shown once. Question: ${question}`;
      return { text, data: { seat, name, token: own, question, protocol: state.protocol } };
    },
  });
}

/** Seconds a call waits for the meeting to accept or reject an answer. */
const TAKING = 20;

function speak(service: MeetingService): Tool {
  return defineTool({
    name: "speak",
    title: "Speak",
    description:
      "Answers the question from wait_for_turn: with the fields of a message, with `fields` if `isForm` is true, or with `scaffold`, the XML form of the rules. Your token decides who spoke, and not a name in your words. If an answer breaks a rule, the error names the field, and you can try again.",
    input: { meeting: meetingArgument, token: seatToken, ...speakArguments },
    output: {
      taken: z.boolean().describe("false: the answer waits until the meeting continues"),
      question: z.string(),
    },
    isReading: false,
    async run({ meeting: id, token: own, question, ...given }, call) {
      const { person } = requireSeat(service, id, own);
      const meeting = await service.meeting(id);
      const asked = requireQuestion(service, meeting, person, question);
      const answer = saidIn(given);
      if (!("scaffold" in answer)) {
        const read = seatAnswer(asked, answer);
        if ("problems" in read) throw notTaken(Object.entries(read.problems), asked);
      }
      const file = service.answer(id, { person, answer, to: asked.path });
      const from = meeting.events.length;
      const look = async () => {
        const now = await service.meeting(id);
        if (!now.isRunning) await service.goOn(now);
        return cameOf(service.rejection(file), now, { from, path: asked.path, person });
      };
      const progress = "waiting until the meeting accepts the answer";
      const came = await waited({ changes: service.changes(id), seconds: TAKING, call, look, progress });
      if (came !== null && came !== "taken") throw notTaken([["", came.problem]]);
      const taken = came === "taken";
      return {
        text: taken ? "Accepted." : "Your answer waits until the meeting continues.",
        data: { taken, question: asked.path },
      };
    },
  });
}

/** Refuses an answer to another question, or to one that is already answered. */
function requireQuestion(
  service: MeetingService,
  meeting: ReadMeeting,
  person: string,
  question: string | undefined,
): SeatCall {
  const refused = (message: string, remedy: string) => new BoardroomError("not-your-turn", { message, remedy });
  if (meeting.events.at(-1)?.type === "meeting.closed")
    throw refused("the meeting has closed", "Read the outcome with get_verdicts.");
  const asked = agentCall(foldTranscript(meeting.events), person);
  if (asked === null) {
    const isLate = meeting.events.some((event) => event.type === "human.answered" && event.path === question);
    throw isLate
      ? refused(`the question ${question} is no longer open`, "Get the next one with wait_for_turn.")
      : refused("it is not your turn", "Wait for it with wait_for_turn.");
  }
  if (service.isAnswered(meeting.id, person, asked.path))
    throw refused(
      "you have answered already, and the meeting has not read the answer yet",
      "Call wait_for_turn.",
    );
  if (question === undefined || question === asked.path) return asked;
  throw refused(
    `the question ${question} is not the one that is open`,
    `Answer ${asked.path}, from wait_for_turn.`,
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
    "answer-invalid",
    problems.map(([said, why]) => {
      const field = asked?.fields.find(({ label, name }) => said === label || said === name)?.name ?? said;
      const takes = asked ? fieldTakes(asked, said) : null;
      return {
        ...(field !== "" && { place: { file: asked?.isForm ? `fields.${field}` : field } }),
        message: why,
        remedy: `${takes === null ? "" : `It takes ${takes}. `}Correct it and speak again. It is still your turn.`,
      };
    }),
  );
}

function withdrawFromMeeting(service: MeetingService): Tool {
  return defineTool({
    name: "leave_meeting",
    title: "Leave a meeting",
    description:
      "Gives up your seat permanently. Its later turns are absences. To leave the debate but keep your verdict, call speak with `withdraw`. To say nothing once, call speak with `pass`.",
    input: { meeting: meetingArgument, token: seatToken },
    output: { seat: z.string() },
    isReading: false,
    async run({ meeting: id, token: own }) {
      const { seat } = requireSeat(service, id, own);
      service.withdraw(id, seat);
      return { text: `You have left the seat ${seat}.`, data: { seat } };
    },
  });
}

/** Most characters of one answer. */
const LONGEST = 64_000;

const text = z.string().trim().min(1).max(LONGEST);

const speakArguments = {
  question: z.string().max(80).optional().describe("Path of the question, from wait_for_turn"),
  content: text.optional().describe("Your words to the others"),
  verdict: text.optional().describe("One of the options, or NONE for no verdict"),
  reasoning: text.optional().describe("Reason for this verdict, or for none"),
  wouldChange: text.optional().describe("What would change your verdict"),
  confidence: z.number().min(0).max(1).optional().describe("How sure you are, 0 to 1"),
  movedBy: z
    .strictObject({ message: text, passage: text })
    .optional()
    .describe("What changed your verdict: id of a message, and words from it"),
  cite: z
    .array(z.strictObject({ ref: text, quote: z.string().max(4_000).default("") }))
    .max(40)
    .optional()
    .describe("Cited passages, such as resume.md#L12-L14. An empty quote is filled in from the lines"),
  to: text.optional().describe("Name of the addressee; default everyone"),
  topic: text.optional().describe("Topic of the agenda"),
  ready: z.boolean().optional().describe("You agree to end the phase"),
  withdraw: z.boolean().optional().describe("You leave the debate; your verdict stays"),
  pass: z.boolean().optional().describe("You say nothing this time"),
  fields: z
    .record(z.string(), z.json())
    .optional()
    .describe("If `isForm` is true: the requested fields, as JSON"),
  scaffold: text.optional().describe("The whole message in the XML form of the rules, instead of fields"),
};

type SpeakGiven = { readonly [Name in keyof typeof speakArguments]?: unknown };

function saidIn(given: SpeakGiven): { readonly [key: string]: Json } {
  const { question: _, fields, scaffold, ...said } = given;
  const own = Object.fromEntries(
    Object.entries(said).filter(([, value]) => value !== undefined && value !== false),
  );
  const ways = [fields !== undefined, scaffold !== undefined, Object.keys(own).length > 0].filter(Boolean);
  if (ways.length !== 1)
    throw refused(ways.length === 0 ? "the answer is empty" : "the answer is given in two ways");
  const answer = fields ?? (scaffold === undefined ? own : { scaffold });
  const size = JSON.stringify(answer).length;
  if (size > LONGEST)
    throw new BoardroomError("limit-exceeded", {
      message: `the answer has ${size} characters`,
      remedy: `The limit is ${LONGEST}. Say less.`,
    });
  return answer as { readonly [key: string]: Json };
}

function refused(message: string): BoardroomError {
  return new BoardroomError("answer-invalid", {
    message,
    remedy: "Give the fields of a message, or `fields`, or `scaffold`. To say nothing, give `pass`.",
  });
}

const fieldSchema: z.ZodType<object, object> = z.record(z.string(), z.json());

function waitForTurn(service: MeetingService): Tool {
  return defineTool({
    name: "wait_for_turn",
    title: "Wait for your turn",
    description:
      "Waits at most 25 s for your turn, and returns what a member receives: rules and documents, the news since your cursor, then the instruction and its fields. Without a cursor it returns the whole view again, for example after a restart. If `more` is true, call it again with `next` before you speak.",
    input: {
      meeting: meetingArgument,
      token: seatToken,
      cursor: z
        .string()
        .max(40)
        .regex(/^b\d+-\d+$/, "must be `next` of the previous answer")
        .optional(),
      seconds: secondsArgument,
    },
    output: {
      state: z.enum(["your-turn", "not-yet", "over"]),
      question: z.string().nullable().describe("Path of the question, for speak"),
      view: z.array(viewBlockSchema),
      next: z.string().nullable().describe("Cursor for the next call"),
      more: z.boolean().describe("More of the view follows; the instruction comes with its last part"),
      instruction: z.string().nullable().describe("The instruction"),
      fields: z.array(fieldSchema).describe("The fields that you can fill in"),
      isForm: z.boolean().describe("Put the answer into `fields` of speak"),
      standing: z.string().nullable().describe("Your current verdict"),
      deadline: z.string().nullable().describe("When silence becomes an absence"),
      problem: z.string().nullable().describe("Why your last answer was rejected"),
      outcome: z.string().nullable(),
    },
    isReading: true,
    async run({ meeting: id, token: own, cursor, seconds }, call) {
      const { person, seat } = requireSeat(service, id, own);
      const look = async () => {
        const meeting = await service.meeting(id);
        const last = meeting.events.at(-1);
        if (last?.type === "meeting.closed") return { outcome: last.outcome.reason };
        if (!meeting.isRunning) await service.goOn(meeting);
        const asked = openQuestion(service, meeting, person);
        return asked && { meeting, asked };
      };
      const [changes, progress] = [service.changes(id), `${seat} waits for its turn`];
      const found = await waited({ changes, seconds, call, look, progress });
      const nothing = { ...NOTHING, next: cursor ?? null };
      if (found === null)
        return { text: "It is not your turn yet.", data: { ...nothing, state: "not-yet" as const } };
      if (found.outcome !== undefined) {
        const { outcome } = found;
        return {
          text: `The meeting has closed: ${outcome}`,
          data: { ...nothing, state: "over" as const, outcome },
        };
      }
      const prompt = await service.prompt(found.meeting, found.asked.path);
      return turnIn(found.asked, prompt, cursor);
    },
  });
}

const NOTHING = {
  ...{ question: null, view: [], more: false, instruction: null, fields: [], isForm: false },
  ...{ standing: null, deadline: null, problem: null, outcome: null },
};

function turnIn(asked: SeatCall, prompt: Prompt | null, cursor: string | undefined) {
  const { path: question, fields, isForm, current, deadline, problem } = asked;
  const instruction = prompt?.instruction ?? asked.text;
  const { blocks, next, more } = pagedView(prompt, cursor, [instruction, fields]);
  const text = [
    ...blocks.map(({ from, text: words }) => `--- ${from} ---\n${words}`),
    more ? "(more follows: call wait_for_turn with `next`)" : `--- instruction ---\n${instruction}`,
    ...(problem === null ? [] : [`Your last answer was rejected: ${problem}`]),
  ].join("\n\n");
  return {
    text,
    data: {
      ...{ state: "your-turn" as const, question, view: blocks, next, more },
      ...(more ? { instruction: null, fields: [] } : { instruction, fields }),
      ...{ isForm, standing: current, deadline, problem, outcome: null },
    },
  };
}

function openQuestion(service: MeetingService, meeting: ReadMeeting, person: string): SeatCall | null {
  const asked = agentCall(foldTranscript(meeting.events), person);
  return asked === null || service.isAnswered(meeting.id, person, asked.path) ? null : asked;
}
