const NOT_WORD = /[^\p{L}\p{N}'’%-]+/u;
const STOP = new Set(
  "a an the and or but nor of in on at to for from by with within without into over under between among as than that this these those it its he she they them his her their our we i is are was were be been has have had do does did not no one two three four five six seven eight nine ten who which whose what when where there here then also only still most more some any all each every other own per about after before since until while because although both so such very can could will would may might must should her".split(
    " ",
  ),
);

/** Lower-case words of a text, in order. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(NOT_WORD)
    .filter((word) => word !== "");
}

/** Content words without their endings, once each: good enough to see that two passages speak of one thing. */
export function stemsOf(text: string): Set<string> {
  const stems = new Set<string>();
  for (const word of wordsOf(text)) if (word.length > 2 && !STOP.has(word)) stems.add(stem(word));
  return stems;
}

/** `corrected`, `correction` and `corrections` share a stem. */
export function stem(word: string): string {
  let base = word.replace(/['’]s$/, "");
  if (base.length > 4) base = base.replace(/(?:ations?|ions?|ings?|ers?|ed|es|ly|s)$/, "");
  return base.length > 3 && base.endsWith("e") ? base.slice(0, -1) : base;
}

export function isStopWord(word: string): boolean {
  return STOP.has(word);
}

export function capitalise(text: string): string {
  return text === "" ? text : text[0]!.toUpperCase() + text.slice(1);
}
