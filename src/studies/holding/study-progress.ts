import { type Io, print } from "../../home/process/io.ts";
import { createLiveRegion } from "../../home/process/live-region.ts";
import { dollarsInWords } from "../../showing/words.ts";
import { groupThousands } from "../../text/plain.ts";
import type { ResultRow } from "../result-row.ts";
import { timeInWords } from "./plan-lines.ts";

type StudyProgress = { row(row: ResultRow): void; end(): void };

type ProgressSetup = {
  readonly io: Io;
  readonly left: number;
  readonly before: number;
  readonly clock: () => number;
  readonly spent: () => number;
};

const BAR = 24;

/** At a terminal a line that renews itself, elsewhere one at every tenth. */
export function studyProgress({ io, left, before, clock, spent }: ProgressSetup): StudyProgress {
  const region = io.isTTY ? createLiveRegion(io.stderr, 1) : null;
  const begun = clock();
  let [held, failed, shownAt, tenth] = [0, 0, Number.NEGATIVE_INFINITY, 0];

  function line(): string {
    const seconds = (clock() - begun) / 1000;
    const rate = seconds > 0 ? held / seconds : 0;
    const all = before + left;
    const full = Math.round((BAR * (before + held)) / Math.max(1, all));
    return [
      `${"#".repeat(full)}${"-".repeat(BAR - full)} ${groupThousands(before + held)} of ${groupThousands(all)}`,
      ...(rate > 0 ? [`${rate < 10 ? rate.toFixed(1) : Math.round(rate)} a second`] : []),
      ...(spent() > 0 ? [`${dollarsInWords(spent())} spent`] : []),
      ...(failed > 0 ? [`${failed} failed`] : []),
      ...(rate > 0 && held < left ? [`${timeInWords((left - held) / rate)} left`] : []),
    ].join(", ");
  }

  return {
    row(row) {
      held += 1;
      if (row.status === "failed") failed += 1;
      if (region) {
        if (clock() - shownAt < 200) return;
        shownAt = clock();
        region.show([line()]);
      } else if (Math.floor((10 * held) / left) > tenth && held < left) {
        tenth = Math.floor((10 * held) / left);
        print(io.stderr, [line()]);
      }
    },
    end() {
      region?.clear();
      if (held > 0) print(io.stderr, [line()]);
    },
  };
}
