import { z } from "zod";
import type { Prompt } from "../../../engine/perspective/prompts.ts";
import { foldTranscript } from "../../../engine/transcript/folding/fold.ts";
import { agentCall, type SeatCall } from "../../../showing/watching/seat.ts";
import type { MeetingDesk, ReadMeeting } from "../desk.ts";
import { pagedView, viewBlockSchema } from "../seat-pages.ts";
import { requireSeat } from "../sight.ts";
import { defineTool, type Tool } from "../tool.ts";
import { waited } from "../waiting.ts";
import { meetingArgument, seatToken, secondsArgument } from "./common.ts";

const fieldSchema: z.ZodType<object, object> = z.record(z.string(), z.json());

export function waitForTurn(desk: MeetingDesk): Tool {
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
