import { z } from "zod";
import type { Json } from "../../../engine/transcript/events.ts";
import { foldTranscript } from "../../../engine/transcript/folding/fold.ts";
import { nameIn } from "../../../engine/transcript/member-of.ts";
import { BoardroomError } from "../../../errors.ts";
import { agentCall, fieldTakes, type SeatCall, seatAnswer } from "../../../showing/watching/seat.ts";
import type { MeetingDesk, ReadMeeting } from "../desk.ts";
import { requireSeat } from "../sight.ts";
import { defineTool, type Tool } from "../tool.ts";
import { waited } from "../waiting.ts";
import { meetingArgument, seatToken } from "./common.ts";
import { saidIn, speakArguments } from "./said.ts";
import { waitForTurn } from "./wait-for-turn.ts";

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
