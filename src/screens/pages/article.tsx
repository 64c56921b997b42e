/** Prints an article on a page. References to documents become links to their lines, ids of options their labels. */

import type { ComponentChildren } from "preact";
import type { CheckedCitation } from "../../engine/transcript/events.ts";
import { nameOptions } from "../../showing/cast.ts";
import type { MeetingView } from "../../showing/meeting-view.ts";
import {
  type Article,
  type Block,
  type Field,
  type ListItem,
  listRows,
  type Table,
  type Words,
} from "../../text/article.ts";
import { Inline } from "./citations.tsx";
import { Cell, Fact } from "./layout.tsx";

/** What the page shows, and the citations of the text, if they were checked. */
type View = Pick<MeetingView, "library" | "options"> & {
  citations?: readonly CheckedCitation[] | undefined;
};

type ArticleProps = { article: Article; view: View; citations?: readonly CheckedCitation[] };

export function ArticleBody({ view: { library, options }, article, citations }: ArticleProps) {
  const view = { library, options, citations };
  return <div class="article">{article.map((block) => printBlock(view, block))}</div>;
}

function printBlock(view: View, block: Block): ComponentChildren {
  switch (block.is) {
    case "heading":
      return <h3>{printWords(view, block.words)}</h3>;
    case "paragraph":
      return <p>{printWords(view, block.words)}</p>;
    case "list":
      return printList(view, block.items);
    case "quote":
      return (
        <blockquote>
          <p>{printWords(view, block.words)}</p>
          {block.source ? <p class="source">{printWords(view, block.source)}</p> : null}
        </blockquote>
      );
    case "table":
      return printTable(view, block);
    case "fields":
      return printFields(view, block.fields);
    case "entry":
      return (
        <>
          <b>{block.name}</b>
          {block.body.map((each) => printBlock(view, each))}
        </>
      );
    case "note":
      return (
        <p class="notice">
          <b>{printWords(view, block.words)}</b>
        </p>
      );
    case "verbatim":
      return <pre>{block.text}</pre>;
    default:
      return block satisfies never;
  }
}

/** Nested items are a list inside the item before them. */
function printList(view: View, items: readonly ListItem[], depth = 0): ComponentChildren {
  const starts = items.flatMap((item, at) => (item.depth === depth ? [at] : []));
  return (
    <ul class="lines">
      {starts.map((start, index) => {
        const [item, ...nested] = items.slice(start, starts[index + 1]);
        return (
          <li>
            {item ? printWords(view, item.words) : null}
            {(item?.below ?? []).map((block) => printBlock(view, block))}
            {nested.length > 0 ? printList(view, nested, depth + 1) : null}
          </li>
        );
      })}
    </ul>
  );
}

function printFields(view: View, fields: readonly Field[]): ComponentChildren {
  return (
    <dl class="facts">
      {fields.map(({ label, words }) => (
        <Fact name={label}>{printWords(view, words)}</Fact>
      ))}
    </dl>
  );
}

function printTable(view: View, table: Table): ComponentChildren {
  return (
    <table class="figures">
      <thead>
        <tr>
          {table.columns.map(({ title }) => (
            <th scope="col">{title}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {listRows(table).map((cells) => (
          <tr>
            {cells.map(({ words }, at) => (
              <Cell label={table.columns[at]?.title ?? ""}>{printWords(view, words)}</Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function printWords(view: View, words: Words): ComponentChildren {
  return words.map(({ text, mark }) => {
    const lines = text.split("\n").map((line, index) => (
      <>
        {index > 0 ? <br /> : null}
        <Inline view={view} text={nameOptions(view.options, line)} citations={view.citations} />
      </>
    ));
    if (mark === "bold") return <b>{lines}</b>;
    return mark === "italic" ? <i>{lines}</i> : lines;
  });
}
