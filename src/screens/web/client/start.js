// Sends the form of a new meeting without leaving the page: files as they are chosen or dropped, fields as they change.
import { hydrate, render } from "preact";
import { dropDraft, keepDrafts, putBack } from "./drafts.js";
import { nodesIn, toNode } from "./nodes.js";

const WAIT_MS = 200;

/** @type {(selector: string) => HTMLElement} */
const find = (selector) => {
  const found = document.querySelector(selector);
  if (found instanceof HTMLElement) return found;
  throw new Error(`no ${selector}`);
};

const form = /** @type {HTMLFormElement} */ (find("form[data-draft]"));
let turn = 0;
let due = 0;
/** A button was pressed, and its answer has not come. */
let isBusy = false;
/** A field has changed meanwhile. */
let isLate = false;

/** @type {(words?: string) => void} */
const tell = (words = "") => {
  find("#status").textContent = words;
};

/** @type {() => HTMLInputElement[]} */
const listFileFields = () => [
  .../** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[type=file]")),
];

/** @type {(does: string) => Promise<void>} */
async function send(does) {
  clearTimeout(due);
  isLate = isBusy;
  if (isBusy) return;
  const own = ++turn;
  const size = listFileFields().reduce(
    (sum, { files }) => [...(files ?? [])].reduce((all, file) => all + file.size, sum),
    0,
  );
  if (size > Number(form.dataset.most)) return tell(form.dataset.large);
  isBusy = does !== "look";
  const { busy, drafting = busy } = form.dataset;
  const isDrafting = does === "draft" || does === "run";
  tell(isBusy ? (isDrafting ? drafting : busy) : "");
  const body = new FormData(form);
  body.append("do", does);
  const sent = { method: "POST", body, headers: { Accept: "application/json" } };
  const reply = await fetch(form.action, sent)
    .then((answer) => answer.json())
    .catch(() => ({ refused: form.dataset.unanswered }));
  if (reply.to) {
    dropDraft(form);
    return location.assign(reply.to);
  }
  if (own !== turn) return;
  isBusy = false;
  tell(reply.refused);
  if (reply.nodes) show(reply, does);
  if (isLate) void send("look");
}

/** @type {(reply: { nodes: import("./nodes.js").PageNode[], part?: string }, does: string) => void} */
function show({ nodes, part }, does) {
  render(nodes.map(toNode), document.body);
  history.replaceState(null, "", form.action);
  for (const field of listFileFields()) field.value = "";
  if (does === "look") return;
  const fault = document.getElementById(`${part}-fault`);
  (fault ?? document.getElementById(`${part}`))?.scrollIntoView({ block: "center" });
  document.getElementById(`${part}-title`)?.focus({ preventScroll: true });
}

document.addEventListener("submit", (event) => {
  event.preventDefault();
  const { submitter } = event;
  void send(submitter instanceof HTMLButtonElement ? submitter.value : "look");
});
document.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLInputElement && target.name === "approve") return;
  clearTimeout(due);
  due = setTimeout(() => void send("look"), WAIT_MS);
});
for (const kind of ["dragover", "dragleave", "drop"])
  document.addEventListener(kind, (event) => {
    // A file that misses the place is not opened by the browser in place of the form.
    event.preventDefault();
    const zone = event.target instanceof Element ? event.target.closest(".drop") : null;
    zone?.classList.toggle("over", kind === "dragover");
    const files = event instanceof DragEvent ? event.dataTransfer?.files : undefined;
    const field = zone?.querySelector("input");
    if (kind !== "drop" || !files || !field) return;
    field.files = files;
    void send("look");
  });

document.body.normalize();
hydrate(nodesIn(document.body).map(toNode), document.body);
keepDrafts();
if (putBack(form).length > 0) void send("look");
