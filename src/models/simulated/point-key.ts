import type { Point } from "../../scenario/casebook.ts";
export function pointKey(point: Point): string {
  return `${Object.keys(point.bears).join()}|${point.quote.toLowerCase().replace(/[^a-z]+/g, " ")}`;
}
