// What is drawn, and by which seed: see scripts/mutation/run.
import { sample } from "./sample.js";

const { MUTATION_SEED = "1", MUTATION_PLACES = "4", MUTATION_FOLDERS } = process.env;
const FOLDERS = ["meeting", "transcript", "routing", "scaffold", "protocols"];

/** @type {import("@stryker-mutator/api/core").PartialStrykerOptions} */
export default {
  testRunner: "vitest",
  vitest: { configFile: "scripts/mutation/vitest.config.ts" },
  mutate: sample(MUTATION_FOLDERS?.split(",") ?? FOLDERS, Number(MUTATION_PLACES), MUTATION_SEED),
  // Words for people are held by goldens of their own, and have no wrong way to be changed.
  mutator: { excludedMutations: ["StringLiteral"] },
  concurrency: 1,
  // On a machine that is busy the first run takes longer than the five minutes it is given by itself.
  dryRunTimeoutMinutes: 30,
  ignoreStatic: true,
  // It would read tsconfig.json by an interface that TypeScript 7 has no more; the copy needs no changes to it.
  tsconfigFile: "none",
  tempDirName: "scripts/mutation/.sandbox",
  ignorePatterns: ["dist", "transcripts/*", "!transcripts/*-sample", "scripts/mutation/report"],
  reporters: ["json", "clear-text"],
  jsonReporter: { fileName: "scripts/mutation/report/mutation.json" },
  clearTextReporter: {
    allowColor: false,
    logTests: false,
    reportTests: false,
    reportScoreTable: false,
  },
  allowEmpty: true,
};
