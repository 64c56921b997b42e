/** The page of a ranking: the order, a sign for each requirement and candidate, then reasons that open. */

import { words } from "../../engine/words/words.ts";
import type { PassagePlace } from "../../scenario/documents/citations.ts";
import type { Document } from "../../scenario/schema/document.ts";
import type { RankedCandidate, Standing } from "../../showing/compare/candidates.ts";
import {
  type CandidateRanking,
  type CandidateReasons,
  describeUncitedOf,
  findCell,
  listAsked,
  listCandidates,
  orderInWords,
  placeInWords,
  RANKING_COLUMNS,
  rankingWords,
  supportInWords,
} from "../../showing/compare/ranking.ts";
import { createCiters, createLibrary } from "../../showing/passages.ts";
import type { RequirementRow } from "../../showing/requirements.ts";
import type { VerdictTable } from "../../showing/verdict-schema.ts";
import { formatCount } from "../../text/plain.ts";
import { Documents, formatLineNumbers, quoteText } from "./citations.tsx";
import { Head } from "./decision.tsx";
import { Cell, Interval, Page, Section, Widths } from "./layout.tsx";
import { linkTo } from "./link.ts";
import { Finding, Sign } from "./requirement.tsx";

type RankingProps = { ranking: CandidateRanking };

type RankingPageProps = RankingProps & {
  tables: readonly VerdictTable[];
  /** Address of a server's list. Without one the page has no links to other pages. */
  home?: string | undefined;
};

export function RankingPage({ tables, ranking, home }: RankingPageProps) {
  const { chip, sentences } = ranking.headline;
  const names = listCandidates(ranking);
  const asked = listAsked(ranking);
  return (
    <Page
      contents={[
        ["top", "Ranking"],
        ["order", rankingWords.order],
        ...(asked.length > 0 ? [["requirements", words.requirements.title] as const] : []),
        ["reasons", rankingWords.reasons],
        ["documents", "Documents"],
      ]}
    >
      <Head tables={tables} about={[formatCount(tables.length, "meeting")]} home={home} />
      <div class="stack" id="ranking">
        <p class="row">
          <b class="chip big">{chip}</b> <b>{sentences[0]}</b> {sentences.slice(1).join(" ")}
        </p>
        <p class="note warn">
          <b>{ranking.caution}</b>
        </p>
      </div>
      <Order ranking={ranking} home={home} />
      {asked.length === 0 ? null : <Signs ranking={ranking} asked={asked} names={names} />}
      <Section id="reasons" title={rankingWords.reasons}>
        {names.map((name, at) => (
          <Reasons ranking={ranking} asked={asked} candidate={name} at={at} />
        ))}
      </Section>
      <Documents
        view={{
          library: createLibrary(listDocuments(ranking)),
          citers: createCiters(),
          people: new Map(),
        }}
      />
    </Page>
  );
}

function listDocuments({ documents }: CandidateRanking): readonly Document[] {
  return [...documents.values()].flat();
}

type LineProps = RankingProps & { candidate: string; place: PassagePlace };

function LineLink({ ranking, candidate, place }: LineProps) {
  const { document, from } = place;
  const own = ranking.documents.get(candidate) ?? [];
  const found = own.find(({ name }) => name === document);
  const at = found ? listDocuments(ranking).indexOf(found) : -1;
  return (
    <a class="pointer" href={`#d${at}-${from}`}>
      {own.length > 1 ? `${document}, ` : ""}
      {formatLineNumbers(place)}
    </a>
  );
}

type AskedProps = RankingProps & { asked: readonly RequirementRow[] };

