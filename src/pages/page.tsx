import type { ComponentChildren } from "preact";
import { type ReportWords, reportWords } from "./words/report-words.ts";

type PageProps = {
  readonly contents: readonly (readonly [id: string, title: string])[];
  readonly words?: Pick<ReportWords, "contents" | "dark" | "light" | "print">;
  readonly children: ComponentChildren;
};

/** The contents beside the parts they lead to. */
export function Page({ contents, children, words = reportWords({ language: "en" }) }: PageProps) {
  return (
    <div class="page">
      <nav aria-label={words.contents}>
        <ul>
          {contents.map(([id, title]) => (
            <li>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
        <p class="tools" hidden>
          <button type="button" id="theme" data-dark={words.dark} data-light={words.light}>
            {words.dark}
          </button>
          <button type="button" id="print">
            {words.print}
          </button>
        </p>
      </nav>
      <main>{children}</main>
    </div>
  );
}
