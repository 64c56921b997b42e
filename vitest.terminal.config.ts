import { defineConfig } from "vitest/config";
import { alias } from "./vitest.config.ts";

/** The real program in a real terminal: needs tmux. */
export default defineConfig({
  resolve: { alias },
  test: {
    include: ["test/**/*.terminal.test.ts"],
    globalSetup: ["test/support/built-folder.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});
