/** UTF-16 units of text that only says the same, and least repeats. */
const RUNAWAY_SPAN = 1_500;
const RUNAWAY_TIMES = 4;

/** The period of a repetition can be a quarter of this. */
const WINDOW = 6_000;

export function saidOnce(text: string): number | null {
  if (text.length < RUNAWAY_SPAN) return null;
  const tail = [...Array(Math.min(text.length, WINDOW)).keys()].map((back) =>
    text.charCodeAt(text.length - 1 - back),
  );
  const matched = matchesOfStart(tail);
  for (let period = 1; period * RUNAWAY_TIMES <= tail.length; period++) {
    const span = period + (matched[period] ?? 0);
    if (span >= RUNAWAY_SPAN && span >= period * RUNAWAY_TIMES) return text.length - span + period;
  }
  return null;
}

/** The Z function: how many items from each place on equal those from the start. */
function matchesOfStart(items: readonly number[]): readonly number[] {
  const matched = new Array<number>(items.length).fill(0);
  let left = 0;
  let right = 0;
  for (let place = 1; place < items.length; place++) {
    let length = place < right ? Math.min(right - place, matched[place - left] ?? 0) : 0;
    while (place + length < items.length && items[length] === items[place + length]) length += 1;
    matched[place] = length;
    if (place + length > right) {
      left = place;
      right = place + length;
    }
  }
  return matched;
}
