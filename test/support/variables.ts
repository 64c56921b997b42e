/** Environment variables of the tests: docs/reference/environment.md lists them. */
export const TEST_VARIABLES = {
  BOARDROOM_AGENT_KILLS: { about: "Kills of a server of agents", preset: "1000" },
  BOARDROOM_AWAY: { about: "Seconds that a worker is away", preset: "0" },
  BOARDROOM_BAD_DAYS: { about: "Meetings on servers that fail by a seed", preset: "80" },
  BOARDROOM_ENTRIES: { about: "Entries that each writer of a store adds", preset: "50" },
  BOARDROOM_KILLS: { about: "Kills of a meeting", preset: "55" },
  BOARDROOM_MEETINGS: { about: "Meetings of agents at once", preset: "16" },
  BOARDROOM_WORKER_NODE: { about: "Path of a Node.js 22.12 or later, for workers", preset: "" },
} as const;

/** The stated value, or the default. */
export function readTestVariable(name: keyof typeof TEST_VARIABLES): string {
  return process.env[name] ?? TEST_VARIABLES[name].preset;
}
