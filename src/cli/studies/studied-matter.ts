import type { Prepared } from "../preparing/prepare.ts";

export type StudiedMatter = { readonly name: string; readonly subject: string; readonly prepared: Prepared };
