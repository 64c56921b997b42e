import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";

export const Anchors = createContext<(anchor: string) => boolean>(() => true);

type LinkProps = {
  readonly to: string;
  readonly class?: string;
  readonly title?: string;
  readonly children: ComponentChildren;
};

export function Link(props: LinkProps) {
  return linked(props, useContext(Anchors));
}

export function linked({ to, class: kind, title, children }: LinkProps, isThere: (anchor: string) => boolean) {
  if (!isThere(to)) return kind === undefined ? children : <span class={kind}>{children}</span>;
  return (
    <a class={kind} href={`#${to}`} title={title}>
      {children}
    </a>
  );
}
