import { defineScenario, type Scenario } from "boardroom";

const MEMBERS = ["Ada Ash", "Ben Birch", "Cleo Cedar", "Dov Dorn", "Eva Elm"];
const ID = (name: string) => name.toLowerCase().replace(" ", "-");

/** Each speaks for or against the house, and in this order: two that everybody is given, then two for one member alone. */
const THINGS = [
  ...["roof", "cellar", "garden", "stairs"],
  ...["kitchen", "chimney", "windows", "drain"],
  ...["street", "wiring", "rent", "plaster"],
  ...["light", "floor", "school", "fence"],
  ...["storage", "heating", "station", "paint"],
];
const isPrivate = (at: number) => at % 4 > 1;
const owner = (at: number) => ID(MEMBERS[Math.floor(at / 4)]!);
const isFor = (at: number) => at % 2 === 0;
const statement = (at: number) =>
  `The ${THINGS[at]} of the house is ${isFor(at) ? "sound" : "broken"}.`;
const CRITERIA = ["comfort", "cost", "safety"];

function pointOf(thing: string, at: number) {
  const others = [3, 7, 11].map((step) => (at + step) % THINGS.length);
  const file = isPrivate(at) ? `notes-${owner(at)}.md` : "memo.md";
  const line = isPrivate(at) ? (at % 4) - 1 : Math.floor(at / 4) * 2 + (at % 4) + 1;
  return {
    id: `the-${thing}`,
    issue: at % 3 === 0 ? "outside" : "inside",
    ref: `${file}#L${line}`,
    quote: statement(at),
    bears: { [CRITERIA[at % 3]!]: (isFor(at) ? 1 : -1) * (0.3 + (at % 5) / 10) },
    short: `the state of the ${thing}`,
    lines: [
      `According to the papers the ${thing} is ${isFor(at) ? "fine" : "bad"}.`,
      `We should look at the ${thing}.`,
    ],
    by: { [owner(at)]: [`Somebody has to mention the ${thing} here.`] },
    answers: Object.fromEntries(
      others.map((other) => [
        `the-${THINGS[other]}`,
        `Against the ${THINGS[other]} there is the ${thing}.`,
      ]),
    ),
    stays: `The ${thing} still counts for me.`,
    ...(at % 3 > 0 && { won: `So the ${thing} is as they say, and that matters.` }),
    ask: `Who has looked at the ${thing}?`,
    reply:
      at % 4 === 0
        ? `Nobody has written about the ${thing} beyond this.`
        : {
            with: `the-${THINGS[(at + 7) % THINGS.length]}`,
            says: `On the ${thing}, think of the other one.`,
          },
    change: `Another report on the ${thing} would change my mind.`,
    ...(!isFor(at) && { condition: `Then the ${thing} has to be repaired first.` }),
  };
}

export const TRIAL = { protocol: "jury", options: { trial: { burden: "none", maxBallots: 4 } } };

/** Five people and twenty points, half of which one member alone was given. */
export function smallCase(changes: Partial<Scenario> = {}): Scenario {
  const inFile = (isIn: (at: number) => boolean) =>
    THINGS.flatMap((_, at) => (isIn(at) ? [statement(at)] : [])).join("\n");
  const members = MEMBERS.map((name, at) => ({
    ...{
      name,
      title: "Buyer",
      expertise: ["houses"],
      personality: "Calm.",
      speakingStyle: "Plain.",
    },
    ...{ priorities: { [CRITERIA[at % 3]!]: 9, [CRITERIA[(at + 1) % 3]!]: 6 } },
    ...{ stubbornness: 0.2 + 0.1 * at, optimism: (at - 2) / 10 },
  }));
  const scenario = defineScenario({
    name: "small-case",
    question: "Shall we buy the house?",
    verdicts: [
      { id: "BUY", side: "for" },
      { id: "BUY_IF", side: "for" },
      { id: "WAIT", side: "neutral" },
      { id: "LEAVE", side: "against" },
    ],
    documents: [{ name: "memo.md", text: inFile((at) => !isPrivate(at)), subject: true }],
    private: Object.fromEntries(
      members.map(({ name }) => {
        const text = inFile((at) => isPrivate(at) && owner(at) === ID(name));
        return [ID(name), [{ name: `notes-${ID(name)}.md`, text }]];
      }),
    ),
    criteria: CRITERIA.map((id) => ({ id, name: id })),
    members,
    script: {
      spoken: { BUY: "buying", BUY_IF: "buying it repaired", WAIT: "waiting", LEAVE: "leaving it" },
      issues: {
        outside: "What about the outside?",
        inside: ["What about the inside?", "And the rooms?"],
      },
      points: THINGS.map(pointOf),
    },
    limits: { messages: 60 },
  });
  return { ...scenario, ...changes };
}
