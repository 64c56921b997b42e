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
  { does, found, most }: { readonly does: "has" | "holds"; readonly found: string; readonly most: string },
  remedy: string,
): BoardroomError {
  const message = `${request.shown} ${does} ${found}; at most ${most} are allowed`;
  return refusal(request, "document-too-large", { message, remedy });
}

export function tooMuchText(request: Pick<DocumentRequest, "shown" | "place">, length: number): BoardroomError {
  const sizes = { does: "holds", found: characters(length), most: characters(MOST_TEXT) } as const;
  return tooLarge(request, sizes, "Cut it to the part the meeting needs, or split it into several documents.");
}

/** Rounds up, so that what is over a limit never reads like the limit. */
export function mib(bytes: number): string {
  return `${(Math.ceil((bytes / 1024 / 1024) * 10) / 10).toLocaleString("en-US")} MiB`;
}

function characters(count: number): string {
  return `${count.toLocaleString("en-US")} characters of text`;
}
