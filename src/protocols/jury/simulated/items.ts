import { stemsOf, wordsOf } from "../../../models/simulated/reading/words.ts";
import { unescapeText } from "../../../scaffold/escape.ts";

/** Something a sheet decides on, and what it is about. */
export type Item = {
  readonly id: string;
  readonly text: string;
  readonly stems: ReadonlySet<string>;
  /** Numbers, days and months in it. */
  readonly figures: ReadonlySet<string>;
  readonly isDenial: boolean;
};

/** Lines of a cue that begin with an item's id. */
export function itemsIn(cue: string): Item[] {
  return [...cue.matchAll(/^([a-z0-9-]+): (.+)$/gm)].map(([, id, text]) => {
    const plain = unescapeText(text!);
    const about = /^On "(.+?)" the meeting rests on /.exec(plain)?.[1] ?? plain;
    return {
      id: id!,
      text: plain,
      stems: stemsOf(about),
      figures: new Set([...about.matchAll(FIGURE)].map(([figure]) => figure)),
      isDenial: wordsOf(about).some((word) => NEGATIONS.has(word)),
    };
  });
}

/** Whether two items speak of one thing and cannot both stand: other figures, or a denial in one of them. */
export function disagree(one: Item, other: Item): boolean {
  if (!isAlike(one, other)) return false;
  const { figures } = other;
  const differ =
    one.figures.size > 0 && figures.size > 0 && ![...one.figures].some((each) => figures.has(each));
  return differ || one.isDenial !== other.isDenial;
}

/** Whether two items say the same: alike in two things at least, where a name of several words is one thing. */
export function repeat(one: Item, other: Item): boolean {
  return isAlike(one, other) && !disagree(one, other) && thingsShared(one, other) >= 2;
}

/** Two words in common at least, and half of the shorter one's. */
function isAlike({ stems }: Item, other: Item): boolean {
  const shared = [...stems].filter((each) => other.stems.has(each)).length;
  return shared >= 2 && shared * 2 >= Math.min(stems.size, other.stems.size);
}

/** Runs of words that follow one another in both. */
function thingsShared({ stems }: Item, other: Item): number {
  const [here, there] = [[...stems], [...other.stems]];
  const shared = here.filter((each) => other.stems.has(each));
  return shared.filter((each) => {
    const before = here[here.indexOf(each) - 1];
    return before === undefined || there[there.indexOf(each) - 1] !== before;
  }).length;
}

const FIGURE =
  /\d+(?:[.,:]\d+)*|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/g;
const NEGATIONS = new Set(["not", "no", "never", "nobody", "nothing", "neither", "cannot"]);
