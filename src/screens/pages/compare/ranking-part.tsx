import { type CandidateRanking, rankingInWords, rankingRows } from "../../../showing/compare/ranking.ts";
import { rankingWords } from "../../../showing/compare/ranking-words.ts";
import { Scroller, Section } from "../parts/section.tsx";

export function RankingPart({ ranking }: { readonly ranking: CandidateRanking }) {
  const rows = rankingRows(ranking);
  return (
    <Section id="ranking" title={rankingWords.title}>
      {rows.length === 0 ? null : (
        <Scroller label={rankingWords.inOrder}>
          <table class="ranking">
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
