import {
  createPlainView,
  foldTranscript,
  plainPalette,
  transcriptMarkdown,
  verdictTable,
} from "boardroom";
import type { Draft } from "boardroom/extend";
import { expect, test } from "vitest";
import { ballot, draft, opened, resume, smallMeeting, spoken, transcript } from "./meeting.ts";

const style = { width: 80, palette: plainPalette };

function print(events: readonly Draft[], explain = false): string {
  const view = createPlainView({ ...style, explain });
  return events.flatMap((event) => view.next(event)).join("\n");
}

test("a meeting as it is read", async () => {
  await expect(print(smallMeeting())).toMatchFileSnapshot("golden/plain.txt");
});

test("reasons that a member gives again are not printed again", () => {
  const answer = (path: string, reasoning: string) =>
    ({ ...ballot(path, "chen", "closing", "HIRE", reasoning), reply: {} }) as Draft;
  const text = print([
    opened(),
    answer("1", "The money is gone."),
    answer("2", "The money is gone."),
    answer("3", "The money is back."),
  ]);
  expect(text.match(/The money is gone/g)).toHaveLength(1);
  expect(text).toContain("The same reasons as before.");
  expect(text).toContain("The money is back.");
});

test("explaining adds each choice with all weights and the draw", async () => {
  await expect(print(smallMeeting(), true)).toMatchFileSnapshot("golden/explained.txt");
});

test("a weight of 0 has its reason, and the draw its stretch of the shares", () => {
  const seats = ["chen", "kumar", "watson"];
  const choice = (path: string, speaker: string, weights: readonly number[], drawn: number) =>
    draft("speaker.selected", path, {
      selector: "weighted",
      speaker,
      weights: seats.map((seat, index) => ({ seat, weight: weights[index]! })),
      draw: drawn,
      why: "drawn by weight",
    });
  const text = print(
    [
      opened(),
      spoken("1", "watson", "No more from me.", { verdict: "HIRE", withdrawn: true }),
      ...["2", "3", "4"].map((path) =>
        draft("turn.absent", path, { speaker: "kumar", reason: "timeout" }),
      ),
      spoken("5", "chen", "I go on."),
      choice("6", "chen", [0, 0, 0], 0.5),
      choice("7", "kumar", [2, 6, 0], 0.2501),
    ],
    true,
  );
  expect(text).toMatch(/Dr. Sarah Chen +0 +- {2}spoke last\n/);
  expect(text).toMatch(/Dr. James Kumar +0 +- {2}absent\n/);
  expect(text).toMatch(/Emily Watson +0 +- {2}withdrawn\n {2}draw 0.500000\n/);
  expect(text).toContain("random 0.250 → Dr. James Kumar (0.25–1.00)");
});

test("selectors without chance say why the others were not next", () => {
  const choice = (selector: string) =>
    print(
      [
        opened(),
        draft("speaker.selected", "1", {
          selector,
          speaker: "chen",
          weights: [
            { seat: "chen", weight: 1 },
            { seat: "kumar", weight: 0 },
          ],
          draw: null,
          why: "the only one",
        }),
      ],
      true,
    );
  expect(choice("round-robin")).toMatch(/Dr. James Kumar +0 .*not next in order/);
  expect(choice("least-spoken")).toMatch(/Dr. James Kumar +0 .*has had more turns/);
});

test("what is laid on the table is shown in its own lines, and a passage not found is told once", () => {
  const exhibit = {
    kind: "exhibit",
    id: "m1.1",
    type: "table",
    title: "Costs",
    body: "a | b\n1 | 2",
  } as const;
  const text = print([
    opened(),
    spoken("1", "chen", "Look at this.", {
      artifacts: [exhibit],
      flags: ["citation-not-found", "verdict-unknown"],
    }),
  ]);
  expect(text).toContain('    shares table m1.1 "Costs"\n        a | b\n        1 | 2\n');
  expect(text).toContain("flag: verdict unknown");
  expect(text).not.toContain("flag: citation-not-found");
});

test("an answer given alone, where nobody talks, is told in full", () => {
  const text = print([
    opened(),
    resume(),
    draft("ballot.cast", "1", {
      speaker: "chen",
      ballot: "closing",
      verdict: "HIRE",
      parse: "strict",
      flags: [],
      wouldChange: null,
      reasoning: `The program stands. ${"It was read twice and it holds. ".repeat(9)}`,
      confidence: 0.7,
      reply: {
        analysis: "The program stands.",
        grades: { rigour: 4 },
        findings: [
          { ref: "resume.md#L3", quote: "Wrote the first program", says: "she can" },
          { ref: "resume.md#L2", quote: "never seen", says: "nothing" },
        ],
      },
    }),
    ballot("2", "kumar", "closing", "NO_HIRE"),
  ]);
  const { length } = text.match(/\bIt\s+was\s+read\s+twice\b/g) ?? [];
  expect(length).toBe(9);
  expect(text).not.toContain("...");
  expect(text).toMatch(/holds\.\n.*James Kumar, final vote: No hire$/);
});

test("answers for the record are told once for all who gave them", () => {
  const view = createPlainView(style);
  view.next(opened());
  const answered = ["chen", "kumar", "chen", "watson"].flatMap((speaker, index) =>
    view.next(spoken(`${index + 1}`, speaker, "{}", { audience: "record" })),
  );
  expect(answered).toEqual([]);
  expect(view.next(spoken("9", "kumar", "Yes."))[0]).toBe(
    "Dr. Sarah Chen, Dr. James Kumar and Emily Watson answered for the record",
  );
  view.next(spoken("10", "chen", "{}", { audience: "record" }));
  expect(view.end()).toEqual(["Dr. Sarah Chen answered for the record"]);
});

