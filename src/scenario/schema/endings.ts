// The one list of endings that a document may have. Messages, help, the start page and the schema name them from here.

import { extname } from "node:path";

/** Documents that people write, and changes of code. A folder of documents is searched for these. */
export const MAIN_ENDINGS = [".md", ".txt", ".json", ".pdf", ".docx", ".html", ".diff", ".patch"];

const LAID_OUT = new Set(MAIN_ENDINGS.slice(0, 5));

const CODE_ENDINGS =
  ".c .cc .cpp .cs .css .csv .cts .dart .ex .go .graphql .h .hpp .htm .ini .java .js .jsx .kt .lua .mjs .mts .php .pl .proto .ps1 .py .r .rb .rs .scala .scss .sh .sql .svelte .swift .tf .toml .ts .tsv .tsx .vue .yaml .yml".split(
    " ",
  );

const ENDINGS = new Set([...MAIN_ENDINGS, ...CODE_ENDINGS]);

/** What people read of the list. */
export const NAMED_ENDINGS = `${MAIN_ENDINGS.join(", ")}, .csv or source code such as .ts and .py`;

/** For the choice of files in a browser. */
export const ACCEPTED_ENDINGS = [...ENDINGS].join(",");

/** The ending of a name in lower case, with its dot; "" if it has none. */
export function readEnding(name: string): string {
  return extname(name).toLowerCase();
}

export function isDocumentName(name: string): boolean {
  return ENDINGS.has(readEnding(name));
}

export function isMainDocumentName(name: string): boolean {
  return MAIN_ENDINGS.includes(readEnding(name));
}

/** Source is kept as it is written, and quoted by its characters: code, data, pages and diffs. */
export function isSourceName(name: string): boolean {
  return isDocumentName(name) && !LAID_OUT.has(readEnding(name));
}

export function isDiffName(name: string): boolean {
  return /\.(?:diff|patch)$/i.test(name);
}
