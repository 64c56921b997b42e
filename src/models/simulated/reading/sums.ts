/** A figure that follows from those in a passage. */
export type Sum =
  | { readonly kind: "share"; readonly percent: number }
  | { readonly kind: "rise" | "fall"; readonly percent: number };

const SMALL: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
};
const NUMBER = "(\\d[\\d,.]*\\d|\\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)";
const SHARE = new RegExp(`\\b${NUMBER} (?:out )?of (?:the |all |its |her |his )?${NUMBER}\\b(?! ?%)`, "i");
const CHANGE = new RegExp(
  `\\bfrom (?:EUR |USD |[$€£])?${NUMBER}(?: %| million| cents| points)? (?:in \\d{4},? (?:[^,;]{0,50}, )?)?to (?:EUR |USD |[$€£])?${NUMBER}\\b`,
  "i",
);

/** What can be worked out from a passage's own figures; null where nothing can. */
export function sumOf(text: string): Sum | null {
  const share = SHARE.exec(text);
  if (share !== null) {
    const [part, whole] = [figure(share[1]!), figure(share[2]!)];
    if (part > 0 && whole >= 4 && part < whole && whole < 1500)
      return { kind: "share", percent: Math.round((100 * part) / whole) };
  }
  const change = CHANGE.exec(text);
  if (change === null) return null;
  const [first, second] = [figure(change[1]!), figure(change[2]!)];
  if (!(first > 0) || first === second || isYear(first) || isYear(second)) return null;
  const percent = Math.round((100 * Math.abs(second - first)) / first);
  return percent < 3 || percent > 900 ? null : { kind: second > first ? "rise" : "fall", percent };
}

function figure(text: string): number {
  return SMALL[text.toLowerCase()] ?? Number(text.replace(/,/g, ""));
}

function isYear(value: number): boolean {
  return Number.isInteger(value) && value >= 1950 && value <= 2100;
}
