import type { VNode } from "preact";
import { renderToStaticMarkup } from "preact-render-to-string";

export type PageBody = VNode;

type PageKind = {
  readonly to: string;
  readonly script?: string;
  /** Name of the drawn page, so that its script knows whether it has the same one. */
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
