// Follows a meeting: takes over the page as it was served, and then what changes of it. Words become text, never markup.
import { hydrate, render } from "preact";
import { arriveAtForms, listen } from "./doing.js";
import { dropOthers } from "./drafts.js";
import { changed, nodesIn, toNode } from "./nodes.js";

/** @typedef {import("./nodes.js").PageNode} PageNode */
/** @typedef {import("./nodes.js").PageChange} PageChange */

document.body.normalize();
let page = nodesIn(document.body);
/** The version that is shown, so that only what changed after it comes. */
let at = document.body.dataset.at ?? "";

const ownTitle = document.title;
/** @type {() => HTMLElement | null} */
const strip = () => document.querySelector(".standing");
let isLost = false;
/** How far the end of what is said is below the window; negative above its lower edge. @type {() => number} */
const below = () =>
  (document.querySelector(".talk")?.getBoundingClientRect().bottom ?? 0) - innerHeight;
const isNearEnd = () => Math.abs(below()) < innerHeight / 2;
const isTyping = () => document.activeElement?.closest("form.seat, search") != null;

/** @type {(message: { whole?: PageNode[], changes?: PageChange[] }) => void} */
function show({ whole, changes = [] }) {
  if (whole) page = whole;
  for (const [place, node] of changes) page = changed(page, place, node);
  render(page.map(toNode), document.body);
  // A closed meeting has its report instead.
  const live = document.querySelector(".live");
  if (live?.classList.contains("closed")) {
    dropOthers(live.getAttribute("data-meeting") ?? "");
    location.replace("report");
  }
  nameTab();
  dispatchEvent(new Event("pagechanged"));
  arriveAtForms();
  keepToEnd();
}

/** A reader at the end of the debate stays there. A live meeting is opened at its end. */
let isAtEnd = document.querySelector(".live.held, .live .seat") !== null && location.hash === "";

function keepToEnd() {
  if (isAtEnd && !isTyping()) scrollBy({ top: Math.max(0, below()), behavior: "instant" });
}

/** The tab calls the person who is asked, and names a lost connection. */
function nameTab() {
  const live = document.querySelector("[data-title]");
  const title = live?.getAttribute("data-title") ?? ownTitle;
  const lost = strip()?.dataset.lostTitle ?? "Connection lost";
  document.title = isLost ? `${lost} - ${title}` : title;
}

/** @type {EventSource | null} */
let stream = null;

function open() {
  if (stream || !document.body.dataset.live) return;
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
  () => {
    isAtEnd = isNearEnd();
  },
  { passive: true },
);
// Entries that were not painted yet take their own height when they are.
new ResizeObserver(keepToEnd).observe(document.body);
listen();
// The page as it was served is painted first.
requestAnimationFrame(() =>
  setTimeout(() => {
    hydrate(page.map(toNode), document.body);
    show({});
    document.body.dataset.live = "yes";
    open();
  }),
);
