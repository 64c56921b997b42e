// `boardroom list`: lists scenarios, personas, panels, protocols, models or meetings.

import { join, resolve } from "node:path";
import { isOnFixedClock } from "../../engine/protocol/clocks.ts";
import { formatAnswer } from "../../engine/words/figures.ts";
import { words } from "../../engine/words/words.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { createUsageError, getTerminalWidth, type Io, print } from "../../home/process/io.ts";
import { listMeetings } from "../../home/records/erasing.ts";
import { findTranscripts } from "../../home/records/find-transcripts.ts";
import { loadCustomCode } from "../../home/settings/own-code.ts";
import { listPrograms } from "../../home/settings/programs.ts";
import {
  locateTranscripts,
  type ProjectSettings,
  readSettings,
} from "../../home/settings/settings.ts";
import { findCapabilities } from "../../models/contract/capabilities.ts";
import { PRICE_SOURCE, PRICE_TABLE } from "../../models/pricing/prices.ts";
import { listProviders } from "../../models/registry/providers.ts";
import { listPanels } from "../../run/asking/panels.ts";
import { shortenPath } from "../../scenario/files/paths.ts";
import { listPersonas, listScenarios } from "../../scenario/loading/load.ts";
import type { MeetingLine } from "../../screens/pages/list.tsx";
import { createMeetingList } from "../../screens/web/list-lines.ts";
import { answerByOptions } from "../../showing/cast.ts";
import { alignColumns } from "../../text/aligned.ts";
import { groupThousands } from "../../text/plain.ts";
import { shortenText } from "../../text/shortened.ts";
import { wrap } from "../../text/wrap.ts";
import { defineCommand } from "../terminal/command.ts";
import { printCosts } from "../terminal/costs.ts";

const KINDS = ["personas", "panels", "scenarios", "protocols", "models", "meetings"] as const;

const HELP = `
With --costs, CACHED is the share of input tokens that a provider read from its cache, and TIME is meeting time. Simulated
meetings cost nothing. A damaged transcript is skipped and named (exit code 5).

Your own ./scenarios and ./personas have priority over included ones of the same name.

Examples:
  boardroom list scenarios
  boardroom list personas
  boardroom list panels
  boardroom list models
  boardroom list meetings
  boardroom list --costs
  boardroom list meetings 'hiring-*' --costs`;

export const command = defineCommand({
  arguments: [
    ["[what]", "What to list [default: meetings]", KINDS],
    ["[transcripts...]", "With --costs: folders, names, ids or patterns of meetings"],
  ],
  flags: {
    costs: ["--costs", "Show calls, tokens, time and cost of meetings"],
    json: ["--json", "Print the costs as JSON", undefined, { needs: ["costs"] }],
  },
  help: HELP,
  async run(io, [what = "meetings", named], { costs = false, json = false }) {
    if (costs) return printCosts(io, await findListed(io, what, named), json);
    if (named.length > 0)
      throw createUsageError(
        `only --costs takes names of meetings, found ${named[0]}`,
        "Add --costs, or remove them.",
      );
    print(io.stdout, await LISTS[what](io));
    return EXIT.decided;
  },
});

/** Folders of the named meetings, those of rankings and studies too. Without names, of all. */
async function findListed(
  io: Io,
  what: (typeof KINDS)[number],
  named: readonly string[],
): Promise<readonly string[]> {
  if (what !== "meetings")
    throw createUsageError(`--costs lists meetings, not ${what}`, "Run boardroom list --costs.");
  if (named.length === 0) return listMeetings(locateTranscripts(io, await readSettings(io)));
  const folders = await findTranscripts(io, named);
  return folders.flatMap((each) => {
    const folder = resolve(io.cwd, each);
    const meetings = listMeetings(folder);
    return meetings.length === 0 ? [folder] : meetings;
  });
}

const LISTS = {
  personas: formatPersonas,
  panels: formatPanels,
  scenarios: formatScenarios,
  protocols: formatProtocols,
  models: formatModels,
  meetings: formatMeetings,
} as const;

async function formatPersonas(io: Io): Promise<readonly string[]> {
  const found = await listPersonas(io);
  return alignColumns(
    [
      ["ID", "NAME", "TITLE", "EXPERTISE"],
      ...found.map(({ id, file, persona }) =>
        persona
          ? [id, persona.name, persona.title, persona.expertise.join(", ")]
          : [id, "-", "invalid:", file],
      ),
    ],
    getTerminalWidth(io),
  );
}

