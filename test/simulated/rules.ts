import type { MeetingEvent, Point, Scenario } from "boardroom";
import { capitalize, escapeRegExp } from "../../src/text/plain.ts";
import { type Spoken, saidIn } from "./meetings.ts";
import { playBreaches, saysPlays } from "./play-rules.ts";

/** One sentence of a message, and where it comes from; `verdict` and `points` are what fills its slots. */
export type Unit = {
  text: string;
  role: string;
  point: Point | null;
  template: string;
  verdict?: string | undefined;
  points: readonly Point[];
};

const BRINGING = new Set(["line", "answer", "reply", "quote"]);
/** Said again where nothing else is left. */
const ANY_TIME = new Set(["vote", "moved", "stays", "prepared", "plan"]);
const firstOf = (name: string) =>
  name.replace(/^(?:(?:Dr|Prof|Mr|Mrs|Ms)\.? )+/, "").split(" ")[0]!;

/** Takes messages apart by the script alone, without a line of the code that put them together. */
export function grammarOf(scenario: Scenario) {
  const { points, issues, voices, spoken } = scenario.script!;
  const literal: (Unit & { by?: string })[] = [];
  const add = (text: string, role: string, point: Point | null, by?: string) =>
    literal.push({
      text,
      role,
      point,
      template: text,
      points: point ? [point] : [],
      ...(by && { by }),
    });
  for (const text of Object.values(issues).flat()) add(text, "issue", null);
  for (const point of points) {
    const { lines, by, answers, reply } = point;
    for (const text of lines) add(text, "line", point);
    for (const [id, texts] of Object.entries(by))
      for (const text of texts) add(text, "line", point, id);
    for (const answer of Object.values(answers)) {
      add(answer.says, "answer", point);
      for (const [id, texts] of Object.entries(answer.by))
        for (const text of texts) add(text, "answer", point, id);
    }
    for (const role of ["stays", "won", "ask", "change", "condition"] as const)
      if (point[role] !== undefined) add(point[role], role, point);
    if (typeof reply === "string") add(reply, "lack", point);
    else if (reply) add(reply.says, "reply", points.find(({ id }) => id === reply.with) ?? null);
  }
  const any = (texts: readonly string[]) => `(${[...new Set(texts)].map(escapeRegExp).join("|")})`;
  const names = scenario.members.flatMap(({ persona }) => [persona.name, firstOf(persona.name)]);
  const verdicts = scenario.verdicts.map(({ id }) => [
    id,
    spoken[id] ?? id.toLowerCase().replaceAll("_", " "),
  ]);
  const slots: Readonly<Record<string, string>> = {
    name: any(names),
    short: any(points.flatMap(({ short }) => short ?? [])),
    verdict: any(verdicts.map(([, text]) => text!)),
    Verdict: any(verdicts.map(([, text]) => capitalize(text!))),
    quote: any(points.map(({ quote }) => quote)),
    line: String.raw`(\d+)`,
    question: any(scenario.criteria.flatMap(({ question }) => question ?? [])),
    option: any([...Object.values(spoken), "the proposal"]),
    roles: `((?:Action|Guardian|Observer|Critic)(?:(?:, | and )(?:action|guardian|observer|critic))*)`,
    test: any(
      points.flatMap(({ tests }) =>
        tests.map(({ text }) => `${capitalize(text.replace(/\.$/, ""))}.`),
      ),
    ),
  };
  const stockOf = (voice: object = {}) =>
    Object.entries(voice).flatMap(([act, texts]) =>
      (Array.isArray(texts) ? (texts as string[]) : []).map((template) => {
        const order = [...template.matchAll(/\{(\w+)\}/g)].map(([, slot]) => slot!);
        const pattern = escapeRegExp(template).replace(
          /\\\{(\w+)\\\}/g,
          (_, slot) => slots[slot] ?? "(?!)",
        );
        return { act, template, order, pattern: new RegExp(pattern, "y") };
      }),
    );
  // What a round tests is said as a plan, and may be planned again.
  const plan = ["Tests on {option}.", "{roles}: {test}", "I have no further point about {option}."];
  const changes = ["{name} brought up {short}."];
  const forms: Readonly<Record<string, object>> = { rounds: { plan }, chamber: { changes } };
  const common = [...stockOf(voices.common), ...stockOf(forms[scenario.protocol])];
  const own = new Map(scenario.members.map(({ id, persona }) => [id, stockOf(voices[persona.id])]));
  const filled = (order: readonly string[], found: RegExpExecArray) => {
    const of = (slot: string) => found[order.indexOf(slot) + 1];
    const spokenVerdict = of("verdict") ?? of("Verdict");
    const named = points.filter(
      (point) => point.short !== undefined && point.short === of("short"),
    );
    const quoted = points.filter(({ quote }) => quote === of("quote"));
    const verdict = verdicts.find(
      ([, text]) => text === spokenVerdict || capitalize(text!) === spokenVerdict,
    )?.[0];
    return { verdict, points: [...named, ...quoted], point: quoted[0] ?? null };
  };
  const unitsOf = (text: string, speaker: string, at = 0): Unit[] | null => {
    if (at >= text.length) return [];
    const persona = scenario.members.find(({ id }) => id === speaker)?.persona.id;
    const heads = [
      ...literal.filter(
        (each) => (each.by === undefined || each.by === persona) && text.startsWith(each.text, at),
      ),
      ...[...(own.get(speaker) ?? []), ...common].flatMap(
        ({ act, template, order, pattern }): Unit[] => {
          pattern.lastIndex = at;
          const found = pattern.exec(text);
          return found ? [{ text: found[0], role: act, template, ...filled(order, found) }] : [];
        },
      ),
    ];
    for (const head of heads) {
      const end = at + head.text.length;
      const rest =
        text[end] === " " || end === text.length ? unitsOf(text, speaker, end + 1) : null;
      if (rest) return [head, ...rest];
    }
    return null;
  };
  return { unitsOf, literal };
}

