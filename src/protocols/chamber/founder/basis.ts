/** Words of substance that a claim and its evidence must share. */
const SHARED = 2;

/** One shared word is no basis. The figures of a refuted claim may differ. */
export function speaksOf(claim: string, passage: string, result: "supported" | "refuted"): boolean {
  const words = substanceOf(claim);
  const counted = result === "refuted" ? words.filter((word) => !/\d/.test(word)) : words;
  const said = new Set(substanceOf(passage));
  const shared = counted.filter((word) => said.has(word)).length;
  return shared >= Math.max(1, Math.min(SHARED, counted.length));
}

function substanceOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/\p{N}+(?:[.,]\p{N}+)*|\p{L}[\p{L}\p{M}]*/gu) ?? [];
  return [...new Set(words.filter((word) => !EMPTY.has(word)).map(stem))];
}

/** Costs and cost, cutting and cut are the same word here. */
function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, "") : word.replace(/(?<=..)s$/, "");
}

const EMPTY: ReadonlySet<string> = new Set(
  "a about after all also an and any are as at be been before but by can could did do does for from had has have he her his i if in into is it its more most no nor not of on one or our out over she should so some such than that the their them then there these they this to too under up was we were what when where which who will with would you your".split(
    " ",
  ),
);
