import type { Size } from "../state/model.ts";

export const LEAST: Size = { columns: 60, rows: 15 };

/** Columns of the members, at every size. */
export const MEMBERS = 20;
const WIDE = 112;
/** Question and state; tally and badge. */
export const HEADER = 2;
/** The rules above and below the body, and the footer. */
const FRAME = 3;

export type Box = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

export type Geometry = {
  readonly columns: number;
  readonly body: number;
  readonly members: Box;
  readonly transcript: Box | null;
  readonly panel: Box | null;
  readonly form: Box | null;
};

type ShownParts = {
  readonly hasPanel: boolean;
  readonly isPanelAsked: boolean;
  readonly isWriting: boolean;
};

export function bodyRows({ rows }: Size): number {
  return rows - HEADER - FRAME;
}

export function isTooSmall({ columns, rows }: Size): boolean {
  return columns < LEAST.columns || rows < LEAST.rows;
}

export function hasRoomForPanel({ columns }: Size): boolean {
  return columns >= WIDE;
}

/** A form takes the panel's place, or its lower part if the user asked for the panel. In a narrow window it is below the rest. */
export function layoutOf({ columns, rows }: Size, shown: ShownParts): Geometry {
  const { hasPanel, isPanelAsked, isWriting } = shown;
  const body = bodyRows({ columns, rows });
  const left = MEMBERS + 1;
  const rest = columns - left;
  if (!hasRoomForPanel({ columns, rows })) {
    const height = isWriting ? Math.min(Math.max(3, Math.floor((body - 1) * 0.42)), body - 2) : body;
    const main = { left, top: 0, width: rest, height };
    return {
      ...{ columns, body },
      members: { left: 0, top: 0, width: MEMBERS, height },
      transcript: hasPanel ? null : main,
      panel: hasPanel ? main : null,
      form: isWriting ? { left: 0, top: height + 1, width: columns, height: body - height - 1 } : null,
    };
  }
  const right = isWriting || hasPanel ? Math.min(100, Math.max(36, Math.floor(columns * 0.3))) : 0;
  const over = !isWriting ? body : hasPanel && isPanelAsked ? Math.floor((body - 1) * 0.4) : -1;
  const beside = { left: columns - right, width: right };
  return {
    ...{ columns, body },
    members: { left: 0, top: 0, width: MEMBERS, height: body },
    transcript: { left, top: 0, width: rest - (right > 0 ? right + 1 : 0), height: body },
    panel: right > 0 && over > 0 ? { ...beside, top: 0, height: over } : null,
    form: isWriting ? { ...beside, top: over + 1, height: body - over - 1 } : null,
  };
}
