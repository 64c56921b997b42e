import { defineConfig } from "vitest/config";
import { alias } from "../../vitest.config.ts";

const { MUTATION_TESTS = "engine,protocols" } = process.env;

/** The quick tests of what is mutated. */
export default defineConfig({
  resolve: { alias },
  test: {
    include: MUTATION_TESTS.split(",").map((folder) => `test/${folder}/**/*.test.ts`),
    exclude: ["test/**/*.{long,terminal}.test.ts"],
    setupFiles: ["test/support/properties.ts"],
    // Many a change makes a test wait for ever.
    testTimeout: 20_000,
    isolate: false,
  },
});
