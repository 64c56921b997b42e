import type { Scenario } from "../scenario/scenario.ts";
import { findSecrets } from "../scenario/secrets.ts";

/** A warning for each line of a document that looks like a key: members are sent it, and so is the transcript's reader. */
export function keysIn({ documents }: Pick<Scenario, "documents">): readonly string[] {
  return documents.flatMap(({ name, text }) =>
    findSecrets(text, name).map(({ place, message }) => {
      const what = message.replace(/^this looks like (.*), which.*$/, "$1");
      return `${name}:${place!.line}: this looks like ${what}; every member is sent it, and the transcript keeps it`;
    }),
  );
}
