import { defineConfig } from "vitest/config";

const source = (file: string) => new URL(`./src/${file}`, import.meta.url).pathname;

export default defineConfig({
  resolve: { alias: { "boardroom/testing": source("testing.ts"), boardroom: source("index.ts") } },
  test: {
    include: ["test/**/*.test.ts"],
    // These need tmux: npm run test:terminal.
    exclude: ["test/**/*.terminal.test.ts"],
    setupFiles: ["test/support/properties.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    env: { NO_COLOR: "1" },
  },
});
