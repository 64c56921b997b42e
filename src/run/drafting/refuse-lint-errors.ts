import { BoardroomError } from "../../errors.ts";
import type { Io } from "../../home/process/io.ts";

import { withOwnCode } from "../../home/settings/own-code.ts";
import { readSettings } from "../../home/settings/settings.ts";
import type { LintFinding } from "../asking/lint/finding.ts";
import { lintAll, lintFiles } from "./lint-files.ts";

/** Throws what `boardroom check --lint` calls an error; resolves with what it warns of. */
export async function refuseLintErrors(
  io: Io,
  nameOrPath: string | undefined,
): Promise<readonly LintFinding[]> {
  if (nameOrPath === undefined) return [];
  const { protocols } = await withOwnCode(io, await readSettings(io));
  const files = { personas: [], panels: [], scenarios: [...(await lintFiles(io, [nameOrPath])).scenarios] };
  const findings = await lintAll(io, files, protocols);
  const errors = findings.filter(({ is }) => is === "error");
  if (errors.length > 0) throw new BoardroomError("lint-failed", errors);
  return findings;
}
