import { atStart, type Point, type RoundsCase, type RoundsRole, type Sheet } from "./case.ts";

/** What an artefact rests on: decisions and claims on record, and a passage. */
export function citesOf(role: RoundsRole, { record, number, how, weak, draw }: RoundsCase): string[] {
  const chance = draw(`cites-${role}`);
  const decision =
    record.decisions.length > 0 && chance.next() < 0.9 ? [chance.pick(record.decisions.slice(-5)).id] : [];
  const claim = record.claims.length > 0 && chance.next() < 0.5 ? [chance.pick(record.claims).id] : [];
  const earlier = number > 1 && role === "action" ? [`R${number - 1}-action-happy_path`] : [];
  return [...new Set([...decision, ...claim, ...earlier, role === "critic" ? weak.ref : how.ref])];
}

/** As many claims as there is something new to say, within what the cue allows. */
export function claimsOf(role: RoundsRole, round: RoundsCase): Sheet[] {
  const { least, most } = round.claims;
  const chance = round.draw(`claims-${role}`);
  const wanted = [0.95, 0.8].filter((share) => chance.next() < share * round.novelty).length;
  const count = Math.max(least, Math.min(most, wanted));
  return Array.from({ length: count }, (_, index) => claimOf(role, round, index));
}

function claimOf(role: RoundsRole, round: RoundsCase, index: number): Sheet {
  const { focus, weak, strong, how, number } = round;
  const chance = round.draw(`claim-${role}-${index}`);
  const [x, y] = focus.parts as [string, string];
  const variable = chance.pick(focus.variables);
  const figure = 2 + Math.floor(chance.next() * 60);
  const about: Point = index === 0 ? (role === "critic" ? weak : how) : strong;
  const texts: Readonly<Record<RoundsRole, readonly string[]>> = {
    action: [
      `On ${focus.prose}, ${about.handle} ends in the state its trace names even after ${figure} repeats.`,
      `${atStart(focus.prose)} brings ${variable} back to where it began within ${figure} steps of ${weak.handle}.`,
    ],
    guardian: [
      `On ${focus.prose}, ${variable} is the same on both sides ${figure} minutes after ${weak.handle}.`,
      `Nothing that ${x} has answered on ${focus.prose} is missing from ${y} at the end of a day with ${figure} interruptions.`,
    ],
    observer: [
      `A newcomer gets ${focus.prose} past ${weak.handle} within ${figure} minutes without calling anybody.`,
      `The help desk tells from ${variable} alone what to tell whoever asks about ${focus.prose} in ${figure} of 60 cases.`,
    ],
    critic: [
      `${atStart(focus.prose)} gives two figures for ${variable} once ${weak.handle} lasts longer than ${figure} minutes.`,
      `${atStart(x)} and ${y} can stop together on ${focus.prose}, and ${figure} entries are then nobody's.`,
    ],
  };
  const tests: Readonly<Record<RoundsRole, string>> = {
    action: `${variable} reads its first value after ${figure} repeated runs`,
    guardian: `one difference in ${variable} over a week of forced stops`,
    observer: `minutes from the alert to the next finished task, over ten newcomers`,
    critic: `${variable} read on both sides ${figure} minutes into the outage`,
  };
  const stricter = round.record.claims.filter(
    (claim) => claim.role === role && claim.round < number && /^(?:tested_|partially)/.test(claim.status),
  );
  const supersedes =
    index === 0 && stricter.length > 0 && chance.next() < 0.18 ? chance.pick(stricter).id : null;
  return {
    text: chance.pick(texts[role]),
    testable_as: tests[role],
    polarity: role === "critic" ? "weakness" : "robustness",
    supersedes,
  };
}