async function formatPanels(io: Io): Promise<readonly string[]> {
  const found = await listPanels(io);
  return alignColumns(
    [
      ["PANEL", "FROM", "DECIDES", "MEMBERS", "OPTIONS", "SAMPLE"],
      ...found.map(({ id, file, isPackaged, panel }) => [
        id,
        isPackaged ? "included" : "own",
        ...(panel
          ? [
              panel.title,
              panel.members.join(", "),
              panel.options.map((option) => option.id).join(", "),
              panel.sample?.document ?? "-",
            ]
          : [`invalid: ${file}`, "-", "-", "-"]),
      ]),
    ],
    getTerminalWidth(io),
  );
}

async function formatScenarios(io: Io): Promise<readonly string[]> {
  const found = await listScenarios(io);
  return alignColumns(
    [
      ["NAME", "FROM", "TITLE"],
      ...found.map(({ name, file, isPackaged, title }) => [
        name,
        isPackaged ? "included" : "own",
        title ?? `invalid: ${file}`,
      ]),
    ],
    getTerminalWidth(io),
  );
}

async function formatProtocols(io: Io): Promise<readonly string[]> {
  const known = await loadCustomCode(io, await readSettings(io));
  return alignColumns(
    [
      ["NAME", "VERSION", "WHAT IT IS"],
      ...known.protocols.map(({ name, version, summary }) => [name, String(version), summary]),
    ],
    getTerminalWidth(io),
  );
}

function formatContextWindow(provider: string, id: string): string {
  const { contextWindow } = findCapabilities(provider, id);
  return contextWindow === null ? "unknown" : groupThousands(contextWindow);
}

async function formatModels(io: Io): Promise<readonly string[]> {
  const { models: settings, files } = await readSettings(io);
  const own = Object.entries(settings.prices ?? {}).filter(([name]) => !name.endsWith(":*"));
  const rows = PRICE_TABLE.map(({ provider, id, asOf, price }) => [
    `${provider}:${id}`,
    formatDollars(price.input),
    formatDollars(price.output),
    price.cacheRead === undefined ? "-" : formatDollars(price.cacheRead),
    formatContextWindow(provider, id),
    asOf,
  ]);
  const width = getTerminalWidth(io);
  const wrapProse = (text: string) => (width === undefined ? [text] : wrap(text, width));
  const providers = listProviders(settings).map(({ name }) => name);
  return [
    ...alignColumns(
      [
        ["MODEL", "IN $/M", "OUT $/M", "CACHED $/M", "CONTEXT", "PRICE OF"],
        ["simulated", "0", "0", "-", "-", "no language model"],
        ...rows,
        ...own.map(([id, price]) => [
          id,
          formatDollars(price.input),
          formatDollars(price.output),
          price.cacheRead === undefined ? "-" : formatDollars(price.cacheRead),
          "-",
          findPriceSource(files, id),
        ]),
      ],
      width,
    ),
    "",
    ...wrapProse(
      `Providers: ${providers.join(", ")}. Any other model of theirs can be named too; its price is unknown.`,
    ),
    ...listPrograms(io, settings).map(({ name }) => `program:${name} is ${words.table.byPlan}.`),
    ...wrapProse(PRICE_SOURCE),
  ];
}

async function formatMeetings(io: Io): Promise<readonly string[]> {
  const folder = locateTranscripts(io, await readSettings(io));
  const found = await createMeetingList(io, folder).list();
  if (found.length === 0)
    return [`No meetings in ${shortenPath(folder, io.cwd)}. Run one: boardroom run hiring`];
  return alignColumns(
    [
      ["TRANSCRIPT", "STARTED", "PROTOCOL", "STATUS", "MEMBERS", "TITLE"],
      ...found.map(
        ({ id, startedAt, simulated, badge = "-", protocol, of, status, options, title }) => [
          shortenPath(join(folder, id), io.cwd),
          isOnFixedClock({ simulated, startedAt })
            ? "fixed clock"
            : startedAt.slice(0, 16).replace("T", " "),
          of ?? protocol,
          shortenText(describeStatus(status, options), LONGEST_STATE),
          simulated ? "simulated" : badge,
          title,
        ],
      ),
    ],
    getTerminalWidth(io),
  );
}

/** Every row is padded to the longest. `show` and `resume` print the whole reason. */
const LONGEST_STATE = 80;

function describeStatus(status: MeetingLine["status"], options: MeetingLine["options"]): string {
  switch (status.is) {
    case "held":
      return "running";
    case "waiting":
      return `waits for ${status.person}`;
    case "suspended":
    case "damaged":
      return `${status.is}: ${status.why}`;
    case "closed":
      return status.decided && options
        ? formatAnswer(answerByOptions(options, status.decided))
        : [status.chip, status.chip ? `(${status.outcome})` : status.outcome].join(" ").trim();
    default:
      return status.is;
  }
}

function findPriceSource(files: ProjectSettings["files"], id: string): string {
  return files.find(({ models: { prices = {} } }) => Object.hasOwn(prices, id))?.shown ?? "";
}

function formatDollars(amount: number): string {
  return amount.toFixed(2);
}
