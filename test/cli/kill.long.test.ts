import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readTranscript } from "boardroom";
import { drawFrom } from "boardroom/extend";
import { beforeAll, describe, expect, test } from "vitest";
import { listCanonical } from "../../src/showing/compare/several.ts";
import { type Built, buildProgram } from "../support/built-program.ts";
import { SEED } from "../support/seed.ts";
import { slowProvider } from "../support/slow-provider.ts";
import { readTestVariable } from "../support/variables.ts";
import { cli, workFolder } from "./cli.ts";

const KILLS = Number(readTestVariable("BOARDROOM_KILLS"));
const AT_ONCE = 3;
const seed = SEED ?? String(randomInt(1_000_000));

let built: Built;
beforeAll(() => {
  built = buildProgram();
}, 120_000);

type Life = { wasKilled: boolean; code: number | null; err: string };

async function live(
  argv: readonly string[],
  cwd: string,
  { after, delay, env }: Moment,
): Promise<Life> {
  let events = 0;
  let timer: NodeJS.Timeout | undefined;
  const { kill, ended } = built.start(
    [...argv, "--json"],
    cwd,
    (text) => {
      events += text.split("\n").length - 1;
      if (events >= after) timer ??= setTimeout(kill, delay);
    },
    env,
  );
  if (after === 0) timer = setTimeout(kill, delay);
  const { code, signal, err } = await ended;
  clearTimeout(timer);
  return { wasKilled: signal === "SIGKILL", code, err };
}

type Moment = {
  after: number;
  delay: number;
  env?: Readonly<Record<string, string>>;
};
const UNHARMED: Moment = { after: Number.POSITIVE_INFINITY, delay: 0 };

/** One life in four is killed while it starts; the others after some events. */
function momentOf(name: string, life: number): Moment {
  const draw = (purpose: string) => drawFrom(seed, `${name}/${life}`, purpose);
  if (draw("early") < 0.25) return { after: 0, delay: draw("delay") * 700 };
  return { after: 1 + Math.floor(draw("after") * 8), delay: draw("delay") * 25 };
}

type Held = { cwd: string; folder: string; kills: number };

/**
 * Holds a meeting whose process is killed again and again, until a resumed one comes to its end. One killed before its
 * opening was on record is begun again in the same folder; whatever is on record can be gone on with.
 */
async function holdUnderFire(
  name: string,
  argv: readonly string[],
  cwd: string,
  onKill = (_folder: string) => {},
) {
  const folder = name;
  let kills = 0;
  for (let life = 0; ; life++) {
    const log = join(cwd, folder, "events.jsonl");
    const record = existsSync(log) ? readFileSync(log, "utf8") : null;
    const command = record === null ? [...argv, "--output", folder] : ["resume", folder];
    // A slow machine takes longer to end than any delay: a closed meeting would be killed for ever.
    const isOver = record?.includes('"type":"meeting.closed"');
    const ended = await live(command, cwd, isOver ? UNHARMED : momentOf(folder, life));
    if (ended.wasKilled) {
      kills += 1;
      if (existsSync(log)) onKill(folder);
    } else {
      expect([0, 3], ended.err).toContain(ended.code);
      return { cwd, folder, kills };
    }
  }
}

