import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { listPanels } from "../../asking/panels.ts";
import { PROTOCOLS } from "../../protocols/built-in.ts";
import { listPersonas, listScenarios } from "../../scenario/loading/load.ts";
import { JOURNAL_FILE } from "../../transcript/journal-file.ts";
import { transcriptsOf } from "../money/ledger-folder.ts";
import { isStudyFolder } from "../report/study-file.ts";
import { readSettings } from "../settings/settings.ts";
import type { Io } from "../terminal/io.ts";
import { exists } from "../terminal/write-file.ts";
import type { NameKind } from "./words-after.ts";

/** The names of one kind that there are in this folder. */
export async function namesHere(io: Io, kind: NameKind): Promise<readonly string[]> {
  switch (kind) {
    case "scenarios":
      return (await listScenarios(io)).map(({ name }) => name);
    case "personas":
      return (await listPersonas(io)).map(({ id }) => id);
    case "panels":
      return (await listPanels(io)).map(({ id }) => id);
    case "protocols":
      return PROTOCOLS.map(({ name }) => name);
    case "transcripts":
      return transcriptsHere(io);
    default:
      return kind satisfies never;
  }
}

async function transcriptsHere(io: Io): Promise<readonly string[]> {
  const folder = transcriptsOf(io, await readSettings(io));
  const names = (await readdir(folder).catch(() => [])).toSorted();
  const shown: string[] = [];
  for (const name of names)
    if ((await exists(join(folder, name, JOURNAL_FILE))) || isStudyFolder(join(folder, name)))
      shown.push(relative(io.cwd, join(folder, name)));
  return shown;
}
