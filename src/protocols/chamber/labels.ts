/**
 * Hides who gave an answer from the arbiter, the classifier and the other panelists: labels replace
 * names and models in every text. revealArbitration puts the names back for people.
 */

import {
  collectWords,
  createAnonymousNames,
  listSpellings,
} from "../../engine/perspective/names.ts";
import { shuffle } from "../../engine/routing/select.ts";
import { escapeAttribute, escapeText } from "../../engine/scaffold/fields.ts";
import { getMember, getMemberName, type MeetingState } from "../../engine/transcript/state.ts";
import { dropMissing } from "../../lists.ts";
import { checkCitation } from "../../scenario/documents/citations.ts";
import { escapeRegExp } from "../../text/plain.ts";
import type { Arbitrated, PanelAnswer } from "./facts.ts";
import { listAddedDocuments } from "./instruction-data.ts";

export type Labels = {
  order: readonly string[];
  getLabel: (id: string) => string;
  getName: (id: string) => string;
  hide: (text: string) => string;
  reveal: (text: string) => string;
  /** Gives the place of each quotation without its words, and marks a quotation that the documents do not have. */
  render: (answer: PanelAnswer, label: string) => string;
};

/** Drawn again for each purpose, so that two sets together identify no panelist. */
export function createNeutralLabels(
  state: MeetingState,
  ids: readonly string[],
  purpose: string,
): Labels {
  const order = shuffle(ids, state.seed, purpose);
  const known = collectWords(state.scenario);
  const names = createAnonymousNames(state.seats, order, known);
  const models = order.map((id) => ({
    label: names.getName(id),
    words: listModelWords(getMember(state, id).seat.model, known),
  }));
  const hide = (text: string) =>
    names.mask(
      models.reduce(
        (shown, { label, words }) =>
          words.reduce((each, word) => each.replace(matchWord(word, "giu"), () => label), shown),
        text,
      ),
    );
  const { getName, reveal } = names;
  return { order, getLabel: getName, getName, hide, reveal, render: createRenderer(state, hide) };
}

function revealNames(
  text: string,
  labels: Readonly<Record<string, string>>,
  state: MeetingState,
): string {
  return Object.entries(labels).reduce(
    (shown, [id, label]) =>
      listSpellings(label).reduce(
        (each, written) => each.replace(matchWord(written, "gu"), () => getMemberName(state, id)),
        shown,
      ),
    text,
  );
}

function matchWord(text: string, flags: "gu" | "giu"): RegExp {
  const escaped = escapeRegExp(text);
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, flags);
}

/** With names for labels in each of its texts. */
export function revealArbitration(arbitration: Arbitrated, state: MeetingState): Arbitrated {
  const { text, labels } = arbitration;
  const open = (_: string, value: unknown) =>
    typeof value === "string" ? revealNames(value, labels, state) : value;
  return { ...arbitration, text: JSON.parse(JSON.stringify(text), open) };
}

export function createOpenLabels(state: MeetingState, ids: readonly string[]): Labels {
  const getSeat = (id: string) => getMember(state, id).seat;
  const getName = (id: string) => getSeat(id).persona.name;
  const getLabel = (id: string) => `${getName(id)} (${getSeat(id).model})`;
  const keep = (text: string) => text;
  const render = createRenderer(state, keep);
  return { order: ids, getLabel, getName, hide: keep, reveal: keep, render };
}

/** Names that may give a model away; not common words, nor words of the matter itself. */
function listModelWords(model: string, known: ReadonlySet<string>): string[] {
  const id = model.slice(model.indexOf(":") + 1);
  const folded = id.toLowerCase();
  const isWord = COMMON.has(folded) || known.has(folded);
  return dropMissing([model !== id && model, !isWord && id]);
}

const COMMON: ReadonlySet<string> = new Set(
  "auto base chat command custom default fast flash instruct large latest local medium mini model nano pro recorded scripted simulated small solar sonar test".split(
    " ",
  ),
);

function createRenderer(state: MeetingState, hide: Labels["hide"]): Labels["render"] {
  const documents = [...state.documents, ...listAddedDocuments({ state })];
  const hideAndEscape = (text: string) => escapeText(hide(text));
  const renderEvidence = ({ ref, quote, says }: PanelAnswer["evidence"][number]) => {
    const isFound = checkCitation({ ref, quote }, documents).found !== "absent";
    return `evidence: ${hideAndEscape(ref)}${isFound ? "" : " (not found there)"}: ${hideAndEscape(says)}`;
  };
  return ({ status, stance, confidence, reasoning, evidence, raw }, label) => {
    const lines =
      status === "unparsed"
        ? ["stance: UNCLEAR", `unparsed reply: ${hideAndEscape(raw)}`]
        : [
            `stance: ${stance}`,
            `confidence: ${confidence ?? "not stated"}`,
            `reasoning: ${hideAndEscape(reasoning)}`,
            ...evidence.map(renderEvidence),
          ];
    return `<Answer by="${escapeAttribute(label)}">\n${lines.join("\n")}\n</Answer>`;
  };
}
