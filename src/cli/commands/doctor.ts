// `boardroom doctor`: checks keys, providers and models. With `--try` it runs the smallest meeting with a model.

import { EXIT } from "../../home/process/exit-codes.ts";
import { getTerminalWidth, nodeVersion, print } from "../../home/process/io.ts";
import { type ListedProgram, listPrograms } from "../../home/settings/programs.ts";
import { readSettings } from "../../home/settings/settings.ts";
import { type ProbeReport, probeProvider } from "../../models/registry/probe.ts";
import { listProviders, type Provider } from "../../models/registry/providers.ts";
import { PROGRAM_VERSION } from "../../scenario/files/package-files.ts";
import { alignColumns } from "../../text/aligned.ts";
import { defineCommand } from "../terminal/command.ts";
import { readPositiveNumber } from "../terminal/flag-values.ts";
import { APPROVAL_FLAGS, selectFlags } from "../terminal/flags.ts";
import { listLocalModels } from "../terminal/own-models.ts";
import { tryMeeting } from "../terminal/try-meeting.ts";

const HELP = `
Sends each provider whose key is set one request for its list of models. Keys are never printed.
Lists the programs of your settings, found or not, and starts none.
Asks Ollama, LM Studio, llama-server and vLLM on this machine for their models. Nothing is loaded or downloaded.
With --try, it runs a meeting of two members with four turns and votes, after you confirm its price. You see a quota, an
unknown model or a refused setting, and what the provider did next to what check expects: valid replies, the share of the prompt that came from the cache, parameters that the
server refused, tokens, dollars and the wait for the first token.

Examples:
  boardroom doctor
  boardroom doctor --offline
  boardroom doctor --try openai:gpt-6.1-sol`;

export const command = defineCommand({
  flags: {
    offline: ["--offline", "Ask no provider; only print settings and models"],
    timeout: [
      "--timeout <seconds>",
      "Longest wait for a provider",
      readPositiveNumber,
      { preset: 5 },
    ],
    try: ["--try <model>", "Run the smallest meeting with this model and compare it with check"],
    maxDollars: [
      "--max-dollars <n>",
      "With --try: most dollars that it may cost",
      readPositiveNumber,
      { preset: 0.05 },
    ],
    ...selectFlags(...APPROVAL_FLAGS),
  },
  needs: { approve: ["try"], maxDollars: ["try"] },
  excludes: { try: ["offline", "timeout"], timeout: ["offline"] },
  help: HELP,
  async run(io, _, { offline, timeout, try: tried, maxDollars, ...flags }) {
    const project = await readSettings(io);
    const { models } = project;
    if (tried !== undefined) return tryMeeting(io, project, tried, { maxDollars, ...flags });
    const providers = listProviders(models, io.env).filter(isListed);
    const timeoutMs = timeout * 1000;
    const asking = { env: io.env, fetch: io.fetch, isOffline: offline, timeoutMs };
    const reports = await Promise.all(
      providers.map((provider) => probeProvider({ provider, ...asking })),
    );
    const width = getTerminalWidth(io);
    const own = offline ? [] : await listLocalModels(io, project, width);
    print(io.stdout, [
      `boardroom ${PROGRAM_VERSION}, Node v${nodeVersion}`,
      "",
      "Simulated members need no provider, no key and no network.",
      "",
      ...formatProviders(reports, width),
      "",
      ...formatPrograms(listPrograms(io, models), width),
      ...(own.length === 0 ? [] : [...own, ""]),
      "Hosted models and their prices: boardroom list models",
    ]);
    return EXIT.decided;
  },
});

/** A server that the user has set nothing for is listed only with the models of this machine. */
function isListed({ name, counts, addressFrom }: Provider): boolean {
  return counts === undefined || name === "ollama" || addressFrom !== null;
}

function formatPrograms(
  programs: readonly ListedProgram[],
  width: number | undefined,
): readonly string[] {
  if (programs.length === 0) return [];
  const rows = programs.map(({ name, isFound, speaks, file }) => [
    `program:${name}`,
    isFound ? "found" : "not found",
    speaks,
    file,
  ]);
  return [
    ...alignColumns([["PROGRAM", "STATUS", "SPEAKS", "COMMAND"], ...rows], width),
    "Not started. To try one: boardroom doctor --try program:NAME",
    "",
  ];
}

function formatProviders(
  reports: readonly ProbeReport[],
  width: number | undefined,
): readonly string[] {
  const details = reports.filter(({ key, detail }) => key !== "missing" && detail !== "");
  return [
    ...alignColumns(
      [
        ["PROVIDER", "STATUS", "KEY", "ADDRESS"],
        ...reports.map(({ provider, status, keyVariable, key, baseUrl, addressFrom }) => [
          provider,
          status,
          keyVariable === null ? key : `${keyVariable} ${key}`,
          addressFrom === null ? baseUrl : `${baseUrl} (${addressFrom})`,
        ]),
      ],
      width,
    ),
    ...(details.length === 0 ? [] : [""]),
    ...alignColumns(
      details.map(({ provider, detail }) => [`${provider}:`, detail]),
      width,
    ),
  ];
}
