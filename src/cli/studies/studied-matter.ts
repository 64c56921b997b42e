import type { Prepared } from "../preparing/prepare.ts";

/** A scenario of the study over one subject, before any arm. */
export type StudiedMatter = { readonly name: string; readonly subject: string; readonly prepared: Prepared };
