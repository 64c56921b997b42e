import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  createJournal,
  type MeetingEvent,
  type MeetingState,
  openMeeting,
  reopenJournal,
  resumeMeeting,
} from "boardroom";
import { drawFrom, findFinalVerdict } from "boardroom/extend";
import { describe, expect, it } from "vitest";
import { cli } from "../cli/cli.ts";
import { seeds } from "../simulated/meetings.ts";
import { BAD_DAY_MODELS, type BadDay, planBadDay, readTicket } from "../support/bad-day.ts";
import { SERVER_FAULTS, type ServerFault, type Speaks } from "../support/bad-server.ts";
import { emptyFolder } from "../support/folders.ts";
import { eventsOf } from "../support/meetings.ts";
import { SEED } from "../support/seed.ts";
import { readTestVariable } from "../support/variables.ts";

const SEEDED = SEED ?? String(Math.floor(Math.random() * 1_000_000));
const MEETINGS = seeds(Number(readTestVariable("BOARDROOM_BAD_DAYS")));
const SCENARIOS = ["hiring", "trial", "niche-decision", "code-review", "architecture-review"];
const PROVIDERS: readonly Speaks[] = ["anthropic", "openai", "ollama"];
const FAULTS = Object.keys(SERVER_FAULTS) as ServerFault[];

/** What goes wrong in one meeting: some kinds of fault, at a rate, from one call to another, at some providers. */
type Weather = {
  scenario: string;
  faults: readonly ServerFault[];
  rate: number;
  from: number;
  to: number;
  models: readonly string[];
  /** The providers that fail. */
  at: readonly Speaks[];
};

function drawWeather(number: number): Weather {
  const among = <T>(list: readonly T[], purpose: string) =>
    list[Math.floor(drawFrom(SEEDED, `meeting/${number}`, purpose) * list.length)]!;
  const kinds = among([1, 1, 2, 4], "kinds");
  const from = among([0, 0, 3, 11, 25], "from");
  return {
    scenario: SCENARIOS[number % SCENARIOS.length]!,
    faults: seeds(kinds).map((kind) => among(FAULTS, `fault ${kind}`)),
    rate: among([0.15, 0.5, 1, 1], "rate"),
    from,
    to: from + among([6, 20, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY], "to"),
    models: among(
      [
        BAD_DAY_MODELS.slice(0, 1),
        BAD_DAY_MODELS.slice(1, 2),
        BAD_DAY_MODELS.slice(2),
        BAD_DAY_MODELS,
      ],
      "models",
    ),
    at: among([PROVIDERS, PROVIDERS, PROVIDERS.slice(0, 1), PROVIDERS.slice(1)], "at"),
  };
}

function findFault(
  weather: Weather,
  number: number,
  call: number,
  speaks: Speaks,
): ServerFault | null {
  const isBad = call > weather.from && call <= weather.to && weather.at.includes(speaks);
  const chance = drawFrom(SEEDED, `meeting/${number}`, `call ${call}`);
  if (!isBad || chance >= weather.rate) return null;
  return weather.faults[call % weather.faults.length]!;
}

/** Judges and panelists of a chamber answer with votes alone. */
const VOTES_ALONE = ["judges", "chamber"];

function findVoteless({ scenario, members }: MeetingState): string[] {
  return scenario.members
    .map(({ id }) => id)
    .filter((id) => findFinalVerdict(members.get(id)!).by === null);
}

/** Members whose last turn ended without a reply that could be read. */
function findUnanswered(events: readonly MeetingEvent[]): string[] {
  const endings = new Map<string, boolean>();
  for (const event of events) {
    if (event.type === "turn.absent") endings.set(event.speaker, true);
    if (event.type === "ballot.cast") endings.set(event.speaker, event.parse === "failed");
    if (event.type === "message.spoken" || event.type === "turn.passed")
      endings.set(event.speaker, false);
  }
  return [...endings].filter(([, isUnanswered]) => isUnanswered).map(([id]) => id);
}

function expectDebate({ scenario, outcome, counts }: MeetingState, where: string): void {
  expect(outcome, where).not.toBeNull();
  if (!VOTES_ALONE.includes(scenario.protocol))
    expect(counts.messages, `${where}: messages`).toBeGreaterThan(0);
}

async function expectSound({ server }: BadDay, folder: string, where: string): Promise<void> {
  const verified = await cli(["verify", folder], { cwd: folder });
  expect([0, 3], `${where}\n${verified.out}${verified.err}`).toContain(verified.code);
  const { journal } = reopenJournal(folder);
  journal.close();
  const calls = [
    ...eventsOf(journal.events, "call.answered"),
    ...eventsOf(journal.events, "call.failed"),
  ];
  const tickets = server.prompts.map(readTicket);
  const asked = new Set(tickets).size;
  expect(calls.length, `${where}: calls on record`).toBe(asked);
  // A refused parameter is left out, and the same request is sent once more.
  const sentAgain = tickets.length - asked;
  expect(sentAgain, where).toBeLessThanOrEqual(server.refusals);
  expect(readFileSync(join(folder, "events.jsonl"), "utf8"), where).not.toContain("MARKED");
}

describe(`meetings whose servers have bad days (seed ${SEEDED})`, () => {
  it.each(MEETINGS)(
    "meeting %i ends with votes, now or after a wait, and every call is on record",
    async (number) => {
      const weather = drawWeather(number);
      const day = await planBadDay({
        scenario: weather.scenario,
        models: weather.models,
        fault: (call, speaks) => findFault(weather, number, call, speaks),
      });
      const { ports, scenario } = day;
      const where = `${scenario.protocol}, meeting ${number}, seed ${SEEDED}: ${JSON.stringify(weather)}`;
      const folder = emptyFolder();
      const journal = createJournal(folder);
      const meeting = openMeeting({ ...ports, scenario, seed: number, journal });
      const first = await meeting.run();
      journal.close();
      await expectSound(day, folder, where);
      if (first.status === "closed") {
        expectDebate(meeting.state, where);
        const voteless = findVoteless(meeting.state);
        expect(findUnanswered(journal.events), `${where}: members without a vote`).toEqual(
          expect.arrayContaining(voteless),
        );
        const voters = scenario.members.length - voteless.length;
        expect(2 * voters, where).toBeGreaterThanOrEqual(scenario.members.length);
        return;
      }
      expect(first.status, `${where}: ${JSON.stringify(first)}`).toBe("suspended");
      day.clear();
      const again = reopenJournal(folder);
      const resumed = resumeMeeting({ ...ports, journal: again.journal });
      const second = await resumed.run();
      again.journal.close();
      const results = `${where}: ${JSON.stringify(first)}, then ${JSON.stringify(second)}`;
      expect(second.status, results).toBe("closed");
      await expectSound(day, folder, where);
      expectDebate(resumed.state, results);
      expect(findVoteless(resumed.state), `${results}: members without a vote`).toEqual([]);
    },
  );
});
