import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // These need tmux: npm run test:terminal.
    exclude: ["test/**/*.terminal.test.ts"],
    testTimeout: 60_000,
    env: { NO_COLOR: "1" },
  },
});
