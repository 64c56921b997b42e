import { z } from "zod";
import { BoardroomError } from "../../../errors.ts";
import type { AskedMeeting, MeetingAsked, MeetingDesk, ReadMeeting } from "../desk.ts";
import { pageOf } from "../pages.ts";
import { entrySchema, rowInWords, rowsSeen, sightOf } from "../rows.ts";
import {
  defineTool,
  meetingArgument,
  nameArgument,
  secondsArgument,
  type Tool,
  type ToolCall,
  tokenArgument,
  waited,
} from "../tool.ts";

/** No tool approves a meeting. */
export function holdingTools(desk: MeetingDesk): readonly Tool[] {
  return [startMeeting(desk), proposeMeeting(desk), waitForMeeting(desk)];
}

const askedOutput = z.object({
  started: z.boolean(),
  meeting: z.string().nullable().describe("Its id; null where nothing was started"),
  seats: z
    .array(z.object({ seat: z.string(), person: z.string(), code: z.string() }))
    .describe(
      "Seats kept for agents, each with the one-time code for join_meeting: give each to its agent alone",
    ),
  owner: z
    .string()
    .nullable()
    .describe("Token that lets you act from beside and read everything; keep it from those who sit in it"),
  proposal: z.string().nullable().describe("Id of the proposal that a person decides on"),
  needs: z.array(z.string()).describe("What a person has to approve"),
  notes: z.array(z.string()),
});

const by = nameArgument.optional().describe("Who you are; left out, what your client calls itself");

const answerMinutes = z
  .number()
  .positive()
  .max(1_440)
  .optional()
  .describe("Minutes after which an agent's or a person's silence is an absence; default 10 where agents sit");

const option = z.strictObject({
  id: z
    .string()
    .regex(/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/, "must be upper-case, such as MOVE_NOW")
    .max(40),
  side: z.enum(["for", "against", "neutral"]).describe("Which way it points when sides are counted"),
  meaning: z.string().trim().min(1).max(500).optional(),
});

const document = z.strictObject({
  name: z
    .string()
    .max(80)
    .regex(/^[\w-]+\.(?:md|txt)$/, "must be a file's name such as plan.md"),
  title: z.string().trim().min(1).max(200),
  text: z.string().min(1).max(200_000),
});

function startMeeting(desk: MeetingDesk): Tool {
  return defineTool({
    name: "start_meeting",
    title: "Start a meeting",
    description:
      "Holds a meeting in a process of its own and returns its id at once: on a scenario by name, or on a bare question with options. Simulated meetings are held; one with language models only within the budget that a person gave this server, else it becomes a proposal, which only a person approves. Then call wait_for_meeting. Not for questions whose answer can be looked up.",
    input: z.strictObject({
      ...matterArguments,
      scenario: matterArguments.scenario.optional(),
      options: z.array(option).min(2).max(12).optional().describe("With a bare question: what can be decided"),
      context: z
        .string()
        .trim()
        .min(1)
        .max(8_000)
        .optional()
        .describe("With a bare question: what must be known"),
      documents: z.array(document).max(10).optional().describe("With a bare question: what is to be read"),
      board: z.array(nameArgument).min(1).max(20).optional().describe("With a bare question: personas by id"),
      answerMinutes,
      by,
    }),
    output: askedOutput,
    isReading: false,
    run: async (input, call) => {
      const { scenario, options, context, documents, board, answerMinutes: minutes, by: name, ...rest } = input;
      if ((scenario === undefined) === (options === undefined)) throw oneOfBoth();
      const [bareAlone] = Object.entries({ context, documents, board }).find(([, value]) => value) ?? [];
      if (scenario !== undefined && bareAlone !== undefined) throw ofBareQuestion(bareAlone);
      if (scenario !== undefined)
        return told(
          await desk.start({ matter: { scenario, ...rest }, answerMinutes: minutes, by: name ?? call.client }),
        );
      const { question, ...matter } = rest;
      if (question === undefined || options === undefined) throw oneOfBoth();
      const bare = { question, options, context, documents, board };
      const asked: AskedMeeting = {
        ...{ matter: { scenario: "", ...matter }, bare, answerMinutes: minutes },
        by: name ?? call.client,
      };
      return told(await desk.start(asked));
    },
  });
}

function proposeMeeting(desk: MeetingDesk): Tool {
  return defineTool({
    name: "propose_meeting",
    title: "Propose a meeting",
    description:
      "Puts a matter forward as boardroom run --by does: a grave or dear one waits for a person, one that costs nothing and is of level 1 or 2 is held at once. Nothing you say approves it. Use it where a person should know before it is held.",
    input: z.strictObject({ ...matterArguments, answerMinutes, by }),
    output: askedOutput,
    isReading: false,
    run: async ({ answerMinutes: minutes, by: name, ...matter }, call) =>
      told(await desk.propose({ matter, answerMinutes: minutes, by: name ?? call.client })),
  });
}

