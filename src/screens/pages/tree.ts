/**
 * A page as plain data, and the changes between two such pages. The room sends them to browsers.
 */

import { type ComponentChild, type ComponentChildren, Fragment, h, type VNode } from "preact";
import { dropUnprintable } from "../../text/sanitize.ts";

export type PageBody = VNode;
export type PageNode = string | PageElement;
type PageElement = {
  tag: string;
  props: Readonly<Record<string, string | number | true>>;
  children: readonly PageNode[];
};

/** Replaces the node at a place; null removes the rest of its parent; `add` appends words. */
export type PageChange = readonly [
  place: readonly number[],
  node: PageNode | { add: string } | null,
];

/** A part that looks the same while these values are the same, so that its node is made once.
 * The first value is an object that it shows. */
type KeptPart<Props> = ((props: Props) => VNode | null) & {
  keptBy?: (props: Props) => readonly [object, ...unknown[]];
};

type KeptTree = { by: readonly unknown[]; tree: PageNode[] };

type KeptTrees = WeakMap<object, Map<unknown, KeptTree>>;

export function createTreeMaker(): (node: ComponentChildren) => PageNode[] {
  const kept: KeptTrees = new WeakMap();
  return (node) => createTree(node, kept);
}

export function createTree(node: ComponentChildren, kept?: KeptTrees): PageNode[] {
  if (node === null || node === undefined || typeof node === "boolean") return [];
  if (typeof node === "string" || typeof node === "number" || typeof node === "bigint")
    return [dropUnprintable(String(node))];
  if (Array.isArray(node))
    return joinTexts(node.flatMap((each: ComponentChild) => createTree(each, kept)));
  const { type, props } = node as VNode<Record<string, unknown>>;
  const children = props.children as ComponentChildren;
  if (typeof type === "function") return createPart(type as KeptPart<unknown>, props, kept);
  return [{ tag: type, props: listAttributes(props), children: createTree(children, kept) }];
}

function createPart(part: KeptPart<unknown>, props: unknown, kept?: KeptTrees): PageNode[] {
  const by = kept && part.keptBy?.(props);
  if (!by) return createTree(part(props), kept);
  const known = kept.get(by[0]) ?? new Map<unknown, KeptTree>();
  kept.set(by[0], known);
  const old = known.get(part);
  if (old && old.by.length === by.length && old.by.every((each, index) => each === by[index]))
    return old.tree;
  const tree = createTree(part(props), kept);
  known.set(part, { by, tree });
  return tree;
}

/** Adjacent texts are one node, as in the browser. */
function joinTexts(nodes: readonly PageNode[]): PageNode[] {
  const all: PageNode[] = [];
  for (const node of nodes) {
    const last = all.at(-1);
    if (typeof node === "string" && typeof last === "string") all.splice(-1, 1, last + node);
    else if (node !== "") all.push(node);
  }
  return all;
}

function listAttributes(props: Readonly<Record<string, unknown>>): PageElement["props"] {
  return Object.fromEntries(
    Object.entries(props).flatMap(([name, value]) =>
      name !== "children" &&
      (typeof value === "string" || typeof value === "number" || value === true)
        ? [[name, typeof value === "string" ? dropUnprintable(value) : value]]
        : [],
    ),
  );
}

export function createPage(tree: readonly PageNode[]): VNode {
  return h(Fragment, null, tree.map(createNode));
}

function createNode(node: PageNode): ComponentChild {
  return typeof node === "string" ? node : h(node.tag, node.props, node.children.map(createNode));
}

export function listChanges(
  before: readonly PageNode[],
  after: readonly PageNode[],
  place: readonly number[] = [],
): PageChange[] {
  const changes = after.flatMap((node, index): PageChange[] => {
    const old = before[index];
    if (old === node) return [];
    const current = [...place, index];
    if (old === undefined) return [[current, node]];
    if (typeof old === "string" && typeof node === "string" && node.startsWith(old))
      return [[current, { add: node.slice(old.length) }]];
    if (typeof old === "string" || typeof node === "string") return [[current, node]];
    const isSame = old.tag === node.tag && hasSameProps(old.props, node.props);
    return isSame ? listChanges(old.children, node.children, current) : [[current, node]];
  });
  return before.length > after.length ? [...changes, [[...place, after.length], null]] : changes;
}

function hasSameProps(before: PageElement["props"], after: PageElement["props"]): boolean {
  const names = Object.keys(after);
  return (
    names.length === Object.keys(before).length &&
    names.every((name) => Object.is(before[name], after[name]))
  );
}
