import { BoardroomError } from "../../../errors.ts";
import { unwrittenIn } from "../../../scenario/documents/placeholders.ts";
import type { Scenario } from "../../../scenario/schema/scenario.ts";
import type { BoundProtocol, Protocol } from "./protocol.ts";

/** Mistakes are refused before any call; doubts are for `boardroom check`. */
export function refuseMistakes(protocol: BoundProtocol, scenario: Scenario): void {
  const unwritten = unwrittenIn(scenario.documents);
  if (unwritten.length > 0) throw new BoardroomError("scenario-invalid", unwritten);
  const mistakes = protocol.doubts().filter(({ level }) => level === "mistake");
  if (mistakes.length === 0) return;
  throw new BoardroomError(
    "scenario-invalid",
    mistakes.map(({ level: _, ...problem }) => ({ place: { file: scenario.name }, ...problem })),
  );
}

/** Another version might decide differently. */
export function requireSameProtocol(recorded: string, protocol: Protocol): void {
  const own = `${protocol.name}@${protocol.version}`;
  if (recorded === own) return;
  throw new BoardroomError("protocol-version", {
    message: `The transcript was made by ${recorded}, and this program has ${own}.`,
    remedy: "Go on with the version of boardroom that began it; watch and verdicts work with any.",
  });
}
