import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { findScenario, loadScenario, type Model, type Scenario, type Seat } from "boardroom";
import {
  agentSeat,
  CHAIR,
  createSimulatedModel,
  type ParsedReply,
  parseReply,
  renderMessage,
  TIMEKEEPER,
} from "boardroom/extend";
import type { ViewTurn } from "../../../src/models/port/model.ts";
import { individualLayer, sharedLayer } from "../../../src/perspective/layers.ts";
import { openNames } from "../../../src/perspective/names.ts";
import { NOTHING_SAID } from "../../../src/scaffold/message.ts";

const ROOT = new URL("../../../", import.meta.url);

/** One thing said on the harness's board. */
export type Said = ParsedReply & { readonly id: string; readonly seat: string };
export type Held = {
  readonly said: readonly Said[];
  readonly messages: number;
  readonly raw: readonly string[];
};

/** A shipped scenario, all of whose members are simulated. */
export async function readScenario(name: string): Promise<Scenario> {
  const scenario = await loadScenario(await findScenario(name, { cwd: fileURLToPath(ROOT) }));
  return { ...scenario, members: scenario.members.map((seat) => ({ ...seat, model: "simulated" })) };
}

/** The seat of a process agent. */
export function seatOf(id: string): Seat {
  return agentSeat(id === CHAIR.id ? CHAIR : TIMEKEEPER, "simulated");
}

/** Plays a board over the port alone: weighted selection, a notice after every four messages, everybody sees everything. */
export async function hold(scenario: Scenario, seed: string | number, limit = 100): Promise<Held> {
  const seats = [...scenario.members, seatOf("timekeeper")];
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
