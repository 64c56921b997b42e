import type { Size } from "./model.ts";

/** The smallest terminal that the view fits in. */
export const LEAST: Size = { columns: 60, rows: 15 };

export type Column = { readonly left: number; readonly width: number };

/** Where things stand; columns are separated by one rule each. */
export type Geometry = {
  readonly kind: "wide" | "medium" | "narrow";
  readonly columns: number;
  /** Rows of the body, below the header and above the footer. */
  readonly body: number;
  readonly header: number;
  readonly members: Column | null;
  /** Rows of members under the header where they have no column. */
  readonly strip: number;
  readonly transcript: Column | null;
  readonly panel: Column | null;
};

export function isTooSmall({ columns, rows }: Size): boolean {
  return columns < LEAST.columns || rows < LEAST.rows;
}

/** Whether a panel stands beside the transcript without being asked for. */
export function hasRoomForPanel({ columns }: Size): boolean {
  return columns >= 112;
}

/** Rules and footer: one rule under the header, one above the footer, the footer's own row. */
const FRAME = 3;

export function layoutOf({ columns, rows }: Size, hasPanel: boolean): Geometry {
  const header = 3;
  const under = (strip: number) => ({ columns, header, strip, body: rows - header - strip - FRAME });
  if (columns >= 112) {
    const members = Math.min(36, Math.max(28, Math.floor(columns * 0.2)));
    const panel = hasPanel ? Math.min(72, Math.max(38, Math.floor(columns * 0.33))) : 0;
    return { ...under(0), kind: "wide", ...inColumns(columns, members, panel) };
  }
  if (columns >= 80) {
    const members = hasPanel ? 0 : 26;
    const panel = hasPanel ? Math.floor(columns * 0.46) : 0;
    return { ...under(hasPanel ? 1 : 0), kind: "medium", ...inColumns(columns, members, panel) };
  }
  const whole = { left: 0, width: columns };
  return {
    ...under(rows >= 20 ? 2 : 1),
    kind: "narrow",
    members: null,
    transcript: hasPanel ? null : whole,
    panel: hasPanel ? whole : null,
  };
}

function inColumns(
  columns: number,
  members: number,
  panel: number,
): Pick<Geometry, "members" | "transcript" | "panel"> {
  const left = members > 0 ? members + 1 : 0;
  const right = panel > 0 ? panel + 1 : 0;
  return {
    members: members > 0 ? { left: 0, width: members } : null,
    transcript: { left, width: columns - left - right },
    panel: panel > 0 ? { left: columns - panel, width: panel } : null,
  };
}
