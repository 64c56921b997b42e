import { defineConfig } from "vitest/config";

/** The real program in a real terminal: needs tmux. */
export default defineConfig({
  test: {
    include: ["test/**/*.terminal.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});