async function underFire(hold: (name: string) => Promise<Held>) {
  const kept: { cwd: string; folder: string }[] = [];
  let kills = 0;
  let number = 0;
  async function worker(): Promise<void> {
    while (kills < KILLS) {
      const held = await hold(`meeting-${++number}`);
      kills += held.kills;
      kept.push({ cwd: held.cwd, folder: held.folder });
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  expect(kills).toBeGreaterThanOrEqual(KILLS);
  expect(kept.length).toBeGreaterThan(0);
  return kept;
}

describe(`a process killed at random moments (seed ${seed})`, () => {
  test("simulated members: the resumed meeting has the bytes of one never stopped", async () => {
    const cwd = workFolder();
    const argv = ["run", "small", "--seed", "7", "--max-messages", "30"];
    await live([...argv, "--output", "whole"], cwd, UNHARMED);
    const files = readdirSync(join(cwd, "whole"));
    const kept = await underFire((name) => holdUnderFire(name, argv, cwd));
    for (const { folder } of kept) {
      const left = readdirSync(join(cwd, folder)).filter((file) => !file.endsWith(".tmp"));
      expect(left.sort(), `${folder}, seed ${seed}`).toEqual(files.sort());
      for (const file of files) {
        const bytes = (from: string) => readFileSync(join(cwd, from, file), "utf8");
        expect(bytes(folder) === bytes("whole"), `${file} of ${folder}, seed ${seed}`).toBe(true);
      }
    }
  }, 600_000);

  test("a slow provider: the same canonical form, and nothing is asked again that was recorded", async () => {
    const provider = await slowProvider({ pauseMs: 6 });
    const argv = ["run", "small", "--seed", "7", "--model", "local:one"];
    const scenario = readFileSync(join(workFolder(), "scenarios/small/scenario.yaml"), "utf8");
    const files = {
      "boardroom.yaml": `providers: {local: {baseUrl: "${provider.url}"}}\n`,
      "scenarios/small/scenario.yaml": `${scenario}startsAt: 2026-01-05T09:00:00Z\n`,
    };
    const whole = workFolder(files);
    await live([...argv, "--output", "whole"], whole, UNHARMED);
    const expected = listCanonical(readTranscript(join(whole, "whole")).events);
    const questions = new Set(provider.seen.map(({ question }) => question));
    expect(questions.size).toBe(provider.seen.length);
    await provider.close();

    const kept = await underFire(async (name) => {
      const own = await slowProvider({ pauseMs: 6 });
      const cwd = workFolder({
        ...files,
        "boardroom.yaml": files["boardroom.yaml"].replace(provider.url, own.url),
      });
      const recorded = new Set<string>();
      let asked = 0;
      let inFlight = 0;
      const held = await holdUnderFire(name, argv, cwd, (folder) => {
        const fresh = own.seen.slice(asked);
        asked = own.seen.length;
        for (const { question } of fresh)
          expect(recorded.has(question), `asked again, seed ${seed}`).toBe(false);
        const answered = answeredIn(join(cwd, folder));
        for (const { question, id } of own.seen) if (answered.has(id)) recorded.add(question);
        const lost = fresh.filter(({ id }) => !answered.has(id)).length;
        expect(lost, `calls in flight at a kill, seed ${seed}`).toBeLessThanOrEqual(3);
        inFlight += lost;
      });
      expect(own.seen.length).toBe(questions.size + inFlight);
      await own.close();
      return held;
    });
    for (const { cwd, folder } of kept) {
      expect(listCanonical(readTranscript(join(cwd, folder)).events)).toEqual(expected);
      expect(await cli(["verify", folder], { cwd })).toMatchObject({ code: 0, err: "" });
      expect(readdirSync(join(cwd, folder)).filter((name) => name.startsWith("writer-"))).toEqual(
        [],
      );
    }
  }, 600_000);
});

describe("a disk that is full", () => {
  test("ends the meeting with what to do; with space again it goes on to the same bytes", async () => {
    const cwd = workFolder();
    const argv = ["run", "small", "--seed", "7", "--max-messages", "30"];
    await live([...argv, "--output", "whole"], cwd, UNHARMED);
    const whole = readFileSync(join(cwd, "whole/events.jsonl"), "utf8");
    const [opened, document] = whole.split("\n");
    const opening = Buffer.byteLength(`${opened}\n${document}\n`);
    const end = Buffer.byteLength(whole);
    const within = [0.3, 0.6, 0.85].map((share) => opening + share * (end - opening));
    for (const kilobytes of [opening / 2, ...within].map((bytes) => Math.ceil(bytes / 1_024))) {
      const folder = `full-${kilobytes}`;
      const limited = `ulimit -f ${kilobytes}; exec "$0" "$@"`;
      const started = [process.execPath, built.bin, ...argv, "--output", folder, "--quiet"];
      const { status, stderr } = spawnSync("bash", ["-c", limited, ...started], {
        cwd,
        env: {},
        encoding: "utf8",
      });
      expect(status, stderr).toBe(2);
      if (kilobytes * 1_024 < opening) {
        expect(stderr).toMatch(
          /no space is left.*\n {2}No meeting was run and nothing was spent\. Free some space, or name/,
        );
        expect(readdirSync(join(cwd, folder))).toEqual([]);
        continue;
      }
      expect(stderr).toMatch(
        /cannot be written: no space is left \(E[A-Z]+\)\n.*then: boardroom resume /,
      );
      const kept = readFileSync(join(cwd, folder, "events.jsonl"), "utf8");
      expect(kept.length).toBeGreaterThan(0);
      expect(whole.startsWith(kept)).toBe(true);
      expect(readdirSync(join(cwd, folder))).toEqual(["events.jsonl"]);
      await live(["resume", folder], cwd, UNHARMED);
      expect(readFileSync(join(cwd, folder, "events.jsonl"), "utf8")).toBe(whole);
    }
  }, 120_000);
});

function answeredIn(folder: string): ReadonlySet<string> {
  try {
    const { events } = readTranscript(folder);
    return new Set(
      events.flatMap((event) => (event.type === "call.answered" ? [event.requestId ?? ""] : [])),
    );
  } catch {
    return new Set();
  }
}
