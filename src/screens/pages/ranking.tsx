/** The page of a ranking: the order with reasons that open, then a sign for each candidate and requirement. */

import { words } from "../../engine/words/words.ts";
import type { PassagePlace } from "../../scenario/documents/citations.ts";
import type { Document } from "../../scenario/schema/document.ts";
import type { RankedCandidate, Standing } from "../../showing/compare/candidates.ts";
import {
  type CandidateRanking,
  describeSupport,
  describeUncitedLines,
  FINDINGS,
  findCell,
  listAsked,
  listCandidates,
  orderInWords,
  placeInWords,
  rankingWords,
} from "../../showing/compare/ranking.ts";
import { createCiters, createLibrary } from "../../showing/passages.ts";
import type { RequirementRow } from "../../showing/requirements.ts";
import type { VerdictTable } from "../../showing/verdict-schema.ts";
import { formatCount } from "../../text/plain.ts";
import { Documents, formatLineNumbers, quoteText } from "./citations.tsx";
import { Notice } from "./decision.tsx";
import { Fact, Interval, Seats, Section } from "./layout.tsx";
import { linkTo } from "./link.ts";
import { NO_ORDER, Progress, type RankingProgress, RankingTop } from "./ranking-begun.tsx";
import { Finding } from "./requirement.tsx";

export type RankingPageProps = {
  ranking: CandidateRanking;
  tables: readonly VerdictTable[];
  /** Address of a server's list. Without one the page has no links to other pages. */
  home?: string | undefined;
  progress?: RankingProgress | undefined;
};

export function RankingPage({ tables, ranking, home, progress }: RankingPageProps) {
  const { chip, sentences } = ranking.headline;
  const names = listCandidates(ranking);
  const asked = listAsked(ranking);
  const uncited = [...ranking.uncited].filter(([, lines]) => lines.uncited.length > 0);
  const ranked = new Map(ranking.order.ranked.map((each) => [each.candidate, each]));
  return (
    <>
      <RankingTop home={home} progress={progress} />
      <main>
        <Progress progress={progress} />
        <Notice
          tables={tables}
          what={`ranking of ${formatCount(names.length, "candidate")}, ${formatCount(tables.length, "meeting")}`}
        />
        <h1 class="question">{tables[0]?.scenario.question}</h1>
        <p class="answer">{progress ? NO_ORDER : chip}</p>
        {progress ? null : <p class="lead">{sentences[0]}</p>}
        <p class="gap">{sentences.slice(1).join(" ")}</p>
        <section id="order" class="gap" aria-labelledby="order-title">
          <h2 class="gone" id="order-title">
            {rankingWords.order}
          </h2>
          <ol class="order">
            {names.map((name, at) => (
              <Candidate
                ranking={ranking}
                asked={asked}
                candidate={name}
                at={at}
                ranked={ranked.get(name)}
                home={home}
              />
            ))}
          </ol>
        </section>
        {asked.length === 0 ? null : <Signs asked={asked} names={names} />}
        {uncited.length === 0 ? null : (
          <Section id="uncited" title="Lines that no member cited">
            {uncited.map(([candidate, lines]) => (
              <details>
                <summary>{describeUncitedLines(candidate, lines)}</summary>
                <ul class="lines">
                  {lines.uncited.map(({ text, ...place }) => (
                    <li>
                      {text}{" "}
                      <span class="source">
                        <LineLink ranking={ranking} candidate={candidate} place={place} />
                      </span>
                    </li>
                  ))}
                </ul>
              </details>
            ))}
          </Section>
        )}
        <Section id="reading" title="How to read this">
          <p>
            <b>{ranking.caution}</b>
          </p>
          {orderInWords(ranking).map((sentence) => (
            <p>{sentence}</p>
          ))}
        </Section>
        <Documents
          view={{
            library: createLibrary(listDocuments(ranking)),
            citers: createCiters(),
            people: new Map(),
          }}
        />
      </main>
    </>
  );
}

function listDocuments({ documents }: CandidateRanking): readonly Document[] {
  return [...documents.values()].flat();
}

type RankingProps = Pick<RankingPageProps, "ranking">;
type LineProps = RankingProps & { candidate: string; place: PassagePlace };

function LineLink({ ranking, candidate, place }: LineProps) {
  const { document, from } = place;
  const own = ranking.documents.get(candidate) ?? [];
  const found = own.find(({ name }) => name === document);
  const at = found ? listDocuments(ranking).indexOf(found) : -1;
  return (
    <a class="pointer" href={`#d${at}-${from}`}>
      {document}, {formatLineNumbers(place)}
    </a>
  );
}

type AskedProps = RankingProps & { asked: readonly RequirementRow[] };

type CandidateProps = AskedProps &
  Pick<RankingPageProps, "home"> & {
    candidate: string;
    at: number;
    ranked: RankedCandidate | undefined;
  };

