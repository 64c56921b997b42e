import { existsSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { defineConfig } from "vitest/config";

const source = (file: string) => new URL(`./src/${file}`, import.meta.url).pathname;

/** What the package exports, by its own names. */
export const alias = {
  "boardroom/testing": source("testing.ts"),
  "boardroom/extend": source("extend.ts"),
  boardroom: source("index.ts"),
};

const TESTS = "test/**/*.test.ts";
const LONG = "test/**/*.long.test.ts";
/** These need tmux: npm run test:terminal. */
const TERMINAL = "test/**/*.terminal.test.ts";
/** These need Chromium: npm run test:browser. */
const BROWSER = "test/**/*.browser.test.ts";
/** These need PostgreSQL: npm run test:cluster. */
const CLUSTER = "test/**/*.cluster.test.ts";

const MEMORY = "/dev/shm";
const ROOM = 512 * 1024 * 1024;

/** A folder in memory, where the machine has one with room: a meeting waits for the disk many times over. */
function quickFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ROOM ? MEMORY : tmpdir();
}

export default defineConfig({
  resolve: { alias },
  test: {
    setupFiles: ["test/support/properties.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    env: { NO_COLOR: "1" },
    // What a file imports is loaded once for all files of a worker: nothing in src keeps state between meetings.
    isolate: false,
    // More than cores, since some cases wait for a clock or a disk.
    maxWorkers: "150%",
    // What a file compiles to is kept in node_modules, by its content: the next run begins at once.
    experimental: { fsModuleCache: true },
    projects: [
      {
        extends: true,
        test: {
          name: "quick",
          include: [TESTS],
          exclude: [LONG, TERMINAL, BROWSER, CLUSTER],
          // A test that comes to assert nothing, as over a list that turned out empty, fails.
          expect: { requireAssertions: true },
          env: { TMPDIR: quickFolder() },
        },
      },
      {
        extends: true,
        test: { name: "long", include: [LONG], globalSetup: ["test/support/built-folder.ts"] },
      },
    ],
  },
});
