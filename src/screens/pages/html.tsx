import { createHash } from "node:crypto";
import type { VNode } from "preact";
import { renderToStaticMarkup } from "preact-render-to-string";
import { withoutUnprintable } from "../../text/sanitise.ts";

export type Assets = { readonly style: string; readonly script: string };

type HtmlFile = Assets & { readonly title: string; readonly body: VNode };

/** Marks a file that Boardroom wrote and can overwrite. */
export const HTML_MARK = "<!doctype html><!-- Boardroom -->";

/** Fetches nothing: its style and script are allowed by their hashes, and all other text is escaped. */
export function htmlFile({ title, body, style, script }: HtmlFile): string {
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const head = (
    <>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content={policy} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="referrer" content="no-referrer" />
      <title>{title}</title>
    </>
  );
  const [headHtml, bodyHtml] = [head, body].map((node) => withoutUnprintable(renderToStaticMarkup(node)));
  return [
    HTML_MARK,
    `<html lang="en"><head>${headHtml}<style>${style}</style></head>`,
    `<body>${bodyHtml}<script>${script}</script></body></html>`,
    "",
  ].join("\n");
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

export type PageBody = VNode;

type PageKind = {
  readonly to: string;
  readonly script?: string;
  readonly drawn?: string;
};

export function servedPage(title: string, body: PageBody, { to, script, drawn }: PageKind): string {
  const markup = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} - Boardroom`}</title>
        <link rel="stylesheet" href={`${to}assets/page.css`} />
        <script src={`${to}assets/page.js`} defer />
        {script === undefined ? null : <script src={`${to}assets/${script}`} defer />}
      </head>
      <body data-drawn={drawn}>{body}</body>
    </html>,
  );
  return `<!doctype html>\n${markup}\n`;
}
