import { describe, expect, it, test } from "vitest";
import { describeOptions, findDecidedOption, listPeople } from "../../src/showing/cast.ts";
import { createMeetingView } from "../../src/showing/meeting-view.ts";
import { createLibrary, splitWords } from "../../src/showing/passages.ts";
import { ballot, opened, resume, seat, spoken, transcript } from "./meeting.ts";

function viewOf(drafts: Parameters<typeof transcript>[0]) {
  const { view, push } = createMeetingView(() => ({}));
  for (const event of transcript(drafts)) push(event);
  return view;
}

test("people are told apart by initials that nobody shares, and by surnames where those differ", () => {
  const people = listPeople([
    seat("a", "Dr. Sarah Chen", ""),
    seat("b", "Simon Cole", ""),
    seat("c", "Ann Cole", ""),
    seat("d", "Panelist A", ""),
    seat("t", "TimeKeeper", "", { kind: "agent" }),
  ]);
  expect(people.map(({ initials }) => initials)).toEqual(["SC", "SO", "AC", "PA", "TI"]);
  const short = ["Chen", "Simon Cole", "Ann Cole", "Panelist A", "TimeKeeper"];
  expect(people.map((each) => each.short)).toEqual(short);
  expect(people.map(({ place }) => place)).toEqual([0, 1, 2, 3, 0]);
});

describe("options", () => {
  const ids = (sides: Readonly<Record<string, "for" | "against">>) =>
    Object.entries(sides).map(([id, side]) => ({ id, side }));

  it("have the sign of their side, and the ends of a scale are strong, its middle weak", () => {
    const options = describeOptions({
      verdicts: ids({ STRONG_HIRE: "for", HIRE: "for", NO_HIRE: "against" }),
    });
    expect([...options.values()].map(({ label, sign, look }) => [label, sign, look])).toEqual([
      ["Strong hire", "for", "for strong"],
      ["Hire", "for", "for weak"],
      ["No hire", "against", "against strong"],
    ]);
  });

  it("have one sign in ink if the scenario has no sides, and shades of their own in a chart", () => {
    const options = describeOptions({
      verdicts: ids({ HARBOUR: "for", STATION: "against" }),
      sides: "none",
    });
    expect([...options.values()].map(({ sign, look }) => [sign, look])).toEqual([
      ["plain", "plain strong"],
      ["plain", "plain second"],
    ]);
    const counted = {
      status: "decided",
      option: null,
      rule: "",
      votes: { HARBOUR: 3 },
      margin: 3,
      reason: "",
    } as const;
    const decided = (side: "for" | "neutral") =>
      findDecidedOption(options, { ...counted, side })?.id;
    expect([decided("for"), decided("neutral")]).toEqual(["HARBOUR", undefined]);
  });
});

test("lanes tell what was said from what was voted in private, ballots between turns, and who left", () => {
  const { lanes } = viewOf([
    opened(),
    ballot("1/1/1", "chen", "opening", "HIRE"),
    ballot("1/2/1", "kumar", "opening", "NO_HIRE"),
    spoken("2", "chen", "Words.", { verdict: "HIRE" }),
    spoken("3", "kumar", "Words.", { verdict: "HIRE", withdrawn: true }),
  ]);
  expect(lanes.steps).toBe(3);
  expect(lanes.ballots.map(({ step, votes }) => [step, votes.length])).toEqual([[1, 2]]);
  expect(lanes.list.slice(0, 2)).toEqual([
    {
      seat: "chen",
      leftAt: null,
      stretches: [
        { from: 1, verdict: "HIRE", isSpoken: false },
        { from: 2, verdict: "HIRE", isSpoken: true },
      ],
    },
    {
      seat: "kumar",
      leftAt: 3,
      stretches: [
        { from: 1, verdict: "NO_HIRE", isSpoken: false },
        { from: 3, verdict: "HIRE", isSpoken: true },
      ],
    },
  ]);
});

describe("words", () => {
  const memo = {
    name: "memo.md",
    title: "The memo",
    subject: true,
    sha256: "",
    text: "One.\nTwo costs fell.\nThree.\n",
  };
  const plan = {
    name: "plan.md",
    title: "Plan of work",
    subject: false,
    sha256: "",
    text: "First.\nSecond.\n",
  };
  const library = createLibrary([memo, plan]);
  const linked = (text: string, citations: Parameters<typeof splitWords>[1] = []) =>
    splitWords(text, citations, library).flatMap(({ text: words, kind, place }) =>
      kind === "own" ? [] : [[words, kind, place && `${place.document} ${place.from}-${place.to}`]],
    );

  it("lead to what they quote, where it was found, and mark what no document holds", () => {
    const place = { document: "memo.md", from: 2, to: 2 };
    expect(
      linked('It says "costs fell" and "sales rose by half".', [
        { ref: null, quote: "costs fell", found: "exact", place },
        { ref: null, quote: "sales rose by half", found: "absent" },
      ]),
    ).toEqual([
      ["costs fell", "quoted", "memo.md 2-2"],
      ["sales rose by half", "absent", null],
    ]);
  });

  it("find the place again that an older record does not tell", () => {
    const citations = [{ ref: null, quote: "Two costs fell", found: "exact" }] as const;
    expect(linked('"Two costs fell"', citations)).toEqual([
      ["Two costs fell", "quoted", "memo.md 2-2"],
    ]);
  });

  it("lead from the number of a line to the document that is named, else to the one that is judged", () => {
    expect(linked("See line 3, and lines 1-2 of the plan of work.")).toEqual([
      ["line 3", "line", "memo.md 3-3"],
      ["lines 1-2", "line", "plan.md 1-2"],
    ]);
  });

  it("lead to no line that is not there, nor into a document that nobody has", () => {
    expect(linked("See line 40, line 0 and line 2 of the balance sheet.")).toEqual([]);
  });

  it("stay what they are, whatever is found in them", () => {
    const text = 'See line 3: "costs fell".';
    expect(
      splitWords(text, [], library)
        .map((part) => part.text)
        .join(""),
    ).toBe(text);
  });
});

test("each line of a document knows who quoted it, and who only named it", () => {
  const { citers } = viewOf([
    opened(),
    resume("# Ada Byron\n\nWrote the first program.\n"),
    spoken("1", "chen", 'She "Wrote the first program".', {
      citations: [
        {
          ref: null,
          quote: "Wrote the first program",
          found: "exact",
          place: { document: "resume.md", from: 3, to: 3 },
        },
      ],
    }),
    spoken("2", "kumar", "Line 3 is all there is."),
  ]);
  expect(citers.of("resume.md", 3)).toEqual([
    { seat: "chen", turn: 1, anchor: "t1", quotes: true },
    { seat: "kumar", turn: 2, anchor: "t2", quotes: false },
  ]);
  expect(citers.of("resume.md", 1)).toEqual([]);
});
