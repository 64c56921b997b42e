import { words } from "../../engine/words/words.ts";
import {
  type CandidateRanking,
  orderInWords,
  rankingRows,
  rankingWords,
  requirementCells,
  unreadInWords,
} from "../../showing/compare/ranking.ts";
import { MOST_QUOTES, type RequirementCell, type RequirementRow } from "../../showing/requirements.ts";
import type { VerdictTable } from "../../showing/verdict-schema.ts";
import { SeveralHead } from "./decision.tsx";
import { Cell, Interval, Page, Section, Widths } from "./layout.tsx";

type RankingProps = { readonly ranking: CandidateRanking };

/** Outcome and caution, the lines to read, what each candidate meets, and the order by support. */
export function RankingPage({ tables, ranking }: RankingProps & { readonly tables: readonly VerdictTable[] }) {
  const { chip, sentences } = ranking.headline;
  const unread = unreadInWords(ranking);
  const hasRequirements = requirementCells(ranking).rows.length > 0;
  return (
    <Page
      contents={[
        ["top", rankingWords.title],
        ...(unread.length > 0 ? [["unread", rankingWords.readThese] as const] : []),
        ...(hasRequirements ? [["requirements", words.requirements.title] as const] : []),
        ["order", rankingWords.order],
      ]}
    >
      <SeveralHead tables={tables} />
      <div class="stack" id="ranking">
        <p class="row">
          <b class="chip big">{chip}</b> <b>{sentences[0]}</b> {sentences.slice(1).join(" ")}
        </p>
        <p class="note warn">
          <b>{ranking.caution}</b>
        </p>
      </div>
      {unread.length === 0 ? null : (
        <Section id="unread" title={rankingWords.readThese} lead={rankingWords.readWhy}>
          {unread.map((each) => (
            <p class="note against">{each}</p>
          ))}
        </Section>
      )}
      <Requirements ranking={ranking} />
      <Order ranking={ranking} />
    </Page>
  );
}

const SIGNS: Readonly<Record<RequirementCell["finding"], readonly [sign: string, tone: string]>> = {
  met: ["✓", "for"],
  "not-met": ["✕", "against"],
  "not-found": ["–", "none"],
  check: ["!", "warn"],
  unchecked: ["–", "none"],
};

/** Required ones first. Nothing if no member was asked: the headline says so. */
function Requirements({ ranking }: RankingProps) {
  const { heads, rows } = requirementCells(ranking);
  if (rows.length === 0) return null;
  const names = heads.slice(1);
  return (
    <Section id="requirements" title={words.requirements.title}>
      <table class="table">
        <thead>
          <tr>
            {heads.map((title) => (
              <th scope="col">{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ranking.requirements
            .toSorted((a, b) => Number(b.must) - Number(a.must))
            .map((row) => (
              <Requirement row={row} names={names} />
            ))}
        </tbody>
      </table>
    </Section>
  );
}

function Requirement({ row, names }: { readonly row: RequirementRow; readonly names: readonly string[] }) {
  return (
    <tr>
      <th scope="row">
        {row.text} <small>{row.must ? words.requirements.must : words.requirements.desirable}</small>
      </th>
      {names.map((name) => {
        const cell = row.cells.find(({ candidate }) => candidate === name);
        const [sign, tone] = SIGNS[cell?.finding ?? "unchecked"];
        return (
          <Cell label={name}>
            <span class={`chip ${tone}`}>
              <span aria-hidden="true">{sign}</span> {words.requirements.findings[cell?.finding ?? "unchecked"]}
            </span>
            {cell?.quotes.slice(0, MOST_QUOTES).map(({ text, document, from }) => (
              <p class="dim">
                “{text}” {document}:{from}
              </p>
            ))}
          </Cell>
        );
      })}
    </tr>
  );
}

function Order({ ranking }: RankingProps) {
  const rows = rankingRows(ranking);
  const [, , support = "", ...strongest] = rankingWords.head;
  const share = (value: number) => (value + 1) / 2;
  return (
    <Section id="order" title={rankingWords.order}>
      {rows.length === 0 ? null : (
        <table class="table">
          <Widths of={[60, 140, 220, undefined, undefined]} />
          <thead>
            <tr>
              {rankingWords.head.map((title) => (
                <th scope="col">{title}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ranking.order.ranked.map(({ mean, least, most, place: level, isTied }, at) => {
              const [place, candidate, told = "", ...reasons] = rows[at] ?? [];
              const isFirst = ranking.order.ranked[at - 1]?.place !== level;
              const head = level === null ? NO_PLACE : isTied ? LEVEL : null;
              return (
                <>
                  {isFirst && head !== null ? (
                    <tr>
                      <th scope="rowgroup" colSpan={5}>
                        <span class={level === null ? "chip against" : "chip"}>
                          {level === null ? "✕" : place}
                        </span>{" "}
                        {head}
                      </th>
                    </tr>
                  ) : null}
                  <tr>
                    <td>
                      <span class="chip">{place}</span>
                    </td>
                    <th scope="row">{candidate}</th>
                    <Cell label={support}>
                      <Interval
                        at={share(mean)}
                        interval={{ low: share(least), high: share(most) }}
                        zero={0.5}
                        label={`${candidate}: ${told}`}
                      />
                      <small>{told}</small>
                    </Cell>
                    {reasons.map((reason, index) => (
                      <Cell label={strongest[index] ?? ""}>{reason}</Cell>
                    ))}
                  </tr>
                </>
              );
            })}
          </tbody>
        </table>
      )}
      {orderInWords(ranking).map((sentence) => (
        <p class="dim">{asOnPage(sentence, support)}</p>
      ))}
    </Section>
  );
}

const LEVEL = "Level: they differ by less than the runs of one candidate do.";
const NO_PLACE = "A required point is not met, so there is no place. The support is shown all the same.";

/** Column heads are in capitals only on a terminal. */
function asOnPage(sentence: string, head: string): string {
  const shouted = head.toUpperCase();
  return sentence.startsWith(shouted) ? `${head}${sentence.slice(shouted.length)}` : sentence;
}
