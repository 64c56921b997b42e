/** The members' answer to a requirement with their quotes. The pages of a ranking and of a meeting show it. */

import type { ComponentChildren } from "preact";
import { words } from "../../engine/words/words.ts";
import type { PassagePlace } from "../../scenario/documents/citations.ts";
import type { Document } from "../../scenario/schema/document.ts";
import {
  findParagraph,
  formatAnswerCounts,
  listMostQuoted,
  type RequirementCell,
} from "../../showing/requirements.ts";
import { quoteText } from "./citations.tsx";
import { Seats } from "./layout.tsx";

type FindingProps = {
  text: string;
  must: boolean;
  cell: Pick<RequirementCell, "finding" | "counts" | "quotes">;
  documents: readonly Document[];
  id?: string;
  /** Returns a link to lines of these documents. */
  linkTo: (place: PassagePlace) => ComponentChildren;
};

/** A row of facts: what was asked, and what was found. */
export function Finding({ text, must, cell, documents, id, linkTo }: FindingProps) {
  const { must: required, findings } = words.requirements;
  return (
    <div id={id}>
      <dt>
        <Seats signs={[cell.finding]} /> {text}
        {must ? `, ${required}` : ""}
      </dt>
      <dd>
        <b>{findings[cell.finding]}</b>{" "}
        <small class="soft">{formatAnswerCounts(cell.counts)}</small>
        {listMostQuoted(cell).map(({ text: quote, times: _, ...place }) => (
          <p title={findParagraph(place, documents).text}>
            {quoteText(quote)} <span class="source">{linkTo(place)}</span>
          </p>
        ))}
      </dd>
    </div>
  );
}
