// biome-ignore-all lint/suspicious/noThenProperty: a script is data and is never awaited.
import { makeTextDocument } from "../../src/scenario/documents/documents.ts";

/** A line of a document that speaks for or against; members open with it. */
export type Fact = { id: string; ref: string; quote: string; isFor: boolean };

/** The verdicts of a case, for and against. */
export type Sides = readonly [yes: string, no: string];

const BOTH: Sides = ["YES", "NO"];
const RENEWED = ["I begin with", "I go by", "I rest on", "I point to"];

/** One opening for anybody: others test it with a line of the other side, and its owner may turn. */
function createPlay(fact: Fact, other: Fact | undefined, [yes, no]: Sides) {
  const { id, ref, quote, isFor } = fact;
  const [own, turned] = isFor ? [yes, no] : [no, yes];
  const says = RENEWED.map(
    (begin) =>
      `${begin} the line that I call ${id}, since all of us can read it: “${quote}”. For me that decides it. What would make me think again is a line that says otherwise.`,
  );
  return {
    who: "any",
    verdict: own,
    says,
    reason: quote,
    crux: "a line that says otherwise",
    cite: { ref, quote },
    open: `whether ${id} decides it`,
    last: `I stay with ${id}.`,
    start: ["test"],
    beats: {
      test: {
        by: {
          any: other
            ? `Against ${id} I would read out ${other.id}: “${other.quote}”.`
            : `Is ${id} enough to decide on?`,
        },
        cite: other ? { ref: other.ref, quote: other.quote } : [],
        then: ["turn", "stay"],
      },
      turn: {
        me: `That is a line that says otherwise, and I leave ${id}.`,
        turns: turned,
        after: `I have left ${id} for a line that says otherwise.`,
      },
      stay: { me: `It does not weigh as much as ${id}.` },
    },
  };
}

/** A script with an opening for each fact. */
export function scriptOf(facts: readonly Fact[], sides: Sides = BOTH) {
  const plays = facts.map((fact, at) => {
    const others = facts.filter(({ isFor }) => isFor !== fact.isFor);
    return [fact.id, createPlay(fact, others[at % others.length], sides)] as const;
  });
  return { prepared: ["{name}, no line says that."], plays: Object.fromEntries(plays) };
}

const MOST_WORDS = 12;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const letter = (at: number) =>
  `${at < 26 ? "" : LETTERS[Math.floor(at / 26) - 1]}${LETTERS[at % 26]}`;

/** A script for any text, as the file next to it: an opening for each line with words, for and against by turns. */
export function scriptFor(name: string, text: string, sides?: Sides): string {
  const lines = makeTextDocument({ shown: name, text }, []).text.split("\n");
  const statements = lines.flatMap((line, at) => {
    const words = line.trim().split(/\s+/);
    const isStatement =
      !/^#|\b(?:YES|NO)\b/.test(line) && words.filter((word) => /\p{L}/u.test(word)).length > 1;
    return isStatement
      ? [{ ref: `${name}#L${at + 1}`, quote: words.slice(0, MOST_WORDS).join(" ") }]
      : [];
  });
  const facts = statements.map((each, at) => ({
    ...each,
    id: `line-${letter(at)}`,
    isFor: at % 2 === 0,
  }));
  return `${JSON.stringify(scriptOf(facts, sides), null, 2)}\n`;
}

/** Documents with their scripts next to them, by path. */
export function withScripts(
  documents: Readonly<Record<string, string>>,
  sides?: Sides,
): Record<string, string> {
  const scripts = Object.entries(documents).map(([path, text]) => [
    path.replace(/\.\w+$/, ".script.yaml"),
    scriptFor(path.split("/").at(-1) ?? path, text, sides),
  ]);
  return { ...documents, ...Object.fromEntries(scripts) };
}
