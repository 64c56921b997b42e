// biome-ignore-all lint/suspicious/noThenProperty: a script is data and is never awaited.
import { defineScenario, type Scenario } from "boardroom";

export const NAMES = ["ada", "ben", "cleo", "dov", "eva"] as const;
const PEOPLE = ["Ada Ash", "Ben Birch", "Cleo Cedar", "Dov Dorn", "Eva Elm"];
const THINGS = ["roof", "cellar", "garden", "stairs", "kitchen"];
const VERDICTS = ["BUY", "BUY_IF", "WAIT", "LEAVE"] as const;
const id = (at: number) => PEOPLE[at]!.toLowerCase().replace(" ", "-");
const others = (at: number) => NAMES.filter((_, other) => other !== at);
const words = (name: string, text: string) =>
  `${name[0]!.toUpperCase()}${name.slice(1)} says: ${text}`;
const by = (at: number, text: string) =>
  Object.fromEntries(others(at).map((name) => [name, words(name, text)]));

/** One opening: others test it from the memo, from their own notes, or with an offer. */
function playOf(at: number, verdict: (typeof VERDICTS)[number]) {
  const [name, thing] = [NAMES[at]!, THINGS[at]!];
  const key = `${name} ${verdict.toLowerCase()}`;
  const [sound, broken] = [2 * at + 1, 2 * at + 2];
  const reason = `The ${thing} of the house decides it for me, in the way of ${key}.`;
  const crux = `a second look at the ${thing}`;
  const isFor = verdict.startsWith("BUY");
  const turns = isFor ? "WAIT" : "BUY_IF";
  const opening = `${reason} I have gone through it twice and have come back with the same view each time, since so much depends on it here. What would turn me is ${crux}.`;
  return {
    who: name,
    verdict,
    criterion: "comfort",
    says: [opening, `${opening} And I have time.`],
    reason,
    crux,
    open: `the ${thing} as ${key} has it`,
    last: `I stay where I am on the ${thing}, as ${key}.`,
    hooks: [`About the ${thing} again, ${key}.`],
    cite: `memo.md#L${isFor ? sound : broken} | The ${thing} of the house is ${isFor ? "sound" : "broken"}.`,
    start: ["fact", "note", "offer"],
    beats: {
      fact: {
        by: by(at, `the memo has another line on the ${thing}, ${key}.`),
        cite: `memo.md#L${isFor ? broken : sound} | The ${thing} of the house is ${isFor ? "broken" : "sound"}.`,
        then: ["half"],
      },
      half: {
        me: [`That is half of it for ${key}.`, `Half of it, then, for ${key}.`],
        then: ["note", "offer"],
      },
      note: {
        by: by(at, `my own notes speak of the ${thing}, ${key}.`),
        then: ["met", "unmet"],
      },
      met: {
        me: `Then that is met, and ${key} changes.`,
        turns,
        after: `The ${thing} was looked at again, so ${key} is over.`,
        thanks: { [others(at)[0]!]: `Thank you for the ${thing}, ${key}.` },
        then: ["remark"],
      },
      remark: { now: true, by: by(at, `so ${key} moves.`) },
      unmet: { me: `No, ${key} remains as it was.`, then: ["more"] },
      more: { other: true, by: by(at, `is there nothing more on ${key}?`), then: ["end"] },
      end: { me: `There is nothing more on ${key}.` },
      offer: {
        by: by(at, `we could repair the ${thing} first, ${key}.`),
        offers: "repair",
        then: ["takes", "refuses"],
      },
      takes: {
        me: `With that repair ${key} agrees.`,
        accepts: "repair",
        turns,
        after: `The ${thing} is repaired first, so ${key} is content.`,
      },
      refuses: { me: `A repair does not help ${key}.`, refuses: "repair" },
    },
  };
}

const sumUp = (side: string) =>
  Object.fromEntries(NAMES.map((name) => [name, `So it is ${side}, says ${name}.`]));

/** Five people with a play for each verdict, and one thread of the table. */
export function smallPlay(changes: Partial<Scenario> = {}): Scenario {
  const memo = THINGS.flatMap((thing) => [
    `The ${thing} of the house is sound.`,
    `The ${thing} of the house is broken.`,
  ]);
  const plays = NAMES.flatMap((name, at) =>
    VERDICTS.map((verdict) => [
      `${name}-${verdict.toLowerCase().replace("_", "-")}`,
      playOf(at, verdict),
    ]),
  );
  const scenario = defineScenario({
    name: "small-play",
    question: "Shall we buy the house?",
    verdicts: VERDICTS.map((verdict) => ({
      id: verdict,
      side: verdict.startsWith("BUY") ? "for" : verdict === "WAIT" ? "neutral" : "against",
    })),
    documents: [{ name: "memo.md", text: memo.join("\n"), subject: true }],
    criteria: [{ id: "comfort", name: "Comfort" }],
    members: PEOPLE.map((name, at) => ({
      ...{ name, title: "Buyer", expertise: ["houses"], personality: "Calm." },
      ...{ speakingStyle: "Plain.", priorities: { comfort: 5 }, stubbornness: 0.2 + 0.1 * at },
    })),
    script: {
      members: Object.fromEntries(
        NAMES.map((name, at) => [
          name,
          {
            id: id(at),
          },
        ]),
      ),
      prepared: ["{name}, the papers do not say.", "{name}, I cannot tell you that."],
      terms: { repair: "Everything is repaired first." },
      sum: { for: sumUp("for"), against: sumUp("against"), split: sumUp("split") },
      plays: Object.fromEntries(plays),
      threads: [
        {
          id: "street",
          start: ["noise"],
          beats: {
            noise: { by: by(0, "the street is loud."), then: ["quiet"] },
            quiet: { by: by(1, "it is quiet at night.") },
          },
        },
      ],
    },
    limits: { messages: 90 },
  });
  return { ...scenario, ...changes };
}
