import type { ComponentChildren, VNode } from "preact";

type SectionProps = {
  readonly id: string;
  readonly title: string;
  readonly lead?: string | undefined;
  /** Beside the title. */
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
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

export function Cell({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return <td data-label={label}>{children}</td>;
}

type FirstProps = {
  readonly most: number;
  readonly more: (count: number) => string;
  readonly children: readonly VNode[];
};

/** The first ones, and the rest closed under one line. */
export function FirstOf({ most, more, children }: FirstProps) {
  const rest = children.slice(most);
  return (
    <>
      {children.slice(0, most)}
      {rest.length === 0 ? null : (
        <details class="whole">
          <summary class="dim">{more(rest.length)}</summary>
          <div class="stack tight">{rest}</div>
        </details>
      )}
    </>
  );
}

export function Bar({ share }: { readonly share: number }) {
  const width = `${Math.max(0, Math.min(100, Math.round(share * 100)))}%`;
  return (
    <svg class="bar" width="100%" height="8" aria-hidden="true">
      <rect class="rest" width="100%" height="8" rx="2" />
      <rect class="share" width={width} height="8" rx="2" />
    </svg>
  );
}

/** `38 %`. */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
