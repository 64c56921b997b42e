// Begins a meeting: documents are dropped, its plan is asked for as the form is filled in, and then it is held.
import { render } from "preact";
import { ask } from "./doing.js";
import { dropDraft, keepDrafts, keepInDraft, putBack, readDraft } from "./drafts.js";
import { nodeOf } from "./nodes.js";

const MOST_BYTES = 2 * 1024 * 1024;
const WAIT_MS = 350;

/** @type {{ name: string, data: string }[]} */
let documents = [];

/** @type {(id: string) => HTMLElement} */
const byId = (id) => {
  const found = document.getElementById(id);
  if (found) return found;
  throw new Error(`no ${id}`);
};

/** @type {(id: string) => string} */
const wordsIn = (id) => /** @type {HTMLInputElement} */ (byId(id)).value.trim();
/** @type {(id: string) => boolean} */
const isChecked = (id) =>
  /** @type {HTMLInputElement | null} */ (document.getElementById(id))?.checked ?? false;

function asked() {
  const model = wordsIn("model");
  return {
    scenario: wordsIn("scenario"),
    ...(model && { model }),
    documents,
    isSubject: documents.length > 0 && isChecked("is-subject"),
  };
}

/** @type {(reply: Record<string, unknown>) => void} */
function tell({ refused = "" }) {
  const lines = String(refused).split("\n");
  const line = (/** @type {string} */ textContent) =>
    Object.assign(document.createElement("span"), { className: "line", textContent });
  byId("refused").replaceChildren(...lines.map(line));
  byId("refused").hidden = refused === "";
}

let asking = 0;

async function plan() {
  const turn = ++asking;
  const { ok, reply } = await ask("plan", asked());
  if (turn !== asking) return;
  tell(ok ? {} : reply);
  const nodes = /** @type {import("./nodes.js").PageNode[]} */ (ok ? reply.nodes : []);
  render(nodes.map(nodeOf), byId("plan"));
  putBack(form);
}

let due = 0;
function planSoon() {
  clearTimeout(due);
  due = setTimeout(() => void plan(), WAIT_MS);
}

/** @type {(file: File) => Promise<{ name: string, data: string }>} */
async function inBase64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let from = 0; from < bytes.length; from += 8192)
    text += String.fromCharCode(...bytes.subarray(from, from + 8192));
  return { name: file.name, data: btoa(text) };
}

/** @type {(files: Iterable<File>) => Promise<void>} */
async function take(files) {
  for (const file of files) {
    if (file.size > MOST_BYTES) {
      tell({ refused: `${file.name} ${byId("refused").dataset.large}` });
      continue;
    }
    const dropped = await inBase64(file);
    documents = [...documents.filter(({ name }) => name !== dropped.name), dropped];
  }
  showDropped();
  await plan();
}

function showDropped() {
  keepInDraft(form, "documents", JSON.stringify(documents));
  const rows = documents.map(({ name }) => {
    const [row, remove] = [document.createElement("li"), document.createElement("button")];
    remove.type = "button";
    remove.textContent = "✕";
    remove.setAttribute("aria-label", `✕ ${name}`);
    remove.onclick = () => {
      documents = documents.filter((each) => each.name !== name);
      showDropped();
      void plan();
    };
    row.append(`${name} `, remove);
    return row;
  });
  byId("dropped").replaceChildren(...rows);
}

const drop = byId("drop");
for (const kind of ["dragenter", "dragover"])
  drop.addEventListener(kind, (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
for (const kind of ["dragleave", "drop"])
  drop.addEventListener(kind, () => drop.classList.remove("over"));
drop.addEventListener("drop", (event) => {
  event.preventDefault();
  void take(event.dataTransfer?.files ?? []);
});
// A file that misses the place is not opened by the browser in place of the form.
for (const kind of ["dragover", "drop"]) addEventListener(kind, (event) => event.preventDefault());

const form = byId("start");
form.addEventListener("input", ({ target }) => {
  const isPart = target instanceof Element && !target.closest("#plan") && target.id !== "documents";
  if (isPart) planSoon();
});
byId("documents").addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  void take([...(target.files ?? [])]).then(() => {
    target.value = "";
  });
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const hold = /** @type {HTMLButtonElement} */ (byId("hold"));
  hold.disabled = true;
  const because = document.getElementById("because") ? wordsIn("because") : "";
  const yes = { ...(isChecked("approve") && { approve: true }), ...(because && { because }) };
  const { ok, reply } = await ask("start", { ...asked(), ...yes });
  if (ok) {
    dropDraft(form);
    location.assign(`m/${encodeURIComponent(String(reply.id))}/`);
  } else {
    hold.disabled = false;
    tell(reply);
  }
});
keepDrafts();
putBack(form);
documents = JSON.parse(readDraft(form).documents ?? "[]");
showDropped();
void plan();
