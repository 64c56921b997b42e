/** Languages in which members can be asked to speak, and meetings are told. */
export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];
