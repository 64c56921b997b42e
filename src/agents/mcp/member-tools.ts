/** The tools of an agent that is a member of a meeting, and of one that acts on a meeting from outside. */
import { z } from "zod";
import { createDocumentAct, isSamePerson } from "../../engine/people/inbox.ts";
import { findPerson } from "../../engine/people/person.ts";
import type { Prompt } from "../../engine/perspective/prompts.ts";
import type { Json } from "../../engine/transcript/events.ts";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import { getMemberName } from "../../engine/transcript/state.ts";
import { BoardroomError } from "../../errors.ts";
import { listIndividualLayers } from "../../models/contract/layout.ts";
import { findRepeatedQuestion } from "../../run/answers.ts";
import { isReservedName } from "../../scenario/schema/persona.ts";
import {
  findAgentCall,
  type SeatCall,
  seatAnswer,
  takesField,
} from "../../showing/watching/seat.ts";
import { document, line } from "../service/case-input.ts";
import type { MeetingService } from "../service/meeting-service.ts";
import {
  describeOutcome,
  findAccess,
  listSeats,
  type ReadMeeting,
  requireNextTo,
  requireSeat,
} from "../service/records.ts";
import {
  defineTool,
  meetingArgument,
  nameArgument,
  seatToken,
  secondsArgument,
  type Tool,
  tokenArgument,
  waitFor,
} from "./tool.ts";

export function createMemberTools(service: MeetingService): readonly Tool[] {
  return [
    defineJoinMeeting(service),
    defineWaitForTurn(service),
    defineSpeak(service),
    defineAct(service),
  ];
}

function defineJoinMeeting(service: MeetingService): Tool {
  return defineTool({
    name: "join_meeting",
    title: "Join a meeting",
    description:
      "Takes the seat that a one-time code is for, and returns the seat's token. Use it once, if you received a code. Keep the token; it also works after a restart. Then call wait_for_turn.",
    input: {
      meeting: meetingArgument,
      code: z.string().max(100).describe("One-time code from the start of the meeting"),
    },
    output: {
      seat: z.string(),
      name: z.string().describe("Your name in this meeting"),
      token: z.string().describe("Keep it; it is shown once"),
      question: z.string(),
      protocol: z.string(),
    },
    isReading: false,
    async run({ meeting: id, code }, { client }) {
      const { events } = await service.readMeeting(id);
      const { seat, token } = service.join(id, code, client);
      const { scenario, protocol, ...state } = foldTranscript(events);
      const { question } = scenario;
      const name = getMemberName(state, seat);
      return { seat, name, token, question, protocol };
    },
  });
}

function defineWaitForTurn(service: MeetingService): Tool {
  return defineTool({
    name: "wait_for_turn",
    title: "Wait for your turn",
    description:
      "Waits at most 25 s for your turn in a meeting of which you are a member. Returns the prompt of a member: rules and documents, the news since `from`, then the instruction and the fields of the answer. Answer with speak. Without `from` it returns the whole view again, for example after a restart.",
    input: {
      meeting: meetingArgument,
      token: seatToken,
      from: z
        .int()
        .min(0)
        .default(0)
        .describe("Parts of the view that you have: `next` of the previous answer"),
      seconds: secondsArgument,
    },
    output: {
      state: z.enum(["your-turn", "not-yet", "over"]),
      next: z.int().describe("Give it as `from` to the next call"),
      question: z.string().optional().describe("Path of the question, for speak"),
      view: z.array(z.object({ from: z.string(), text: z.string() })).optional(),
      instruction: z.string().optional(),
      fields: z.array(z.looseObject({})).optional().describe("The fields that you can fill in"),
      isForm: z.boolean().optional().describe("Put the answer into `fields` of speak"),
      standing: z.string().nullish().describe("Your current verdict"),
      deadline: z.string().nullish().describe("When silence becomes an absence"),
      problem: z.string().nullish().describe("Why your last answer was rejected"),
      outcome: z.string().optional().describe("When the meeting is over"),
    },
    isReading: true,
    async run({ meeting: id, token, from, seconds }, call) {
      const { person } = requireSeat(service, id, token);
      const look = async () => {
        const meeting = await service.readMeeting(id);
        const outcome = describeOutcome(meeting.events);
        if (outcome !== null) return outcome;
        if (!meeting.isRunning) await service.continueMeeting(meeting);
        const asked = findAgentCall(foldTranscript(meeting.events), person);
        if (asked === null || service.isAnswered(id, person, asked.path)) return null;
        return { meeting, asked };
      };
      const found = await waitFor({ changes: service.watchChanges(id), seconds, call, look });
      if (found === null) return { state: "not-yet" as const, next: from };
      if (typeof found === "string") return { state: "over" as const, next: from, outcome: found };
      return describeTurn(found.asked, await service.prompt(found.meeting, found.asked.path), from);
    },
  });
}

