import { document, heading, line, list, md, section } from "../../text/markdown.ts";
import { readInWords } from "../words.ts";
import {
  type DraftedSummary,
  dissentersOf,
  draftedParts,
  outcomeSentence,
  placeOf,
  provenanceOf,
  quoted,
  sideInWords,
  verdictOf,
  within,
} from "./parts.ts";
import type { DecisionRecord } from "./record.ts";

/** Characters of an argument and of a reason, so that the whole is a page. */
const ARGUMENT = 600;
const REASON = 260;
const MOST_REASONS = 4;

export function decisionMemo(record: DecisionRecord, drafted?: DraftedSummary): string {
  const { state, table, votes, strongest, head } = record;
  const dissent = dissentersOf(record);
  const changing = votes.filter(({ wouldChange }) => wouldChange !== null);
  return document([
    heading(1, state.scenario.title),
    md`**${state.scenario.question}**`,
    line(outcomeSentence(record)),
    line(`Votes: ${votes.map((vote) => `${vote.name} ${verdictOf(vote)}`).join("; ")}.`),
    ...(table.read ? [line(`Read: ${readInWords(table.read)}.`)] : []),
    ...section(2, "Summary", draftedParts(drafted)),
    ...strongest.flatMap((argument) => [
      heading(2, sideInWords(argument)),
      ...(argument.moved > 0
        ? [
            line(
              `${argument.moved} ${argument.moved === 1 ? "member names" : "members name"} it as what moved them.`,
            ),
          ]
        : []),
      quoted(argument.said, head, ARGUMENT),
    ]),
    ...(strongest.length === 0 ? [line("No member argued with a verdict.")] : []),
    ...section(
      2,
      "Dissent",
      dissent.length === 0
        ? []
        : [
            list(
              dissent
                .slice(0, MOST_REASONS)
                .map((vote) =>
                  vote.reason
                    ? md`**${verdictOf(vote)}**: "${within(vote.reason.words, REASON)}" (${placeOf(vote.reason, head)})`
                    : md`**${verdictOf(vote)}**: ${vote.name} gave no reason.`,
                ),
            ),
          ],
    ),
    ...section(
      2,
      "What would change it",
      changing.length === 0
        ? []
        : [
            ...(changing.length > MOST_REASONS
              ? [line(`${MOST_REASONS} of the ${changing.length} who said what would change their mind:`)]
              : []),
            list(
              changing
                .slice(0, MOST_REASONS)
                .map(({ name, wouldChange }) => `${name}: ${within(wouldChange ?? "", REASON)}`),
            ),
          ],
    ),
    heading(2, "Record"),
    list(provenanceOf(record)),
  ]);
}
