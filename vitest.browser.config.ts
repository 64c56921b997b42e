import { defineConfig } from "vitest/config";

/** Pages in a real browser: needs Chromium, and skips with a line that says so where there is none. */
export default defineConfig({
  test: {
    include: ["test/**/*.browser.test.ts"],
    globalSetup: ["test/support/chromium.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});
