import { BoardroomError, type ErrorCode, type Place } from "../../errors.ts";
import { MOST_TEXT } from "./document-text.ts";

/** One document to read, and what messages call it. */
export type DocumentRequest = {
  readonly path: string;
  /** What messages call it; its ending says the format, its base name is the document's name. */
  readonly shown: string;
  readonly place?: Place | undefined;
  readonly title?: string | undefined;
  readonly subject?: boolean;
};

type RefusalWords = { readonly message: string; readonly remedy: string };

export function refusal(
  { place }: Pick<DocumentRequest, "place">,
  code: ErrorCode,
  words: RefusalWords,
  cause?: unknown,
): BoardroomError {
  return new BoardroomError(code, place ? { place, ...words } : words, cause === undefined ? {} : { cause });
}

export function unreadable(
  request: DocumentRequest,
  what: string,
  remedy: string,
  cause?: unknown,
): BoardroomError {
  return refusal(request, "document-unreadable", { message: `${request.shown} ${what}`, remedy }, cause);
}

export function tooLarge(
  request: Pick<DocumentRequest, "shown" | "place">,
  { found, most }: { readonly found: string; readonly most: string },
): BoardroomError {
  const message = `${request.shown} has ${found}; at most ${most} are allowed`;
  const remedy =
    "Cut it to the part the meeting needs, save it without pictures, or split it into several documents.";
  return refusal(request, "document-too-large", { message, remedy });
}

export function tooMuchText(request: Pick<DocumentRequest, "shown" | "place">, length: number): BoardroomError {
  const characters = (count: number) => `${count.toLocaleString("en-US")} characters of text`;
  return tooLarge(request, { found: characters(length), most: characters(MOST_TEXT) });
}
