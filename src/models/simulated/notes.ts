import { type Point, WHOLE_CASE } from "../../scenario/schema/casebook.ts";
import type { Document, Scenario } from "../../scenario/schema/scenario.ts";
import type { Mind } from "./mind.ts";
import { spoken } from "./tongue.ts";

/** What a board's earlier meeting came to, as a member's own notes have it; each with its line. */
type EarlierMeeting = {
  readonly decided: NotedLine;
  readonly held: string | null;
  /** Null where nobody has recorded what became of it. */
  readonly became: (NotedLine & { readonly right: boolean | null }) | null;
  readonly wasRight: boolean | null;
};
type NotedLine = { readonly ref: string; readonly quote: string; readonly says: string };

/** Notes of a member's own are no evidence of the matter, and rules do not read them as such. */
export function areNotes({ name }: Pick<Document, "name">): boolean {
  return /^memory-of-.+\.md$/.test(name);
}

/** How far it tells that a decision proved right or wrong, against what is said of the matter itself. */
const WEIGHT_OF_OUTCOME = 0.5;

/** What became of earlier decisions as points: one that proved wrong speaks for the other side. */
export function pointsOfNotes(notes: Document, criteria: Scenario["criteria"]): readonly Point[] {
  const ids = criteria.length > 0 ? criteria.map(({ id }) => id) : [WHOLE_CASE];
  return earlierMeetings(notes).flatMap(({ decided, became }, at): Point[] => {
    const side = /^decided (for|against)\b/.exec(decided.says)?.[1];
    if (side === undefined || became === null || became.right === null) return [];
    const leaning = (side === "for") === became.right ? WEIGHT_OF_OUTCOME : -WEIGHT_OF_OUTCOME;
    return [
      {
        id: `${notes.name.replace(/\.md$/, "")}-${at + 1}`.slice(0, 64),
        ...{ ref: became.ref, quote: became.quote, against: [] },
        says: `the board ${decided.says} before, and that proved ${became.right ? "right" : "wrong"}`,
        bears: Object.fromEntries(ids.map((id) => [id, leaning])),
      },
    ];
  });
}

/** What a member says of the last meeting when it first speaks; null where it has nothing to remember. */
type Recollection = {
  readonly lead: string;
  readonly cited: readonly { readonly point: Pick<Point, "ref" | "quote"> }[];
};

/** Whoever speaks first says what was decided and what became of it; everybody, how their own position fared. */
export function recollection({ scenario, seat, me, talk }: Mind): Recollection | null {
  const notes = (scenario.private ?? []).find(({ name }) => name === `memory-of-${seat.id}.md`);
  if (notes === undefined || talk.spoke.has(me)) return null;
  const meetings = earlierMeetings(notes);
  const last = meetings.find(({ became }) => became !== null) ?? meetings[0];
  if (!last) return null;
  const isFirst = talk.spoke.size === 0;
  const own = ownPosition(last);
  if (!isFirst && last.wasRight === null) return null;
  const cited = isFirst ? [last.decided, ...(last.became ? [last.became] : [])] : [last.became ?? last.decided];
  return {
    lead: [
      ...(isFirst
        ? [
            `At ${last === meetings[0] ? "our last" : "an earlier"} meeting the outcome was: ${last.decided.says}.`,
            ...whatBecame(last),
          ]
        : []),
      own,
    ].join(" "),
    cited: cited.map(({ ref, quote }) => ({ point: { ref, quote } })),
  };
}

function whatBecame({ became }: EarlierMeeting): readonly string[] {
  if (became === null) return ["What became of it, nobody has put on record."];
  const judged = became.right === null ? "" : `, so the decision was ${became.right ? "right" : "wrong"}`;
  return [`What became of it is on record${became.says === "" ? "" : `: "${became.says}"`}${judged}.`];
}

function ownPosition({ held, wasRight }: EarlierMeeting): string {
  if (held === null) return "I gave no verdict then.";
  const fared = wasRight === null ? "" : `, and it proved ${wasRight ? "right" : "wrong"}`;
  return `My own position then was ${spoken(held)}${fared}.`;
}

/** The newest first, as they stand there. */
function earlierMeetings({ name, text }: Document): readonly EarlierMeeting[] {
  const lines = text.split("\n");
  const starts = lines.flatMap((line, at) => (line.startsWith("## Meeting of ") ? [at] : []));
  return starts.flatMap((from, nth) => {
    const of = (label: string) => {
      const at = lines.findIndex((line, index) => index > from && line.startsWith(`- ${label}`));
      if (at < 0 || at >= (starts[nth + 1] ?? lines.length)) return null;
      const quote = (lines[at] ?? "").slice(2);
      return { ref: `${name}#L${at + 1}`, quote, says: quote.slice(label.length) };
    };
    const decided = of("What was decided: ");
    if (decided === null) return [];
    const held = of("What you held: ")?.says.replace(/, confidence .*$/, "") ?? null;
    const became = of("What became of it, as a person recorded");
    const wrong = of("What you got wrong: ")?.says;
    return [
      {
        decided,
        held: held === "no verdict" ? null : held,
        became: became && { ...became, ...judgedIn(became.says) },
        wasRight: wrong === undefined ? null : wrong.endsWith("proved right"),
      },
    ];
  });
}

function judgedIn(said: string) {
  const right = /^: the decision was (right|wrong)\./.exec(said)?.[1];
  return {
    right: right === undefined ? null : right === "right",
    says: /"(.*)"$/.exec(said)?.[1]?.replace(/[.!?\s]+$/, "") ?? "",
  };
}
