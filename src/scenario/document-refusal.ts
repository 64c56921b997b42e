import { BoardroomError, type ErrorCode, type Place } from "../errors.ts";

/** One document to be read, and what messages say of it. */
export type DocumentRequest = {
  /** The file to open. */
  readonly path: string;
  /** What messages call it; its ending says the format, its base name is the document's name. */
  readonly shown: string;
  /** Where it was asked for; default the file itself. */
  readonly place?: Place;
  readonly title?: string | undefined;
  readonly subject?: boolean;
};

type Words = { readonly message: string; readonly remedy: string };

/** The error for a document that cannot be taken, at the place where it was asked for. */
export function refusal(
  { place }: DocumentRequest,
  code: ErrorCode,
  words: Words,
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

/** 2048 bytes as `2 KiB`. */
export function kib(bytes: number): string {
  return `${Math.ceil(bytes / 1024)} KiB`;
}
