import { createHash } from "node:crypto";
import type { MeetingEvent, Seat } from "boardroom";
import { board } from "boardroom";
import type { Draft } from "boardroom/extend";

import { exampleScenario } from "../support/example-scenario.ts";

const example = exampleScenario({ limits: { messages: 20 } });

/** A seat whose persona says only what the tests look at. */
export function seat(id: string, name: string, title: string, more: Partial<Seat> = {}): Seat {
  return {
    id,
    kind: "member",
    persona: {
      id,
      name,
      title,
      expertise: ["everything"],
      personality: "calm",
      speakingStyle: "plain",
      priorities: {},
      stubbornness: 0.5,
      optimism: 0,
      background: "",
    },
    model: "simulated",
    weight: 1,
    ...more,
  };
}

type Fields<Type extends Draft["type"]> = Omit<
  Extract<Draft, { type: Type }>,
  "type" | "path" | "at"
>;

/** Numbers, times and chains drafts as a journal would. */
export function transcript(
  drafts: readonly (Omit<Draft, "at"> & { at?: string })[],
): MeetingEvent[] {
  let prev = "0".repeat(64);
  return drafts.map((draft, index) => {
    const at = new Date(Date.UTC(2026, 2, 2, 9, 0, 20 * index)).toISOString();
    const event = { seq: index + 1, at, ...draft, prev } as MeetingEvent;
    prev = createHash("sha256").update(JSON.stringify(event)).digest("hex");
    return event;
  });
}

export function draft<Type extends Draft["type"]>(
  type: Type,
  path: string,
  fields: Fields<Type>,
): Draft {
  return { type, path, ...fields } as unknown as Draft;
}

export function opened(more: Partial<Fields<"meeting.opened">> = {}): Draft {
  return draft("meeting.opened", "0", {
    format: 1,
    meeting: "abcdef0123456789",
    program: "0.2.0",
    protocol: `board@${board.version}`,
    seed: "7",
    simulated: true,
    scenario: {
      name: "hiring",
      title: "A post at the institute",
      question: "Should the institute hire Ada Byron?",
      protocol: "board",
      options: {},
      verdicts: [
        { id: "STRONG_HIRE", side: "for" },
        { id: "HIRE", side: "for" },
        { id: "WAIT", side: "neutral" },
        { id: "NO_HIRE", side: "against" },
      ],
      decision: example.decision,
      criteria: [],
      limits: example.limits,
      prompt: example.prompt,
    },
    seats: [
      seat("chen", "Dr. Sarah Chen", "Research Director"),
      seat("kumar", "Dr. James Kumar", "Compliance Officer"),
      seat("watson", "Emily Watson", "Industry Liaison"),
      seat("timekeeper", "TimeKeeper", "Meeting Coordinator", { kind: "agent", model: "template" }),
    ],
    ...more,
  });
}

export function resume(text = "# Ada Byron\n\nWrote the first program.\n"): Draft {
  return draft("document.added", "0", {
    name: "resume.md",
    title: "Résumé of Ada Byron",
    subject: true,
    sha256: "f".repeat(64),
    text,
    by: null,
  });
}

export function spoken(
  path: string,
  speaker: string,
  content: string,
  more: Partial<Fields<"message.spoken">> = {},
): Draft {
  return draft("message.spoken", path, {
    id: `m${path}`,
    speaker,
    to: null,
    artifacts: [],
    verdict: null,
    reasoning: null,
    wouldChange: null,
    confidence: null,
    ready: false,
    withdrawn: false,
    content,
    audience: "all",
    parse: "strict",
    flags: [],
    citations: [],
    words: content.split(" ").length,
    ...more,
  });
}

export function ballot(
  path: string,
  speaker: string,
  kind: "opening" | "called" | "closing",
  verdict: string | null,
  reasoning: string | null = null,
): Draft {
  return draft("ballot.cast", path, {
    speaker,
    ballot: kind,
    verdict,
    reasoning,
    wouldChange: null,
    confidence: null,
    parse: "strict",
    flags: [],
  });
}

/** Opening votes, five messages, one change of verdict, an absence, a closing ballot, and an outcome. */
export function smallMeeting(): MeetingEvent[] {
  return transcript([
    opened(),
    resume(),
    ballot("1/1/1", "chen", "opening", "HIRE"),
    ballot("1/2/1", "kumar", "opening", "NO_HIRE"),
    ballot("1/3/1", "watson", "opening", null),
    draft("notice.given", "2", {
      agent: "timekeeper",
      kind: "opening",
      text: "Please begin.",
      about: [],
      words: 2,
    }),
    draft("speaker.selected", "3", {
      selector: "weighted",
      speaker: "chen",
      weights: [
        { seat: "chen", weight: 10 },
        { seat: "kumar", weight: 10 },
        { seat: "watson", weight: 0 },
      ],
      draw: 0.25,
      why: "drawn by weight",
    }),
    spoken("3", "chen", "The first program stands. I would hire her.", {
      verdict: "HIRE",
      reasoning: "Strong record",
      wouldChange: "A retraction",
      confidence: 0.7,
      citations: [{ ref: "resume.md#L3", quote: "Wrote the first program", found: "exact" }],
    }),
    spoken("4", "kumar", "Who checked the licence?", {
      to: "chen",
      verdict: "NO_HIRE",
      reasoning: "No licence",
      citations: [{ ref: "resume.md#L9", quote: "no licence at all", found: "absent" }],
    }),
    draft("turn.absent", "5", { speaker: "watson", reason: "timeout" }),
    spoken("6", "chen", "A fair point, and still I hire.", {
      to: "kumar",
      withdrawn: true,
      verdict: "HIRE",
    }),
    spoken("7", "watson", "I see both sides.", { verdict: "WAIT", reasoning: "Too early" }),
    spoken("8", "kumar", "Then I yield.", { verdict: "HIRE", reasoning: "Chen answered it" }),
    ballot("9/1/1", "kumar", "closing", "HIRE"),
    ballot("9/2/1", "watson", "closing", "NO_HIRE", "Nobody asked her"),
    draft("meeting.closed", "10", {
      reason: "all members withdrew or voted",
      outcome: {
        status: "decided",
        side: "for",
        option: null,
        rule: "plurality of sides",
        votes: { for: 2, against: 1, neutral: 0, NO_VERDICT: 0 },
        options: { STRONG_HIRE: 0, HIRE: 2, WAIT: 0, NO_HIRE: 1, NO_VERDICT: 0 },
        margin: 1,
        reason: "2 for and 1 against",
      },
    }),
  ]);
}