/** One line of the order. What its place rests on opens, also when a sign is followed. */
function Candidate({ ranking, asked, candidate, at, ranked, home }: CandidateProps) {
  const why = ranking.reasons.get(candidate);
  const meetings = ranking.meetings.get(candidate) ?? [];
  const tables = meetings.map(({ table }) => table);
  const votes = tables.reduce((sum, { tally }) => sum + (tally.sides.for ?? 0), 0);
  const all = tables.reduce((sum, { members }) => sum + members.length, 0);
  const link = (place: PassagePlace) => (
    <LineLink ranking={ranking} candidate={candidate} place={place} />
  );
  return (
    <li>
      <details id={`c${at}`}>
        <summary>
          <b class="place">{namePlace(ranked)}</b> <b>{candidate}</b>{" "}
          <span class="why">{explainPlace(ranking, candidate, ranked)}</span>{" "}
          <span class="soft count">
            {votes} of {all} for
          </span>
        </summary>
        <dl class="facts wide inner">
          {(["for", "against"] as const).map((side) => {
            const lines = why?.strongest.get(side) ?? [];
            return (
              <Fact name={rankingWords.strongest[side]}>
                {lines.length === 0 ? why?.without[side] : null}
                {lines.map(({ quote, place, members }) => (
                  <p>
                    {quoteText(quote)}{" "}
                    <span class="source">
                      {link(place)}, {rankingWords.restsOn(members.length, why?.count ?? 0)}
                    </span>
                  </p>
                ))}
              </Fact>
            );
          })}
          {asked.map((row, index) => {
            const cell = findCell(row, candidate);
            return cell === undefined ? null : (
              <Finding
                id={`r${at}-${index}`}
                text={row.text}
                must={row.must}
                cell={cell}
                documents={ranking.documents.get(candidate) ?? []}
                linkTo={link}
              />
            );
          })}
          {ranked === undefined ? null : (
            <Fact name="Support">
              <Support ranked={ranked} />
            </Fact>
          )}
          <Fact name="Meetings">
            {meetings.map(({ path, table }) => (
              <>
                {" "}
                {home === undefined ? (
                  `seed ${table.seed}`
                ) : (
                  <a href={linkTo(`${path}/report.html`)}>seed {table.seed}</a>
                )}
              </>
            ))}
          </Fact>
        </dl>
      </details>
    </li>
  );
}

/** `Place 1`, `Places 2 to 3`, `Not recommended`. */
function namePlace(ranked: RankedCandidate | undefined): string {
  if (ranked === undefined) return "Not ranked";
  const { place } = ranked;
  if (place === null) return placeInWords(ranked);
  return `${place.from === place.to ? "Place" : "Places"} ${placeInWords(ranked)}`;
}

/** The strongest line for who has a place, and the rule for who has none. */
function explainPlace(
  { reasons }: CandidateRanking,
  candidate: string,
  ranked: RankedCandidate | undefined,
): string {
  if (ranked && ranked.standing !== "placed") return RULES[ranked.standing];
  const [line] = reasons.get(candidate)?.strongest.get("for") ?? [];
  return line === undefined ? "" : quoteText(line.quote);
}

const RULES: Readonly<Record<Exclude<Standing, "placed">, string>> = {
  "requirement-not-met": "A required point is not met. The support is still shown.",
  "not-recommended": "Less than half of the support.",
};

function Support({ ranked }: { ranked: RankedCandidate }) {
  const [at = 0, low = 0, high = 0] = [ranked.mean, ranked.least, ranked.most].map(
    (value) => (value + 1) / 2,
  );
  const support = describeSupport(ranked);
  return (
    <>
      {support}
      <Interval
        at={at}
        interval={{ low, high }}
        zero={0.5}
        label={`${ranked.candidate}: ${support}`}
      />
    </>
  );
}

/** A row for each candidate and a column for each requirement, with one sign that leads to the quotes. */
function Signs({ asked, names }: Omit<AskedProps, "ranking"> & { names: readonly string[] }) {
  const musts = asked.filter(({ must }) => must).length;
  const { must, desirable, title, findings } = words.requirements;
  return (
    <Section id="requirements" title={title}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section class="scrolled" tabIndex={0} aria-label="Candidates by requirement">
        <table class="signs">
          <thead>
            <tr>
              <td />
              {musts > 0 ? (
                <th scope="colgroup" colSpan={musts}>
                  {must}
                </th>
              ) : null}
              {musts < asked.length ? (
                <th scope="colgroup" class="cut" colSpan={asked.length - musts}>
                  {desirable}
                </th>
              ) : null}
            </tr>
            <tr>
              <td />
              {asked.map((row, index) => (
                <th scope="col" class={index === musts ? "cut" : undefined}>
                  {row.text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((name, at) => (
              <tr>
                <th scope="row">{name}</th>
                {asked.map((row, index) => {
                  const finding = findCell(row, name)?.finding ?? "unchecked";
                  return (
                    <td class={index === musts ? "cut" : undefined}>
                      <a href={`#r${at}-${index}`} title={findings[finding]}>
                        <Seats signs={[finding]} label={findings[finding]} />
                      </a>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p class="keys">
        {FINDINGS.map((finding) => (
          <span>
            <Seats signs={[finding]} /> {findings[finding].toLowerCase()}
          </span>
        ))}
        <span>A sign leads to its quotation</span>
      </p>
    </Section>
  );
}
