import type { ComponentChildren } from "preact";

type SectionProps = {
  readonly id: string;
  readonly title: string;
  readonly lead?: string | undefined;
  readonly children: ComponentChildren;
};

/** A part of a page under its heading, which the contents lead to. */
export function Section({ id, title, lead, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {lead === undefined ? null : <p class="lead">{lead}</p>}
      {children}
    </section>
  );
}

/** What may be wider than the screen, and is then moved on its own. */
export function Scroller({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ComponentChildren;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section class="scroller" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

/** A share from 0 to 1 as a bar; the figure stands beside it. */
export function Bar({ share }: { readonly share: number }) {
  return (
    <svg class="bar" viewBox="0 0 60 7" aria-hidden="true">
      <rect class="bar-rest" width="60" height="7" rx="3" />
      <rect class="bar-share" width={Math.max(0, Math.min(60, Math.round(share * 60)))} height="7" rx="3" />
    </svg>
  );
}

/** `38 %`. */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
