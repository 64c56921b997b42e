import { atStart, type RoundsCase, type Sheet } from "./case.ts";

/** The guardian's artefact: one sentence that may be false, how it is measured, and whether it holds. */
export function writeInvariant(round: RoundsCase): Sheet {
  const { focus, strong, weak, how, wanted } = round;
  const chance = round.draw("invariant");
  const verdict = chance.pick(["PASS", "PASS", "CONDITIONAL_PASS", "FAIL", "INCONCLUSIVE"]);
  const [variable, other] = focus.variables as [string, string];
  const held = verdict === "PASS" ? strong : weak;
  const tolerance = chance.pick([
    "none",
    "one in 10,000 over a week",
    "two pieces for five minutes",
    "0.01 percent a day",
  ]);
  return {
    invariant: {
      always: chance.pick([
        `every entry counted by ${variable} is in the record exactly once after ${how.handle}`,
        `${variable} and ${other} come to the same sum once ${weak.handle} is over`,
        `no request that was answered is missing when ${variable} is read again`,
      ]),
      measuredBy: chance.pick([
        `a nightly comparison of ${variable} with the answers given`,
        `counting ${other} before and after a forced stop`,
        `replaying one day's entries into an empty store`,
      ]),
      tolerance,
    },
    whyNow: wanted
      ? `Line ${wanted.line} of ${wanted.place} asks for it: "${wanted.quote}".`
      : `The round is about ${weak.handle}, and this is the sentence it would falsify.`,
    verdict,
    evidence: [held, how].map(({ ref, quote }) => ({ ref, quote })),
    confidence: chance.pick([2, 3, 3, 4]),
    mechanism:
      verdict === "FAIL"
        ? `${atStart(weak.handle)} leaves ${variable} changed on one side only (line ${weak.line} of ${weak.place}).`
        : null,
    condition:
      verdict === "CONDITIONAL_PASS"
        ? `${atStart(weak.handle)} is rehearsed and ${variable} is watched while it lasts.`
        : null,
    failureMode: chance.pick([
      `Two machines stop within one minute while ${variable} is above ${10 + Math.floor(chance.next() * 90)}.`,
      `A clock is set back between two entries, and ${other} is read before the correction.`,
      `${atStart(weak.handle)} lasts twice as long as in the trial, and nobody is on duty.`,
    ]),
  };
}
