// Follows a meeting: the page comes whole, then what changes of it. Words become text, never markup.
import { hydrate, render } from "preact";
import { arriveAtForms, listen } from "./doing.js";
import { changed, nodeOf } from "./nodes.js";

/** @typedef {import("./nodes.js").PageNode} PageNode */
/** @typedef {import("./nodes.js").PageChange} PageChange */

/** @type {PageNode[]} */
let page = [];
/** What the page is called that is shown, so that one that has not changed need not come again. */
let at = "";

const ownTitle = document.title;
/** @type {() => HTMLElement | null} */
const strip = () => document.querySelector(".standing");
let isLost = false;
/** What is said scrolls by itself where the columns stand side by side. */
const talk = () => document.querySelector(".live > .talk");
/** @type {() => number} */
const below = () => {
  const said = talk();
  return said ? said.scrollHeight - said.scrollTop - said.clientHeight : 0;
};
const isNearEnd = () => {
  const said = talk();
  return said !== null && below() < said.clientHeight / 2;
};
const isTyping = () => document.activeElement?.closest("form.seat, search") != null;

/** @type {(message: { whole?: PageNode[], drawn?: string, changes?: PageChange[] }) => void} */
function show({ whole, drawn, changes = [] }) {
  if (whole) page = whole;
  for (const [place, node] of changes) page = changed(page, place, node);
  const isFirst = !document.body.dataset.live;
  // What the server has drawn is taken over where it is this page; it may have become another one in between.
  if (isFirst && document.body.dataset.drawn !== drawn) document.body.replaceChildren();
  const draw = isFirst && document.body.hasChildNodes() ? hydrate : render;
  document.body.dataset.live = "yes";
  draw(page.map(nodeOf), document.body);
  // A closed meeting has its report instead.
  if (document.querySelector(".live.closed")) location.replace("report");
  nameTab();
  dispatchEvent(new Event("pagechanged"));
  arriveAtForms();
  // Whoever comes to a meeting that goes on is shown what is said now.
  const isCalled = document.querySelector(".live.held, .live .seat") !== null;
  if (isFirst && isCalled && location.hash === "") isAtEnd = true;
  keepToEnd();
}

/** Whoever is at the end of what is said stays there. */
let isAtEnd = false;

function keepToEnd() {
  if (isAtEnd && !isTyping()) talk()?.scrollBy({ top: below(), behavior: "instant" });
}

/** The tab calls whoever is asked, and says when nothing comes any more. */
function nameTab() {
  const live = document.querySelector("[data-title]");
  const title = live?.getAttribute("data-title") ?? ownTitle;
  const lost = strip()?.dataset.lostTitle ?? "Connection lost";
  document.title = isLost ? `${lost} - ${title}` : title;
}

/** @type {EventSource | null} */
let stream = null;

function open() {
  if (stream) return;
  const now = new EventSource(at === "" ? "events" : `events?after=${encodeURIComponent(at)}`);
  stream = now;
  now.onopen = () => {
    isLost = false;
    strip()?.removeAttribute("data-lost");
    nameTab();
  };
  now.onmessage = ({ data, lastEventId }) => {
    at = lastEventId;
    show(JSON.parse(data));
  };
  now.onerror = () => {
    isLost = true;
    nameTab();
    const { lostTitle = "Connection lost", lostWords = "Trying again." } = strip()?.dataset ?? {};
    strip()?.setAttribute("data-lost", `${lostTitle}: ${lostWords}`);
    // A browser gives up where the server answers with an error; we do not.
    if (now.readyState === EventSource.CLOSED && stream === now) {
      stream = null;
      setTimeout(() => document.hidden || open(), 2000);
    }
  };
}

// A hidden tab lets go: browsers keep few streams open to one server.
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) return open();
  stream?.close();
  stream = null;
});
addEventListener(
  "scroll",
  ({ target }) => {
    if (target === talk()) isAtEnd = isNearEnd();
  },
  { passive: true, capture: true },
);
// Entries that were not painted yet take their own height when they are.
new ResizeObserver(keepToEnd).observe(document.body);
listen();
open();
