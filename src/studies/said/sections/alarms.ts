import { medianTime } from "../../../metrics/paired.ts";
import { ownArms, readOf, type SeenArm, type SeenStudy } from "../seen.ts";
import type { StudiedMeeting } from "../studied-meetings.ts";
import { countFigure, LEAST, type StudyFigure, type StudySection, shareFigure } from "../study-figure.ts";

/** Juries that hang, of criminal trials (Kalven and Zeisel 1966; NCSC 2003), and a wide berth above it. */
const PEOPLE_HUNG = [0.055, 0.06] as const;
/** Typed groups of three or more that ended of one mind, on one puzzle (DeliData). */
const PEOPLE_UNANIMOUS = 0.51;

/** 9. Two ways in which a board is none: it falls together, or it does not move. */
export function alarmsSection(seen: SeenStudy): StudySection {
  const arms = ownArms(seen).filter(({ arm }) => arm.changes.control === undefined);
  return {
    nth: 9,
    title: "Two alarms: collapse and deadlock",
    tables: [{ title: "By arm", figures: arms.flatMap((arm) => alarms(seen, arm)), isDrawn: true as const }],
    notes: [
      `People: ${PEOPLE_HUNG.map((share) => `${100 * share} %`).join(" to ")} of criminal juries decide nothing; ${100 * PEOPLE_UNANIMOUS} % of typed groups end of one mind.`,
      ...arms.flatMap(({ name, meetings }) => alarmed(seen, name, meetings)),
    ],
  };
}

function alarms(seen: SeenStudy, { name, meetings }: SeenArm): StudyFigure[] {
  const read = readOf(seen, meetings);
  const collapsed = read.flatMap((each) => each.collapsed ?? []);
  const split = meetings.filter(isSplit);
  const times = read.flatMap(({ consensus }) => consensus ?? []);
  const median = { define: "time-to-consensus" as const, what: `${name}: messages until consensus` };
  return [
    shareFigure(
      { define: "collapse", what: `${name}: fell together, nothing new` },
      collapsed.filter(Boolean).length,
      collapsed.length,
      read.length,
    ),
    shareFigure(
      { define: "consensus", what: `${name}: ended of one mind` },
      meetings.filter(isOfOneMind).length,
      meetings.length,
    ),
    shareFigure(
      { define: "deadlock", what: `${name}: split, and nobody moved` },
      split.filter(isUnmoved).length,
      split.length,
      meetings.length,
    ),
    shareFigure(
      { define: "undecided", what: `${name}: decided nothing` },
      meetings.filter(isUndecided).length,
      meetings.length,
    ),
    times.length < LEAST
      ? {
          ...countFigure(median, null, times.length, "count"),
          needs: times.length === 0 ? null : LEAST - times.length,
        }
      : countFigure(median, medianTime(times), times.length, "count"),
  ];
}

function isSplit({ members }: StudiedMeeting): boolean {
  return new Set(members.flatMap(({ opening }) => opening ?? [])).size > 1;
}

function isOfOneMind({ members }: StudiedMeeting): boolean {
  return members.every(({ final }) => final !== null && final === members[0]?.final);
}

function isUnmoved({ members }: StudiedMeeting): boolean {
  return members.every(({ opening, final }) => opening === null || final === null || opening === final);
}

function isUndecided({ outcome }: StudiedMeeting): boolean {
  return outcome.side === null && outcome.option === null;
}

/** An alarm sounds where the whole interval lies beyond people. */
function alarmed(seen: SeenStudy, name: string, meetings: readonly StudiedMeeting[]): string[] {
  const collapsed = readOf(seen, meetings).flatMap((each) => each.collapsed ?? []);
  const falls = shareFigure(
    { define: "collapse", what: name },
    collapsed.filter(Boolean).length,
    collapsed.length,
  );
  const stuck = shareFigure(
    { define: "undecided", what: name },
    meetings.filter(isUndecided).length,
    meetings.length,
  );
  const alike = shareFigure(
    { define: "consensus", what: name },
    meetings.filter(isOfOneMind).length,
    meetings.length,
  );
  return [
    ...((falls.interval?.low ?? 0) > 0.2 && (alike.interval?.low ?? 0) > PEOPLE_UNANIMOUS
      ? [
          `Alarm, ${name}: collapse. Members fall together without anything new, more often than people's groups end of one mind.`,
        ]
      : []),
    ...((stuck.interval?.low ?? 0) > PEOPLE_HUNG[1]
      ? [`Alarm, ${name}: deadlock. More meetings decide nothing than people's juries do.`]
      : []),
  ];
}
