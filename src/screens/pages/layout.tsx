/** Building blocks of all pages: page, section, verdict, bars and intervals. */

import type { ComponentChildren, VNode } from "preact";
import type { Outcome } from "../../engine/transcript/events.ts";
import { formatVerdict } from "../../engine/words/figures.ts";
import { findDecidedOption, nameByOptions, SIGNS } from "../../showing/cast.ts";
import type { MeetingView } from "../../showing/meeting-view.ts";
import type { VerdictTable } from "../../showing/verdict-schema.ts";

export type MeetingProps = { view: MeetingView; table: VerdictTable };

type PageProps = {
  contents: readonly (readonly [id: string, title: string])[];
  children: ComponentChildren;
};

export function Page({ contents, children }: PageProps) {
  return (
    <div class="page sided">
      <nav class="contents" aria-label="Contents">
        <ul>
          {contents.map(([id, title]) => (
            <li>
              <a href={`#${id}`} class="row">
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main class="stack wide">{children}</main>
    </div>
  );
}

type SectionProps = {
  id: string;
  title: string;
  lead?: string | undefined;
  tools?: ComponentChildren;
  children: ComponentChildren;
};

export function Section({ id, title, lead, tools, children }: SectionProps) {
  return (
    <section class="stack" id={id} aria-labelledby={`${id}-title`}>
      <div class="row">
        <h2 id={`${id}-title`}>{title}</h2>
        {tools}
      </div>
      {lead === undefined ? null : <p class="dim">{lead}</p>}
      {children}
    </section>
  );
}

export function Widths({ of }: { of: readonly (number | undefined)[] }) {
  return (
    <colgroup>
      {of.map((width) => (
        <col width={width} />
      ))}
    </colgroup>
  );
}

export function Cell({ label, children }: { label: string; children: ComponentChildren }) {
  // On a phone a cell says its column, if it says anything.
  const isEmpty = children === null || children === "";
  return <td data-label={isEmpty ? undefined : label}>{children}</td>;
}

type FirstProps = { most: number; children: readonly VNode[] };

export function FirstOf({ most, children }: FirstProps) {
  const rest = children.slice(most);
  return (
    <>
      {children.slice(0, most)}
      {rest.length === 0 ? null : (
        <details class="whole">
          <summary class="dim">{rest.length} more</summary>
          <div class="stack tight">{rest}</div>
        </details>
      )}
    </>
  );
}

export function Bar({ share }: { share: number }) {
  const width = `${Math.max(0, Math.min(100, Math.round(share * 100)))}%`;
  return (
    <svg class="bar" width="100%" height="8" aria-hidden="true">
      <rect class="share" width={width} height="8" rx="2" />
    </svg>
  );
}

/** After a name: the turn of its message. */
export function AtTurn({ turn }: { turn: number | null }) {
  if (turn === null) return null;
  return (
    <>
      , <a href={`#t${turn}`}>turn {turn}</a>
    </>
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
  const x = (share: number) => `${(2 + 96 * Math.min(1, Math.max(0, share))).toFixed(1)}%`;
  return (
    <svg class="interval" width="100%" height="18" role="img" aria-label={label}>
      <line class="axis" x1={x(0)} x2={x(1)} y1="9" y2="9" />
      <line class="axis" x1={x(zero)} x2={x(zero)} y1="3" y2="15" />
      {interval ? (
        <line class="band" x1={x(interval.low)} x2={x(interval.high)} y1="9" y2="9" />
      ) : null}
      <line class="mark" x1={x(at)} x2={x(at)} y1="1" y2="17" />
    </svg>
  );
}

type Options = { view: Pick<MeetingView, "options"> };

export function Verdict({ view, verdict }: Options & { verdict: string | null }) {
  const option = view.options.get(verdict ?? "");
  return (
    <span class={`chip ${option?.look ?? "none"}`} title={option?.meaning ?? undefined}>
      <span aria-hidden="true">{option?.sign ?? "–"}</span> {getLabel(view, verdict)}
    </span>
  );
}

export function getLabel({ options }: Options["view"], id: string | null): string {
  return options.get(id ?? "")?.label ?? formatVerdict(id);
}

type ChangeProps = Options & { from: string | null; to: string | null };

export function Change({ view, from, to }: ChangeProps) {
  return (
    <>
      <Verdict view={view} verdict={from} />{" "}
      <span>
        {"→"}
        <span class="gone"> to </span>
      </span>{" "}
      <Verdict view={view} verdict={to} />
    </>
  );
}

type ShareProps = Options & {
  counted: readonly (readonly [option: string, votes: number])[];
};

export function ShareBar({ view, counted }: ShareProps) {
  const all = counted.reduce((sum, [, votes]) => sum + votes, 0);
  let at = 0;
  const parts = counted.map(([id, votes]) => {
    const option = view.options.get(id);
    const x = at;
    const width = (100 * votes) / (all || 1);
    at += width;
    return (
      <rect
        class={option?.look ?? "none"}
        x={`${x.toFixed(1)}%`}
        width={`${Math.max(0, width - 0.4).toFixed(1)}%`}
        height="8"
        rx="2"
      />
    );
  });
  return (
    <svg class="bar" width="100%" height="8" aria-hidden="true">
      {parts}
    </svg>
  );
}

export function listCountedOptions({ tally }: Pick<VerdictTable, "tally">) {
  return Object.entries(tally.options).filter(([, votes]) => votes > 0);
}

type OutcomeProps = Options & { outcome: Outcome | null; isBig?: boolean };

export function OutcomeChip({ view, outcome, isBig = false }: OutcomeProps) {
  const option = findDecidedOption(view.options, outcome);
  const sign = option?.sign ?? (outcome?.side ? SIGNS[outcome.side] : null);
  const tone = option?.tone ?? outcome?.side ?? "none";
  const isFull = outcome?.status === "decided";
  return (
    <b class={`chip ${tone}${isFull ? " strong" : ""}${isBig ? " big" : ""}`}>
      {sign === null ? null : <span aria-hidden="true">{sign}</span>}{" "}
      {nameByOptions(view.options, outcome)}
    </b>
  );
}
