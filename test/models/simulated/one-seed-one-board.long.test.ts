import { cpSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  board,
  copyJournal,
  findScenario,
  forkMeeting,
  forkPoint,
  loadScenario,
  type MeetingEvent,
  type Scenario,
} from "boardroom";
import { createSimulatedModel } from "boardroom/extend";
import { beforeAll, describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { completeCasebook } from "../../../src/models/simulated/complete-casebook.ts";
import { cli } from "../../cli/cli.ts";
import { emptyFolder } from "../../support/folders.ts";
import { linesOf, writeLog } from "../../support/transcripts.ts";
import { openedBoard, openingBallots, openingsIn, SEEDS } from "./opening-ballots.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

let scenario: Scenario;
let usual: readonly Awaited<ReturnType<typeof openingBallots>>[];

async function load(name: string, overrides: Parameters<typeof loadScenario>[1] = {}): Promise<Scenario> {
  return loadScenario(await findScenario(name, { cwd: ROOT }), overrides);
}

async function openings(changed: Scenario) {
  const all = [];
  for (const seed of SEEDS) all.push(await openingBallots(changed, seed));
  return all;
}

/** A copy of the hiring scenario's folder under another name; `edit` changes its file. */
function copyOfHiring(name: string, edit: (file: Record<string, unknown>) => void = () => {}): string {
  const folder = join(emptyFolder(), name);
  cpSync(join(ROOT, "scenarios/hiring"), folder, { recursive: true });
  const path = join(folder, "scenario.yaml");
  const file = parse(readFileSync(path, "utf8")) as Record<string, unknown>;
  edit(file);
  writeFileSync(path, stringify(file));
  return folder;
}

beforeAll(async () => {
  scenario = await load("hiring");
  usual = await openings(scenario);
});

describe("an opening ballot", () => {
  it("differs from seed to seed, and between members", () => {
    for (const { id } of scenario.members) {
      const verdicts = usual.map((ballots) => ballots[id]!.verdict);
      expect(new Set(verdicts).size).toBeGreaterThan(1);
    }
    const split = usual.filter(
      (ballots) => new Set(Object.values(ballots).map((each) => each.verdict)).size > 1,
    );
    expect(split.length).toBeGreaterThan(SEEDS.length / 2);
  });

  it("is the same for a seed given as a word, and by the scenario", async () => {
    for (const seed of SEEDS) {
      expect(await openingBallots(scenario, String(seed))).toEqual(usual[seed - 1]);
      expect(await openingBallots({ ...scenario, seed })).toEqual(usual[seed - 1]);
    }
  });

  const variants: readonly (readonly [string, object])[] = [
    ["20 messages", { limits: { messages: 20 } }],
    ["40 messages", { limits: { messages: 40 } }],
    ["101 messages", { limits: { messages: 101 } }],
    ["minutes", { limits: { minutes: 3 } }],
    ["tokens", { limits: { tokens: 400_000 } }],
    ["another title", { title: "Another title for the same matter" }],
    ["another name", { name: "elsewhere" }],
    ["the anonymous view", { prompt: { view: "anonymous" } }],
    ["the shared view", { prompt: { view: "shared" } }],
    ["sealed verdicts", { prompt: { visibility: "sealed" } }],
    ["the verdict last", { prompt: { scaffold: "verdict-last" } }],
    ...["round-robin", "least-spoken", "natural", "chair"].map((name): readonly [string, object] => [
      `the selector ${name}`,
      { options: { selector: { name } } },
    ]),
  ];
  it.each(variants)("is the same under %s", async (_, changes) => {
    const { limits, prompt } = { limits: {}, prompt: {}, ...changes };
    const changed = {
      ...scenario,
      ...changes,
      limits: { ...scenario.limits, ...limits },
      prompt: { ...scenario.prompt, ...prompt },
    } as Scenario;
    expect(await openings(changed)).toEqual(usual);
  });

  it("is the same in another order of the members, and without others", async () => {
    const members = [...scenario.members].reverse();
    expect(await openings({ ...scenario, members })).toEqual(usual);
    for (const left of [members.slice(1), members.slice(0, 3)]) {
      const ids = left.map(({ id }) => id);
      const excluded = members
        .filter(({ id }) => !ids.includes(id))
        .map(({ id, model, persona: { name, title } }) => ({
          id,
          name,
          title,
          model,
          by: "ines",
          because: null,
        }));
      const ballots = await openings({ ...scenario, members: left, excluded });
      ballots.forEach((each, index) => {
        expect(Object.keys(each).sort()).toEqual([...ids].sort());
        for (const id of ids) expect(each[id]).toEqual(usual[index]![id]);
      });
    }
  });

  it("is the same from a folder of another name, with another title and documents of other names", async () => {
    const folder = copyOfHiring("third-candidate", (file) => {
      file.title = "The third candidate";
      file.documents = [
        { file: "cv-2026.md", title: "Résumé", subject: true },
        { file: "post.md", title: "Job description" },
      ];
    });
    renameSync(join(folder, "resume.md"), join(folder, "cv-2026.md"));
    renameSync(join(folder, "job-description.md"), join(folder, "post.md"));
    const casebook = join(folder, "casebook.yaml");
    const refs = readFileSync(casebook, "utf8")
      .replaceAll("resume.md", "cv-2026.md")
      .replaceAll("job-description.md", "post.md");
    writeFileSync(casebook, refs);
    expect(await openings(await load(folder))).toEqual(usual);
  });

  it("is the same on the command line, by flag, environment and file, and under its limits", async () => {
    const out = emptyFolder();
    const run = async (folder: string, argv: readonly string[], env: Readonly<Record<string, string>> = {}) => {
      const ran = await cli(["run", ...argv, "--max-messages", "8", "--json", "--out", join(out, folder)], {
        cwd: ROOT,
        env,
      });
      const lines = ran.out.trim().split("\n");
      return openingsIn(lines.map((line) => JSON.parse(line) as MeetingEvent));
    };
    for (const seed of SEEDS) {
      const own = copyOfHiring(`seed-${seed}`, (file) => Object.assign(file, { seed }));
      const word = String(seed);
      const given =
        seed % 2 === 0
          ? await run(`flag-${seed}`, ["hiring", "--seed", word])
          : await run(`environment-${seed}`, ["hiring", "--max-minutes", "5"], { BOARDROOM_SEED: word });
      expect(given).toEqual(usual[seed - 1]);
      const views = ["--view", "anonymous", "--visibility", "sealed"];
      expect(await run(`file-${seed}`, [own, ...views])).toEqual(usual[seed - 1]);
    }
  });
});

describe("files that differ in a name alone", () => {
  it.each(["physiotherapist", "quality-engineer", "site-manager"])("get equal votes: %s", async (stem) => {
    const [one, other] = await Promise.all(
      ["a", "b"].map(async (which) => {
        const document = join(ROOT, `test/content/reading/twins/${stem}-${which}.md`);
        const { casebook, ...rest } = completeCasebook(await load("hiring", { document }));
        const read = { by: "rules", statements: casebook!.points.length, weighed: casebook!.points.length };
        const ballots = await openings({ ...rest, casebook: { ...casebook!, read } });
        return ballots.map((each) =>
          Object.entries(each).map(([id, { verdict, confidence }]) => ({ id, verdict, confidence })),
        );
      }),
    );
    expect(other).toEqual(one);
    expect(one!.flat().some(({ verdict }) => verdict !== null)).toBe(true);
  });
});

describe("a fork", () => {
  it("keeps the minds of the meeting that it comes from, whatever its own seed", async () => {
    const createModel = (seat: Scenario["members"][number], completed: Scenario) =>
      createSimulatedModel({ seat, scenario: completed });
    const short = { ...scenario, limits: { ...scenario.limits, messages: 6 } };
    for (const seed of SEEDS) {
      const journal = await openedBoard(short, seed);
      const point = forkPoint(journal.events, 0)!;
      const from = writeLog(emptyFolder(), linesOf(journal));
      const copy = copyJournal(from, point.lines, join(emptyFolder(), "fork"));
      const fork = forkMeeting({
        ...{ protocol: board, createModel, journal: copy, point },
        amendments: { seed: `other-${seed}` },
      });
      await fork.run();
      copy.close();
      expect(openingsIn(copy.events)).toEqual(usual[seed - 1]);
    }
  });
});