function describeTurn(asked: SeatCall, prompt: Prompt | null, from: number) {
  const { path: question, fields, isForm, current: standing, deadline, problem } = asked;
  const blocks = prompt === null ? [] : toBlocks(prompt);
  return {
    state: "your-turn" as const,
    question,
    view: blocks.slice(from),
    next: blocks.length,
    instruction: prompt?.instruction ?? asked.text,
    fields,
    isForm,
    standing,
    deadline,
    problem,
  };
}

/** A view only grows, so that the number of blocks read stays valid from turn to turn. */
function toBlocks(prompt: Prompt) {
  const { shared, turns } = prompt;
  const said = turns.flatMap(({ role, parts }) =>
    parts.map((text) => ({ from: role === "user" ? "meeting" : "your-own-words", text })),
  );
  const own = listIndividualLayers(prompt).join("\n\n");
  return [{ from: "rules", text: shared }, { from: "you", text: own }, ...said];
}

/** Seconds a call waits for the meeting to accept or reject an answer. */
const TAKING = 20;

function defineSpeak(service: MeetingService): Tool {
  return defineTool({
    name: "speak",
    title: "Speak",
    description:
      "Answers the question from wait_for_turn: with the fields of a message, with `fields` if `isForm` is true, or with `scaffold`, the XML form of the rules. Your token decides who spoke, and not a name in your words. Returns whether the meeting accepted the answer. If it breaks a rule, the error names the field, and you can try again.",
    input: { meeting: meetingArgument, token: seatToken, ...speakArguments },
    output: {
      taken: z.boolean().describe("false: the answer waits until the meeting continues"),
      question: z.string(),
    },
    isReading: false,
    async run({ meeting: id, token, question, ...given }, call) {
      const { person } = requireSeat(service, id, token);
      const meeting = await service.readMeeting(id);
      const asked = requireQuestion(service, meeting, person, question);
      const { path } = asked;
      const answer = readAnswer(given);
      if (!("scaffold" in answer)) {
        const read = seatAnswer(asked, answer);
        if ("problems" in read) throw createAnswerError(read.problems, asked);
      }
      const line = service.answer(id, { person, answer, to: path });
      const look = async () => {
        const now = await service.readMeeting(id);
        if (!now.isRunning) await service.continueMeeting(now);
        const problem = service.findRefusal(id, line);
        return problem === null
          ? findRepeatedQuestion(now.events, { person, from: meeting.events.length })
          : { problem };
      };
      const came = await waitFor({
        changes: service.watchChanges(id),
        seconds: TAKING,
        call,
        look,
      });
      if (came !== null && came !== "taken") throw createAnswerError({ "": String(came.problem) });
      return { taken: came === "taken", question: path };
    },
  });
}

/** Refuses an answer to another question, or to one that is already answered. */
function requireQuestion(
  service: MeetingService,
  { id, events }: ReadMeeting,
  person: string,
  question: string | undefined,
): SeatCall {
  const asked = findAgentCall(foldTranscript(events), person);
  const isOpen = asked !== null && !service.isAnswered(id, person, asked.path);
  if (isOpen && (question === undefined || question === asked.path)) return asked;
  throw new BoardroomError("not-your-turn", {
    message: isOpen
      ? `the question ${question} is not the one that is open`
      : "it is not your turn, or you have answered already",
    remedy: "Get the open question with wait_for_turn.",
  });
}

/** `problems`: by the label of a field; "" is for the whole answer. */
function createAnswerError(
  problems: Readonly<Record<string, string>>,
  asked?: SeatCall,
): BoardroomError {
  return new BoardroomError(
    "answer-invalid",
    Object.entries(problems).map(([said, why]) => {
      const field =
        asked?.fields.find(({ label, name }) => said === label || said === name)?.name ?? said;
      const takes = asked ? takesField(asked, said) : null;
      const place = { file: asked?.isForm ? `fields.${field}` : field };
      return {
        place: field === "" ? undefined : place,
        message: why,
        remedy: `${takes === null ? "" : `It takes ${takes}. `}Correct it and speak again. It is still your turn.`,
      };
    }),
  );
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
    .strictObject({ message: z.coerce.string(), passage: text })
    .optional()
    .describe("What changed your verdict: number of a message, and words from it"),
  cite: z
    .array(z.strictObject({ ref: text, quote: z.string().max(4_000).default("") }))
    .max(40)
    .optional()
    .describe(
      "Cited passages, such as resume.md#L12-L14. An empty quote is filled in from the lines",
    ),
  to: text.optional().describe("Name of the addressee; default everyone"),
  topic: text.optional().describe("Topic of the agenda"),
  ready: z.boolean().optional().describe("You agree to end the phase"),
  withdraw: z.boolean().optional().describe("You leave the debate; your verdict stays"),
  pass: z.boolean().optional().describe("You say nothing this time"),
  fields: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("If `isForm` is true: the requested fields, as JSON"),
  scaffold: text
    .optional()
    .describe("The whole message in the XML form of the rules, instead of fields"),
};

