/** Building blocks of all pages: frame, section, answer, signs of votes, folds and intervals. */

import type { ComponentChildren, VNode } from "preact";
import type { Outcome } from "../../engine/transcript/events.ts";
import { formatVerdict } from "../../engine/words/figures.ts";
import { groupBy } from "../../lists.ts";
import { answerByOptions } from "../../showing/cast.ts";
import type { MeetingView } from "../../showing/meeting-view.ts";
import { SIGNS, type SignName } from "../../showing/signs.ts";
import type { VerdictTable } from "../../showing/verdict-schema.ts";

export type MeetingProps = { view: MeetingView; table: VerdictTable };

type PageProps = {
  contents: readonly (readonly [id: string, title: string])[];
  /** Address of a server's list. Without one the page has no links to other pages. */
  home?: string | undefined;
  isWide?: boolean;
  children: ComponentChildren;
};

/** A page that is read, with its contents at the side. */
export function Page({ contents, home, isWide = false, children }: PageProps) {
  return (
    <main class={isWide ? "report wide" : "report"}>
      <nav class="contents" aria-label="Contents">
        <Brand home={home} />
        {home === undefined ? null : (
          <a class="back" href={home}>
            Meetings
          </a>
        )}
        {contents.map(([id, title]) => (
          <a href={`#${id}`}>{title}</a>
        ))}
      </nav>
      <div>{children}</div>
    </main>
  );
}

/** The bar above a page of the server: the way to the list, and one action. */
export function Top({ home, isList = false, children }: TopProps) {
  return (
    <header class="top">
      <Brand home={home} />
      <nav aria-label="Main">
        <a href={home} aria-current={isList ? "page" : undefined}>
          Meetings
        </a>
      </nav>
      {children}
    </header>
  );
}

type TopProps = { home: string; isList?: boolean; children?: ComponentChildren };

/** A table with three people on each side. */
const TABLE = [4, 10, 16]
  .flatMap((x) => [3, 17].map((y) => `M${x} ${y - 2}a2 2 0 1 0 .01 0z`))
  .concat("M3 7.25h14a2 2 0 0 1 2 2v1.5a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2v-1.5a2 2 0 0 1 2-2z")
  .join("");

function Brand({ home }: Pick<PageProps, "home">) {
  const mark = (
    <svg viewBox="0 0 20 20" aria-hidden="true">
      <path d={TABLE} />
    </svg>
  );
  if (home === undefined) return <p class="brand">{mark}Boardroom</p>;
  return (
    <a class="brand" href={home}>
      {mark}Boardroom
    </a>
  );
}

type SectionProps = {
  id: string;
  title: string;
  tools?: ComponentChildren;
  children: ComponentChildren;
};

export function Section({ id, title, tools, children }: SectionProps) {
  return (
    <section class="part" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {tools}
      {children}
    </section>
  );
}

export function Cell({ label, children }: { label: string; children: ComponentChildren }) {
  // On a phone a cell says its column, if it says anything.
  const isEmpty = children === null || children === "";
  return <td data-label={isEmpty ? undefined : label}>{children}</td>;
}

type FirstProps = { most: number; items: readonly ComponentChildren[] };

/** The first items of a list; the rest opens. */
export function FirstOf({ most, items }: FirstProps) {
  const rest = items.slice(most);
  return (
    <>
      <Lines items={items.slice(0, most)} />
      {rest.length === 0 ? null : (
        <details class="small">
          <summary>{rest.length} more</summary>
          <Lines items={rest} />
        </details>
      )}
    </>
  );
}

function Lines({ items }: Pick<FirstProps, "items">) {
  return (
    <ul class="lines">
      {items.map((item) => (
        <li>{item}</li>
      ))}
    </ul>
  );
}

