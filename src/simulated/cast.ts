// Who sits at the table of one meeting, and the opening that the seed draws for each of them. All
// simulated members of a meeting work out the same cast.

import { createPromptNames } from "../engine/perspective/names.ts";
import { lookUpKey } from "../lists.ts";
import { findSide, type Scenario, type Seat } from "../scenario/schema/scenario.ts";
import type { Script } from "../scenario/schema/script.ts";
import { type Cited, EVERYONE } from "../scenario/schema/script.ts";
import { Chance } from "./draw.ts";
import { compileStage, findLine, type Line, type Stage, type Thread } from "./stage.ts";

export type Played = Scenario & { script: Script };

export type Player = {
  seat: Seat;
  /** The name that the others read, which is a label in an anonymous meeting. */
  called: string;
  /** Short name in the script; EVERYONE if the script does not have this persona. */
  name: string;
  stubborn: number;
  /** The member speaks from the script, unless the meeting changed its model. */
  isSimulated: boolean;
  /** The opening that the seed draws; null if the script has none. */
  play: Thread | null;
};

export type Cast = {
  scenario: Played;
  stage: Stage;
  players: ReadonlyMap<string, Player>;
  /** The threads without an owner, in the order in which this meeting raises them. */
  table: readonly Thread[];
  readLine: (content: string) => Line | null;
};

export function createCast(scenario: Played, seed: string): Cast {
  const stage = compileStage(scenario.script);
  const chance = new Chance(seed, "cast");
  const names = createPromptNames({ scenario, seed }, scenario.members);
  const players = new Map<string, Player>();
  for (const seat of scenario.members) {
    const name = stage.names.get(seat.persona.id) ?? EVERYONE;
    const { stubborn = seat.persona.stubbornness } = lookUpKey(stage.script.members, name) ?? {};
    const isSimulated = seat.model === "simulated";
    const called = names.getName(seat.id);
    const player: Player = { seat, called, name, stubborn, isSimulated, play: null };
    player.play = drawOpening({ stage, scenario, player, chance, players });
    players.set(seat.id, player);
  }
  const order = (thread: Thread) => chance.draw(thread.id) / thread.file.weight;
  const table = stage.table.toSorted((a, b) => order(a) - order(b));
  return { scenario, stage, players, table, readLine: createReader(stage, names.mask) };
}

/** Finds lines as they are heard, with masks for names in an anonymous meeting. */
function createReader({ lines }: Stage, mask: (text: string) => string): Cast["readLine"] {
  const heard = new Map([...lines].map(([text, line]) => [mask(text), line]));
  return (content) => findLine(lines, content) ?? findLine(heard, content);
}

export function fillFirstName(template: string, name: string): string {
  return template.replaceAll("{name}", toFirstName(name));
}

/** A first name as colleagues use it; a mask whole. */
export function toFirstName(name: string): string {
  if (/^Member [A-Z]{1,2}$/.test(name)) return name;
  return name.replace(/^(?:(?:Dr|Prof|Mr|Mrs|Ms)\.? )+/, "").split(" ")[0] ?? name;
}

/** What makes an opening likelier if its side is that of the meeting's mood. */
const MOOD = { for: [0.25, 1.1], neutral: [1, 0], against: [2.4, -2] } as const;

type Draw = {
  stage: Stage;
  scenario: Scenario;
  player: Player;
  chance: Chance;
  players: ReadonlyMap<string, Player>;
};

/** Weighs openings by the script, the mood of the meeting, and the member's priorities and optimism. */
function drawOpening({ stage, scenario, player, chance, players }: Draw): Thread | null {
  const { seat, name } = player;
  const { priorities, optimism } = seat.persona;
  const mood = Math.min(1, Math.max(0, chance.draw("mood") + 0.15 * optimism));
  const taken = [...players.values()].map(({ play }) => play);
  const own = stage.plays.filter(
    ({ play }) => play?.who.includes(name) && mayRead(scenario, seat, play.cite),
  );
  const free = own.filter((thread) => thread.play?.who.length !== 1 || !taken.includes(thread));
  const weigh = ({ play }: Thread) => {
    if (play === null) return 0;
    const side = findSide(scenario.verdicts, play.verdict) ?? "neutral";
    const [least, slope] = MOOD[side];
    const dearest = play.criterion.map((id) => lookUpKey(priorities, id) ?? 0);
    const priority = dearest.length === 0 ? 1 : 0.5 + Math.max(...dearest) / 10;
    return play.weight * (least + slope * mood) * priority;
  };
  // More members than openings share one.
  return chance.pickWeighted(free.length > 0 ? free : own, weigh, `opening ${seat.id}`) ?? null;
}

/** True if the member was given all lines that are cited. */
export function mayRead(
  { documents, private: evidence = [] }: Scenario,
  seat: Seat,
  cited: readonly Cited[],
): boolean {
  return cited.every(({ ref }) => {
    const [name = ""] = ref.split("#");
    if (documents.some((document) => document.name === name)) return true;
    const shownTo = evidence.find((document) => document.name === name)?.shownTo ?? {};
    const line = Number(/#L(\d+)/.exec(ref)?.[1]);
    return (lookUpKey(shownTo, seat.id) ?? []).some(([from, to]) => from <= line && line <= to);
  });
}

/** The number of verdicts on each side. */
export function countSides(
  { verdicts: options }: Pick<Scenario, "verdicts">,
  verdicts: Iterable<string>,
): Readonly<Record<"for" | "neutral" | "against", number>> {
  const count = { for: 0, neutral: 0, against: 0 };
  for (const verdict of verdicts) {
    const side = findSide(options, verdict);
    if (side) count[side]++;
  }
  return count;
}
