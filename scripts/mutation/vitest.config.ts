import { defineConfig } from "vitest/config";
import { alias } from "../../vitest.config.ts";

/** The quick tests of what is mutated. */
export default defineConfig({
  resolve: { alias },
  test: {
    include: ["test/{meeting,transcript,routing,scaffold,protocols}/**/*.test.ts"],
    exclude: ["test/**/*.{long,terminal}.test.ts"],
    setupFiles: ["test/support/properties.ts"],
    testTimeout: 60_000,
    isolate: false,
  },
});