function told(asked: MeetingAsked) {
  const nothing = { meeting: null, owner: null, proposal: null, seats: [], needs: [], notes: [] };
  if (asked.is === "proposed") {
    const { proposal, needs } = asked;
    const text = `Nothing was started. Proposal ${proposal} waits for a person: ${needs.join("; ")}. They decide with boardroom approvals ${proposal} --approve or --decline.`;
    return { text, data: { ...nothing, started: false, proposal, needs } };
  }
  const { meeting, owner, seats, notes } = asked;
  const text = [
    `Meeting ${meeting} is being held; wait_for_meeting tells what happens.`,
    `Your owner token is ${owner}: with it as token you act on the meeting from beside and read all of it.`,
    ...seats.map(({ seat, person, code }) => `The seat ${seat} waits for ${person}, who joins with ${code}.`),
    ...notes,
  ].join("\n");
  return { text, data: { ...nothing, started: true, meeting, owner, seats, notes } };
}

function ofBareQuestion(argument: string): BoardroomError {
  return new BoardroomError("usage", {
    place: { file: argument },
    message: "belongs to a bare question, and a scenario has its own",
    remedy: "Leave it out, or give question and options in place of scenario.",
  });
}

function oneOfBoth(): BoardroomError {
  return new BoardroomError("usage", {
    message: "either a scenario by name, or a question with its options",
    remedy:
      'Give scenario, or question and options such as [{"id": "MOVE", "side": "for"}, {"id": "STAY", "side": "against"}].',
  });
}

function waitForMeeting(desk: MeetingDesk): Tool {
  return defineTool({
    name: "wait_for_meeting",
    title: "Wait for a meeting",
    description:
      "What has happened in a meeting since a cursor: returns as soon as something has, or after at most 25 s. Call it again with `next` until `over` is true.",
    input: z.strictObject({
      meeting: meetingArgument,
      cursor: z
        .string()
        .regex(/^e\d{1,9}$/, "must be `next` of the answer before")
        .optional(),
      seconds: secondsArgument,
      token: tokenArgument,
    }),
    output: z.object({
      entries: z.array(entrySchema),
      next: z.string().describe("Cursor for the next call"),
      standing: z.string().describe("held, stopped, waiting, suspended or closed"),
      over: z.boolean(),
      outcome: z.string().nullable().describe("What it came to, once it has closed; get_verdicts has more"),
    }),
    isReading: true,
    async run({ meeting: id, cursor = "e0", seconds, token }, call: ToolCall) {
      const since = Number(cursor.slice(1));
      const look = async () => {
        const meeting = await desk.meeting(id);
        const rows = rowsSeen(meeting, sightOf(desk, meeting, token), desk).filter(({ seq }) => seq > since);
        const isOver = meeting.events.at(-1)?.type === "meeting.closed";
        return rows.length === 0 && !isOver ? null : { meeting, rows };
      };
      const telling = `${id} goes on`;
      const found = await waited({
        clock: desk.clock,
        changes: desk.changes(id),
        seconds,
        call,
        look,
        telling,
      });
      const meeting = found?.meeting ?? (await desk.meeting(id));
      const ordered = (found?.rows ?? []).toSorted((a, b) => a.seq - b.seq);
      const { items, next } = pageOf(ordered, undefined);
      const standing = await standingOf(desk, meeting);
      const over = standing.is === "closed" && next === null;
      const text = [
        ...items.map(rowInWords),
        over ? `It has closed: ${standing.outcome ?? ""}` : `It is ${standing.is}.`,
      ].join("\n");
      const last = `e${items.at(-1)?.seq ?? since}`;
      return {
        text,
        data: {
          entries: items,
          next: last,
          standing: standing.is,
          over,
          outcome: standing.outcome ?? null,
        },
      };
    },
  });
}

async function standingOf(desk: MeetingDesk, { id, events }: ReadMeeting) {
  const last = events.at(-1);
  if (last?.type === "meeting.closed") return { is: "closed", outcome: last.outcome.reason };
  const listed = (await desk.meetings()).find((each) => each.id === id);
  return listed?.standing ?? { is: "stopped" };
}

/** A name of something known; nothing that could be a path. */
const known = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .regex(/^[^/\\\0]+$/, "must be a name, not a path");

const words = z.string().trim().min(1);

export const matterArguments = {
  scenario: known.describe("Name of a scenario, as list_scenarios gives it"),
  question: words.max(2_000).optional().describe("Asked in place of the scenario's question"),
  seed: z
    .union([z.int(), words.max(120)])
    .optional()
    .describe("Decides every draw; the same seed makes the same simulated meeting"),
  maxMessages: z.int().min(1).max(1_000).optional().describe("Most messages, notices, passes and absences"),
  model: words
    .max(200)
    .optional()
    .describe("Model of every member, such as simulated or anthropic:claude-sonnet-5-5"),
  members: z
    .record(known, words.max(200))
    .optional()
    .describe("Model of single members by id; agent:NAME keeps a seat for an agent from outside"),
  protocol: words
    .max(60)
    .regex(/^[a-z][a-z0-9-]*$/, "must be the name of a protocol")
    .optional()
    .describe("Procedure by name; left out, the scenario's"),
};
