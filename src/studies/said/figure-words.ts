import { dollarsInWords } from "../../showing/words.ts";
import { groupThousands } from "../../text/plain.ts";
import type { FigureUnit, StudyFigure } from "./study-figure.ts";

/** A figure as people read it; `-` where there is none. */
export function valueInWords({ value, unit }: Pick<StudyFigure, "value" | "unit">): string {
  return value === null ? "-" : numberInWords(value, unit);
}

export function intervalInWords({ interval, unit }: StudyFigure): string {
  return interval ? `${numberInWords(interval.low, unit)} to ${numberInWords(interval.high, unit)}` : "";
}

export function pInWords({ adjusted }: StudyFigure): string {
  if (adjusted === null) return "";
  return adjusted < 0.001 ? "< 0.001" : adjusted.toFixed(3);
}

export function needsInWords({ define, value, needs, n }: StudyFigure): string {
  if (needs !== null) {
    const more = `needs about ${groupThousands(needs)} more meetings`;
    return value === null ? more : `not found; ${more} to find one of this size`;
  }
  if (value !== null) return "";
  return n === 0 ? "none so far" : (WITHOUT[define] ?? "cannot be worked out of these");
}

const WITHOUT: Partial<Record<StudyFigure["define"], string>> = {
  alpha: "no two verdicts differ",
};

function numberInWords(value: number, unit: FigureUnit): string {
  switch (unit) {
    case "dollars":
      return dollarsInWords(value);
    case "count":
      return groupThousands(Math.round(value));
    case "difference":
      return `${value > 0 ? "+" : ""}${value.toFixed(3)}`.replace(/^[+-](?=0\.0+$)/, "");
    case "share":
    case "number":
      return value.toFixed(3).replace(/^-(?=0\.0+$)/, "");
    default:
      return unit satisfies never;
  }
}
