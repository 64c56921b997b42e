import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Model, Scenario, Seat } from "boardroom";
import {
  agentSeat,
  CHAIR,
  createSimulatedModel,
  type ParsedReply,
  parseReply,
  renderMessage,
  TIMEKEEPER,
} from "boardroom/extend";
import { parse } from "yaml";
import type { ViewTurn } from "../../../src/models/port/model.ts";
import { individualLayer, sharedLayer } from "../../../src/perspective/layers.ts";
import { openNames } from "../../../src/perspective/names.ts";
import { NOTHING_SAID } from "../../../src/scaffold/message.ts";
import { casebookSchema } from "../../../src/scenario/schema/casebook.ts";
import { personaSchema } from "../../../src/scenario/schema/persona.ts";
import { scenarioFileSchema } from "../../../src/scenario/schema/scenario.ts";

const ROOT = new URL("../../../", import.meta.url);

/** One thing said on the harness's board. */
export type Said = ParsedReply & { readonly id: string; readonly seat: string };
export type Held = {
  readonly said: readonly Said[];
  readonly messages: number;
  readonly raw: readonly string[];
};

/** A shipped scenario without the loader; `subject` takes the place of the judged document's text and of its casebook. */
export function readScenario(name: string, subject?: string): Scenario {
  const read = (path: string): string => readFileSync(new URL(path, ROOT), "utf8");
  const file = scenarioFileSchema.parse(parse(read(`scenarios/${name}/scenario.yaml`)));
  const members = file.members.map((member) =>
    seatOf(typeof member === "string" ? member : member.persona, "member"),
  );
  const documents = file.documents.map((entry) => {
    const {
      file: path,
      title,
      subject: judged,
    } = typeof entry === "string" ? { file: entry, title: entry, subject: false } : entry;
    const text = judged && subject !== undefined ? subject : read(`scenarios/${name}/${path}`);
    return { name: path, title: title ?? path, subject: judged, sha256: "", text: text.trimEnd() };
  });
  const { casebook: path, ...rest } = file;
  const isOfThese = path !== undefined && subject === undefined;
  const casebook = isOfThese ? casebookSchema.parse(parse(read(`scenarios/${name}/${path}`))) : undefined;
  return { ...rest, name, documents, members, ...(casebook && { casebook }) } as Scenario;
}

export function seatOf(id: string, kind: Seat["kind"]): Seat {
  if (kind === "agent") return agentSeat(id === CHAIR.id ? CHAIR : TIMEKEEPER, "simulated");
  const [, front, body] = readFileSync(new URL(`personas/${id}.md`, ROOT), "utf8").split(/^---$/m);
  const persona = { ...personaSchema.parse(parse(front!)), id, background: body!.trim() };
  return { id, kind, persona, model: "simulated", weight: 1 };
}

/** Plays a board over the port alone: weighted selection, a notice after every four messages, everybody sees everything. */
export async function hold(scenario: Scenario, seed: string | number, limit = 100): Promise<Held> {
  const seats = [...scenario.members, seatOf("timekeeper", "agent")];
  const names = openNames(seats);
  const shared = sharedLayer(scenario, seats, names);
  const models = new Map<string, Model>(
    scenario.members.map((seat) => [seat.id, createSimulatedModel({ seat, scenario })]),
  );
  const counts = new Map<string, number>();
  const verdicts = new Map<string, string>();
  const active = new Set(scenario.members.map(({ id }) => id));
  const turns = new Map<string, { role: "user" | "assistant"; parts: string[] }[]>(
    scenario.members.map(({ id }) => [id, []]),
  );
  const said: Said[] = [];
  const raw: string[] = [];
  const digest = (path: string): string => createHash("sha256").update(`${seed}|${path}`).digest("hex");
  const show = (speaker: string, text: string): void => {
    for (const [id, view] of turns) {
      const role = id === speaker ? "assistant" : "user";
      const last = view.at(-1);
      if (last?.role === role) last.parts.push(text);
      else view.push({ role, parts: [text] });
    }
  };
  let order = 0;
  let last = "";
  let since = 0;
  while (active.size > 0 && order < limit) {
    order++;
    if (since === 4) {
      since = 0;
      const without = scenario.members
        .filter(({ id }) => active.has(id) && !verdicts.has(id))
        .map(({ persona }) => persona.name);
      const content = `${order} messages so far. ${without.length > 0 ? `No verdict yet from ${without.join(", ")}.` : "Everybody has a verdict."}`;
      const message = {
        id: `m${order}`,
        at: "2026-03-02T09:00:00Z",
        speaker: "timekeeper",
        ...NOTHING_SAID,
        content,
      };
      show("timekeeper", renderMessage(message, { order: "verdict-first", names: names.displayed }));
      continue;
    }
    const pool = [...active].filter((id) => active.size === 1 || id !== last);
    const weights = pool.map((id) => Math.max(1, 10 - (counts.get(id) ?? 0)));
    let left =
      (Number.parseInt(digest(`select${order}`).slice(0, 8), 16) / 4294967296) *
      weights.reduce((a, b) => a + b, 0);
    const speaker =
      pool[
        weights.findIndex((weight) => {
          left -= weight;
          return left < 0;
        })
      ]!;
    const seat = scenario.members.find(({ id }) => id === speaker)!;
    const request = {
      shared,
      individual: individualLayer(seat, names),
      turns: turns.get(speaker)! as ViewTurn[],
      cue: '<Cue kind="floor">You have the floor.</Cue>',
      maxOutputTokens: 1000,
      cacheKey: `${seed}:${speaker}`,
      chance: digest(String(order)),
    };
    const reply = await models.get(speaker)!.generate(request, { signal: new AbortController().signal });
    if (reply.type !== "answer") throw new Error(reply.message);
    raw.push(reply.text);
    const parsed = parseReply(reply.text);
    said.push({ ...parsed, id: `m${order}`, seat: speaker });
    since++;
    last = speaker;
    counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
    if (parsed.verdict !== null) verdicts.set(speaker, parsed.verdict);
    if (parsed.withdrawn) active.delete(speaker);
    const to = parsed.to === null ? null : names.resolve(parsed.to);
    show(
      speaker,
      renderMessage(
        { ...parsed, id: `m${order}`, at: "2026-03-02T09:00:00Z", speaker, to },
        { order: "verdict-first", names: names.displayed },
      ),
    );
  }
  return { said, messages: order, raw };
}
