import type { PromptSettings, Scenario } from "../../scenario/schema/scenario.ts";
import { escapeAttribute, escapeText } from "../scaffold/escape.ts";
import { type Artifact, type Message, NOTHING_SAID, positionName, takesPosition } from "../scaffold/message.ts";
import { type FieldOrder, renderMessage } from "../scaffold/render.ts";
import { memberOf } from "../transcript/member-of.ts";
import type { Entry, MeetingState } from "../transcript/state.ts";
import { documentBlock } from "./layers.ts";
import type { Names } from "./names.ts";

/** NONE is no verdict, and unseals nothing. */
export function statesVerdict(entry: Entry, seat: string): boolean {
  return entry.kind === "message" && entry.message.speaker === seat && entry.message.verdict !== null;
}

export function isSealed(visibility: PromptSettings["visibility"], hasStated: boolean): boolean {
  return visibility === "sealed" || (visibility === "until-verdict" && !hasStated);
}

/** What was shown once stays so: provider caches depend on it. */
export function wasSealed(state: MeetingState, seat: string, entry: Entry): boolean {
  const { visibility } = state.scenario.prompt;
  if (visibility !== "until-verdict") return visibility === "sealed";
  const entries = state.entries as readonly Entry[];
  const stated = entries.findIndex((each) => statesVerdict(each, seat));
  return stated < 0 || entries.indexOf(entry) < stated;
}

/** For a member's first instruction after its own verdict; null at any other. */
export function verdictsNow(
  state: MeetingState,
  seat: string,
  names: Pick<Names, "displayed">,
  hidden: ReadonlySet<string> = new Set(),
): string | null {
  const { scenario, members } = state;
  const { visibility, control, view } = scenario.prompt;
  if (visibility !== "until-verdict" || control !== undefined) return null;
  const stated = (state.entries as readonly Entry[]).findIndex((entry) => statesVerdict(entry, seat));
  const askedAt = memberOf(state, seat).shown.at(-1) ?? 0;
  if (stated < 0 || askedAt > stated) return null;
  const others = [...members.values()].filter(
    (member) => member.seat.kind === "member" && member.seat.id !== seat,
  );
  const lines = others.map((member) => {
    const last = member.verdicts.findLast(({ message }) => !hidden.has(message));
    const position = last
      ? positionName({ verdict: last.verdict, ...(last.verdict === null && { abstains: true }) })
      : null;
    const sure = last?.confidence == null ? "" : ` (confidence ${last.confidence})`;
    return `${names.displayed(member.seat.id)}: ${position ?? "no verdict yet"}${sure}`;
  });
  // Labels in the order of the seats would tell who is who.
  if (view === "anonymous") lines.sort();
  return `Verdicts so far: ${lines.join("; ")}.`;
}

/** Null if the entry is hidden from this reader. `hasStated`: the reader has a public verdict. */
export type Renderer = (entry: Entry, reader: string, hasStated: boolean) => string | null;

export function createRenderer(
  { prompt, members }: Pick<Scenario, "prompt" | "members">,
  names: Names,
  hidden: ReadonlySet<string>,
): Renderer {
  const held = new Set(members.map(({ id }) => id));
  const whole = new WeakMap<Entry, string>();
  const sealed = new WeakMap<Entry, string>();
  const order = prompt.scaffold ?? "verdict-first";
  return (entry, reader, hasStated) => {
    const control = held.has(reader) ? prompt.control : undefined;
    if (!isVisible(entry, reader, control) || hidden.has(idOf(entry))) return null;
    if (entry.kind === "succession" && prompt.view === "anonymous") return null;
    const isOwn = speakerOf(entry) === reader;
    if (control === "stances" && !isOwn && entry.kind === "message") return stanceOf(entry.message, names);
    const rendered = !isOwn && isSealed(prompt.visibility, hasStated) ? sealed : whole;
    const known = rendered.get(entry);
    if (known !== undefined) return known;
    const text = renderEntry(entry, { names, order, hide: { stance: rendered === sealed } });
    rendered.set(entry, text);
    return text;
  };
}

export function speakerOf(entry: Entry): string | null {
  if (entry.kind === "message") return entry.message.speaker;
  if (entry.kind === "pass") return entry.speaker;
  if (entry.kind === "notice") return entry.agent;
  return null;
}

function idOf(entry: Entry): string {
  if (entry.kind === "message") return entry.message.id;
  return entry.kind === "document" ? "" : entry.id;
}

/** Nothing that could argue for the verdict. */
function stanceOf({ id, at, speaker, verdict, abstains, confidence }: Message, names: Names): string {
  const stance = { id, at, speaker, verdict, ...(abstains && { abstains }), confidence };
  return renderMessage(
    { ...NOTHING_SAID, ...stance },
    { order: "verdict-first", names: names.displayed, hide: { stance: false, words: true } },
  );
}

/** A control hides what others say, or all but their verdicts. */
export function isVisible(entry: Entry, reader: string, control: PromptSettings["control"]): boolean {
  if (control !== undefined && speakerOf(entry) !== reader) {
    return (
      control === "stances" &&
      entry.kind === "message" &&
      takesPosition(entry.message) &&
      isHeard(entry, reader)
    );
  }
  return isHeard(entry, reader);
}

function isHeard(entry: Entry, reader: string): boolean {
  if (entry.kind === "interjection") return entry.to === null || entry.to === reader;
  if (entry.kind !== "message" || entry.audience === "all") return true;
  return entry.audience !== "record" && (entry.audience.includes(reader) || entry.message.speaker === reader);
}

type RenderForm = { names: Names; order: FieldOrder; hide: { stance: boolean } };

function renderEntry(entry: Entry, { names, order, hide }: RenderForm): string {
  const options = { order, hide, names: names.displayed };
  switch (entry.kind) {
    case "message":
      return renderMessage(masked(entry.message, names), options);
    case "pass":
      return renderMessage(
        { ...NOTHING_SAID, id: entry.id, at: entry.at, speaker: entry.speaker, pass: true },
        options,
      );
    case "notice": {
      const { id, at, agent, text, topic } = entry;
      const said = { ...NOTHING_SAID, id, at, speaker: agent, content: names.mask(text) };
      return renderMessage(topic === undefined ? said : { ...said, topic }, options);
    }
    case "document":
      return `Brought to the meeting by ${escapeText(entry.by)}:\n${documentBlock(entry.document)}`;
    case "succession": {
      const holder = names.displayed(entry.seat);
      return `<Succession>${escapeText(`From here on ${holder} sits in the place of ${entry.before}.`)}</Succession>`;
    }
    case "interjection": {
      const tag = entry.to === null ? "Interjection" : "Whisper";
      return `<${tag} from="${escapeAttribute(entry.person)}">${escapeText(names.mask(entry.text))}</${tag}>`;
    }
    default:
      return entry satisfies never;
  }
}

/** Words from documents stay as they are, so that they can be found. */
function masked(message: Message, { mask }: Names): Message {
  const orNull = (text: string | null) => (text === null ? null : mask(text));
  return {
    ...message,
    reasoning: orNull(message.reasoning),
    wouldChange: orNull(message.wouldChange),
    ...(message.movedBy && {
      movedBy: { ...message.movedBy, passage: mask(message.movedBy.passage) },
    }),
    artifacts: message.artifacts.map((artifact) => maskedArtifact(artifact, mask)),
    content: mask(message.content),
  };
}

function maskedArtifact(artifact: Artifact, mask: Names["mask"]): Artifact {
  if (artifact.kind === "citation") return artifact;
  return { ...artifact, title: mask(artifact.title), body: mask(artifact.body) };
}
