import { z } from "zod";
import { bringing } from "../../../engine/meeting/people/inbox.ts";
import { personOn } from "../../../engine/meeting/people/person.ts";
import type { PersonAct } from "../../../engine/transcript/events.ts";
import { afterForks } from "../../../engine/transcript/forks.ts";
import { BoardroomError } from "../../../errors.ts";
import type { MeetingDesk, ReadMeeting } from "../desk.ts";
import { requireBeside } from "../rows.ts";
import { defineTool, meetingArgument, nameArgument, type Tool, type ToolCall, tokenArgument } from "../tool.ts";

export function besideTools(desk: MeetingDesk): readonly Tool[] {
  return [interject(desk), bringDocument(desk), callBallot(desk)];
}

const fixed = {
  meeting: meetingArgument,
  by: nameArgument
    .optional()
    .describe("Who you are, as the record will have it; left out, what your client calls itself"),
  token: tokenArgument,
};

const output = z.object({
  left: z.literal(true),
  held: z.boolean().describe("Whether a process holds the meeting and will take it before the next turn"),
});

function interject(desk: MeetingDesk): Tool {
  return defineTool({
    name: "interject",
    title: "Say something to everybody",
    description:
      "Says a few words to all members of a meeting that goes on, under your name, before the next turn. Use it for a fact that the board lacks; not to argue for a verdict. Refused to whoever sits in the meeting.",
    input: z.strictObject({ ...fixed, text: z.string().trim().min(1).max(4_000) }),
    output,
    isReading: false,
    run: (input, call) => act(desk, input, call, { act: "interject", text: input.text }),
  });
}

function bringDocument(desk: MeetingDesk): Tool {
  return defineTool({
    name: "bring_document",
    title: "Bring a document",
    description:
      "Lays a text on the table of a meeting that goes on: everybody sees it from the next turn on and can cite it by line. Give the text itself; no file is read.",
    input: z.strictObject({
      ...fixed,
      name: z
        .string()
        .max(80)
        .regex(/^[\w-]+\.(?:md|txt)$/, "must be a file's name such as letter.md")
        .describe("What citations call it"),
      title: z.string().trim().min(1).max(200),
      text: z.string().trim().min(1).max(200_000),
    }),
    output,
    isReading: false,
    run: (input, call) =>
      act(
        desk,
        input,
        call,
        { act: "bring-document", name: input.name },
        {
          name: input.name,
          title: input.title,
          text: input.text,
        },
      ),
  });
}

function callBallot(desk: MeetingDesk): Tool {
  return defineTool({
    name: "call_ballot",
    title: "Call a ballot",
    description:
      "Asks every member for a private vote before the next turn, where the procedure allows one; with `closing` the closing ballot, which ends the debate.",
    input: z.strictObject({ ...fixed, closing: z.boolean().default(false) }),
    output,
    isReading: false,
    run: (input, call) => act(desk, input, call, { act: input.closing ? "close-debate" : "call-ballot" }),
  });
}

type BesideInput = {
  readonly meeting: string;
  readonly by?: string | undefined;
  readonly token?: string | undefined;
};

async function act(
  desk: MeetingDesk,
  { meeting: id, by, token }: BesideInput,
  { client }: ToolCall,
  does: PersonAct,
  brought?: { readonly name: string; readonly title: string; readonly text: string },
) {
  const meeting = await desk.meeting(id);
  requireBeside(desk, meeting, token);
  const person = requireOwnName(meeting, (by ?? client).slice(0, 80));
  const held = desk.act(id, brought ? bringing(person, brought) : { person, does });
  const when = held ? "before the next turn" : "when somebody goes on with the meeting";
  return {
    text: `Left for the meeting under the name ${person}; it takes effect ${when}.`,
    data: { left: true as const, held },
  };
}

/** No one may act under the name of a person at the table. */
function requireOwnName({ events }: ReadMeeting, name: string): string {
  const [opened] = events;
  const seats = opened?.type === "meeting.opened" ? afterForks(opened, events).seats : [];
  const taken = seats.flatMap((seat) => [seat.id, seat.persona.name, personOn(seat) ?? ""]);
  const key = name.trim().toLowerCase();
  if (!taken.some((each) => each.trim().toLowerCase() === key)) return name;
  throw new BoardroomError("name-taken", {
    message: `${JSON.stringify(name)} is at the table of this meeting`,
    remedy: "Act under a name of your own: give `by`.",
  });
}
