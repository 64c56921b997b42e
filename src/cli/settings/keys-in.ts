import { suspectsIn } from "../../scenario/files/secrets.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";

/** A warning for each line of a document that looks like a key: members are sent it, and so is the transcript's reader. */
export function keysIn({ documents }: Pick<Scenario, "documents">): readonly string[] {
  return documents.flatMap(({ name: document, text }) =>
    suspectsIn(text).map(
      ({ name, line }) =>
        `${document}:${line}: this looks like ${name}; every member is sent it, and the transcript keeps it`,
    ),
  );
}
