import type { Prepared } from "../../run/prepare/prepare.ts";

export type StudiedMatter = { readonly name: string; readonly subject: string; readonly prepared: Prepared };
