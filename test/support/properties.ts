import fc from "fast-check";

/**
 * Cases of property tests are the same at every run, so that a change alone can make a test fail.
 * `npm run test:explore` draws other cases; what it finds becomes an example of its own.
 */
const SEED = process.env.PROPERTY_SEED ?? "1";
if (SEED !== "random") fc.configureGlobal({ seed: Number(SEED) });