/** A row for each requirement and a column for each candidate, with one sign that leads to the quotes. */
function Signs({ ranking, asked, names }: AskedProps & { names: readonly string[] }) {
  return (
    <Section id="requirements" title={words.requirements.title}>
      <div class="scrolled">
        <table class="signs">
          <thead>
            <tr>
              <td />
              {names.map((name) => (
                <th scope="col">
                  {name} <small>{formatMet(ranking, name)}</small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {asked.map((row, index) => (
              <tr>
                <th scope="row">
                  {row.text} <small>{row.must ? words.requirements.must : ""}</small>
                </th>
                {names.map((name, at) => {
                  const finding = findCell(row, name)?.finding ?? "unchecked";
                  return (
                    <td>
                      <a href={`#r${at}-${index}`} title={words.requirements.findings[finding]}>
                        <Sign finding={finding} />
                        <span class="gone">{words.requirements.findings[finding]}</span>
                      </a>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="row dim">
        {(["met", "not-met", "check", "not-found"] as const).map((finding) => (
          <span>
            <Sign finding={finding} /> {words.requirements.findings[finding]}
          </span>
        ))}
      </p>
    </Section>
  );
}

function formatMet({ requirements }: CandidateRanking, candidate: string): string {
  const counts = [true, false].flatMap((must) => {
    const own = requirements.filter((row) => row.must === must);
    const met = own.filter((row) => findCell(row, candidate)?.finding === "met");
    const kind = must ? words.requirements.must : words.requirements.desirable;
    return own.length === 0 ? [] : [`${met.length} of ${own.length} ${kind}`];
  });
  return counts.join(", ");
}

type ReasonsProps = AskedProps & { candidate: string; at: number };

/** What the place of a candidate rests on. It opens when a sign is followed. */
function Reasons({ ranking, asked, candidate, at }: ReasonsProps) {
  const why = ranking.reasons.get(candidate);
  const lines = ranking.uncited.get(candidate);
  return (
    <details class="candidate">
      <summary>
        <b>{candidate}</b>
      </summary>
      <div class="stack">
        {(["for", "against"] as const).map((side) => (
          <div class="stack tight">
            <h3>{rankingWords.strongest[side]}</h3>
            <Strongest ranking={ranking} candidate={candidate} why={why} side={side} />
          </div>
        ))}
        {asked.length === 0 ? null : <h3>{words.requirements.title}</h3>}
        {asked.map((row, index) => {
          const cell = findCell(row, candidate);
          return (
            <div class="stack tight" id={`r${at}-${index}`}>
              {cell === undefined ? null : (
                <Finding
                  text={row.text}
                  must={row.must}
                  cell={cell}
                  documents={ranking.documents.get(candidate) ?? []}
                  linkTo={(place) => (
                    <LineLink ranking={ranking} candidate={candidate} place={place} />
                  )}
                />
              )}
            </div>
          );
        })}
        {lines === undefined || lines.uncited.length === 0 ? null : (
          <>
            <h3>{describeUncitedOf(candidate, lines)}</h3>
            {lines.uncited.map(({ text, ...place }) => (
              <p>
                <LineLink ranking={ranking} candidate={candidate} place={place} /> {text}
              </p>
            ))}
          </>
        )}
      </div>
    </details>
  );
}

function Order({ ranking, home }: Omit<RankingPageProps, "tables">) {
  const { ranked } = ranking.order;
  return (
    <Section id="order" title={rankingWords.order}>
      {ranked.length === 0 ? null : (
        <table class="table packed">
          <Widths of={[110, undefined, undefined]} />
          <thead>
            <tr>
              {RANKING_COLUMNS.map(({ title }) => (
                <th scope="col">{title}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ranked.map((each, at) => {
              const { standing } = each;
              const isFirst = ranked[at - 1]?.standing !== standing;
              return (
                <>
                  {isFirst && standing !== "placed" ? (
                    <tr>
                      <th scope="rowgroup" colSpan={RANKING_COLUMNS.length}>
                        <span class="chip against">✕ {rankingWords.standings[standing]}</span>{" "}
                        {REASONS[standing]}
                      </th>
                    </tr>
                  ) : null}
                  <OrderRow ranking={ranking} home={home} each={each} />
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

type OrderRowProps = Omit<RankingPageProps, "tables"> & { each: RankedCandidate };

function OrderRow({ ranking, home, each }: OrderRowProps) {
  const { candidate } = each;
  const [at = 0, low = 0, high = 0] = [each.mean, each.least, each.most].map(
    (value) => (value + 1) / 2,
  );
  const support = supportInWords(each);
  const meetings = ranking.meetings.get(candidate) ?? [];
  return (
    <tr>
      <Cell label="Place">
        <span class="chip">{each.place === null ? "–" : placeInWords(each)}</span>
      </Cell>
      <th scope="row">
        {candidate}
        <small>
          Seeds
          {meetings.map(({ path, table }) => (
            <>
              {" "}
              {home === undefined ? (
                table.seed
              ) : (
                <a href={linkTo(`${path}/report.html`)}>{table.seed}</a>
              )}
            </>
          ))}
        </small>
      </th>
      <Cell label="Support">
        <Interval at={at} interval={{ low, high }} zero={0.5} label={`${candidate}: ${support}`} />
        <small>{support}</small>
      </Cell>
    </tr>
  );
}

type StrongestProps = RankingProps & {
  candidate: string;
  why: CandidateReasons | undefined;
  side: "for" | "against";
};

function Strongest({ ranking, candidate, why, side }: StrongestProps) {
  const found = why?.strongest.get(side) ?? [];
  if (!why || found.length === 0) return <>{why?.without[side]}</>;
  return found.map(({ quote, place, members }) => (
    <p>
      {quoteText(quote)} <LineLink ranking={ranking} candidate={candidate} place={place} />{" "}
      <small class="line">{rankingWords.restsOn(members.length, why.count)}</small>
    </p>
  ));
}

const REASONS: Readonly<Record<Exclude<Standing, "placed">, string>> = {
  "requirement-not-met": "A required point is not met. The support is still shown.",
  "not-recommended": "Less than half of the support.",
};
