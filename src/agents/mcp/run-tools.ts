import { z } from "zod";
import { bringing } from "../../engine/meeting/people/inbox.ts";
import { personOn } from "../../engine/meeting/people/person.ts";
import type { PersonAct } from "../../engine/transcript/events.ts";
import { afterForks } from "../../engine/transcript/forks.ts";
import { BoardroomError } from "../../errors.ts";
import { askedArguments, caseArguments, document, line } from "../service/case-input.ts";
import type { MeetingService } from "../service/meeting-service.ts";
import {
  entrySchema,
  type ReadMeeting,
  requireNextTo,
  rowInWords,
  shownRows,
  sightOf,
} from "../service/records.ts";
import type { MeetingAsked } from "../service/run-service.ts";
import { pageOf } from "./pages.ts";
import {
  defineTool,
  meetingArgument,
  nameArgument,
  secondsArgument,
  type Tool,
  tokenArgument,
  waited,
} from "./tool.ts";

const asking = {
  answerMinutes: z
    .number()
    .positive()
    .max(1_440)
    .optional()
    .describe("Minutes until an agent's or a person's silence is an absence; default 10 for agents"),
  by: nameArgument.optional().describe("Your name; default what your client calls itself"),
};

const asked = {
  started: z.boolean(),
  meeting: z.string().nullable().describe("Its id; null if nothing was started"),
  seats: z
    .array(z.object({ seat: z.string(), person: z.string(), code: z.string() }))
    .describe("Seats for agents, each with its one-time code for join_meeting: give each to its agent only"),
  owner: z
    .string()
    .nullable()
    .describe("Token that lets you act and read everything; keep it from the agents in the meeting"),
  proposal: z.string().nullable().describe("Id of the proposal that a person decides on"),
  needs: z.array(z.string()).describe("What a person must approve"),
  notes: z.array(z.string()),
};

/** No tool approves a meeting. */
export function runTools(service: MeetingService): readonly Tool[] {
  return [
    defineTool({
      name: "start_meeting",
      title: "Start a meeting",
      description:
        "Runs a meeting in its own process and returns its id at once: with a scenario by name, or with a question and options. Simulated meetings start immediately. A meeting with language models starts only within the budget that a person gave this server; otherwise it becomes a proposal, and only a person approves it. Then call wait_for_meeting. Not for questions with an answer that you can look up.",
      input: { ...askedArguments, ...asking },
      output: asked,
      isReading: false,
      run: async (given, { client }) =>
        meetingAnswer(await service.start({ ...given, by: given.by ?? client })),
    }),
    defineTool({
      name: "propose_meeting",
      title: "Propose a meeting",
      description:
        "Proposes a meeting, as boardroom run --by does: a critical or expensive one waits for a person, a free one of level 1 or 2 starts at once. Use it if a person should know before the meeting starts. No words of yours approve it.",
      input: { ...caseArguments, ...asking },
      output: asked,
      isReading: false,
      run: async (given, { client }) =>
        meetingAnswer(await service.propose({ ...given, by: given.by ?? client })),
    }),
    waitForMeeting(service),
    act(service),
  ];
}

function meetingAnswer(data: MeetingAsked) {
  const { meeting, owner, proposal, seats, needs, notes } = data;
  const text = data.started
    ? [
        `Meeting ${meeting} is running. Call wait_for_meeting to follow it.`,
        `Your owner token is ${owner}. With it as token you can act on the meeting and read all of it.`,
        ...seats.map(
          ({ seat, person, code }) => `The seat ${seat} waits for ${person}, who joins with ${code}.`,
        ),
        ...notes,
      ].join("\n")
    : `Nothing was started. Proposal ${proposal} waits for a person: ${needs.join("; ")}. They decide with boardroom approvals ${proposal} --approve or --decline.`;
  return { text, data };
}

