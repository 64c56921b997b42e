// Follows a meeting: the page comes whole, then what changes of it. Words become text, never markup.
import { h, hydrate, render } from "preact";

/** @typedef {string | { tag: string, props: Record<string, string | number | true>, children: PageNode[] }} PageNode */
/** @typedef {[place: number[], node: PageNode | null]} PageChange */

/** @type {PageNode[]} */
let page = [];

/** What did not change is the same node again, which is not looked at twice.
 * @type {WeakMap<object, import("preact").VNode>} */
const made = new WeakMap();

/** @type {(node: PageNode) => import("preact").ComponentChild} */
function nodeOf(node) {
  if (typeof node === "string") return node;
  const known = made.get(node);
  if (known) return known;
  const vnode = h(node.tag, node.props, ...node.children.map(nodeOf));
  made.set(node, vnode);
  return vnode;
}

/** @type {(nodes: PageNode[], place: number[], node: PageNode | null) => PageNode[]} */
function changed(nodes, [at = 0, ...rest], node) {
  if (node === null && rest.length === 0) return nodes.slice(0, at);
  const old = nodes[at];
  const next =
    rest.length === 0 || old === undefined || typeof old === "string"
      ? node
      : { ...old, children: changed(old.children, rest, node) };
  return next === null ? nodes : [...nodes.slice(0, at), next, ...nodes.slice(at + 1)];
}

const title = document.title;
const isNearEnd = () => innerHeight + scrollY > document.documentElement.scrollHeight - 200;

/** @type {(message: { whole?: PageNode[], changes?: PageChange[] }) => void} */
function show({ whole, changes = [] }) {
  if (whole) page = whole;
  for (const [place, node] of changes) page = changed(page, place, node);
  const follows = changes.length > 0 && isNearEnd();
  // What the server has drawn is taken over as it stands.
  const draw = document.body.dataset.live ? render : hydrate;
  document.body.dataset.live = "yes";
  draw(page.map(nodeOf), document.body);
  dispatchEvent(new Event("pagechanged"));
  if (follows) scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
}

/** @type {EventSource | null} */
let stream = null;

function open() {
  stream ??= new EventSource("events");
  stream.onmessage = ({ data }) => {
    document.title = title;
    show(JSON.parse(data));
  };
  stream.onerror = () => {
    document.title = `Connection lost - ${title}`;
    const strip = document.querySelector(".standing");
    if (strip) strip.setAttribute("data-lost", "Connection lost: this is what was shown last. Trying again.");
  };
}

// A hidden tab lets go: browsers keep few streams open to one server.
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) return open();
  stream?.close();
  stream = null;
});
open();
