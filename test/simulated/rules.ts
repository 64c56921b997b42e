import type { MeetingEvent, Scenario } from "boardroom";
import { type Spoken, saidIn } from "./meetings.ts";

type Owned = { member: string; turns: string | null };

/** Every text of the plays with its speaker, without a line of the code that chooses among them. */
function textsOf({ script }: Scenario): ReadonlyMap<string, Owned> {
  const { plays, threads, members } = script!;
  const all = new Map<string, Owned>();
  const add = (
    voiced: Readonly<Record<string, readonly string[]>> | undefined,
    who: readonly string[],
    turns: string | null = null,
  ) => {
    for (const [name, texts] of Object.entries(voiced ?? {}))
      for (const text of texts)
        all.set(text, {
          member: name === "any" || who.length === 0 ? (who[0] ?? name) : name,
          turns,
        });
  };
  for (const play of Object.values(plays)) {
    for (const voiced of [play.says, play.brief, play.last]) add(voiced, play.who);
    for (const { me, by, after, leaves, thanks, turns } of Object.values(play.beats)) {
      add(me, play.who, turns ?? null);
      add(after, play.who);
      add(leaves, play.who);
      for (const voiced of [by, thanks]) add(voiced, []);
    }
  }
  for (const { beats } of threads) for (const { by } of Object.values(beats)) add(by, []);
  for (const [name, { introduce }] of Object.entries(members)) add({ [name]: introduce }, []);
  return all;
}

const OUTCOMES = ["for", "against", "split"];

/** What breaks a rule that holds by construction: own words, a repeat, a private line, a verdict out of place. */
export function breaches(scenario: Scenario, events: readonly MeetingEvent[]): string[] {
  const { script } = scenario;
  const texts = textsOf(scenario);
  const { sum, agreed, grounds, open, members, prepared, tests } = script!;
  const named = Object.values(tests).flatMap((all) =>
    all.map(({ says, must, test }) => `${says ?? `It must be true that ${must}.`} ${test}`),
  );
  const results = Object.values(sum ?? {}).flatMap((by) => Object.values(by).flat());
  const settled = [agreed, ...Object.values(grounds), ...Object.values(open)].flat();
  const isStock = (content: string) =>
    results.includes(content) ||
    settled.some((text) => content.startsWith(text)) ||
    named.includes(content) ||
    prepared.some((text) => {
      const [before = "", after = ""] = text.split("{name}");
      return content.startsWith(before) && content.endsWith(after);
    });
  const found: string[] = [];
  const held = new Map<string, string>();
  const once = new Set<string>();
  const said = saidIn(events, scenario).filter(({ reply }) => reply === undefined);
  const breach = (kind: string, { id, speaker, content }: Spoken) =>
    found.push(`${kind}: ${id} ${speaker} ${content.slice(0, 60)}`);
  for (const message of said) {
    const { speaker, content, verdict, movedBy, reasoning } = message;
    const text = findText(content, texts);
    if (text === undefined && !isStock(content)) breach("own words", message);
    if (once.has(content)) breach("said again", message);
    once.add(content);
    const owned = text === undefined ? undefined : texts.get(text);
    const persona = scenario.members.find(({ id }) => id === speaker)!.persona.id;
    const isOwn =
      owned === undefined ||
      [...OUTCOMES, ...scenario.verdicts.map(({ id }) => id)].includes(owned.member) ||
      owned.member === "any" ||
      (members[owned.member]?.id ?? owned.member) === persona;
    if (!isOwn) breach("another's words", message);
    for (const artifact of message.artifacts)
      if (artifact.kind === "citation" && !isShown(scenario, speaker, artifact.ref))
        breach("not shown", message);
    if (verdict === null) continue;
    const before = held.get(speaker);
    held.set(speaker, verdict);
    const words = (reasoning ?? "").replace(/ \([^()]*#L[^()]*\)$/, "").toLowerCase();
    if (before === undefined && !content.toLowerCase().includes(words))
      breach("another reason", message);
    if (before === undefined || before === verdict) continue;
    if (owned?.turns !== verdict) breach("turned elsewhere", message);
    const mover = said.find(({ id }) => id === movedBy?.message);
    if (!mover || mover.speaker === speaker) breach("moved by nobody", message);
    else if (!mover.content.includes(movedBy!.passage)) breach("not their words", message);
  }
  for (const event of events)
    if (event.type === "ballot.cast" && event.ballot !== "opening" && held.has(event.speaker))
      if (event.verdict !== held.get(event.speaker))
        found.push(`voted otherwise: ${event.path} ${event.speaker}`);
  return found.filter(
    (each) => !each.startsWith("voted otherwise") || scenario.protocol === "board",
  );
}

/** The text that a message says, whole or after its lead. */
function findText(content: string, texts: ReadonlyMap<string, Owned>): string | undefined {
  const starts = [...content.matchAll(/(?<=[.?!]["”’']? )(?=\S)/g)].map(({ index }) => index);
  return [0, ...starts].map((at) => content.slice(at)).find((rest) => texts.has(rest));
}

function isShown({ documents, private: evidence = [] }: Scenario, seat: string, ref: string) {
  const [name = "", lines = ""] = ref.split("#L");
  if (documents.some((each) => each.name === name)) return true;
  const spans = evidence.find((each) => each.name === name)?.shownTo[seat] ?? [];
  const line = Number.parseInt(lines, 10);
  return spans.some(([from, to]) => from <= line && line <= to);
}
