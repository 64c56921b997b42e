import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const FOLDER = "src/models/simulated/words";
const MANNERS = readdirSync(`${FOLDER}/manners`).map((file) => file.replace(/\.yaml$/, ""));

/** What a sentence of each move must carry, one of several where they stand in a list, and what it may carry besides. */
const MOVES: Readonly<
  Record<string, { readonly must: readonly string[][]; readonly may?: readonly string[] }>
> = {
  open: { must: [["c"]] },
  bringFor: { must: [["says"], ["q"], ["l"]] },
  bringAgainst: { must: [["says"], ["q"], ["l"]] },
  citeFor: { must: [["q"], ["l"]] },
  citeAgainst: { must: [["q"], ["l"]] },
  rebutFor: { must: [["who"], ["theirs"]], may: ["tl"] },
  rebutAgainst: { must: [["who"], ["theirs"]], may: ["tl"] },
  agreeFor: { must: [["who"], ["theirs"]] },
  agreeAgainst: { must: [["who"], ["theirs"]] },
  concede: { must: [["who"], ["theirs"]], may: ["mine"] },
  hold: { must: [["who"], ["theirs"], ["mine"]] },
  ask: { must: [["who"], ["asks"]] },
  askPoint: { must: [["who"], ["theirs", "tl"]] },
  answerOpen: { must: [["who"], ["asks"]] },
  answerWith: { must: [["who"], ["asks", "theirs"]] },
  weighFor: { must: [["says"], ["mine"], ["c"]] },
  weighAgainst: { must: [["says"], ["mine"], ["c"]] },
  changeUp: { must: [["who"], ["theirs"], ["v"]] },
  changeDown: { must: [["who"], ["theirs"], ["v"]] },
  remainFor: { must: [["mine"]], may: ["ml"] },
  remainAgainst: { must: [["mine"]], may: ["ml"] },
  want: { must: [["settles"]] },
  wantAsk: { must: [["asks"]] },
  state: { must: [["v"], ["says"]] },
  stateEven: { must: [["v"]], may: ["says"] },
  withdraw: { must: [["v"], ["says"]] },
  reqMet: { must: [["r"], ["rl"]] },
  reqUnmet: { must: [["r"], ["rl"]] },
  mustUnmet: { must: [["r"], ["rl"], ["v"]] },
  severe: { must: [["says"], ["l"]] },
  conviction: { must: [["x"]] },
  aside: { must: [] },
};
/** Said in one voice by everybody: the grounds of a ballot, and what answers people. */
const COMMON_MOVES: typeof MOVES = {
  reasonBoth: { must: [["says"], ["l"], ["mine"], ["ml"], ["c"]] },
  reasonOne: { must: [["says"], ["l"], ["c"]] },
  reasonMoved: { must: [["who"], ["theirs"], ["tl"], ["mine"]] },
  reasonWon: { must: [["who"], ["theirs"], ["tl"]] },
  reasonBalanced: { must: [["says"], ["mine"]] },
  reasonNone: { must: [["c"]] },
  reasonForeign: { must: [["language"]] },
  leaveUnread: { must: [] },
  lacksNone: { must: [["c"]] },
  lacksUnread: { must: [], may: ["left"] },
  lacksForeign: { must: [], may: ["language"] },
  reasonUnread: { must: [["n"], ["of"]] },
  wouldChange: { must: [["settles", "asks", "mine"]] },
  quoteAlone: { must: [["q"]] },
  changeSaid: { must: [["v"], ["tl"]] },
  stateAlone: { must: [["v"]] },
  changeAfter: { must: [["theirs"], ["v"]] },
  heardPerson: { must: [["tl"]] },
  heardDocument: { must: [["tl"]] },
};
const AT_HEAD = ["Says", "L", "Settles"];
const MOST_WORDS = 40;

const COMPANY = {
  left: "14",
  who: "Dr. Okafor",
  says: "the pilots renewed at the full price",
  q: '"all four pilot companies have signed for a second year at list price"',
  l: "line 31 of the memo",
  theirs: "the lost customer was a third of revenue",
  tl: "line 12 of the memo",
  mine: "cash lasts seven months",
  ml: "line 44 of the memo",
  c: "technical moat",
  v: "invest with terms",
  asks: "what the pilots' contracts say about renewal",
  settles: "a distribution agreement with one of them",
  r: "current registration",
  rl: "line 12 of the job description",
  x: "baselines that somebody else ran",
  n: "6",
  of: "22",
  language: "German",
};
const CHARGE = {
  ...COMPANY,
  who: "Agda",
  says: "the print may be from April",
  q: '"the print on the window frame could not be dated"',
  l: "line 9 of the record",
  theirs: "the neighbour saw a light at ten",
  mine: "nobody saw the accused that evening",
  c: "physical evidence",
  v: "not guilty",
  asks: "who else had a key",
  settles: "the list of those who had a key",
};

type Sentence = { readonly file: string; readonly move: string; readonly text: string };
type Words = Readonly<Record<string, readonly string[]>>;

function wordsIn(file: string): Words {
  const { signs, address, ...moves } = parse(readFileSync(`${FOLDER}/${file}`, "utf8")) as Record<
    string,
    unknown
  >;
  return moves as Words;
}

