import { atStart, type RoundsCase, type Sheet } from "./case.ts";

/** The critic's artefact: one attack, with what would show that it broke something or did not. */
export function writeAttack(round: RoundsCase): Sheet {
  const { focus, weak, strong, how } = round;
  const chance = round.draw("attack");
  const verdict = chance.pick(["BROKEN", "BROKEN", "ROBUST", "UNCLEAR"]);
  const [x, y] = focus.parts as [string, string];
  const [variable, other] = focus.variables as [string, string];
  const load = 50 + Math.floor(chance.next() * 400);
  const rests = verdict === "ROBUST" ? strong : weak;
  return {
    target: { ref: targetOf(round), what: `${focus.prose}: ${how.quote}` },
    why: chance.pick([
      `Everything ${focus.prose} promises about ${strong.handle} goes through it.`,
      `It is the step that its authors do not watch, and ${weak.handle} shows why that matters.`,
      `Two of its parts, ${x} and ${y}, trust one another there.`,
    ]),
    hypothesis: `${atStart(focus.prose)} fails when ${chance.pick([
      `${x} stops between two entries while ${variable} is rising`,
      `${weak.handle} comes together with a replaced machine`,
      `${y} answers late and ${x} has already gone on`,
    ])}.`,
    preconditions: [
      `${x} carries ${load} requests a minute`,
      chance.pick([
        `${y} was restarted within the hour`,
        `one of two machines is in repair`,
        `the help desk is closed`,
      ]),
    ],
    attack: [
      { does: `Let ${variable} climb past ${load}.`, observable: `${variable}=${load + 1}` },
      { does: `Stop ${x} between two entries.`, observable: `${x} no longer answers` },
      { does: `Send the last request again.`, observable: `two requests with one key` },
      {
        does: `Start ${x} and delay ${y} by ${20 + Math.floor(chance.next() * 200)} seconds.`,
        observable: `${other} lags`,
      },
      {
        does: `Read ${variable} on both sides.`,
        observable: verdict === "BROKEN" ? "two figures" : "one figure",
      },
      {
        does: `Close the books for the day.`,
        observable: verdict === "ROBUST" ? "no difference" : "a difference to explain",
      },
    ],
    expectedBroken: `${variable} differs between ${x} and ${y} after both are up again.`,
    expectedRobust: `${variable} is the same on both sides, and the repeated request is named as such.`,
    verdict,
    evidence: `Line ${rests.line} of ${rests.place}: "${rests.quote}".`,
    confidence: verdict === "UNCLEAR" ? chance.pick([2, 3]) : chance.pick([3, 4]),
    assumption: chance.pick([
      `that ${x} and ${y} never stop within the same minute`,
      `that ${weak.handle} stays as rare as in the trial`,
      `that somebody sees ${variable} rise`,
    ]),
  };
}

/** What the tightened rules allow, else the last thing on record, else the document's own line. */
function targetOf({ cue, record, how, number, draw }: RoundsCase): string {
  const allowed = /Allowed targets: ([^\n]+)/.exec(cue)?.[1]?.split(", ");
  const chance = draw("target");
  if (allowed) return chance.pick(allowed);
  const known = [...record.decisions.slice(-4), ...record.claims.slice(-4)].map(({ id }) => id);
  if (number === 1 || known.length === 0) return how.ref;
  return chance.next() < 0.4 ? `R${number - 1}-action-edge_case` : chance.pick(known);
}
