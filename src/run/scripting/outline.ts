import { stringify } from "yaml";
import { checkCitation } from "../../scenario/documents/citations.ts";
import { slug } from "../../scenario/files/paths.ts";
import type { Criterion, Document, Scenario } from "../../scenario/schema/scenario.ts";
import { WHOLE_CASE } from "../../scenario/schema/script.ts";
import { statementLines } from "../../scenario/script/check-script.ts";

/** A script to fill in: a point without a sign for each line that states something. */
export function outlineText({
  documents,
  criteria,
  verdicts,
}: Pick<Scenario, "documents" | "criteria" | "verdicts">) {
  const taken = new Set<string>();
  const known: readonly Criterion[] =
    criteria.length > 0 ? criteria : [{ id: WHOLE_CASE, name: "The case as a whole" }];
  const points = documents.flatMap((document) =>
    statementsIn(document).map((each) => ({
      ...{ id: freshId(each.quote, taken), ...each },
      bears: { [known[0]?.id ?? WHOLE_CASE]: 0 },
    })),
  );
  return [
    "# An outline to fill in. docs/explanation/simulated-members.md explains each field.",
    "# 1. In bears, write what each line shows by criterion, from -1 (against) to 1 (for). 0 does not count as read.",
    "# 2. Delete the points that no member would weigh.",
    "# 3. Add short, lines, answers, stays, won, ask, reply, change and condition in whole sentences.",
    "#    A point without sentences is quoted.",
    "#",
    "# Criteria:",
    ...known.map(({ id, name, question }) => remark(`${id}: ${name}`, question)),
    "# Verdicts, for spoken and because:",
    ...verdicts.map(({ id, side, meaning }) => remark(`${id} (${side})`, meaning)),
    stringify({ spoken: {}, points }, { lineWidth: 0 }).replaceAll(
      /\n {4}bears:\n {6}(.+)/g,
      "\n    bears: { $1 }",
    ),
  ].join("\n");
}

function statementsIn(document: Document): readonly { readonly ref: string; readonly quote: string }[] {
  const lines = document.text.split("\n");
  return statementLines(document.text)
    .map((line) => {
      const quote = (lines[line - 1] ?? "").replace(/^\s*(?:[-*+>]|\d+[.)])\s+/, "").trim();
      return { ref: `${document.name}#L${line}`, quote };
    })
    .filter((each) => checkCitation(each, [document]).found === "exact");
}

function remark(text: string, more: string | undefined): string {
  return `#   ${`${text}${more === undefined ? "" : `. ${more}`}`.replace(/\s+/g, " ")}`;
}

const WORDS_OF_ID = 4;

export function freshId(words: string, taken: Set<string>): string {
  const wanted = slug(words.normalize("NFKD").replaceAll(/\p{M}/gu, ""))
    .split("-")
    .slice(0, WORDS_OF_ID)
    .join("-");
  const base = /[a-z0-9]/i.test(words) ? wanted : "point";
  let id = base;
  for (let n = 2; taken.has(id); n++) id = `${base}-${n}`;
  taken.add(id);
  return id;
}