export function breaches(scenario: Scenario, events: readonly MeetingEvent[]): string[] {
  if (saysPlays(scenario)) return playBreaches(scenario, events);
  const found: string[] = [];
  const { points } = scenario.script!;
  const { unitsOf, literal } = grammarOf(scenario);
  const spoken = saidIn(events, scenario).filter(({ reply }) => reply === undefined);
  const said = spoken.map((event) => ({ event, units: unitsOf(event.content, event.speaker) }));
  const breach = (kind: string, { id, speaker }: Spoken, what: string) =>
    found.push(`${kind}: ${id} ${speaker} ${what}`);
  const isIn = ({ ref }: Point, seat: string) => {
    const [name, lines = ""] = ref.split("#L");
    if (scenario.documents.some((each) => each.name === name)) return true;
    const spans = scenario.private?.find((each) => each.name === name)?.shownTo[seat] ?? [];
    return spans.some(
      ([from, to]) => from <= Number.parseInt(lines, 10) && Number.parseInt(lines, 10) <= to,
    );
  };
  const heard = new Map<string, Set<string>>(
    scenario.members.map(({ id }) => [id, new Set<string>()]),
  );
  const has = (seat: string, point: Point) => {
    return isIn(point, seat) || heard.get(seat)!.has(point.id);
  };
  const sentences = new Map<string, string>();
  const stock: { template: string; speaker: string; at: number }[] = [];
  for (const [at, { event, units }] of said.entries()) {
    const { speaker, content, artifacts } = event;
    if (content.trim() === "") breach("no text", event, "");
    if (units === null) breach("own words", event, content);
    const cited = artifacts.flatMap((each) => (each.kind === "citation" ? [each] : []));
    for (const { ref, quote } of cited) {
      const all = points.filter((point) => point.ref === ref && point.quote === quote);
      if (!all.some((point) => has(speaker, point))) breach("not shown", event, ref);
    }
    for (const { text, role, template, points: named } of units ?? []) {
      for (const point of named) if (!has(speaker, point)) breach("not shown", event, point.id);
      if (literal.some((each) => each.text === text)) {
        if (sentences.has(text)) breach("said again", event, text);
        sentences.set(text, event.id);
      } else if (!ANY_TIME.has(role)) {
        const before = stock.findLast((each) => each.template === template);
        if (before && (before.speaker === speaker || at - before.at < 9))
          breach("stock again", event, template);
        stock.push({ template, speaker, at });
      }
    }
    const quoted = cited.flatMap(({ ref, quote }) =>
      points.filter((each) => each.ref === ref && each.quote === quote),
    );
    const brought = (units ?? []).flatMap(({ role, point }) =>
      point && BRINGING.has(role) ? [point] : [],
    );
    for (const of of heard.values()) for (const { id } of [...brought, ...quoted]) of.add(id);
    unanswered(at);
  }

  function unanswered(at: number): void {
    // A phase of a jury says what a turn is for.
    if (scenario.protocol === "jury" && !("trial" in scenario.options)) return;
    const { event, units } = said[at]!;
    const earlier = said.slice(0, at).filter((each) => each.event.speaker !== event.speaker);
    const asked = earlier
      .slice(-4)
      .flatMap((each) =>
        (each.units ?? []).flatMap(({ role, point }) =>
          role === "ask" && point ? [{ point, by: each.event }] : [],
        ),
      );
    if (units?.some(({ role }) => role === "reply" || role === "lack")) return;
    for (const { point, by } of asked) {
      const { reply } = point;
      if (
        reply === undefined ||
        (by.to !== null && by.to !== event.speaker && !has(event.speaker, point))
      )
        continue;
      const answer = typeof reply === "string" ? null : points.find(({ id }) => id === reply.with)!;
      const says = typeof reply === "string" ? reply : reply.says;
      const isKnown = answer === null || has(event.speaker, answer);
      if (isKnown && !said.slice(0, at).some(({ event: { content } }) => content.includes(says)))
        breach("not answered", event, point.id);
    }
  }
  if (scenario.protocol === "judges" || scenario.protocol === "chamber")
    return [...found, ...reasoningBreaches(scenario, events, unitsOf)];
  return [...found, ...reasonBreaches(scenario, events, unitsOf)];
}

