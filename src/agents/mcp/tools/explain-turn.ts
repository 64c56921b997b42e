import { z } from "zod";
import type { MeetingEvent } from "../../../engine/transcript/events.ts";
import { createFold } from "../../../engine/transcript/folding/fold.ts";
import { isTurn } from "../../../engine/transcript/forks.ts";
import { effectPath, inPathOrder } from "../../../engine/transcript/path.ts";
import { BoardroomError } from "../../../errors.ts";
import { explainSelection } from "../../../showing/told/explain.ts";
import type { ReadingDesk, SeatDesk } from "../desk.ts";
import { requireWhole, sightOf } from "../sight.ts";
import { defineTool, type Tool } from "../tool.ts";
import { meetingArgument, tokenArgument } from "./common.ts";

export function explainTurn(desk: ReadingDesk & SeatDesk): Tool {
  return defineTool({
    name: "explain_turn",
    title: "Explain a turn",
    description:
      "Why it was this member's turn: every candidate's weight, where the draw fell and by which rule; and what became of the turn: calls, repairs, what was flagged.",
    input: z.strictObject({
      meeting: meetingArgument,
      turn: z.int().min(1).describe("Number of the turn, as read_transcript gives it"),
      token: tokenArgument,
    }),
    output: z.object({
      turn: z.int(),
      speaker: z.string(),
      came: z.string().describe("message.spoken, turn.passed, turn.absent or notice.given"),
      selector: z.string().nullable().describe("null: the procedure named the speaker itself"),
      why: z.string().nullable(),
      draw: z.number().nullable(),
      weights: z.array(z.object({ seat: z.string(), weight: z.number() })),
      calls: z.array(
        z.object({ purpose: z.string(), model: z.string(), came: z.string(), milliseconds: z.number() }),
      ),
      flags: z.array(z.string()),
    }),
    isReading: true,
    async run({ meeting: id, turn, token }) {
      const meeting = await desk.meeting(id);
      requireWhole(sightOf(desk, meeting, token), "the draw of a speaker");
      const { events } = meeting;
      const ordered = inPathOrder(events);
      const turns = ordered.filter(isTurn);
      const taken = turns[turn - 1];
      if (!taken) throw noTurn(turn, turns.length);
      const own = ordered.filter(({ path }) => effectPath(path) === effectPath(taken.path));
      const selected = own.find((event) => event.type === "speaker.selected");
      const calls = own.flatMap((event) => callIn(event) ?? []);
      const speaker = speakerOf(taken);
      const explained = selected
        ? explainedAt(ordered, selected)
        : [`The procedure itself gave ${speaker} the floor.`];
      const flags = "flags" in taken ? taken.flags : [];
      return {
        text: [
          ...explained,
          ...calls.map(
            ({ purpose, model, came, milliseconds }) => `${purpose} by ${model}: ${came}, ${milliseconds} ms`,
          ),
          ...(flags.length > 0 ? [`Flagged: ${flags.join(", ")}`] : []),
        ].join("\n"),
        data: {
          turn,
          speaker,
          came: taken.type,
          selector: selected?.selector ?? null,
          why: selected?.why ?? null,
          draw: selected?.draw ?? null,
          weights: selected?.weights ?? [],
          calls,
          flags,
        },
      };
    },
  });
}

function explainedAt(
  events: readonly MeetingEvent[],
  selected: MeetingEvent<"speaker.selected">,
): readonly string[] {
  const fold = createFold();
  for (const event of events) {
    if (event === selected) break;
    fold.apply(event);
  }
  return explainSelection(selected, { state: fold.state, width: 100 });
}

function speakerOf(event: MeetingEvent): string {
  if (event.type === "notice.given") return event.agent;
  return "speaker" in event ? (event.speaker ?? "") : "";
}

function callIn(event: MeetingEvent) {
  if (event.type === "call.answered")
    return { purpose: event.purpose, model: event.answered, came: event.stop, milliseconds: event.latencyMs };
  if (event.type === "call.failed")
    return { purpose: event.purpose, model: event.asked, came: event.kind, milliseconds: event.latencyMs };
  return null;
}

function noTurn(turn: number, count: number): BoardroomError {
  return new BoardroomError("usage", {
    message: `there is no turn ${turn}`,
    remedy: count === 0 ? "Nobody has had the floor yet." : `Turns go from 1 to ${count}.`,
  });
}
