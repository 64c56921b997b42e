import { atStart, type Point, type RoundsCase, type RoundsRole } from "./rounds-case.ts";

type Json = Readonly<Record<string, unknown>>;

/** A valid artefact for a role, from the passages that the round is about. */
export function writeArtefact(role: RoundsRole, round: RoundsCase): Json {
  const own = ARTEFACTS[role](round);
  return { ...own, cites: citesOf(role, round), claims: claimsOf(role, round) };
}

const ARTEFACTS: Readonly<Record<RoundsRole, (round: RoundsCase) => Json>> = {
  action: traces,
  guardian: invariant,
  observer: walkthrough,
  critic: attack,
};

const DAYS = [
  "on a Monday morning",
  "at the busiest hour of the week",
  "in the last hour of the day",
  "in the week of the highest load",
  "during the nightly run",
  "on the first day of the month",
];

function traces(round: RoundsCase): Json {
  const { focus, how, weak, strong, number } = round;
  const chance = round.draw("traces");
  const earlier = round.record.decisions.at(-1)?.id ?? round.record.claims.at(-1)?.id;
  const hooks = number > 1 ? [`R${number - 1}-action-happy_path`, ...(earlier ? [earlier] : [])] : [];
  const when = chance.pick(DAYS);
  const trigger = {
    happy_path: `One request arrives ${when}; ${how.handle} is taken as written`,
    edge_case: `${atStart(weak.handle)} sets in: ${weak.quote}`,
    cross_round_reference:
      number > 1
        ? `The end state of ${hooks[0]} is taken up again`
        : `${atStart(strong.handle)} is taken up a second time`,
  };
  return {
    traces: (["happy_path", "edge_case", "cross_round_reference"] as const).map((kind) =>
      trace(round, kind, trigger[kind]),
    ),
    hooksUsed: hooks.length > 0 ? hooks : [`${how.ref}`],
    selfAssessment: chance.pick([3, 4, 4]),
  };

  function trace({ draw }: RoundsCase, kind: keyof typeof trigger, begins: string): Json {
    const each = draw(kind);
    const from = Math.floor(each.next() * focus.variables.length);
    const [a, b, c] = [0, 1, 2].map((step) => focus.variables[(from + step) % focus.variables.length]!) as [
      string,
      string,
      string,
    ];
    const [x, y] = [0, 1].map((step) => focus.parts[(from + step) % focus.parts.length]!) as [string, string];
    const state = {
      [a]: Math.floor(each.next() * 5),
      [b]: Math.floor(each.next() * 40),
      [c]: Math.floor(each.next() * 9),
    };
    const initialState = Object.entries(state).map(([name, value]) => ({ name, value: String(value) }));
    const grow = 1 + Math.floor(each.next() * 6);
    const steps = STEPS[kind].map(([does, which, change]) => {
      const name = [a, b, c][which]!;
      state[name] =
        change === "zero"
          ? 0
          : Math.max(0, state[name]! + (change === "up" ? grow : change === "down" ? -1 : 1));
      return { does: each.pick(does).replace("{x}", x).replace("{y}", y), delta: `${name}=${state[name]}` };
    });
    return {
      kind,
      trigger: begins,
      initialState,
      steps,
      outcome: `${a} reads ${state[a]}, ${b} reads ${state[b]}; ${each.pick(OUTCOMES[kind])}`,
    };
  }
}

type Step = readonly [does: readonly string[], which: 0 | 1 | 2, change: "up" | "one" | "down" | "zero"];

type TraceKind = "happy_path" | "edge_case" | "cross_round_reference";