/** A fact with its name. */
export function Fact({ name, children }: { name: ComponentChildren; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function formatPercent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

type IntervalProps = {
  at: number;
  interval: { low: number; high: number } | null;
  zero?: number;
  label: string;
};

export function Interval({ at, interval, zero = 0, label }: IntervalProps) {
  const scaleX = (share: number) => `${(2 + 96 * Math.min(1, Math.max(0, share))).toFixed(1)}%`;
  return (
    <svg class="interval" width="100%" height="18" role="img" aria-label={label}>
      <line class="axis" x1={scaleX(0)} x2={scaleX(1)} y1="9" y2="9" />
      <line class="axis" x1={scaleX(zero)} x2={scaleX(zero)} y1="3" y2="15" />
      {interval ? (
        <line class="band" x1={scaleX(interval.low)} x2={scaleX(interval.high)} y1="9" y2="9" />
      ) : null}
      <line class="mark" x1={scaleX(at)} x2={scaleX(at)} y1="1" y2="17" />
    </svg>
  );
}

type SeatsProps = {
  /** Null leaves a place free. */
  signs: readonly (SignName | null)[];
  label?: string;
  inRow?: number;
};

/** A sign for each vote. Without a label it is not read aloud, because words say the same. */
export function Seats({ signs, label, inRow = 6 }: SeatsProps) {
  const columns = Math.min(signs.length, inRow);
  const rows = Math.ceil(signs.length / inRow);
  const [width, height] = [columns, rows].map((count) => 20 * count - 4) as [number, number];
  const placed = signs.flatMap((sign, index) => {
    const [x, y] = [index % inRow, Math.floor(index / inRow)];
    return sign === null ? [] : [{ sign, path: `M${20 * x} ${20 * y}${SIGNS[sign].path}` }];
  });
  return (
    <svg
      class={signs.length === 1 ? "seat" : "seats"}
      viewBox={`0 0 ${width} ${height}`}
      width={`${(width * 7) / 128}em`}
      height={`${(height * 7) / 128}em`}
      role={label === undefined ? undefined : "img"}
      aria-label={label}
      aria-hidden={label === undefined ? "true" : undefined}
    >
      {[...groupBy(placed, ({ sign }) => sign)].map(([sign, group]) => (
        <path class={sign} d={group.map(({ path }) => path).join("")} />
      ))}
    </svg>
  );
}

type Options = { view: Pick<MeetingView, "options"> };

/** Options or sides with the votes for each. */
export type Counted = readonly (readonly [name: string, votes: number])[];

type CountedProps = Options & { counted: Counted; inRow?: number };

/** Votes up to which each is a sign. */
const MOST_SEATS = 24;

export function CountedSeats({ view, counted, inRow }: CountedProps) {
  const label = counted.map(([name, votes]) => `${votes} ${getLabel(view, name)}`).join(", ");
  const all = counted.reduce((sum, [, votes]) => sum + votes, 0);
  const groups = counted.map(([name, votes]) =>
    Array<SignName | null>(Math.round(votes)).fill(findSign(view, name)),
  );
  // Options without sides have the same sign, so they stand apart in one row, or are words.
  const areAlike = groups.filter(([sign]) => sign === "plain").length > 1;
  const isRow = all + counted.length - 1 <= (inRow ?? 6);
  if (all > MOST_SEATS || (areAlike && !isRow)) return <span>{label}</span>;
  const signs = groups.flatMap((own, index) => (areAlike && index > 0 ? [null, ...own] : own));
  return <Seats signs={signs} label={label} inRow={inRow} />;
}

export function findSign({ options }: Options["view"], name: string | null): SignName {
  const side = name === "for" || name === "against" || name === "neutral" ? name : "open";
  return options.get(name ?? "")?.sign ?? side;
}

export function Verdict({ view, verdict }: Options & { verdict: string | null }) {
  return (
    <span class="verdict" title={view.options.get(verdict ?? "")?.meaning ?? undefined}>
      <Seats signs={[findSign(view, verdict)]} />
      {"\u00a0"}
      {getLabel(view, verdict)}
    </span>
  );
}

export function getLabel({ options }: Options["view"], id: string | null): string {
  if (id === "NO_VERDICT") return formatVerdict(null);
  return options.get(id ?? "")?.label ?? formatVerdict(id);
}

type ChangeProps = Options & { from: string | null; to: string | null };

export function Change({ view, from, to }: ChangeProps) {
  return (
    <>
      <Verdict view={view} verdict={from} /> <Arrow />{" "}
      <b>
        <Verdict view={view} verdict={to} />
      </b>
    </>
  );
}

export function Arrow() {
  return (
    <>
      <span aria-hidden="true">→</span>
      <span class="gone"> to </span>
    </>
  );
}

export function listCountedOptions({ tally }: Pick<VerdictTable, "tally">): Counted {
  return Object.entries(tally.options).filter(([, votes]) => votes > 0);
}

/** The result, with how many chose it in the second voice. */
export function Answer({ view, outcome }: Options & { outcome: Outcome | null }): VNode {
  const { label, count } = answerByOptions(view.options, outcome);
  return (
    <>
      {label}
      {count === "" ? null : (
        <>
          , <span>{count}</span>
        </>
      )}
    </>
  );
}
