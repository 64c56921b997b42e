import type { ComponentChildren } from "preact";

type SectionProps = {
  readonly id: string;
  readonly title: string;
  readonly lead?: string | undefined;
  readonly children: ComponentChildren;
};

export function Section({ id, title, lead, children }: SectionProps) {
  return (
    <section class="stack" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {lead === undefined ? null : <p class="dim">{lead}</p>}
      {children}
    </section>
  );
}

export function Cell({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return <td data-label={label}>{children}</td>;
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
