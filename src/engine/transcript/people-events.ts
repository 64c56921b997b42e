/**
 * Events that people cause: documents, acts such as an interjection or a whisper, and questions to
 * a person with their answers.
 */

import { z } from "zod";
import type { Document } from "../../scenario/schema/scenario.ts";
import { formatDocument } from "../words/figures.ts";
import { words } from "../words/words.ts";
import { defineEvent, type EventVoice } from "./event.ts";
import {
  actSchema,
  count,
  digest,
  type EventOf,
  json,
  type PersonAct,
  seatId,
} from "./event-fields.ts";
import { toMessageId } from "./path.ts";
import type { MutableState } from "./state.ts";

const documentFields = {
  name: z.string().describe("File name"),
  title: z.string().describe("Title"),
  subject: z.boolean().describe("The meeting is about this document"),
  sha256: digest.describe("SHA-256 of the text"),
  fileSha256: digest
    .optional()
    .describe("SHA-256 of the file's bytes; absent if the text came from no file"),
  text: z.string().describe("The whole text"),
  by: z.string().nullable().describe("The person who brought it; null: it belongs to the scenario"),
  shownTo: z
    .record(seatId, z.array(z.tuple([z.int(), z.int()])))
    .optional()
    .describe(
      "Absent if everyone reads it; otherwise the lines given to each seat, and to no other seat",
    ),
};

const actFields = {
  person: z.string().describe("Name of the person"),
  order: count.describe("Number of the act at this step, from 0"),
  does: actSchema.describe("The act"),
  refused: z.string().optional().describe("Why it was refused"),
  id: z.string().optional().describe("Came through the inbox: kept so that it is not taken twice"),
};

export const PEOPLE_EVENTS = {
  "document.added": defineEvent({
    fields: documentFields,
    showTo: ({ shownTo }, { own }) =>
      shownTo === undefined || Object.keys(shownTo).some((seat) => own.has(seat)),
    fold: addDocument,
    describe(added) {
      const facts = formatDocument(added);
      return added.by === null
        ? { text: words.event.document(facts), tone: "frame" }
        : { text: words.event.brings(added.by, facts), tone: "act" };
    },
    isShown: ({ by }) => by !== null,
  }),

  "person.acted": defineEvent({
    fields: actFields,
    showTo: ({ does, person }, { own, is }) =>
      does.act !== "whisper" || own.has(does.to) || is(person),
    fold: addAct,
    describe: ({ person, does, refused }, voice) => ({
      text: describeAct(person, does, voice, refused),
      tone: "act",
    }),
    /** The document's own event tells of it. */
    isShown: ({ does, refused }) => does.act !== "bring-document" || refused !== undefined,
  }),

  /** At a step's own path if the protocol asks; at `17.1`, `17.2` if a person has the floor in turn 17. */
  "human.asked": defineEvent({
    fields: {
      person: z.string().describe("Name of the person"),
      request: json.describe("The question, with its fields"),
    },
    showTo: "all",
    comesAgain: true,
    fold(state, { person, path, request }) {
      state.awaited = [...state.awaited, { person, path, request }];
    },
    describe: ({ person }) => ({ text: words.event.asked(person), tone: "quiet" }),
  }),

  "human.answered": defineEvent({
    fields: {
      person: z.string().describe("Name of the person"),
      answer: json.describe("The answer"),
      id: z.string().optional().describe("Came through the inbox"),
    },
    showTo: "all",
    ends: true,
    fold(state, answered) {
      state.awaited = state.awaited.filter(({ path }) => path !== answered.path);
    },
    describe: ({ person }) => ({ text: words.event.answered(person), tone: "act" }),
  }),
};

function addDocument(state: MutableState, added: EventOf<typeof documentFields>): void {
  const { name, title, subject, sha256, text, by, shownTo } = added;
  const document: Document = { name, title, subject, sha256, text };
  if (shownTo) {
    const evidence = [...(state.scenario.private ?? []), { ...document, shownTo }];
    state.scenario = { ...state.scenario, private: evidence };
    return;
  }
  state.documents.push(document);
  if (by === null) state.scenario = { ...state.scenario, documents: [...state.documents] };
  else state.entries.push({ kind: "document", document, by });
}

function addAct(
  state: MutableState,
  { person, does, path, order, at, refused }: EventOf<typeof actFields>,
): void {
  if (refused !== undefined) return;
  const id = `${toMessageId(path)}-${order}`;
  switch (does.act) {
    case "interject":
    case "whisper": {
      const to = does.act === "whisper" ? does.to : null;
      state.entries.push({ kind: "interjection", id, at, person, text: does.text, to });
      return;
    }
    case "give-floor":
      state.requestedSpeaker = does.to;
      return;
    case "close-debate":
      state.closingRequested = true;
      return;
    case "call-ballot":
      state.ballotRequested = true;
      return;
    case "adjourn":
      state.adjournRequested = true;
      return;
    case "bring-document":
      return;
    default:
      does satisfies never;
  }
}

export function describeAct(
  person: string,
  does: PersonAct,
  { getName }: EventVoice,
  refused?: string,
): string {
  const to = "to" in does ? getName(does.to) : "";
  const did = words.act[does.act]({ by: person, text: "", name: "", ...does, to });
  return refused === undefined ? did : did + words.actRefused(refused);
}
