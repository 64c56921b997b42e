import { z } from "zod";
import { BoardroomError } from "../../errors.ts";
import { unwrittenIn } from "../../scenario/documents/placeholders.ts";
import { explainIssues } from "../../scenario/files/explain-issues.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import type { Protocol } from "./protocol.ts";

/** The protocol's options as it will read them; a misspelt or impossible one is refused with its place and remedy. */
export function readOptions<Options>(protocol: Protocol<Options>, { name, options }: Scenario): Options {
  const parsed = protocol.options.safeParse(options);
  if (parsed.success) return parsed.data;
  const written = { options };
  const issues = parsed.error.issues.map((issue) => ({ ...issue, path: ["options", ...issue.path] }));
  const explained = explainIssues(issues, z.looseObject({ options: protocol.options }), written);
  throw new BoardroomError(
    "scenario-invalid",
    explained.map(({ message, remedy, path }) => ({
      place: { file: name },
      path,
      message,
      remedy: remedy ?? `The options of the ${protocol.name} protocol stand in docs/protocols.md.`,
    })),
  );
}

/** Documents that are still forms, and options that cannot work with this scenario, are refused before any call; doubts are for `boardroom check`. */
export function refuseMistakes(protocol: Protocol, options: unknown, scenario: Scenario): void {
  const unwritten = unwrittenIn(scenario.documents);
  if (unwritten.length > 0) throw new BoardroomError("scenario-invalid", unwritten);
  const doubts = protocol.check?.(options, scenario) ?? [];
  const mistakes = doubts.filter(({ level }) => level === "mistake");
  if (mistakes.length === 0) return;
  throw new BoardroomError(
    "scenario-invalid",
    mistakes.map(({ level: _, ...problem }) => ({ place: { file: scenario.name }, ...problem })),
  );
}

/** The recorded protocol must be the one at hand, in the same version: another might decide differently. */
export function requireSameProtocol(recorded: string, protocol: Protocol): void {
  const own = `${protocol.name}@${protocol.version}`;
  if (recorded === own) return;
  throw new BoardroomError("protocol-version", {
    message: `The transcript was made by ${recorded}, and this program has ${own}.`,
    remedy: "Go on with the version of boardroom that began it; replay, watch and verdicts work with any.",
  });
}