function waitForMeeting(service: MeetingService): Tool {
  return defineTool({
    name: "wait_for_meeting",
    title: "Wait for a meeting",
    description:
      "What has happened in a meeting since a cursor: returns when something has happened, or after at most 25 s. Call it again with `next` until `over` is true.",
    input: {
      meeting: meetingArgument,
      cursor: z
        .string()
        .regex(/^e\d{1,9}$/, "must be `next` of the previous answer")
        .optional(),
      seconds: secondsArgument,
      token: tokenArgument,
    },
    output: {
      entries: z.array(entrySchema),
      next: z.string().describe("Cursor for the next call"),
      standing: z.string().describe("held, stopped, waiting, suspended or closed"),
      over: z.boolean(),
      outcome: z.string().nullable().describe("The outcome of a closed meeting; get_verdicts has more"),
    },
    isReading: true,
    async run({ meeting: id, cursor = "e0", seconds, token }, call) {
      const since = Number(cursor.slice(1));
      const look = async () => {
        const meeting = await service.meeting(id);
        const rows = shownRows(meeting, sightOf(service, meeting, token)).filter(({ seq }) => seq > since);
        const isOver = meeting.events.at(-1)?.type === "meeting.closed";
        return rows.length === 0 && !isOver ? null : { meeting, rows };
      };
      const waiting = { changes: service.changes(id), seconds, call, look, progress: `${id} is running` };
      const found = await waited(waiting);
      const meeting = found?.meeting ?? (await service.meeting(id));
      const ordered = (found?.rows ?? []).toSorted((a, b) => a.seq - b.seq);
      const { items, next } = pageOf(ordered, undefined);
      const { is: standing, outcome = null } = await stateOf(service, meeting);
      const over = standing === "closed" && next === null;
      const last = over ? `The meeting has closed: ${outcome ?? ""}` : `The meeting is ${standing}.`;
      return {
        text: [...items.map(rowInWords), last].join("\n"),
        data: { entries: items, next: `e${items.at(-1)?.seq ?? since}`, standing, over, outcome },
      };
    },
  });
}

type RunStatus = { readonly is: string; readonly outcome?: string };

async function stateOf(service: MeetingService, { id, events }: ReadMeeting): Promise<RunStatus> {
  const last = events.at(-1);
  if (last?.type === "meeting.closed") return { is: "closed", outcome: last.outcome.reason };
  const listed = (await service.meetings()).find((each) => each.id === id);
  return listed?.status ?? { is: "stopped" };
}

const acts = {
  interject: line.max(4_000).optional().describe("Says these words to all members, such as a missing fact"),
  bring: document
    .optional()
    .describe("Adds a text. From the next turn all members see it and can cite it by line"),
  ballot: z.literal(true).optional().describe("Calls a private vote, if the protocol has votes"),
  closing: z.literal(true).optional().describe("Calls the closing vote, which ends the debate"),
};

function act(service: MeetingService): Tool {
  return defineTool({
    name: "act",
    title: "Act on a running meeting",
    description:
      "Does one thing in a running meeting under your name, before the next turn, as boardroom act does: interject, bring a document, call a private vote or the closing vote. Members of the meeting cannot use it. Do not use it to argue for a verdict.",
    input: { meeting: meetingArgument, by: asking.by, token: tokenArgument, ...acts },
    output: {
      left: z.literal(true),
      held: z.boolean().describe("A process runs the meeting and does it before the next turn"),
    },
    isReading: false,
    async run({ meeting: id, by, token, bring, ...given }, { client }) {
      const named = Object.entries({ ...given, bring }).filter(([, value]) => value !== undefined);
      if (named.length !== 1)
        throw new BoardroomError("usage", {
          message:
            named.length === 0 ? "no act is given" : `${named.length} acts are given, and one is allowed`,
          remedy: `Give one of ${Object.keys(acts).join(", ")}.`,
        });
      const meeting = await service.meeting(id);
      requireNextTo(service, meeting, token);
      const person = requireOwnName(meeting, (by ?? client).slice(0, 80));
      const held = service.act(id, bring ? bringing(person, bring) : { person, does: doesOf(given) });
      const when = held ? "before the next turn" : "when the meeting is resumed";
      const text = `Left for the meeting as ${person}. It takes effect ${when}.`;
      return { text, data: { left: true as const, held } };
    },
  });
}

function doesOf({
  interject,
  ballot,
}: {
  interject?: string | undefined;
  ballot?: true | undefined;
}): PersonAct {
  if (interject !== undefined) return { act: "interject", text: interject };
  return { act: ballot ? "call-ballot" : "close-debate" };
}

/** No one may act under the name of a person at the table. */
function requireOwnName({ events }: ReadMeeting, name: string): string {
  const [opened] = events;
  const seats = opened?.type === "meeting.opened" ? afterForks(opened, events).seats : [];
  const taken = seats.flatMap((seat) => [seat.id, seat.persona.name, personOn(seat) ?? ""]);
  const key = name.trim().toLowerCase();
  if (!taken.some((each) => each.trim().toLowerCase() === key)) return name;
  throw new BoardroomError("name-taken", {
    message: `${JSON.stringify(name)} is the name of a member of this meeting`,
    remedy: "Use your own name in `by`.",
  });
}
