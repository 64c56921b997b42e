import { eastAsianWidth } from "get-east-asian-width";

export function widthOf(row: string): number {
  return [...row].reduce(
    (sum, sign) =>
      sum + (/[\p{Mn}\p{Me}]/u.test(sign) ? 0 : eastAsianWidth(sign.codePointAt(0) ?? 0)),
    0,
  );
}
