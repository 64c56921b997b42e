/** The members' answer to a requirement with their quotes. The pages of a ranking and of a meeting show it. */

import type { ComponentChildren } from "preact";
import { words } from "../../engine/words/words.ts";
import type { PassagePlace } from "../../scenario/documents/citations.ts";
import type { Document } from "../../scenario/schema/document.ts";
import { FINDING_SIGNS } from "../../showing/compare/ranking.ts";
import {
  findParagraph,
  formatAnswerCounts,
  listMostQuoted,
  type RequirementCell,
} from "../../showing/requirements.ts";
import { quoteText } from "./citations.tsx";

type FindingProps = {
  text: string;
  must: boolean;
  cell: Pick<RequirementCell, "finding" | "counts" | "quotes">;
  documents: readonly Document[];
  /** Returns a link to lines of these documents. */
  linkTo: (place: PassagePlace) => ComponentChildren;
};

export function Finding({ text, must, cell, documents, linkTo }: FindingProps) {
  const { must: required, desirable, findings } = words.requirements;
  return (
    <>
      <p>
        <Sign finding={cell.finding} /> {text} <small>{must ? required : desirable}</small>:{" "}
        {findings[cell.finding].toLowerCase()} <small>{formatAnswerCounts(cell.counts)}</small>
      </p>
      {listMostQuoted(cell).map(({ text: quote, times: _, ...place }) => (
        <p class="dim" title={findParagraph(place, documents).text}>
          {quoteText(quote)} {linkTo(place)}
        </p>
      ))}
    </>
  );
}

export function Sign({ finding }: Pick<RequirementCell, "finding">) {
  const [sign, tone] = FINDING_SIGNS[finding];
  return (
    <b class={`sign ${tone}`} aria-hidden="true">
      {sign}
    </b>
  );
}