type SpeakGiven = Omit<z.output<z.ZodObject<typeof speakArguments>>, "question">;

function readAnswer({ fields, scaffold, ...said }: SpeakGiven): { [key: string]: Json } {
  const own = Object.fromEntries(
    Object.entries(said).filter(([, value]) => value !== undefined && value !== false),
  );
  const isMessage = Object.keys(own).length > 0;
  const ways = [fields !== undefined, scaffold !== undefined, isMessage].filter(Boolean).length;
  if (ways !== 1)
    throw new BoardroomError("answer-invalid", {
      message: ways === 0 ? "the answer is empty" : "the answer is given in two ways",
      remedy:
        "Give the fields of a message, or `fields`, or `scaffold`. To say nothing, give `pass`.",
    });
  const answer = fields ?? (scaffold === undefined ? own : { scaffold });
  const size = JSON.stringify(answer).length;
  if (size > LONGEST)
    throw new BoardroomError("limit-exceeded", {
      message: `the answer has ${size} characters`,
      remedy: `The limit is ${LONGEST}. Say less.`,
    });
  return answer as { [key: string]: Json };
}

const acts = {
  interject: line
    .max(4_000)
    .optional()
    .describe("Says these words to all members, such as a missing fact"),
  bring: document
    .optional()
    .describe("Adds a text. From the next turn all members see it and can cite it by line"),
  ballot: z.boolean().optional().describe("Calls a private vote, if the protocol has votes"),
  closing: z.boolean().optional().describe("Calls the final vote, which ends the debate"),
  leave: z.boolean().optional().describe("With your seat's token: gives up your seat permanently"),
};

function defineAct(service: MeetingService): Tool {
  return defineTool({
    name: "act",
    title: "Act on a running meeting",
    description:
      "Does one thing in a running meeting from outside, under your name: interject, bring a document, call a private vote or the final vote. Do not use it to argue for a verdict. A member of the meeting can only leave: later turns are absences. To leave the debate but keep your verdict, call speak with `withdraw`. Returns whether it takes effect before the next turn.",
    input: {
      meeting: meetingArgument,
      token: tokenArgument,
      by: nameArgument.optional().describe("Your name; default what your client calls itself"),
      ...acts,
    },
    output: {
      held: z.boolean().describe("true: before the next turn. false: when the meeting is resumed"),
    },
    isReading: false,
    async run({ meeting: id, by, token, ...given }, { client }) {
      const chosen = Object.entries(given).filter(
        ([, value]) => value !== undefined && value !== false,
      );
      if (chosen.length !== 1)
        throw new BoardroomError("usage", {
          message:
            chosen.length === 0
              ? "no act is given"
              : `${chosen.length} acts are given, and one is allowed`,
          remedy: `Give one of ${Object.keys(acts).join(", ")}.`,
        });
      const meeting = await service.readMeeting(id);
      if (given.leave) {
        const { seat } = requireSeat(service, id, token ?? "");
        service.withdraw(id, seat);
        return { held: meeting.isRunning };
      }
      requireNextTo(findAccess(service, meeting, token));
      const person = requireOwnName(meeting, (by ?? client).slice(0, 80));
      const { bring, interject, ballot } = given;
      if (bring) return { held: service.writeAct(id, createDocumentAct(person, bring)) };
      if (interject)
        return {
          held: service.writeAct(id, { person, does: { act: "interject", text: interject } }),
        };
      return {
        held: service.writeAct(id, {
          person,
          does: { act: ballot ? "call-ballot" : "close-debate" },
        }),
      };
    },
  });
}

/** No one may act under the name of a person at the table. */
function requireOwnName({ events }: ReadMeeting, name: string): string {
  const taken = listSeats(events).flatMap((seat) => [
    seat.id,
    seat.persona.name,
    findPerson(seat) ?? "",
  ]);
  if (!isReservedName(name) && !taken.some((each) => isSamePerson(each, name))) return name;
  throw new BoardroomError("name-taken", {
    message: `${JSON.stringify(name)} is the name of a member of this meeting, or of the meeting itself`,
    remedy: "Use your own name in `by`.",
  });
}
