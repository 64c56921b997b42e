import type { Size } from "../state/model.ts";

export const LEAST: Size = { columns: 60, rows: 15 };

export type Box = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

export type Geometry = {
  readonly kind: "wide" | "medium" | "narrow";
  readonly columns: number;
  readonly body: number;
  readonly header: number;
  readonly members: Box | null;
  readonly strip: number;
  readonly transcript: Box | null;
  readonly panel: Box | null;
  readonly form: Box | null;
};

type ShownParts = {
  readonly hasPanel: boolean;
  readonly isPanelAsked: boolean;
  readonly isWriting: boolean;
  readonly hasBanner: boolean;
};

export function isTooSmall({ columns, rows }: Size): boolean {
  return columns < LEAST.columns || rows < LEAST.rows;
}

export function hasRoomForPanel({ columns }: Size): boolean {
  return columns >= WIDE;
}

const WIDE = 112;

const FRAME = 3;

/** Where the banner has no row of its own, it takes that of the figures. */
const ROOM_FOR_BANNER = 20;

export function layoutOf({ columns, rows }: Size, shown: ShownParts): Geometry {
  const header = shown.hasBanner && rows >= ROOM_FOR_BANNER ? 4 : 3;
  const under = (strip: number) => ({ columns, header, strip, body: rows - header - strip - FRAME });
  if (columns >= WIDE) return { ...under(0), kind: "wide", ...wideColumns(columns, under(0).body, shown) };
  if (columns >= 80) {
    const frame = under(shown.hasPanel ? 1 : 0);
    return { ...frame, kind: "medium", ...stacked(mediumColumns(columns, shown), frame, shown) };
  }
  const frame = under(shown.isWriting && rows < ROOM_FOR_BANNER ? 0 : rows >= ROOM_FOR_BANNER ? 2 : 1);
  const whole = { left: 0, width: columns };
  const inColumns = {
    members: null,
    transcript: shown.hasPanel ? null : whole,
    panel: shown.hasPanel ? whole : null,
  };
  return { ...frame, kind: "narrow", ...stacked(inColumns, frame, shown) };
}

type ScreenColumn = Pick<Box, "left" | "width">;
type Columns = {
  readonly members: ScreenColumn | null;
  readonly transcript: ScreenColumn | null;
  readonly panel: ScreenColumn | null;
};
type Boxes = Pick<Geometry, "members" | "transcript" | "panel" | "form">;

/** A form takes the panel's place, or only its lower part if the user asked for the panel. */
function wideColumns(columns: number, body: number, { hasPanel, isPanelAsked, isWriting }: ShownParts): Boxes {
  const members = Math.min(44, Math.max(31, Math.floor(columns * 0.17)));
  const panel = Math.min(100, Math.max(36, Math.floor(columns * 0.31)));
  const right = isWriting ? Math.min(100, Math.max(44, Math.floor(columns * 0.36))) : hasPanel ? panel : 0;
  const over = isWriting && hasPanel && isPanelAsked ? Math.floor((body - 1) * 0.4) : isWriting ? -1 : body;
  const box = { left: columns - right, width: right };
  return {
    members: { left: 0, top: 0, width: members, height: body },
    transcript: {
      left: members + 1,
      top: 0,
      width: columns - members - 1 - (right > 0 ? right + 1 : 0),
      height: body,
    },
    panel: right > 0 && over > 0 ? { ...box, top: 0, height: over } : null,
    form: isWriting ? { ...box, top: over + 1, height: body - over - 1 } : null,
  };
}

function mediumColumns(columns: number, { hasPanel }: ShownParts): Columns {
  const members = hasPanel ? 0 : 28;
  const panel = hasPanel ? Math.floor(columns * 0.46) : 0;
  const left = members > 0 ? members + 1 : 0;
  return {
    members: members > 0 ? { left: 0, width: members } : null,
    transcript: { left, width: columns - left - (panel > 0 ? panel + 1 : 0) },
    panel: panel > 0 ? { left: columns - panel, width: panel } : null,
  };
}

function stacked(
  { members, transcript, panel }: Columns,
  { columns, body }: Pick<Geometry, "columns" | "body">,
  { isWriting }: ShownParts,
): Boxes {
  const height = isWriting ? Math.min(Math.max(3, Math.floor((body - 1) * 0.42)), body - 2) : body;
  const box = (column: ScreenColumn | null) => column && { ...column, top: 0, height };
  return {
    members: box(members),
    transcript: box(transcript),
    panel: box(panel),
    form: isWriting ? { left: 0, top: height + 1, width: columns, height: body - height - 1 } : null,
  };
}