const STEPS: Readonly<Record<TraceKind, readonly Step[]>> = {
  happy_path: [
    [["{x} takes the request in", "The request reaches {x}"], 0, "one"],
    [["{x} gives it a number", "{x} writes it down first"], 1, "one"],
    [["{x} answers the caller", "The caller sees the answer"], 2, "one"],
    [["{y} picks the entry up", "{y} reads the new entry"], 1, "one"],
    [["{y} checks it was not seen", "{y} compares it with its last"], 2, "one"],
    [["{y} applies it", "{y} adds it to its own state"], 0, "one"],
    [["{y} confirms to {x}", "The confirmation travels back"], 1, "down"],
    [["{x} marks it done", "{x} closes the entry"], 0, "down"],
    [["A second request follows", "The next request arrives"], 0, "one"],
    [["Both sides agree again", "The counters are compared"], 2, "one"],
  ],
  edge_case: [
    [["{x} loses its counterpart", "{y} stops answering {x}"], 2, "one"],
    [["{x} goes on taking requests", "Requests keep arriving at {x}"], 0, "up"],
    [["The backlog builds up", "Entries wait at {x}"], 1, "up"],
    [["{x} tries again and fails", "A retry of {x} times out"], 2, "one"],
    [["More requests arrive", "The next hour's requests queue up"], 0, "up"],
    [["{y} comes back", "{y} answers for the first time"], 2, "zero"],
    [["{x} sends the oldest entry", "The backlog starts to move"], 1, "down"],
    [["{y} meets an entry twice", "One entry arrives a second time"], 2, "one"],
    [["{y} drops the second copy", "The repeated entry is set aside"], 1, "down"],
    [["The backlog is worked off", "{x} has nothing left to send"], 1, "zero"],
  ],
  cross_round_reference: [
    [["{x} starts where it stopped", "{x} opens its last state"], 0, "one"],
    [["{y} asks for what it missed", "{y} names its last number"], 1, "one"],
    [["{x} sends the gap", "{x} replays the missing part"], 1, "up"],
    [["{y} checks the order", "{y} sorts by number"], 2, "one"],
    [["{y} applies the first half", "{y} takes the older entries"], 0, "up"],
    [["A clock is set back", "One machine restarts in between"], 2, "one"],
    [["{y} keeps to the numbers", "{y} ignores the clock"], 1, "down"],
    [["{y} applies the rest", "{y} takes the newer entries"], 0, "one"],
    [["{x} compares the sums", "Both sums are read off"], 2, "one"],
    [["The difference is closed", "Nothing is left over"], 1, "zero"],
  ],
};

const OUTCOMES: Readonly<Record<TraceKind, readonly string[]>> = {
  happy_path: ["the caller has one answer", "nothing waits"],
  edge_case: ["every entry is there once", "the backlog is gone"],
  cross_round_reference: ["both sides read alike", "the gap is closed"],
};

function invariant(round: RoundsCase): Json {
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

const PEOPLE = [
  ["Ruth Penn", "site manager in her third year", "balances a day's figures in four minutes"],
  ["Yusuf Demir", "technician on the early shift", "restarts a router from its card"],
  ["Ilse Brandt", "help desk agent", "finds any case by its number in ten seconds"],
  ["Paolo Ricci", "shift lead of the night crew", "reads a log without the screen"],
  ["Grace Mbeki", "platform engineer on call", "follows a request through four logs"],
  ["Owen Hale", "records clerk", "checks forty changes before eight"],
] as const;

function walkthrough(round: RoundsCase): Json {
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

function attack(round: RoundsCase): Json {
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

function citesOf(role: RoundsRole, { record, number, how, weak, draw }: RoundsCase): string[] {
  const chance = draw(`cites-${role}`);
  const decision =
    record.decisions.length > 0 && chance.next() < 0.9 ? [chance.pick(record.decisions.slice(-5)).id] : [];
  const claim = record.claims.length > 0 && chance.next() < 0.5 ? [chance.pick(record.claims).id] : [];
  const earlier = number > 1 && role === "action" ? [`R${number - 1}-action-happy_path`] : [];
  return [...new Set([...decision, ...claim, ...earlier, role === "critic" ? weak.ref : how.ref])];
}

function claimsOf(role: RoundsRole, round: RoundsCase): Json[] {
  const { least, most } = round.claims;
  const chance = round.draw(`claims-${role}`);
  const wanted = 1 + Math.floor(chance.next() * 1.8);
  const count = Math.max(least, Math.min(most, wanted));
  return Array.from({ length: count }, (_, index) => claimOf(role, round, index));
}

function claimOf(role: RoundsRole, round: RoundsCase, index: number): Json {
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
