import { createHash } from "node:crypto";
import { board, type Persona, runMeeting, type Scenario, type Seat } from "boardroom";
import { createSimulatedModel } from "boardroom/extend";
import { expect, it } from "vitest";

const TEXT = `# Ada Quill

## Work

- Delivered the harbour bridge on schedule in 2021 with a crew of 40.
- Lost two of nine engineers in 2022 after a dispute about overtime.
- Won the city's prize for quiet construction in 2023.
- Missed the tunnel deadline by four months because surveys were wrong.

## People

- Mentored six apprentices, five of whom were promoted.
- References criticise her for slow decisions on small contracts.
- The crew's safety score improved from 71 to 94 points in two years.
- Lacks experience with public tenders above EUR 10 million.`;

function seated(id: string, name: string, style: string, priorities: Persona["priorities"]): Seat {
  const persona: Persona = {
    id,
    name,
    title: "Engineer",
    expertise: ["bridges"],
    personality: style,
    speakingStyle: style,
    priorities,
    stubbornness: 0.4,
    optimism: 0,
    background: "",
  };
  return { id, kind: "member", persona, model: "simulated", weight: 1 };
}

const members = [
  seated("ann", "Ann Reed", "measured, figures first, asks for baselines", { work: 9, people: 3 }),
  seated("bob", "Bob Stone", "warm stories and plain words about people", { work: 3, people: 9 }),
  seated("cy", "Cy Marsh", "brisk, direct, short, customers and dates", { work: 6, people: 6 }),
];

const scenario: Scenario = {
  name: "bridge",
  title: "Chief engineer",
  question: "Should we hire Ada Quill?",
  protocol: "board",
  options: {},
  verdicts: [
    { id: "YES", side: "for" },
    { id: "NO", side: "against" },
  ],
  decision: { rule: "plurality-of-sides", by: "side" },
  documents: [{ name: "cv.md", title: "CV of Ada Quill", subject: true, sha256: "", text: TEXT }],
  criteria: [
    { id: "work", name: "Work", keywords: ["schedule", "deadline", "prize", "dispute", "tenders"] },
    { id: "people", name: "People", keywords: ["apprentices", "crew", "engineers", "references"] },
  ],
  members,
  limits: { messages: 100, absences: 3 },
  prompt: { view: "perspective", visibility: "open", scaffold: "verdict-first" },
};

// Frozen: another Node version must come to the same words. Change it only where the words are meant to change.
const WORDS = "6ba1fc5ea982aacb446d385dfddb60d6f724a0cae28f54cf4a46541deb82f0c1";

it("says the same words on every engine", async () => {
  const createModel = (seat: Seat) => createSimulatedModel({ seat, scenario });
  const { meeting } = await runMeeting({ scenario, protocol: board, seed: "frozen", createModel });
  const replies = meeting.journal.events.flatMap((event) =>
    event.type === "call.answered" ? [event.text] : [],
  );
  expect(replies.length).toBeGreaterThan(10);
  expect(createHash("sha256").update(replies.join("\n")).digest("hex")).toBe(WORDS);
});
