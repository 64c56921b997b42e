import type { ComponentChild, ComponentChildren, VNode } from "preact";
import { withoutUnprintable } from "../text/sanitise.ts";
import { Anchors, Link, linked } from "./parts/link.tsx";

/** A page as data: words, or an element with its attributes and what stands in it. */
export type PageNode = string | PageElement;
export type PageElement = {
  readonly tag: string;
  readonly props: Readonly<Record<string, string | number | true>>;
  readonly children: readonly PageNode[];
};

/** What stands at a place of the page from now on; null: nothing from there to the end of its parent. */
export type PageChange = readonly [place: readonly number[], node: PageNode | null];

/**
 * A page of pure parts as data that can be sent and compared. Of what surrounds a part only links ask, for whether what
 * they lead to is there.
 */
export function treeOf(node: ComponentChildren, isThere: (anchor: string) => boolean = () => true): PageNode[] {
  if (node === null || node === undefined || typeof node === "boolean") return [];
  if (typeof node === "string" || typeof node === "number" || typeof node === "bigint")
    return [withoutUnprintable(String(node))];
  if (Array.isArray(node)) return joined(node.flatMap((each: ComponentChild) => treeOf(each, isThere)));
  const { type, props } = node as VNode<Record<string, unknown>>;
  const children = props.children as ComponentChildren;
  if (type === (Anchors.Provider as unknown)) return treeOf(children, props.value as typeof isThere);
  if (type === (Link as unknown)) return treeOf(linked(props as Parameters<typeof Link>[0], isThere), isThere);
  if (typeof type === "function")
    return treeOf((type as (given: unknown) => ComponentChildren)(props), isThere);
  return [{ tag: type, props: attributesOf(props), children: treeOf(children, isThere) }];
}

/** Words that follow words are one, as they are once they stand on a page. */
function joined(nodes: readonly PageNode[]): PageNode[] {
  const all: PageNode[] = [];
  for (const node of nodes) {
    const last = all.at(-1);
    if (typeof node === "string" && typeof last === "string") all.splice(-1, 1, last + node);
    else if (node !== "") all.push(node);
  }
  return all;
}

function attributesOf(props: Readonly<Record<string, unknown>>): PageElement["props"] {
  return Object.fromEntries(
    Object.entries(props).flatMap(([name, value]) =>
      name !== "children" && (typeof value === "string" || typeof value === "number" || value === true)
        ? [[name, typeof value === "string" ? withoutUnprintable(value) : value]]
        : [],
    ),
  );
}

/** What makes one page of another: the fewest whole nodes that differ. */
export function changesBetween(
  before: readonly PageNode[],
  after: readonly PageNode[],
  place: readonly number[] = [],
): PageChange[] {
  const changes = after.flatMap((node, index): PageChange[] => {
    const old = before[index];
    const here = [...place, index];
    if (old === undefined) return [[here, node]];
    if (typeof old === "string" || typeof node === "string") return old === node ? [] : [[here, node]];
    const isSame = old.tag === node.tag && JSON.stringify(old.props) === JSON.stringify(node.props);
    return isSame ? changesBetween(old.children, node.children, here) : [[here, node]];
  });
  return before.length > after.length ? [...changes, [[...place, after.length], null]] : changes;
}
