import { knownOf, ownOf } from "../../../lists.ts";
import { NONE } from "../../../scenario/schema/scenario.ts";
import type { Names } from "../../perspective/names.ts";
import type { MeetingState } from "../../transcript/state.ts";
import type { Cue } from "../contract/floor.ts";
import type { FormField } from "../form/form-field.ts";
import type { FieldChoice } from "../form/kind.ts";

type FieldsCue = Pick<
  Cue,
  "ballot" | "topic" | "topics" | "topicNames" | "topicRequired" | "addressed" | "mayWithdraw" | "takesReady"
>;

export function messageFields(
  state: MeetingState,
  { displayed }: Pick<Names, "displayed">,
  { speaker, cue }: { readonly speaker: string; readonly cue: FieldsCue },
): readonly FormField[] {
  const { scenario, members } = state;
  const { seat, verdicts, positions } = knownOf(members, speaker);
  const isBallot = cue.ballot !== undefined;
  const isMember = seat.kind === "member";
  const others = [...members.values()].filter(
    (each) => each.seat.id !== speaker && each.status !== "withdrawn",
  );
  const options = [
    ...scenario.verdicts.map(({ id }): FieldChoice => ({ value: id })),
    { value: NONE, label: "no verdict" },
  ];
  const names = others.map(({ seat: { id } }): FieldChoice => ({ value: displayed(id) }));
  const needsNew = `${WHY}; needed with a ${verdicts.length === 0 ? "" : "new "}verdict`;
  return [
    ...(isBallot ? [] : [text("content", "your words", "what you say to the others", !isBallot)]),
    ...(isMember
      ? [
          {
            ...{ name: "verdict", label: "verdict", about: "the position you take", required: isBallot },
            kind: { is: "choice", of: options } as const,
          },
          text("reasoning", "why", isBallot ? WHY : needsNew, isBallot),
          text("wouldChange", "what would change it", "a fact that would change your verdict"),
          ...(positions.length === 0 ? [] : [MOVED]),
          {
            ...{
              name: "confidence",
              label: "how sure you are",
              about: "how sure you are, 0 to 1",
              required: false,
            },
            kind: { is: "number", least: 0, most: 1 } as const,
          },
        ]
      : []),
    ...(isBallot ? [] : talkFields(cue, names)),
  ];
}

function talkFields(cue: FieldsCue, names: readonly FieldChoice[]): readonly FormField[] {
  const topics = (cue.topic === undefined ? (cue.topics ?? []) : []).map((id): FieldChoice => {
    const label = cue.topicNames && ownOf(cue.topicNames, id);
    return { value: id, ...(label !== undefined && { label }) };
  });
  return [
    {
      ...{
        name: "to",
        label: "to",
        about: "whom you address; left out, everybody",
        required: cue.addressed ?? false,
      },
      kind: { is: "choice", of: names },
    },
    ...(topics.length > 0
      ? [
          {
            ...{
              name: "topic",
              label: "topic",
              about: "what your words belong to",
              required: cue.topicRequired ?? false,
            },
            kind: { is: "choice", of: topics } as const,
          },
        ]
      : []),
    {
      ...{
        name: "cite",
        label: "passages",
        about: "a passage; its lines are quoted for you",
        required: false,
      },
      kind: { is: "list", item: { is: "text" } },
    },
    ...(cue.takesReady ? [mark("ready", "ready", "the phase may end for your part")] : []),
    ...(cue.mayWithdraw === false
      ? []
      : [mark("withdraw", "withdraw", "you leave the debate, with your verdict on record")]),
    mark("pass", "pass", "you say nothing this time"),
  ];
}

function text(name: string, label: string, about: string, required = false): FormField {
  return { name, label, about, required, kind: { is: "text" } };
}

function mark(name: string, label: string, about: string): FormField {
  return { name, label, about, required: false, kind: { is: "yes-no" } };
}

const WHY = "why you take it, or why you have none";

const MOVED = text(
  "movedBy",
  "moved by",
  "where your verdict is another than before: a message and words that stand in it, such as m14: two years late",
);
