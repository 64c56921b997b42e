import type { CandidateRanking } from "../../reports/compare/ranking.ts";
import { personIn } from "../../reports/meeting-view/people.ts";
import { STRENGTH_RULE } from "../../reports/table/strength.ts";
import type { MemberRow } from "../../reports/verdict-schema.ts";
import { dateInWords } from "../masthead.tsx";
import { Page } from "../page.tsx";
import { counted, Section } from "../parts/section.tsx";
import { ByCriterion, hasCriteria } from "./by-criterion.tsx";
import { ByMeeting } from "./by-meeting.tsx";
import { bySubject, type Compared, membersOf } from "./compared.ts";
import { OverSeeds } from "./over-seeds.tsx";
import { RankingPart } from "./ranking-part.tsx";
import { SideBySide } from "./side-by-side.tsx";

type ComparisonProps = {
  /** Meetings of one question and one list of options, the strongest first. */
  readonly groups: readonly (readonly Compared[])[];
  /** Of candidates that were ranked: their order, and what it rests on. */
  readonly ranking?: CandidateRanking | undefined;
};

/** Meetings up to which there is a column for each; of more there are shares alone. */
export const MOST_COLUMNS = 8;

/** Several meetings: candidates side by side, and one subject under many seeds as shares. */
export function Comparison({ groups, ranking }: ComparisonProps) {
  const all = groups.flat();
  const contents = groups.flatMap((group, index) =>
    partsOf(group, index).map(([id, title]) => [id, title] as const),
  );
  return (
    <Page contents={[["top", "Top"], ...(ranking ? [["ranking", "Ranking"] as const] : []), ...contents]}>
      <header class="masthead" id="top">
        <p class="brand">
          <b>Boardroom</b> {counted(all.length, "meeting")} · {dateInWords(all[0]?.table.startedAt ?? "")}
        </p>
        <h1>{groups.map(([first]) => first?.table.scenario.title).join("; ")}</h1>
        {groups.length === 1 ? <p class="question">{all[0]?.table.scenario.question}</p> : null}
        {ranking ? null : (
          <p class="dim">{`${STRENGTH_RULE.slice(0, 1).toUpperCase()}${STRENGTH_RULE.slice(1)}.`}</p>
        )}
        <Simulated meetings={all} />
      </header>
      {ranking ? <RankingPart ranking={ranking} /> : null}
      {groups.map((group, index) => (
        <GroupParts group={group} index={index} isAlone={groups.length === 1} />
      ))}
    </Page>
  );
}

function Simulated({ meetings }: { readonly meetings: readonly Compared[] }) {
  const simulated = meetings.filter(({ table }) => table.simulated).length;
  if (simulated === 0) return null;
  return (
    <p class="subject">
      <span class="simulated">
        <b>Simulated:</b>{" "}
        {simulated === meetings.length
          ? "no language model took part"
          : `in ${simulated} of ${meetings.length} meetings no language model took part`}
      </span>
    </p>
  );
}

type GroupPart = "side" | "seeds" | "criteria" | "change";

function partsOf(
  group: readonly Compared[],
  index: number,
): readonly (readonly [id: string, title: string, part: GroupPart])[] {
  const isFew = group.length <= MOST_COLUMNS;
  const isRepeated = bySubject(group).some((meetings) => meetings.length > 1);
  const subjects = bySubject(group).length;
  const id = (name: string) => (index === 0 ? name : `${name}-${index + 1}`);
  return [
    ...(isFew ? [[id("side-by-side"), "Side by side", "side"] as const] : []),
    ...(isRepeated || !isFew ? [[id("seeds"), "Over seeds", "seeds"] as const] : []),
    ...(subjects > 1 && subjects <= MOST_COLUMNS && hasCriteria(group)
      ? [[id("criteria"), "By criterion", "criteria"] as const]
      : []),
    ...(isFew ? [[id("would-change"), "What would change it", "change"] as const] : []),
  ];
}

function GroupParts({
  group,
  index,
  isAlone,
}: {
  readonly group: readonly Compared[];
  readonly index: number;
  readonly isAlone: boolean;
}) {
  return (
    <>
      {partsOf(group, index).map(([id, title, part]) => (
        <Section
          id={id}
          title={isAlone ? title : `${title}: ${group[0]?.table.scenario.title ?? ""}`}
          lead={LEADS[part]}
        >
          <PartOf part={part} group={group} />
        </Section>
      ))}
    </>
  );
}

const LEADS: Readonly<Record<GroupPart, string | undefined>> = {
  side: undefined,
  seeds: "How often each outcome came, and the 95 % interval of its share (Wilson).",
  criteria: "The strongest line for and against each candidate, as the case was read before the meeting.",
  change: undefined,
};

function PartOf({ part, group }: { readonly part: GroupPart; readonly group: readonly Compared[] }) {
  const firsts = bySubject(group).flatMap(([first]) => (first ? [first] : []));
  switch (part) {
    case "side":
      return <SideBySide meetings={group} />;
    case "seeds":
      return (
        <>
          {bySubject(group).map((meetings) => (
            <OverSeeds meetings={meetings} />
          ))}
        </>
      );
    case "criteria":
      return <ByCriterion meetings={firsts} />;
    case "change":
      return <WouldChange meetings={group} />;
    default:
      return part satisfies never;
  }
}

function WouldChange({ meetings }: { readonly meetings: readonly Compared[] }) {
  return (
    <ByMeeting
      label="What would change each verdict"
      meetings={meetings}
      rows={membersOf(meetings).map(([id, of]) => ({
        title: personIn(of.view, id).name,
        cell: ({ table }) => <OwnChange row={table.members.find((each) => each.id === id)} />,
      }))}
    />
  );
}

function OwnChange({ row }: { readonly row: MemberRow | undefined }) {
  return (
    <td class={row?.wouldChange ? "small" : "dim small"}>
      {row?.wouldChange ?? (row ? "not said" : "not seated")}
    </td>
  );
}
