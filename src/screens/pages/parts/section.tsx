import type { ComponentChildren } from "preact";

type SectionProps = {
  readonly id: string;
  readonly title: string;
  readonly lead?: string | undefined;
  readonly children: ComponentChildren;
};

export function Section({ id, title, lead, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {lead === undefined ? null : <p class="lead">{lead}</p>}
      {children}
    </section>
  );
}

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
