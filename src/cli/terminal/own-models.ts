// Lists the models of this computer for `doctor`, each with the command that uses it.

import type { Io } from "../../home/process/io.ts";
import { findAddressToSet } from "../../home/settings/auto-model.ts";
import type { ProjectSettings } from "../../home/settings/settings.ts";
import { dropMissing } from "../../lists.ts";
import { SERVER_NAMES } from "../../models/local/local-server.ts";
import {
  type AskedAddress,
  askAddresses,
  type FoundModel,
  listChatModels,
} from "../../models/registry/find-models.ts";
import { listProviders, type Provider } from "../../models/registry/providers.ts";
import { alignColumns } from "../../text/aligned.ts";
import { formatCommand } from "../../text/command-line.ts";
import { groupThousands } from "../../text/plain.ts";

export async function listLocalModels(
  io: Io,
  project: ProjectSettings,
  width: number | undefined,
): Promise<readonly string[]> {
  const providers = listProviders(project.models, io.env);
  const asked = await askAddresses(providers, {
    env: io.env,
    fetch: io.fetch,
    timeoutMs: io.findMs,
  });
  const found = listChatModels(asked);
  const remarks = asked.flatMap(explainEmptyServer);
  if (found.length === 0)
    return [
      `No model found on this computer; asked ${asked.map(nameAndPlace).join(", ")}.`,
      ...remarks,
    ];
  const rows = found.map((each) => [
    each.spec,
    each.model.isLoaded ? "loaded" : "not loaded",
    each.model.window === null ? "unknown" : groupThousands(each.model.window),
    suggestCommand(each, providers),
  ]);
  return [
    ...alignColumns([["ON THIS MACHINE", "STATE", "CONTEXT", "TO USE IT"], ...rows], width),
    ...remarks,
  ];
}

function suggestCommand(found: FoundModel, providers: readonly Provider[]): string {
  const variable = findAddressToSet(found, providers);
  return `${variable === null ? "" : `${variable} `}${formatCommand(["run", "hiring", "--model", found.spec])}`;
}

function nameAndPlace({ provider, origin }: AskedAddress): string {
  return `${SERVER_NAMES[provider.name as "vllm"]} at ${new URL(origin).host}`;
}

function explainEmptyServer({ provider, origin, found }: AskedAddress): readonly string[] {
  if (found === null) return [];
  const { host } = new URL(origin);
  if (found === "locked")
    return [
      `${host} asks for a key. Name its variable: providers.${provider.name}.keyVariable in boardroom.yaml`,
    ];
  if (found === "loading") return [`${host} is still loading its model.`];
  if (found === "other") return [`${host} answers, but is no known model server.`];
  const hosted = found.models.filter(({ isHosted }) => isHosted).map(({ id }) => id);
  return dropMissing([
    found.models.length === 0 && `${SERVER_NAMES[found.provider]} at ${host} has no model.`,
    hosted.length > 0 &&
      `Not on this computer: ${SERVER_NAMES[found.provider]} passes ${hosted.join(", ")} on to a host elsewhere.`,
  ]);
}
