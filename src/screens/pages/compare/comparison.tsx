import { words } from "../../../engine/words/words.ts";
import { type CandidateRanking, rankingInWords, rankingRows } from "../../../showing/compare/ranking.ts";
import { rankingWords } from "../../../showing/compare/ranking-words.ts";
import { personIn } from "../../../showing/meeting-view/people.ts";
import type { MemberRow } from "../../../showing/verdict-schema.ts";
import { Badge, heldInWords } from "../masthead.tsx";
import { Page } from "../page.tsx";
import { Cell, Section } from "../parts/section.tsx";
import { compareWords } from "../words/compare-words.ts";
import { ByCriterion, hasCriteria } from "./by-criterion.tsx";
import { ByMeeting } from "./by-meeting.tsx";
import { bySubject, type Compared, membersOf } from "./compared.ts";
import { OverSeeds } from "./over-seeds.tsx";
import { SideBySide } from "./side-by-side.tsx";

type ComparisonProps = {
  readonly groups: readonly (readonly Compared[])[];
  readonly ranking?: CandidateRanking | undefined;
};

/** Meetings up to which there is a column for each; of more there are shares alone. */
const MOST_COLUMNS = 8;

export function Comparison({ groups, ranking }: ComparisonProps) {
  const all = groups.flat();
  const { order } = words.across;
  const contents = groups.flatMap((group, index) =>
    partsOf(group, index).map(([id, title]) => [id, title] as const),
  );
  return (
    <Page
      contents={[
        ["top", compareWords.top],
        ...(ranking ? [["ranking", rankingWords.title] as const] : []),
        ...contents,
      ]}
    >
      <header class="stack tight" id="top">
        <p class="row dim">
          <b>Boardroom</b> {compareWords.meetings(all.length)} · {all[0] ? heldInWords(all[0].table) : ""}
          <Badge tables={all.map(({ table }) => table)} />
        </p>
        <h1>{groups.map(([first]) => first?.table.scenario.title).join("; ")}</h1>
        {groups.length === 1 ? <p class="dim">{all[0]?.table.scenario.question}</p> : null}
        {ranking ? null : <p class="dim">{`${order.slice(0, 1).toUpperCase()}${order.slice(1)}.`}</p>}
      </header>
      {ranking ? <RankingPart ranking={ranking} /> : null}
      {groups.map((group, index) => (
        <GroupParts group={group} index={index} isAlone={groups.length === 1} />
      ))}
    </Page>
  );
}

type GroupPart = keyof typeof compareWords.parts;

function partsOf(
  group: readonly Compared[],
  index: number,
): readonly (readonly [id: string, title: string, part: GroupPart])[] {
  const { parts } = compareWords;
  const isFew = group.length <= MOST_COLUMNS;
  const isRepeated = bySubject(group).some((meetings) => meetings.length > 1);
  const subjects = bySubject(group).length;
  const id = (name: string) => (index === 0 ? name : `${name}-${index + 1}`);
  return [
    ...(isFew ? [[id("side-by-side"), parts.side, "side"] as const] : []),
    ...(isRepeated || !isFew ? [[id("seeds"), parts.seeds, "seeds"] as const] : []),
    ...(subjects > 1 && subjects <= MOST_COLUMNS && hasCriteria(group)
      ? [[id("criteria"), parts.criteria, "criteria"] as const]
      : []),
    ...(isFew ? [[id("would-change"), parts.change, "change"] as const] : []),
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
          lead={compareWords.leads[part]}
        >
          <PartOf part={part} group={group} />
        </Section>
      ))}
    </>
  );
}

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
      meetings={meetings}
      rows={membersOf(meetings).map(([id, of]) => ({
        title: personIn(of.view, id).name,
        cell: ({ table }) => <OwnChange row={table.members.find((each) => each.id === id)} />,
      }))}
    />
  );
}

type ChangeProps = { readonly row: MemberRow | undefined };

function OwnChange({ row }: ChangeProps) {
  return (
    <td class={row?.wouldChange ? "small" : "dim"}>
      {row?.wouldChange ?? (row ? compareWords.notSaid : compareWords.notSeated)}
    </td>
  );
}

function RankingPart({ ranking }: { readonly ranking: CandidateRanking }) {
  const rows = rankingRows(ranking);
  return (
    <Section id="ranking" title={rankingWords.title}>
      <p>{ranking.caution}</p>
      {rows.length === 0 ? null : (
        <div class="wide-table">
          <table class="table">
            <thead>
              <tr>
                {rankingWords.head.map((title) => (
                  <th scope="col">{title}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([place, candidate, ...cells]) => (
                <tr>
                  <td>{place}</td>
                  <th scope="row">{candidate}</th>
                  {cells.map((cell, at) => (
                    <Cell label={rankingWords.head[at + 2] ?? ""}>{cell}</Cell>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rankingInWords(ranking).map((sentence) => (
        <p>{asOnPage(sentence, rankingWords.head[2] ?? "")}</p>
      ))}
    </Section>
  );
}

/** Column heads are in capitals only on a terminal. */
function asOnPage(sentence: string, head: string): string {
  const shouted = head.toUpperCase();
  return sentence.startsWith(shouted) ? `${head}${sentence.slice(shouted.length)}` : sentence;
}
