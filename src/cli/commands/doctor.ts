import type { Command } from "commander";
import { capabilitiesOf, describeCapabilities } from "../../models/capabilities.ts";
import { knownModels } from "../../models/prices.ts";
import { type ProbeReport, probeProvider } from "../../models/probe.ts";
import { type Provider, providersOf } from "../../models/providers.ts";
import { wrap } from "../../reports/wrap.ts";
import { aligned } from "../aligned.ts";
import { EXIT } from "../exit-codes.ts";
import { positiveNumber } from "../flag-values.ts";
import { type Io, print } from "../io.ts";
import { readSettings } from "../settings.ts";
import { version } from "../version.ts";

type Flags = { readonly offline?: boolean; readonly timeout: number };

/** `boardroom doctor`: which providers answer, with which settings, and what models can do. */
export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return command
    .option("--offline", "ask no provider; only print settings and models")
    .option("--timeout <seconds>", "longest wait for a provider", positiveNumber, 5)
    .addHelpText("after", HELP)
    .action(async ({ offline, timeout }: Flags) => {
      const { models } = await readSettings(io);
      const providers = providersOf(models);
      const reports = offline
        ? providers.map((provider) => untried(provider, io))
        : await Promise.all(
            providers.map((provider) =>
              probeProvider({ provider, env: io.env, timeoutMs: timeout * 1000, fetch: io.fetch }),
            ),
          );
      print(io.stdout, [
        `boardroom ${version}, Node ${process.version}`,
        "",
        "Simulated members need no provider, no key and no network.",
        "",
        ...providerLines(reports),
        "",
        ...modelLines(),
      ]);
      finish(EXIT.decided);
    });
}

const HELP = `
Sends each provider whose key is set one request for its list of models. Keys are never printed.

Examples:
  boardroom doctor
  boardroom doctor --offline`;

function providerLines(reports: readonly ProbeReport[]): readonly string[] {
  return aligned([
    ["PROVIDER", "STATUS", "KEY", "ADDRESS", "DETAIL"],
    ...reports.map(({ provider, status, keyVariable, key, baseUrl, detail }) => [
      provider,
      status,
      keyVariable === null ? key : `${keyVariable} ${key}`,
      baseUrl,
      detail,
    ]),
  ]);
}

/** Models that can do the same stand together. */
function modelLines(): readonly string[] {
  const byAbility = new Map<string, string[]>();
  for (const { provider, id } of knownModels()) {
    const ability = describeCapabilities(capabilitiesOf(provider, id)).join("; ");
    byAbility.set(ability, [...(byAbility.get(ability) ?? []), `${provider}:${id}`]);
  }
  return [...byAbility].flatMap(([ability, models]) => [
    ...wrap(models.join(", "), 100),
    ...wrap(ability, 96).map((line) => `    ${line}`),
  ]);
}

function untried({ name, baseUrl, keyVariable }: Provider, { env }: Io): ProbeReport {
  const key = keyVariable === null ? "not needed" : env[keyVariable]?.trim() ? "set" : "missing";
  return { provider: name, baseUrl, keyVariable, key, status: "not tried", detail: "" };
}
