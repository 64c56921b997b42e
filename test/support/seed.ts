const asked = process.env.PROPERTY_SEED ?? "1";

/**
 * What drawn cases begin with: the same at every run, so that a change alone can make a test fail; null where
 * `npm run test:explore` draws other cases. What that finds becomes an example of its own.
 */
export const SEED: string | null = asked === "random" ? null : asked;
