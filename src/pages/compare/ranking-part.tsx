import {
  type CandidateRanking,
  RANKING_HEAD,
  rankingInWords,
  rankingRows,
} from "../../reports/compare/ranking.ts";
import { Scroller, Section } from "../parts/section.tsx";

/** Candidates in order with the reasons for and against each, and what the order rests on. */
export function RankingPart({ ranking }: { readonly ranking: CandidateRanking }) {
  const rows = rankingRows(ranking);
  return (
    <Section id="ranking" title="Ranking">
      {rows.length === 0 ? null : (
        <Scroller label="Candidates in order">
          <table class="ranking">
            <thead>
              <tr>
                {RANKING_HEAD.map((title) => (
                  <th scope="col">{headline(title)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([place, candidate, ...cells]) => (
                <tr>
                  <td>{place}</td>
                  <th scope="row">{candidate}</th>
                  {cells.map((cell) => (
                    <td>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
      {rankingInWords(ranking).map((sentence) => (
        <p>{sentence.replace(/^SUPPORT/, "Support")}</p>
      ))}
    </Section>
  );
}

function headline(title: string): string {
  return `${title.slice(0, 1)}${title.slice(1).toLowerCase()}`;
}
