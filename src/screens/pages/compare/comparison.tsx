import { words } from "../../../engine/words/words.ts";
import { type CandidateRanking, rankingWords } from "../../../showing/compare/ranking.ts";
import { Badge, heldInWords } from "../masthead.tsx";
import { Page } from "../page.tsx";
import { Section } from "../parts/section.tsx";
import { compareWords } from "../words/compare-words.ts";
import { bySubject, type Compared } from "./compared.ts";
import { OverSeeds } from "./over-seeds.tsx";
import { RankingPart } from "./ranking-part.tsx";
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
    partsOf(group, index).map(([id, part]) => [id, compareWords.parts[part]] as const),
  );
  return (
    <Page
      contents={[
        ["top", compareWords.top],
        ...(ranking ? [["ranking", rankingWords.title] as const] : []),
        ...contents,
      ]}
    >
      {/* `erase` finds a page by the meetings that it names. */}
      <header
        class="stack tight"
        id="top"
        data-meetings={all.map(({ table }) => table.meeting.slice(0, 8)).join(" ")}
      >
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

/** Few meetings side by side, and one subject under several seeds as shares. */
function partsOf(group: readonly Compared[], index: number) {
  const id = (name: string) => (index === 0 ? name : `${name}-${index + 1}`);
  const isFew = group.length <= MOST_COLUMNS;
  const isRepeated = bySubject(group).some((meetings) => meetings.length > 1);
  return [
    ...(isFew ? [[id("side-by-side"), "side"] as const] : []),
    ...(isRepeated || !isFew ? [[id("seeds"), "seeds"] as const] : []),
  ];
}

type GroupProps = {
  readonly group: readonly Compared[];
  readonly index: number;
  readonly isAlone: boolean;
};

function GroupParts({ group, index, isAlone }: GroupProps) {
  const { parts, seedsLead } = compareWords;
  return (
    <>
      {partsOf(group, index).map(([id, part]) => (
        <Section
          id={id}
          title={isAlone ? parts[part] : `${parts[part]}: ${group[0]?.table.scenario.title ?? ""}`}
          lead={part === "seeds" ? seedsLead : undefined}
        >
          {part === "side" ? (
            <SideBySide meetings={group} />
          ) : (
            bySubject(group).map((meetings) => <OverSeeds meetings={meetings} />)
          )}
        </Section>
      ))}
    </>
  );
}
