import { words } from "../../../engine/words/words.ts";
import {
  type CandidateRanking,
  orderInWords,
  rankingRows,
  requirementCells,
  unreadInWords,
} from "../../../showing/compare/ranking.ts";
import { rankingWords } from "../../../showing/compare/ranking-words.ts";
import { Badge, heldInWords } from "../masthead.tsx";
import { Page } from "../page.tsx";
import { Cell, Section } from "../parts/section.tsx";
import { compareWords } from "../words/compare-words.ts";
import { bySubject, type Compared } from "./compared.ts";
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

function RankingPart({ ranking }: { readonly ranking: CandidateRanking }) {
  const rows = rankingRows(ranking);
  const unread = unreadInWords(ranking);
  const asked = requirementCells(ranking);
  return (
    <Section id="ranking" title={rankingWords.title}>
      <p>
        <b>{ranking.headline.chip}.</b> {ranking.headline.sentences.join(" ")}
      </p>
      <p>{ranking.caution}</p>
      {unread.length === 0 ? null : (
        <>
          <h3>{rankingWords.readThese}</h3>
          <p class="dim">{rankingWords.readWhy}</p>
          <ul>
            {unread.map((each) => (
              <li>{each}</li>
            ))}
          </ul>
        </>
      )}
      {asked.rows.length === 0 ? null : (
        <div class="wide-table">
          <table class="table">
            <Heads titles={asked.heads} />
            <tbody>
              {asked.rows.map(([text, ...cells]) => (
                <tr>
                  <th scope="row">{text}</th>
                  {cells.map((cell, at) => (
                    <Cell label={asked.heads[at + 1] ?? ""}>{cell}</Cell>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows.length === 0 ? null : (
        <div>
          <table class="table">
            <Heads titles={rankingWords.head} />
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
      {orderInWords(ranking).map((sentence) => (
        <p>{asOnPage(sentence, rankingWords.head[2] ?? "")}</p>
      ))}
    </Section>
  );
}

function Heads({ titles }: { readonly titles: readonly string[] }) {
  return (
    <thead>
      <tr>
        {titles.map((title) => (
          <th scope="col">{title}</th>
        ))}
      </tr>
    </thead>
  );
}

/** Column heads are in capitals only on a terminal. */
function asOnPage(sentence: string, head: string): string {
  const shouted = head.toUpperCase();
  return sentence.startsWith(shouted) ? `${head}${sentence.slice(shouted.length)}` : sentence;
}
