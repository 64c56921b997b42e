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
const isNearEnd = () => innerHeight + scrollY > document.documentElement.scrollHeight - 240;

/** @type {(message: { whole?: PageNode[], changes?: PageChange[] }) => void} */
function show({ whole, changes = [] }) {
  if (whole) page = whole;
  for (const [place, node] of changes) page = changed(page, place, node);
  const follows = changes.length > 0 && isNearEnd() && document.activeElement?.closest("form") == null;
  // What the server has drawn is taken over as it stands.
  const draw = document.body.dataset.live ? render : hydrate;
  document.body.dataset.live = "yes";
  draw(page.map(nodeOf), document.body);
  nameTab();
  dispatchEvent(new Event("pagechanged"));
  arriveAtForms();
  if (follows) scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
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
listen();
open();