/** A reasoning without the place at its end. */
export const withoutPlace = (reasoning: string | null) =>
  (reasoning ?? "").replace(/ \([\w.-]+#L\d+(?:-L\d+)?\)$/, "");

function reasoningBreaches(
  { members }: Scenario,
  events: readonly MeetingEvent[],
  unitsOf: ReturnType<typeof grammarOf>["unitsOf"],
): string[] {
  const cast = events.filter((event) => event.type === "ballot.cast");
  return cast.flatMap(({ path, speaker, reasoning }) =>
    members.some(({ id }) => id === speaker) && unitsOf(withoutPlace(reasoning), speaker) === null
      ? [`own words: ${path} ${speaker} ${reasoning}`]
      : [],
  );
}

function reasonBreaches(
  scenario: Scenario,
  events: readonly MeetingEvent[],
  unitsOf: ReturnType<typeof grammarOf>["unitsOf"],
): string[] {
  const found: string[] = [];
  const { points } = scenario.script!;
  const rank = (id: string) => scenario.verdicts.findIndex((each) => each.id === id);
  const isFor = (id: string) => scenario.verdicts[rank(id)]?.side === "for";
  const isChoice = points.some((point) => point.for !== undefined);
  const held = new Map<string, { verdict: string; reason: string | undefined }>();
  const stated = new Map<string, string>();
  const messages = new Map<string, Spoken>();
  const reasonIn = (text: string | null) =>
    points.find(
      ({ lines, by, ref, quote }) =>
        [...lines, ...Object.values(by).flat()].some((line) => text === `${line} (${ref})`) ||
        text === `${ref} says: “${quote}”`,
    )?.id;
  const seats = new Set(scenario.members.map(({ id }) => id));
  for (const event of events) {
    if (
      (event.type !== "message.spoken" && event.type !== "ballot.cast") ||
      !seats.has(event.speaker)
    )
      continue;
    if (event.type === "message.spoken") messages.set(event.id, event);
    const { speaker, verdict, reasoning, movedBy } = event;
    if (verdict === null) continue;
    const before = held.get(speaker);
    const reason = reasonIn(reasoning);
    const where = `${event.type === "message.spoken" ? event.id : event.ballot} ${speaker}`;
    const mover = movedBy && messages.get(movedBy.message);
    const passage = movedBy && unitsOf(movedBy.passage, mover?.speaker ?? "")?.[0]?.point?.id;
    if (before !== undefined && before.verdict !== verdict) {
      if (!mover || mover.speaker === speaker) found.push(`moved by nobody: ${where}`);
      else {
        const target = rank(stated.get(mover.speaker) ?? "");
        if (
          target < 0 ||
          Math.abs(target - rank(verdict)) >= Math.abs(target - rank(before.verdict))
        )
          found.push(`away: ${where} from ${before.verdict} to ${verdict}`);
        if (!mover.content.includes(movedBy.passage)) found.push(`not their words: ${where}`);
        // What moved a member to a milder no is no reason for the no.
        const isReason = isChoice || rank(verdict) < rank(before.verdict) === isFor(verdict);
        if (passage === undefined || (passage === reason) !== isReason)
          found.push(`another reason: ${where} ${passage} ${reason}`);
      }
    } else if (before !== undefined && before.reason !== reason)
      found.push(`another reason: ${where} ${before.reason} ${reason}`);
    if (event.type === "message.spoken") {
      stated.set(speaker, verdict);
      for (const unit of unitsOf(event.content, speaker) ?? []) {
        if (unit.verdict !== undefined && unit.verdict !== verdict)
          found.push(`another verdict: ${where}`);
        const isMove = unit.role === "won" || unit.role === "movedBy";
        const isReason = unit.role === "because" || unit.role === "change";
        const stands = isMove ? passage : reason;
        if ((isMove || isReason) && unit.points.every(({ id }) => id !== stands))
          found.push(`another reason: ${where} says ${unit.text}`);
      }
    }
    held.set(speaker, { verdict, reason });
  }
  return found;
}
