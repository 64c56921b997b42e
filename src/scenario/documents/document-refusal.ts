import { BoardroomError, type ErrorCode, type Place } from "../../errors.ts";
import { MOST_TEXT } from "./document-text.ts";

/** One document to be read, and what messages say of it. */
export type DocumentRequest = {
  /** The file to open. */
  readonly path: string;
  /** What messages call it; its ending says the format, its base name is the document's name. */
  readonly shown: string;
  /** Where it was asked for; default the file itself. */
  readonly place?: Place | undefined;
  readonly title?: string | undefined;
  readonly subject?: boolean;
};

type RefusalWords = { readonly message: string; readonly remedy: string };

/** The error for a document that cannot be taken, at the place where it was asked for. */
export function refusal(
  { place }: Pick<DocumentRequest, "place">,
  code: ErrorCode,
  words: RefusalWords,
  cause?: unknown,
): BoardroomError {
  return new BoardroomError(code, place ? { place, ...words } : words, cause === undefined ? {} : { cause });
}

/** Refuses a file that cannot be read as what it claims to be. */
export function unreadable(
  request: DocumentRequest,
  what: string,
  remedy: string,
  cause?: unknown,
): BoardroomError {
  return refusal(request, "document-unreadable", { message: `${request.shown} ${what}`, remedy }, cause);
}

/** What is too large, how large it is and what is allowed, in one sentence for all formats. */
export function tooLarge(
  request: Pick<DocumentRequest, "shown" | "place">,
  { does, found, most }: { readonly does: "has" | "holds"; readonly found: string; readonly most: string },
  remedy: string,
): BoardroomError {
  const message = `${request.shown} ${does} ${found}; at most ${most} are allowed`;
  return refusal(request, "document-too-large", { message, remedy });
}

/** Refuses a text of more than `MOST_TEXT` characters. */
export function tooMuchText(request: Pick<DocumentRequest, "shown" | "place">, length: number): BoardroomError {
  const sizes = { does: "holds", found: characters(length), most: characters(MOST_TEXT) } as const;
  return tooLarge(request, sizes, "Cut it to the part the meeting needs, or split it into several documents.");
}

/** 2 MiB and a byte as `2.1 MiB`: rounded up, so that what is over a limit never reads like the limit. */
export function mib(bytes: number): string {
  return `${(Math.ceil((bytes / 1024 / 1024) * 10) / 10).toLocaleString("en-US")} MiB`;
}

/** `409,600 characters of text`. */
function characters(count: number): string {
  return `${count.toLocaleString("en-US")} characters of text`;
}
