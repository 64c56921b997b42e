import type { ComponentChildren } from "preact";

type PageProps = {
  readonly contents: readonly (readonly [id: string, title: string])[];
  readonly children: ComponentChildren;
};

/** The contents beside the parts they lead to. */
export function Page({ contents, children }: PageProps) {
  return (
    <div class="page">
      <nav aria-label="Contents">
        <ul>
          {contents.map(([id, title]) => (
            <li>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
        <p class="tools" hidden>
          <button type="button" id="theme">
            Dark
          </button>
          <button type="button" id="print">
            Print
          </button>
        </p>
      </nav>
      <main>{children}</main>
    </div>
  );
}
