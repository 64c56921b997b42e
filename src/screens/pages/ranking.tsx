import { words } from "../../engine/words/words.ts";
import type { PassagePlace } from "../../scenario/documents/citations.ts";
import type { Document } from "../../scenario/schema/document.ts";
import type { RankedCandidate, Standing } from "../../showing/compare/candidates.ts";
import {
  type CandidateRanking,
  type CandidateReasons,
  headUncited,
  listUncited,
  orderInWords,
  RANKING_COLUMNS,
  rankingWords,
  requirementCells,
} from "../../showing/compare/ranking.ts";
import { createCiters, libraryOf } from "../../showing/passages.ts";
import {
  findParagraph,
  listMostQuoted,
  type RequirementCell,
  type RequirementRow,
  votesInWords,
} from "../../showing/requirements.ts";
import type { VerdictTable } from "../../showing/verdict-schema.ts";
import { capitalize, formatCount } from "../../text/plain.ts";
import { Documents, inQuotes, numbersInWords } from "./citations.tsx";
import { Head } from "./decision.tsx";
import { Cell, Interval, Page, Section, Widths } from "./layout.tsx";
import { linkTo } from "./link.ts";

type RankingProps = { ranking: CandidateRanking };

type RankingPageProps = RankingProps & {
  tables: readonly VerdictTable[];
  /** Where the page finds the folder of the ranking: empty, or it ends with a slash. */
  folder: string;
  home?: string | undefined;
};

export function RankingPage({ tables, ranking, folder, home }: RankingPageProps) {
  const { chip, sentences } = ranking.headline;
  const uncited = listUncited(ranking);
  const hasRequirements = requirementCells(ranking).rows.length > 0;
  return (
    <Page
      contents={[
        ["top", "Ranking"],
        ...(hasRequirements ? [["requirements", words.requirements.title] as const] : []),
        ["order", rankingWords.order],
        ...(uncited.length > 0 ? [["uncited", rankingWords.uncited] as const] : []),
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
      <Requirements ranking={ranking} />
      <Order ranking={ranking} folder={folder} />
      {uncited.length === 0 ? null : (
        <Section id="uncited" title={rankingWords.uncited}>
          {uncited.map(([candidate, lines]) => (
            <details>
              <summary>{headUncited(candidate, lines)}</summary>
              {lines.uncited.map(({ text, ...place }) => (
                <p>
                  <LineLink ranking={ranking} candidate={candidate} place={place} /> {text}
                </p>
              ))}
            </details>
          ))}
        </Section>
      )}
      <Documents
        view={{
          library: libraryOf(documentsOf(ranking)),
          citers: createCiters(),
          people: new Map(),
        }}
      />
    </Page>
  );
}

function documentsOf({ documents }: CandidateRanking): readonly Document[] {
  return [...documents.values()].flat();
}

type LineProps = RankingProps & { candidate: string; place: PassagePlace };

function LineLink({ ranking, candidate, place }: LineProps) {
  const { document, from } = place;
  const own = ranking.documents.get(candidate) ?? [];
  const found = own.find(({ name }) => name === document);
  const at = found ? documentsOf(ranking).indexOf(found) : -1;
  return (
    <a class="pointer" href={`#d${at}-${from}`}>
      {own.length > 1 ? `${document}, ` : ""}
      {numbersInWords(place)}
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

/** Required ones first. Empty if no member was asked, as in the headline. */
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
        {[true, false].map((must) => {
          const own = ranking.requirements.filter((row) => row.must === must);
          return own.length === 0 ? null : (
            <tbody>
              <tr>
                <th scope="rowgroup" colSpan={heads.length}>
                  {capitalize(must ? words.requirements.must : words.requirements.desirable)}
                </th>
              </tr>
              {own.map((row) => (
                <Requirement ranking={ranking} row={row} names={names} />
              ))}
            </tbody>
          );
        })}
      </table>
    </Section>
  );
}

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

type RequirementProps = RankingProps & {
  row: RequirementRow;
  names: readonly string[];
};

function Requirement({ ranking, row, names }: RequirementProps) {
  return (
    <tr>
      <th scope="row">{row.text}</th>
      {names.map((name) => {
        const cell = row.cells.find(({ candidate }) => candidate === name);
        const [sign, tone] = SIGNS[cell?.finding ?? "unchecked"];
        return (
          <Cell label={name}>
            <span class={`chip ${tone}`}>
              <span aria-hidden="true">{sign}</span>{" "}
              {words.requirements.findings[cell?.finding ?? "unchecked"]}
            </span>{" "}
            {cell && <small>{votesInWords(cell.counts)}</small>}
            {(cell ? listMostQuoted(cell) : []).map(({ text, times, ...place }) => (
              <p class="dim" title={findParagraph(place, ranking.documents.get(name) ?? []).text}>
                {inQuotes(text)} <LineLink ranking={ranking} candidate={name} place={place} />
              </p>
            ))}
          </Cell>
        );
      })}
    </tr>
  );
}

function Order({ ranking, folder }: Pick<RankingPageProps, "ranking" | "folder">) {
  const { ranked } = ranking.order;
  return (
    <Section id="order" title={rankingWords.order}>
      {ranked.length === 0 ? null : (
        <table class="table packed">
          <Widths of={[80, 150, 190, undefined, undefined]} />
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
                  <OrderRow ranking={ranking} folder={folder} each={each} />
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

type OrderRowProps = Pick<RankingPageProps, "ranking" | "folder"> & {
  each: RankedCandidate;
};

function OrderRow({ ranking, folder, each }: OrderRowProps) {
  const { candidate } = each;
  const why = ranking.reasons.get(candidate);
  const [at = 0, low = 0, high = 0] = [each.mean, each.least, each.most].map(
    (value) => (value + 1) / 2,
  );
  const drawn = (key: (typeof RANKING_COLUMNS)[number]["key"], text: string) => {
    if (key === "place") return <span class="chip">{each.place === null ? "–" : text}</span>;
    if (key === "for" || key === "against")
      return <Strongest ranking={ranking} candidate={candidate} why={why} side={key} />;
    if (key !== "support") return text;
    return (
      <>
        <Interval at={at} interval={{ low, high }} zero={0.5} label={`${candidate}: ${text}`} />
        <small>{text}</small>
      </>
    );
  };
  return (
    <tr>
      {RANKING_COLUMNS.map(({ key, title, cell }) => {
        const text = cell(each, why);
        if (key !== "candidate") return <Cell label={title}>{drawn(key, text)}</Cell>;
        const meetings = ranking.meetings.get(candidate) ?? [];
        return (
          <th scope="row">
            {text}
            <small>
              Seeds
              {meetings.map(({ path, table }) => (
                <>
                  {" "}
                  <a href={`${folder}${linkTo(path)}/report.html`}>{table.seed}</a>
                </>
              ))}
            </small>
          </th>
        );
      })}
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
      {inQuotes(quote)} <LineLink ranking={ranking} candidate={candidate} place={place} />{" "}
      <small class="line">{rankingWords.restsOn(members.length, why.count)}</small>
    </p>
  ));
}

const REASONS: Readonly<Record<Exclude<Standing, "placed">, string>> = {
  "requirement-not-met": "A required point is not met. The support is still shown.",
  "not-recommended": "Less than half of the support.",
};
