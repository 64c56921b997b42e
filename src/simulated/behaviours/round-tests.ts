// The tests of a script as claims of rounds: which test each role takes up in a round, and what the
// record says of it. All roles of a round work out the same.

import { requireNonEmpty } from "../../lists.ts";
import { NOT_RUN } from "../../protocols/rounds/artifacts.ts";
import type { RoundsData } from "../../protocols/rounds/instructions.ts";
import { ROLES, type Role } from "../../protocols/rounds/records.ts";

import type { PlayFile, Script, TestFile } from "../../scenario/schema/script.ts";
import { capitalize, dropTrailing } from "../../text/plain.ts";
import { hashDraw, hashText } from "../draw.ts";
import type { SimulatedTurn } from "../member.ts";

export type Test = TestFile & { verdict: string; claim: string };

/** A recorded claim with its test. */
export type Tested = RoundsData["claims"][number] & { test: Test };

/** What a role looks at in a round. */
export type Dealt = { main: Test; claims: readonly Test[]; looked: readonly Tested[] };

export const RESULTS = {
  holds: {
    claims: "It was shown that",
    check: "ROBUST",
    verdict: "PASS",
    outcome: "success",
    polarity: "robustness",
  },
  breaks: {
    claims: "It is not so that",
    check: "BROKEN",
    verdict: "FAIL",
    outcome: "stuck",
    polarity: "weakness",
  },
  open: {
    claims: "It must be true that",
    check: "UNCLEAR",
    verdict: "INCONCLUSIVE",
    outcome: NOT_RUN,
    polarity: "robustness",
  },
} as const;

export function readRound({ data }: Pick<SimulatedTurn, "data">): RoundsData {
  return data as unknown as RoundsData;
}

const written = new WeakMap<Script, readonly Test[]>();

/** The tests of the script. Without any, each opening is a claim that was not tested. */
export function listTests({ scenario, debate }: SimulatedTurn): readonly Test[] {
  const { script } = scenario;
  const tests = written.get(script) ?? readTests(script);
  written.set(script, tests);
  if (tests.length > 0) return tests;
  const { plays } = debate.cast.stage;
  const opened = plays.filter((thread) => [...debate.opened.values()].includes(thread));
  return (opened.length > 0 ? opened : plays).flatMap(({ play }) => (play ? toTest(play) : []));
}

function readTests({ tests }: Script): Test[] {
  return Object.entries(tests).flatMap(([verdict, all]) =>
    all.map((each): Test => {
      return {
        ...each,
        verdict,
        claim: each.says ?? `${RESULTS[each.found].claims} ${each.must}.`,
      };
    }),
  );
}

/** What would change the mind of the one who opens is not known yet. */
function toTest({ verdict, reason, crux }: PlayFile): Test {
  const [said = "", must = ""] = [Object.values(reason)[0], Object.values(crux)[0]];
  const claim = `${capitalize(dropTrailing(said, "."))}.`;
  return { verdict, claim, must, test: `Find out whether this is so: ${must}.`, found: "open" };
}

export function tellResult({ cite, test }: Test): string {
  if (cite) return `${cite.ref}: “${cite.quote}”`;
  return `Test ${NOT_RUN}. No document states its result: ${test}`;
}

/** The recorded claims that are claims of the script. */
export function listTested(turn: SimulatedTurn): Tested[] {
  const tests = new Map(listTests(turn).map((test) => [test.claim, test]));
  return readRound(turn).claims.flatMap((claim) => {
    const test = tests.get(claim.text);
    return test ? [{ ...claim, test }] : [];
  });
}

/** The results that each role looks for, the dearest first. The critic chooses before the others. */
const WANTED: Readonly<Record<Role, readonly Test["found"][]>> = {
  critic: ["breaks", "open", "holds"],
  guardian: ["holds", "breaks", "open"],
  observer: ["open", "breaks", "holds"],
  action: ["holds", "open", "breaks"],
};

/** Tests on the lines that the round cites come first, then those of the lead's subject, new ones before known ones. */
export function dealTests(turn: SimulatedTurn): Readonly<Record<Role, Dealt>> {
  const { round, present, rules } = readRound(turn);
  const talk = turn.debate.log.slice(-present.length);
  const cited = talk.flatMap(({ places }) => places);
  const subject = talk[0]?.thread?.play?.verdict;
  const salt = hashText(`${turn.request.seed} ${round}`);
  const earlier = listTested(turn).filter((claim) => claim.round < round);
  const known = new Map(earlier.map((claim) => [claim.text, claim]));
  const isClosing = ROLES.every((role) => (rules?.[role].most ?? 0) === 0);
  const isDue = (claim: Tested | undefined) =>
    isClosing ? claim?.status === "pending" : claim === undefined;
  const free = listTests(turn).map((test) => {
    const due = isDue(known.get(test.claim)) ? 0 : 20;
    const isCited = test.cite !== undefined && cited.includes(test.cite.ref);
    const far = isCited ? 0 : 3;
    const off = isCited || test.verdict === subject ? 0 : 3;
    return { test, base: hashDraw(test.claim, salt) + due + far + off };
  });
  const deal = (role: Role): Dealt => {
    const rate = ({ test, base }: (typeof free)[number]) => base + WANTED[role].indexOf(test.found);
    const best = requireNonEmpty(free, "test").reduce((a, b) => (rate(b) < rate(a) ? b : a));
    const main = best.test;
    const { least = 0, most = 0 } = rules?.[role] ?? {};
    const isHere = present.includes(role);
    if (isHere && free.length > 1) free.splice(free.indexOf(best), 1);
    const isClaimed = isHere && most > 0 && (least > 0 || !known.has(main.claim));
    const looked = earlier.filter(
      ({ status, test }) => status === "pending" && test.found === main.found,
    );
    return { main, claims: isClaimed ? [main] : [], looked };
  };
  const [critic, guardian] = [deal("critic"), deal("guardian")];
  return { critic, guardian, observer: deal("observer"), action: deal("action") };
}
