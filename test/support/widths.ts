import { eastAsianWidth } from "get-east-asian-width";

/** Columns that a row takes, counted sign by sign: marks stand over the one before. */
export function widthOf(row: string): number {
  return [...row].reduce(
    (sum, sign) => sum + (/[\p{Mn}\p{Me}]/u.test(sign) ? 0 : eastAsianWidth(sign.codePointAt(0) ?? 0)),
    0,
  );
}
