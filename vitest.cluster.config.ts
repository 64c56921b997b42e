import { defineConfig } from "vitest/config";
import { alias } from "./vitest.config.ts";

/** Workers on a PostgreSQL of the tests' own: needs its programs, and Node 22.12 or later for the workers. */
export default defineConfig({
  resolve: { alias },
  test: {
    include: ["test/**/*.cluster.test.ts"],
    globalSetup: ["test/support/built-folder.ts"],
    testTimeout: 400_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});
