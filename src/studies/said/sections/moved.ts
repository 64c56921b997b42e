import { ownOf } from "../../../lists.ts";
import { bootstrap, shapley } from "../../../metrics/paired.ts";
import { armsOf, madeFrom, readOf, type SeenArm, type SeenStudy, tellingLabels } from "../seen.ts";
import { paired, type StudiedMeeting } from "../studied-meetings.ts";
import {
  countFigure,
  differenceFigure,
  LEAST,
  meanFigure,
  type StudyFigure,
  type StudySection,
} from "../study-figure.ts";

/** The most members whose every panel can be held. */
const MOST_PANELS = 6;

/** 4. Who moved whom: by order in time, by leaving each out, by every panel. */
export function movedSection(seen: SeenStudy): StudySection {
  const arms = armsOf(seen);
  const own = arms.filter(({ arm }) => arm.made === null);
  const left = own.flatMap((base) => leaveOneOut(arms, base));
  const values = own.flatMap((base) => shapleyOf(arms, base));
  return {
    nth: 4,
    title: "Who moved whom",
    tables: [
      { title: "Leave one out", figures: left, isDrawn: true as const },
      { title: "Shapley values", figures: values, isDrawn: true as const },
      { title: "Changes that came after whose words", figures: own.flatMap((arm) => credits(seen, arm)) },
    ].filter(({ figures }) => figures.length > 0),
    notes: [
      ...(left.length > 0
        ? []
        : ["What a member's seat changes cannot be said without arms that leave it out: leaveOneOut: true."]),
      ...(values.length > 0
        ? []
        : [`Shapley values take every panel, of up to ${MOST_PANELS} members: subsets: true.`]),
      "Who spoke before a change is an order in time, not a cause.",
    ],
  };
}

function leaveOneOut(arms: readonly SeenArm[], base: SeenArm): StudyFigure[] {
  return madeFrom(arms, base, "leaveOneOut").flatMap((without) => {
    const { made } = without.arm;
    if (made?.by !== "leaveOneOut") return [];
    const both = paired(without.meetings, base.meetings);
    return tellingLabels(both.flat()).map((label) =>
      differenceFigure(
        { define: "leave-one-out", what: `${base.name}: ${nameOf(base, made.without)}, ${label}` },
        both.map(([one, other]) => [
          Number(one.outcome.label === label),
          Number(other.outcome.label === label),
        ]),
        true,
      ),
    );
  });
}

function shapleyOf(arms: readonly SeenArm[], base: SeenArm): StudyFigure[] {
  const members = base.scenario.members.map(({ id }) => id);
  const made = madeFrom(arms, base, "subsets");
  if (made.length === 0 || members.length > MOST_PANELS) return [];
  const panels = panelsOf(members, made, base);
  if (panels === null) return [];
  const common = commonMeetings(panels);
  return tellingLabels(base.meetings).flatMap((label) => {
    const came = common.map((row) => row.map((meeting) => Number(meeting.outcome.label === label)));
    const valuesOf = (drawn: readonly number[]) => {
      const worth = (seated: number) =>
        seated === 0 ? 0 : drawn.reduce((sum, at) => sum + (came[at]?.[seated - 1] ?? 0), 0) / drawn.length;
      return shapley(members.length, worth);
    };
    const all = came.map((_, at) => at);
    const values = valuesOf(all);
    return members.map((member, index) => {
      const named = { define: "shapley" as const, what: `${base.name}: ${nameOf(base, member)}, ${label}` };
      if (all.length < LEAST)
        return { ...countFigure(named, null, all.length, "difference"), needs: LEAST - all.length };
      const drawn = bootstrap(all.length, (some) => valuesOf(some)[index] ?? null, named.what);
      return {
        ...countFigure(named, values[index] ?? null, all.length, "difference"),
        interval: drawn?.interval ?? null,
      };
    });
  });
}

/** The meetings of every panel but the empty one, by the set of bits of who sits there, less one; null where one is missing. */
function panelsOf(
  members: readonly string[],
  made: readonly SeenArm[],
  base: SeenArm,
): (readonly StudiedMeeting[])[] | null {
  const of = new Map<number, readonly StudiedMeeting[]>([[(1 << members.length) - 1, base.meetings]]);
  for (const { arm, meetings } of made) {
    if (arm.made?.by !== "subsets") continue;
    const bits = arm.made.members.reduce((sum, member) => sum | (1 << members.indexOf(member)), 0);
    of.set(bits, meetings);
  }
  const panels = Array.from({ length: (1 << members.length) - 1 }, (_, index) => of.get(index + 1));
  return panels.every((panel) => panel !== undefined) ? panels : null;
}

/** Of each subject and seed that every panel has: the panels' meetings. */
function commonMeetings(panels: readonly (readonly StudiedMeeting[])[]): StudiedMeeting[][] {
  const maps = panels.map(
    (panel) => new Map(panel.map((meeting) => [`${meeting.subject}/${meeting.seed}`, meeting])),
  );
  return [...(maps[0]?.keys() ?? [])].flatMap((key) => {
    const row = maps.flatMap((map) => map.get(key) ?? []);
    return row.length === panels.length ? [row] : [];
  });
}

function credits(seen: SeenStudy, arm: SeenArm): StudyFigure[] {
  const read = readOf(seen, arm.meetings);
  return arm.scenario.members.map(({ id, name }) =>
    meanFigure(
      { define: "proximate-credit", what: `${arm.name}: ${name}` },
      read.map(({ credit }) => ownOf(credit, id) ?? null),
    ),
  );
}

function nameOf({ scenario }: SeenArm, id: string): string {
  return scenario.members.find((member) => member.id === id)?.name ?? id;
}
