import type { ComponentChildren } from "preact";
import type { MeetingView } from "../../showing/meeting-view.ts";
import type { VerdictTable } from "../../showing/verdict-schema.ts";
import { reportWords } from "./words/report-words.ts";

export type MeetingProps = { readonly view: MeetingView; readonly table: VerdictTable };

type PageProps = {
  readonly contents: readonly (readonly [id: string, title: string])[];
  readonly children: ComponentChildren;
};

export function Page({ contents, children }: PageProps) {
  return (
    <div class="page sided">
      <nav class="contents" aria-label={reportWords.contents}>
        <ul>
          {contents.map(([id, title]) => (
            <li>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <main class="stack wide">{children}</main>
    </div>
  );
}
