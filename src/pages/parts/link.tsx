import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";

/** Whether something is on the page, by what links to it are called: parts of a page can be left out. */
export const Anchors = createContext<(anchor: string) => boolean>(() => true);

type LinkProps = {
  readonly to: string;
  readonly class?: string;
  readonly title?: string;
  readonly children: ComponentChildren;
};

/** A link to something on the page; words alone where it has been left out. */
export function Link(props: LinkProps) {
  return linked(props, useContext(Anchors));
}

/** The same, told what is on the page. */
export function linked({ to, class: kind, title, children }: LinkProps, isThere: (anchor: string) => boolean) {
  if (!isThere(to)) return kind === undefined ? children : <span class={kind}>{children}</span>;
  return (
    <a class={kind} href={`#${to}`} title={title}>
      {children}
    </a>
  );
}
