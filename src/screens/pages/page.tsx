import type { ComponentChildren } from "preact";
import { reportWords } from "./words/report-words.ts";

type PageProps = {
  readonly contents: readonly (readonly [id: string, title: string])[];
  readonly children: ComponentChildren;
};

export function Page({ contents, children }: PageProps) {
  return (
    <div class="page">
      <nav aria-label={reportWords.contents}>
        <ul>
          {contents.map(([id, title]) => (
            <li>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
        <p class="tools" hidden>
          <button type="button" id="theme" data-dark={reportWords.dark} data-light={reportWords.light}>
            {reportWords.dark}
          </button>
          <button type="button" id="print">
            {reportWords.print}
          </button>
        </p>
      </nav>
      <main>{children}</main>
    </div>
  );
}
