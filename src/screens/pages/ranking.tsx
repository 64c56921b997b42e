import { words } from "../../engine/words/words.ts";
import type { Document } from "../../scenario/schema/document.ts";
import {
  type CandidateRanking,
  type CandidateReasons,
  orderInWords,
  rankingRows,
  rankingWords,
  requirementCells,
} from "../../showing/compare/ranking.ts";
import { createCiters, libraryOf } from "../../showing/passages.ts";
import { MOST_QUOTES, type RequirementCell, type RequirementRow } from "../../showing/requirements.ts";
import type { VerdictTable } from "../../showing/verdict-schema.ts";
import { inQuotes } from "./citations.tsx";
import { SeveralHead } from "./decision.tsx";
import { Documents } from "./documents.tsx";
import { Cell, Interval, Page, Section, Widths } from "./layout.tsx";

type RankingProps = { readonly ranking: CandidateRanking };

/** Outcome and caution, the lines to read, what each candidate meets, and the order by support. */
export function RankingPage({ tables, ranking }: RankingProps & { readonly tables: readonly VerdictTable[] }) {
  const { chip, sentences } = ranking.headline;
  const { shown, more } = ranking.unread;
  const hasRequirements = requirementCells(ranking).rows.length > 0;
  return (
    <Page
      contents={[
        ["top", "Ranking"],
        ...(shown.length > 0 ? [["unread", rankingWords.readThese] as const] : []),
        ...(hasRequirements ? [["requirements", words.requirements.title] as const] : []),
        ["order", rankingWords.order],
        ["documents", "Documents"],
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
      {shown.length === 0 ? null : (
        <Section id="unread" title={rankingWords.readThese} lead={rankingWords.readWhy}>
          {shown.map(({ candidate, text, why, ...place }) => (
            <div class="note against">
              <p>
                <b>{candidate}</b>, <LineLink ranking={ranking} candidate={candidate} place={place} />:{" "}
                {inQuotes(text)}
              </p>
              <small>{why}</small>
            </div>
          ))}
          {more === 0 ? null : <p class="dim">{rankingWords.more(more)}</p>}
        </Section>
      )}
      <Requirements ranking={ranking} />
      <Order ranking={ranking} />
      <Documents
        view={{ library: libraryOf(documentsOf(ranking)), citers: createCiters(), people: new Map() }}
      />
    </Page>
  );
}

function documentsOf({ documents }: CandidateRanking): readonly Document[] {
  return [...documents.values()].flat();
}

type LineProps = RankingProps & {
  readonly candidate: string;
  readonly place: { readonly document: string; readonly line: number };
};

/** Files of two candidates may have one name. */
function LineLink({ ranking, candidate, place: { document, line } }: LineProps) {
  const own = ranking.documents.get(candidate) ?? [];
  const found = own.find(({ name }) => name === document);
  const at = found ? documentsOf(ranking).indexOf(found) : -1;
  return (
    <a class="pointer" href={`#d${at}-${line}`}>
      {own.length > 1 ? `${document}, ` : ""}line {line}
    </a>
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
      <table class="table packed">
        <Widths of={[150, ...names.map(() => undefined)]} />
        <thead>
          <tr>
            {heads.map((title, at) => (
              <th scope="col">
                {title} {at === 0 ? null : <small>{metInWords(ranking, title)}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ranking.requirements
            .toSorted((a, b) => Number(b.must) - Number(a.must))
            .map((row) => (
              <Requirement ranking={ranking} row={row} names={names} />
            ))}
        </tbody>
      </table>
    </Section>
  );
}

/** `2 of 3 required, 0 of 1 desirable` */
function metInWords({ requirements }: CandidateRanking, candidate: string): string {
  const counts = [true, false].flatMap((must) => {
    const own = requirements.filter((row) => row.must === must);
    const met = own.filter(({ cells }) =>
      cells.some((cell) => cell.candidate === candidate && cell.finding === "met"),
    );
    const kind = must ? words.requirements.must : words.requirements.desirable;
    return own.length === 0 ? [] : [`${met.length} of ${own.length} ${kind}`];
  });
  return counts.join(", ");
}

type RequirementProps = RankingProps & { readonly row: RequirementRow; readonly names: readonly string[] };

function Requirement({ ranking, row, names }: RequirementProps) {
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
                {inQuotes(text)}{" "}
                <LineLink ranking={ranking} candidate={name} place={{ document, line: from }} />
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
  const [, , support = "", pro = "", contra = "", cited = ""] = rankingWords.head;
  const share = (value: number) => (value + 1) / 2;
  return (
    <Section id="order" title={rankingWords.order}>
      {rows.length === 0 ? null : (
        <table class="table packed">
          <Widths of={[50, 130, 190, undefined, undefined, 90]} />
          <thead>
            <tr>
              {rankingWords.head.map((title) => (
                <th scope="col">{title}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ranking.order.ranked.map(({ candidate, mean, least, most, place: level, isTied }, at) => {
              const [place, , votes = "", , , read] = rows[at] ?? [];
              const why = ranking.reasons.get(candidate);
              const isFirst = ranking.order.ranked[at - 1]?.place !== level;
              const head = level === null ? NO_PLACE : isTied ? LEVEL : null;
              return (
                <>
                  {isFirst && head !== null ? (
                    <tr>
                      <th scope="rowgroup" colSpan={6}>
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
                        label={`${candidate}: ${votes}`}
                      />
                      <small>{votes}</small>
                    </Cell>
                    <Cell label={pro}>
                      <Strongest ranking={ranking} candidate={candidate} why={why} side="for" />
                    </Cell>
                    <Cell label={contra}>
                      <Strongest ranking={ranking} candidate={candidate} why={why} side="against" />
                    </Cell>
                    <Cell label={cited}>{read}</Cell>
                  </tr>
                </>
              );
            })}
          </tbody>
        </table>
      )}
      {orderInWords(ranking).map((sentence) => (
        <p class="dim">{sentence}</p>
      ))}
    </Section>
  );
}

type StrongestProps = RankingProps & {
  readonly candidate: string;
  readonly why: CandidateReasons | undefined;
  readonly side: "for" | "against";
};

function Strongest({ ranking, candidate, why, side }: StrongestProps) {
  const found = why?.[side];
  if (!why || !found) return <>{why?.without[side]}</>;
  const { document, from: line } = found.place;
  return (
    <>
      {inQuotes(found.quote)} <LineLink ranking={ranking} candidate={candidate} place={{ document, line }} />{" "}
      <small class="line">{rankingWords.restsOn(found.members.length, why.count)}</small>
    </>
  );
}

const LEVEL = "Tie: they differ by less than the runs of one candidate.";
const NO_PLACE = "A required point is not met, so this candidate has no place. The support is still shown.";
