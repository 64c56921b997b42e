import { atStart, type RoundsCase, type Sheet } from "./case.ts";
import { DAYS } from "./phrases.ts";

/** The action's artefact: three cases traced step by step, from the state they start in to the one they end in. */
export function writeTraces(round: RoundsCase): Sheet {
  const { how, weak, strong, number } = round;
  const chance = round.draw("traces");
  const earlier = round.record.decisions.at(-1)?.id ?? round.record.claims.at(-1)?.id;
  const hooks = number > 1 ? [`R${number - 1}-action-happy_path`, ...(earlier ? [earlier] : [])] : [];
  const when = chance.pick(DAYS);
  const trigger: Readonly<Record<TraceKind, string>> = {
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
}

function trace({ focus, draw }: RoundsCase, kind: TraceKind, trigger: string): Sheet {
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
      change === "zero" ? 0 : Math.max(0, state[name]! + (change === "up" ? grow : change === "down" ? -1 : 1));
    return { does: each.pick(does).replace("{x}", x).replace("{y}", y), delta: `${name}=${state[name]}` };
  });
  return {
    kind,
    trigger,
    initialState,
    steps,
    outcome: `${a} reads ${state[a]}, ${b} reads ${state[b]}; ${each.pick(OUTCOMES[kind])}`,
  };
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
