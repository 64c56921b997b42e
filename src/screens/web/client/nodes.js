// Pages as data: nodes for the library that draws them, and what changes of them.
import { Fragment, h } from "preact";

/** @typedef {string | { tag: string, props: Record<string, string | number | true>, children: PageNode[] }} PageNode */
/** @typedef {[place: number[], node: PageNode | { add: string } | null]} PageChange */

/** Attributes that say how a field begins. @type {Record<string, string>} */
const BEGINS = { value: "defaultValue", checked: "defaultChecked" };

/** What was served, as data. @type {(parent: Node) => PageNode[]} */
export function nodesIn(parent) {
  return [...parent.childNodes].map((node) => {
    if (!(node instanceof Element)) return node.textContent ?? "";
    const props = [...node.attributes].map(({ name, value }) => [
      (node.localName === "input" && BEGINS[name]) || name,
      typeof Reflect.get(node, name) === "boolean" || value,
    ]);
    return { tag: node.localName, props: Object.fromEntries(props), children: nodesIn(node) };
  });
}

/** What did not change is the same node again, which is not looked at twice.
 * @type {WeakMap<object, import("preact").VNode>} */
const made = new WeakMap();

/** What has a name of its own stays itself wherever it stands: a form keeps what is typed in it.
 * @type {(node: PageNode) => import("preact").ComponentChild} */
export function toNode(node) {
  if (typeof node === "string") return node;
  const known = made.get(node);
  if (known) return known;
  const { id } = node.props;
  const key = id === undefined ? undefined : String(id);
  const element = h(node.tag, { ...node.props, key }, ...node.children.map(toNode));
  // The library passes over the same fragment, but looks through the same element.
  const isBranch = node.children.some((child) => typeof child === "object");
  const vnode = isBranch ? h(Fragment, { key }, element) : element;
  made.set(node, vnode);
  return vnode;
}

/** @type {(nodes: PageNode[], place: number[], node: PageChange[1]) => PageNode[]} */
export function changed(nodes, [at = 0, ...rest], node) {
  if (node === null && rest.length === 0) return nodes.slice(0, at);
  const old = nodes[at];
  const next =
    rest.length === 0 || old === undefined || typeof old === "string"
      ? settled(old, node)
      : { ...old, children: changed(old.children, rest, node) };
  return next === null ? nodes : [...nodes.slice(0, at), next, ...nodes.slice(at + 1)];
}

/** @type {(old: PageNode | undefined, node: PageChange[1]) => PageNode | null} */
function settled(old, node) {
  if (node === null || typeof node === "string" || !("add" in node)) return node;
  return `${typeof old === "string" ? old : ""}${node.add}`;
}
