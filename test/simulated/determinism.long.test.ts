import { cpSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  board,
  copyJournal,
  createMemoryJournal,
  findForkPoint,
  forkMeeting,
  type MeetingEvent,
  modelsFrom,
  openMeeting,
  type Scenario,
} from "boardroom";
import { createSimulatedModel } from "boardroom/extend";
import { MODEL_CONFORMANCE } from "boardroom/testing";
import { beforeAll, describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { emptyFolder } from "../support/folders.ts";
import { linesOf, writeLog } from "../support/transcripts.ts";
import { type Asked, hold, seeds, shipped } from "./meetings.ts";

const hiring = await shipped("hiring");
const signal = new AbortController().signal;
const SEEDS = seeds(5);

describe("a simulated member", () => {
  it.each(MODEL_CONFORMANCE)("$title", async ({ check }) => {
    const model = createSimulatedModel({ seat: hiring.members[0]!, scenario: hiring });
    await expect(check(model)).resolves.toBeUndefined();
  });

  it.each([
    ["a board", async () => hiring],
    ["a board with private papers", () => shipped("hidden-profile")],
    ["a trial", () => shipped("trial")],
    ["judges", () => shipped("code-review")],
    ["a chamber", () => shipped("niche-decision")],
    ["rounds", () => shipped("architecture-review")],
  ] as const)("gives a fresh instance's reply at every turn of %s", async (_, load) => {
    const scenario = await load();
    const all: Asked[] = [];
    for (const seed of [4, 5]) await hold(scenario, seed, { asked: (each) => all.push(each) });
    expect(all.length).toBeGreaterThan(5);
    for (const { seat: id, request, text } of all) {
      const seat = scenario.members.find((each) => each.id === id);
      if (seat === undefined) continue;
      const model = createSimulatedModel({ seat, scenario });
      expect(await model.generate(request, { signal })).toMatchObject({ text });
    }
  });

  it("writes the same bytes with the same seed, and others with another", async () => {
    const [one, again, other] = [
      await hold(hiring, 3),
      await hold(hiring, 3),
      await hold(hiring, 4),
    ];
    expect(JSON.stringify(again.events)).toBe(JSON.stringify(one.events));
    expect(other.said.map(({ content }) => content)).not.toEqual(
      one.said.map(({ content }) => content),
    );
  });
});

function openingsIn(events: readonly MeetingEvent[]) {
  const cast = events.flatMap((each) =>
    each.type === "ballot.cast" && each.ballot === "opening" ? [each] : [],
  );
  return Object.fromEntries(
    cast.map(({ speaker, verdict, reasoning, wouldChange, confidence }) => [
      speaker,
      { verdict, reasoning, wouldChange, confidence },
    ]),
  );
}

async function opened(scenario: Scenario, seed: number) {
  const controller = new AbortController();
  const asked = ({ request }: Asked) => {
    if (request.occasion?.kind === "floor") controller.abort();
  };
  const { events } = await hold(scenario, seed, { signal: controller.signal, asked });
  return openingsIn(events);
}

const openings = (scenario: Scenario) => Promise.all(SEEDS.map((seed) => opened(scenario, seed)));

describe("an opening vote", () => {
  let usual: Awaited<ReturnType<typeof openings>>;
  beforeAll(async () => {
    usual = await openings(hiring);
  });

  it("differs between members, and from seed to seed", () => {
    expect(new Set(usual.map((each) => JSON.stringify(each))).size).toBe(SEEDS.length);
    for (const ballots of usual) {
      expect(Object.keys(ballots)).toHaveLength(hiring.members.length);
      expect(new Set(Object.values(ballots).map((each) => each.reasoning)).size).toBeGreaterThan(1);
    }
    const verdicts = usual.flatMap((each) => Object.values(each)).map(({ verdict }) => verdict);
    expect(new Set(verdicts).size).toBeGreaterThan(1);
  });

  it.each<readonly [string, object]>([
    ["20 messages", { limits: { ...hiring.limits, messages: 20 } }],
    ["minutes and tokens", { limits: { ...hiring.limits, minutes: 3, tokens: 400_000 } }],
    ["another title and name", { title: "Another title for the same matter", name: "elsewhere" }],
    ["the anonymous view", { prompt: { ...hiring.prompt, view: "anonymous" } }],
    ["the shared view", { prompt: { ...hiring.prompt, view: "shared" } }],
    ["sealed verdicts", { prompt: { ...hiring.prompt, visibility: "sealed" } }],
    ["the verdict last", { prompt: { ...hiring.prompt, scaffold: "verdict-last" } }],
    ["the natural selector", { options: { selector: { name: "natural" } } }],
    ["another order of the members", { members: [...hiring.members].reverse() }],
  ])("is the same under %s", async (_, changes) => {
    expect(await openings({ ...hiring, ...changes })).toEqual(usual);
  });

  it("is the same without some of the others", async () => {
    const members = hiring.members.slice(1, 4);
    const ids = members.map(({ id }) => id);
    const ballots = await openings({ ...hiring, members });
    ballots.forEach((each, at) => {
      expect(Object.keys(each).sort()).toEqual([...ids].sort());
      for (const id of ids) expect(each[id]).toEqual(usual[at]![id]);
    });
  });

  it("is the same from a folder of another name, with another title and documents of other names", async () => {
    const folder = join(emptyFolder(), "third-candidate");
    cpSync("scenarios/hiring", folder, { recursive: true });
    const rename = (text: string) =>
      text.replaceAll("resume.md", "cv.md").replaceAll("job-description.md", "post.md");
    const file = parse(readFileSync(join(folder, "scenario.yaml"), "utf8"));
    const documents = [{ file: "cv.md", subject: true }, { file: "post.md" }];
    const scenario = { ...file, title: "The third", documents };
    writeFileSync(join(folder, "scenario.yaml"), rename(stringify(scenario)));
    for (const name of ["resume.md", "job-description.md"])
      renameSync(join(folder, name), join(folder, rename(name)));
    writeFileSync(
      join(folder, "script.yaml"),
      rename(readFileSync(join(folder, "script.yaml"), "utf8")),
    );
    expect(await openings(await shipped(folder))).toEqual(
      JSON.parse(rename(JSON.stringify(usual))),
    );
  });

  it("is kept by a fork, whatever its own seed", async () => {
    const short = { ...hiring, limits: { ...hiring.limits, messages: 6 } };
    const createModel = modelsFrom({ env: {} });
    const journal = createMemoryJournal();
    await openMeeting({ scenario: short, protocol: board, seed: 2, journal, createModel }).run();
    const point = findForkPoint(journal.events, 0)!;
    const log = writeLog(emptyFolder(), linesOf(journal));
    const copy = copyJournal(log, point.lines, join(emptyFolder(), "fork"));
    const amendments = { seed: "other" };
    await forkMeeting({ protocol: board, createModel, journal: copy, point, amendments }).run();
    copy.close();
    expect(openingsIn(copy.events)).toEqual(usual[1]);
  });
});
