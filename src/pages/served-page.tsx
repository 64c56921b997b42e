import type { VNode } from "preact";
import { renderToStaticMarkup } from "preact-render-to-string";

/** What a page is made of before it is drawn. */
export type PageBody = VNode;

type PageKind = { readonly to: string; readonly isLive?: boolean };

/** A page of a server, whose style and scripts lie below `to`; a live one follows its meeting. */
export function servedPage(title: string, body: PageBody, { to, isLive = false }: PageKind): string {
  const markup = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} - Boardroom`}</title>
        <link rel="stylesheet" href={`${to}assets/page.css`} />
        <link rel="stylesheet" href={`${to}assets/web.css`} />
        <script src={`${to}assets/page.js`} defer />
        {isLive ? <script src={`${to}assets/live.js`} defer /> : null}
      </head>
      <body>{body}</body>
    </html>,
  );
  return `<!doctype html>\n${markup}\n`;
}
