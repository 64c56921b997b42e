/**
 * Prints a page as HTML with its style. A file has its script too, and a policy that allows
 * nothing else.
 */

import { createHash } from "node:crypto";
import type { VNode } from "preact";
import { renderToStaticMarkup } from "preact-render-to-string";
import { readBuiltText } from "../../scenario/files/package-files.ts";
import { dropUnprintable } from "../../text/sanitize.ts";

const STYLE = "screens/pages/assets/style.css";
const SCRIPT = "screens/pages/assets/page.js";

type HtmlFile = { title: string; body: VNode };

/** Marks a file that Boardroom wrote and can overwrite. */
export const HTML_MARK = "<!doctype html><!-- Boardroom -->";

/** Fetches nothing: its style and script are allowed by their hashes, and all other text is escaped. */
export function printHtmlFile({ title, body }: HtmlFile): string {
  const script = readBuiltText(SCRIPT);
  const policy = [
    "default-src 'none'",
    stylePolicy(),
    `script-src '${createHashSource(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const head = (
    <>
      <meta http-equiv="Content-Security-Policy" content={policy} />
      <meta name="referrer" content="no-referrer" />
      <title>{title}</title>
    </>
  );
  return `${HTML_MARK}\n${printMarkup(head, body, { script: `<script>${script}</script>` })}\n`;
}

type Around = { at?: string | undefined; script?: string };

/** The style is part of the page, so that it is laid out once. */
function printMarkup(head: VNode, body: VNode, { at, script = "" }: Around): string {
  const start = (
    <>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      {head}
    </>
  );
  const [headHtml, bodyHtml] = [start, body].map((node) =>
    dropUnprintable(renderToStaticMarkup(node)),
  );
  return [
    `<html lang="en"><head>${headHtml}<style>${readBuiltText(STYLE)}</style></head>`,
    `<body${at === undefined ? "" : ` data-at="${at}"`}>${bodyHtml}${script}</body></html>`,
  ].join("\n");
}

export function stylePolicy(): string {
  return `style-src '${createHashSource(readBuiltText(STYLE))}'`;
}

function createHashSource(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

type PageKind = { to: string; script?: string; at?: string };

/** `at`: the version of a page that changes. Its script reads the page as served, so it runs first. */
export function printServedPage(title: string, body: VNode, { to, script, at }: PageKind): string {
  const head = (
    <>
      <title>{`${title} - Boardroom`}</title>
      {script === undefined ? null : <script src={`${to}assets/${script}`} defer />}
      <script src={`${to}assets/page.js`} defer />
    </>
  );
  return `<!doctype html>\n${printMarkup(head, body, { at })}`;
}