const files = ["common.yaml", ...MANNERS.map((manner) => `manners/${manner}.yaml`)];
const sentences: readonly Sentence[] = files.flatMap((file) =>
  Object.entries(wordsIn(file)).flatMap(([move, list]) => list.map((text) => ({ file, move, text }))),
);

const slotsOf = (text: string) => [...text.matchAll(/\{(\w*)\}/g)].map(([, slot]) => slot!);
const lowered = (slot: string) => slot.toLowerCase();

function filled(text: string, fill: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, slot: string) => {
    const value = fill[lowered(slot)] ?? "";
    return slot === lowered(slot) ? value : value.charAt(0).toUpperCase() + value.slice(1);
  });
}

/** The sentences that fail, with the place where they stand. */
function offending(fails: (sentence: Sentence) => boolean): string[] {
  return sentences.filter(fails).map(({ file, move, text }) => `${file} ${move}: ${text}`);
}

describe("the words of simulated members", () => {
  it("know nine manners and nothing but their moves", () => {
    expect(MANNERS.toSorted()).toEqual([
      "brisk",
      "careful",
      "figures",
      "plain",
      "rhetorical",
      "story",
      "terse",
      "tester",
      "vivid",
    ]);
    for (const manner of MANNERS)
      expect(Object.keys(wordsIn(`manners/${manner}.yaml`)).toSorted()).toEqual(Object.keys(MOVES).toSorted());
    expect(Object.keys(wordsIn("common.yaml")).toSorted()).toEqual(
      Object.keys({ ...MOVES, ...COMMON_MOVES }).toSorted(),
    );
  });

  it("offer enough to choose from, and few remarks that carry nothing of the case", () => {
    for (const file of files)
      for (const [move, list] of Object.entries(wordsIn(file)))
        if (move === "aside") expect(list.length, `${file} ${move}`).toBeLessThanOrEqual(5);
        else
          expect(list.length, `${file} ${move}`).toBeGreaterThanOrEqual(/^(?:bring|rebut)/.test(move) ? 8 : 6);
  });

  it("say in every manner how its persona is known and how it addresses others", () => {
    for (const manner of MANNERS) {
      const { signs, address } = parse(readFileSync(`${FOLDER}/manners/${manner}.yaml`, "utf8")) as {
        signs: string;
        address: string;
      };
      expect(signs.split(" ").length, manner).toBeGreaterThan(5);
      expect(["first", "formal"], manner).toContain(address);
    }
  });

  it("carry what their move needs and nothing that it cannot fill", () => {
    const known = { ...MOVES, ...COMMON_MOVES };
    expect(
      offending(({ move, text }) => {
        const { must, may = [] } = known[move]!;
        const slots = slotsOf(text).map(lowered);
        const allowed = [...must.flat(), ...may];
        return (
          !must.every((either) => either.some((slot) => slots.includes(slot))) ||
          slots.some((slot) => !allowed.includes(slot))
        );
      }),
    ).toEqual([]);
  });

  it("fill no slot twice in one sentence", () => {
    expect(
      offending(({ text }) => {
        const slots = slotsOf(text).map(lowered);
        return new Set(slots).size < slots.length;
      }),
    ).toEqual([]);
  });

  it("begin sentences with a capital, and write none within them", () => {
    const starts = /(?:^|[.?!] )$/;
    expect(
      offending(({ text }) =>
        [...text.matchAll(/\{(\w+)\}/g)].some(({ index, 1: slot = "" }) => {
          const head = starts.test(text.slice(0, index));
          if (slot !== lowered(slot)) return !head || !AT_HEAD.includes(slot);
          return head && !["who", "q"].includes(slot);
        }),
      ),
    ).toEqual([]);
    expect(offending(({ text }) => !/^[A-Z{]/.test(text) || !/[.?!]$/.test(text))).toEqual([]);
  });

  it("say clauses only where a clause can stand", () => {
    const prepositions =
      /\b(?:of|on|about|for|to|with|at|from|past|in|regarding|despite) \{(?:says|theirs|mine)\}/;
    expect(offending(({ text }) => prepositions.test(text))).toEqual([]);
    const runsOn = /\{(?:says|theirs|mine)\} [a-z]/;
    expect(offending(({ text }) => runsOn.test(text))).toEqual([]);
  });

  it("can be said in one breath", () => {
    const words = (text: string) => text.split(/\s+/).length;
    expect(
      offending(({ text }) =>
        [COMPANY, CHARGE].some(
          (fill) => words(filled(text, fill)) > MOST_WORDS || /\{|\s\s/.test(filled(text, fill)),
        ),
      ),
    ).toEqual([]);
  });

  it("have no two sentences of the same build", () => {
    const build = (text: string) =>
      text
        .replace(/\{\w+\}/g, " _ ")
        .toLowerCase()
        .replace(/[^a-z_ ]/g, "")
        .replace(/\s+/g, " ")
        .trim();
    const seen = new Map<string, Sentence>();
    const twice = offending((sentence) => {
      const key = build(sentence.text);
      if (!/[a-z]/.test(key)) return false;
      const again = seen.has(key);
      seen.set(key, sentence);
      return again;
    });
    expect(twice).toEqual([]);
  });
});