test("passes in a row are one line", () => {
  const view = createPlainView(style);
  view.next(opened());
  const pass = (path: string, speaker: string) =>
    view.next(draft("turn.passed", path, { speaker, parse: "strict", flags: [] }));
  expect([pass("1", "chen"), pass("2", "kumar")]).toEqual([[], []]);
  expect(view.next(spoken("3", "chen", "Yes.")).slice(0, 2)).toEqual([
    "",
    "[1 to 2] Dr. Sarah Chen and Dr. James Kumar pass",
  ]);
  pass("4", "kumar");
  expect(view.end()).toEqual(["", "[4] Dr. James Kumar passes"]);
});

test("votes that a protocol counts by itself are left to it", () => {
  const view = createPlainView({ ...style, findProcedure: () => ({ countsBallots: () => true }) });
  view.next(opened());
  expect(view.next(ballot("1", "chen", "closing", "HIRE"))).toEqual([]);
});

test("a message still arriving begins as it will stand", () => {
  const view = createPlainView(style);
  view.next(opened());
  const early = view.partial("chen", "I would hire her");
  const late = view.next(spoken("1", "chen", "I would hire her.", { to: "kumar" }));
  expect(early[1]).toBe("[1] Dr. Sarah Chen (Research Director)");
  expect(late[1]).toBe(`${early[1]} -> Dr. James Kumar`);
  expect(late[2]).toBe(`${early[2]}.`);
});

test("a verdict is printed when it changes, not when it is repeated", () => {
  const text = print([
    opened(),
    spoken("1", "chen", "Yes.", { verdict: "HIRE" }),
    spoken("2", "chen", "Still yes.", { verdict: "HIRE" }),
    spoken("3", "chen", "No.", { verdict: "NO_HIRE", confidence: 0.6, reasoning: "Licence" }),
  ]);
  expect(text.match(/verdict: .*/g)).toEqual([
    "verdict: Hire",
    "verdict: No hire (was Hire), confidence 0.6",
  ]);
});

test("who moved a member is named with the turn that stands in brackets, which is not the message's number", () => {
  const movedBy = { message: "m1", passage: "two years late" };
  const text = print([
    opened(),
    spoken("1", "kumar", "It came two years late.", { id: "m1" }),
    spoken("2", "chen", "Then no.", { id: "m2", verdict: "NO_HIRE", reasoning: "Late", movedBy }),
  ]);
  expect(text).toContain('moved by Dr. James Kumar (turn 1): "two years late"');
});

test("no control sequence of a model reaches the screen, and no name or reason breaks a line", () => {
  const text = print([
    opened(),
    spoken("1", "chen", "Hello\x1b[2J \x1b]0;owned\x07there\u202e", {
      verdict: "HIRE",
      reasoning: "a\n[9] Dr. James Kumar",
    }),
    draft("turn.absent", "2", { speaker: "watson", reason: "bad\nnews\x1b[31m" }),
  ]);
  expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
  expect(text).toContain("    verdict: Hire\n    reason: a [9] Dr. James Kumar");
  expect(text).toContain("[2] Emily Watson is absent: bad news");
});

test("a limit that is near says whose it is, and when nothing more fits", () => {
  const text = print([
    opened(),
    draft("budget.warned", "1", { limit: "dollars", used: 0.40000000000000002, of: 0.5 }),
    draft("budget.warned", "2", {
      limit: "tokens",
      used: 900,
      of: 900,
      member: "chen",
      stops: true,
    }),
  ]);
  expect(text).toMatch(
    /\n0\.4 of 0\.5 dollars used\nDr\. Sarah Chen: 900 of 900 tokens used; nothing more fits$/,
  );
});

test("words kept for the record are not shown", () => {
  const text = print([opened(), spoken("1", "chen", "SECRET", { audience: "record" })]);
  expect(text).not.toContain("SECRET");
});

test("a quotation in the grounds of a verdict or a ballot that no document holds is named; one that is there is not", () => {
  const quotations = [
    { ref: null, quote: "Wrote the first program in existence", found: "exact" as const },
    { ref: null, quote: "never wrote a line of it", found: "absent" as const },
  ];
  const reasoning = 'It says "never wrote a line of it".';
  const vote = ballot("1", "chen", "opening", "HIRE", reasoning);
  const text = print([
    opened(),
    { ...vote, quotations } as Draft,
    spoken("2", "chen", "Well.", { verdict: "HIRE", reasoning, quotations }),
  ]);
  const named = 'quotes "never wrote a line of it": NOT FOUND in any document';
  expect(text).toContain(`Dr. Sarah Chen, opening vote: Hire\n    ${named}\n`);
  expect(text).toContain(`verdict: Hire\n    reason: ${reasoning}\n    ${named}`);
  expect(text).not.toContain('quotes "Wrote the first');

  const events = transcript([opened(), { ...vote, quotations } as Draft]);
  const state = foldTranscript(events);
  const markdown = transcriptMarkdown(
    events,
    state,
    verdictTable(state, { headHash: "a".repeat(64) }),
  );
  expect(markdown).toContain(
    `${reasoning}; NOT FOUND in any document: "never wrote a line of it"\n`,
  );
});
