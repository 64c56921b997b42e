/*
 * What the house still has to tidy; `test/architecture.test.ts` holds it. A list only ever gets shorter: who makes one
 * of its entries right strikes it out, and nobody adds one. One entry a line, in order.
 */

/** Names of types that are declared in more than one file. */
export const MANY_MEANINGS: readonly string[] = [];

/** Files that import each other, types included. */
export const CIRCLES: readonly string[] = [];

/** Folders that import each other, and folders whose files and sub-folder do. */
export const BOTH_WAYS: readonly string[] = [];

/** Folders with more than 25 files side by side, and how many there may be at most. */
export const CROWDED: Readonly<Record<string, number>> = {};

/** Files outside `protocols/` that compare with a protocol's name. */
export const BY_PROTOCOL_NAME: readonly string[] = [];

/** How often src may say `!` of a value, each time with a comment that says why. */
export const NON_NULL_AT_MOST = 23;
