import { atStart, type RoundsCase, type Sheet } from "./case.ts";
import { DAYS } from "./phrases.ts";

/** The observer's artefact: one person walked through the weak spot, step by step. */
export function writeWalkthrough(round: RoundsCase): Sheet {
  const { focus, weak, how } = round;
  const chance = round.draw("walkthrough");
  const [name, role, skill] = chance.pick(PEOPLE);
  const minutes = 4 + Math.floor(chance.next() * 26);
  const [x, y] = focus.parts as [string, string];
  const [variable] = focus.variables as [string];
  const trouble = 4 + Math.floor(chance.next() * 3);
  const outcome = chance.pick(["confusion", "stuck", "confusion"]);
  const isCalm = chance.next() < 0.25;
  const does = [
    `Reads the alert that names ${x}`,
    `Opens the card for ${weak.handle}`,
    chance.pick([`Notes ${variable} from the screen`, `Writes the value of ${variable} on the card`]),
    chance.pick([`Asks the colleague beside to wait`, `Tells those waiting that it takes a moment`]),
    `Presses the key for ${y}`,
    chance.pick([`Looks for the confirmation`, `Waits for the green line`]),
    chance.pick([`Compares ${variable} with the card`, `Reads ${variable} once more`]),
    `Finishes the next task on ${focus.prose}`,
    chance.pick([`Files the note for the desk`, `Signs the card and hangs it back`]),
  ];
  const friction = isCalm
    ? []
    : [
        {
          step: trouble,
          what: chance.pick([
            `The screen shows ${variable} without saying whether that is good`,
            `Nothing on the screen of ${y} says that the key was taken`,
            `The card speaks of ${x}, the screen of ${how.handle}`,
          ]),
        },
      ];
  return {
    persona: { name, role, skill },
    goal: `Be working again within ${minutes} minutes after ${weak.handle}`,
    startingContext: `${atStart(chance.pick(DAYS))}, ${2 + Math.floor(chance.next() * 9)} people waiting; line ${weak.line} of ${weak.place} has just come true.`,
    steps: does.map((step, index) => ({
      does: step,
      outcome: !isCalm && index + 1 === trouble ? outcome : "success",
    })),
    friction,
    verdict: {
      goal: isCalm ? "Yes" : outcome === "stuck" ? chance.pick(["No", "Partially"]) : "Partially",
      timeToFirstOutput: `${Math.max(1, Math.floor(minutes / 3))} minutes`,
      recommend: isCalm || outcome === "confusion" ? "Yes" : "No",
    },
    selfAssessment: chance.pick([3, 4]),
  };
}

const PEOPLE = [
  ["Ruth Penn", "site manager in her third year", "balances a day's figures in four minutes"],
  ["Yusuf Demir", "technician on the early shift", "restarts a router from its card"],
  ["Ilse Brandt", "help desk agent", "finds any case by its number in ten seconds"],
  ["Paolo Ricci", "shift lead of the night crew", "reads a log without the screen"],
  ["Grace Mbeki", "platform engineer on call", "follows a request through four logs"],
  ["Owen Hale", "records clerk", "checks forty changes before eight"],
] as const;
