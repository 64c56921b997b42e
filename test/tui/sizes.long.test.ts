import { watch } from "boardroom/testing";
import { expect, it } from "vitest";
import { smallMeeting } from "../reports/meeting.ts";
import { widthOf } from "../support/widths.ts";

const meeting = smallMeeting();
const PANELS = 8;

it("every size fills each row exactly, from 60x15 to 300x100, with every panel", () => {
  for (let columns = 60; columns <= 300; columns += 34) {
    for (const rows of [15, 16, 24, 50, 100]) {
      for (const panel of Array.from({ length: PANELS }, (_, at) => String(at))) {
        const seen = watch(meeting, { size: { columns, rows } }).write(panel).rows;
        expect(seen).toHaveLength(rows);
        for (const row of seen) expect(widthOf(row)).toBe(columns);
      }
    }
  }
});
