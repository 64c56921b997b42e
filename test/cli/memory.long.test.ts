import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelFactory } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { cli, workFolder } from "./cli.ts";

const minded: ModelFactory = (setup) => {
  const { seat } = setup;
  const say = (content: string, withdrawn: boolean) => `<Message>
<Speaker>${seat.persona.name}</Speaker>
<Verdict>${seat.id === "kumar" ? "NO" : "YES"}</Verdict>
<VerdictReasoning>The reason of ${seat.id}</VerdictReasoning>
<WouldChange>A letter to ${seat.id}</WouldChange>
<Confidence>0.8</Confidence>
<Withdrawn>${withdrawn}</Withdrawn>
<Content>${content}</Content>
</Message>`;
  let turns = 0;
  const reply = ({ instruction }: { readonly instruction: string }) => {
    if (instruction.includes('-vote"')) return say("", false);
    turns += 1;
    return say(`Last words of ${seat.id}, turn ${turns}.`, turns > 1);
  };
  return {
    ...scriptedModel(Array(40).fill(reply), { spec: setup.spec, provider: "simulated" }),
    deterministic: true,
  };
};

function board(memory = "memory: board\n") {
  const cwd = workFolder();
  const file = join(cwd, "scenarios/small/scenario.yaml");
  writeFileSync(file, `${readFileSync(file, "utf8").trimEnd()}\n${memory}`);
  const state = join(cwd, "state");
  mkdirSync(state);
  const run = (...argv: string[]) =>
    cli(argv, { cwd, env: { XDG_STATE_HOME: state }, factories: { simulated: minded } });
  const hold = (seed: number) => run("run", "small", "--seed", String(seed), "--quiet", "--output", `t${seed}`);
  return { cwd, run, hold, state, notes: join(state, "boardroom", "memory") };
}

function events(
  cwd: string,
  folder: string,
): { type: string; name?: string; text?: string; shownTo?: object }[] {
  return readFileSync(join(cwd, folder, "events.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const given = (cwd: string, folder: string) =>
  events(cwd, folder).filter(({ name }) => name?.startsWith("memory-of-"));

describe("a board with memory", () => {
  it("shows each member its own notes in the next meeting, cited by head, and nobody else's", async () => {
    const { cwd, run, hold, notes } = board();
    expect((await hold(1)).err).toContain("Notes kept: boardroom memory show small-");
    expect(given(cwd, "t1")).toEqual([]);
    await hold(2);
    const shown = given(cwd, "t2");
    expect(shown.map(({ name, shownTo }) => [name, Object.keys(shownTo ?? {})])).toContainEqual([
      "memory-of-kumar.md",
      ["kumar"],
    ]);
    const { prompts, others } = await promptsOf(run);
    expect(prompts).toMatch(/transcript head [0-9a-f]{64}/);
    expect(prompts).toContain("What you held: NO, confidence 0.8");
    expect(prompts).toContain('- Your reasoning: "The reason of kumar"');
    expect(prompts).toContain('- What would have changed it: "A letter to kumar"');
    expect(prompts).toContain('- Your last words: "Last words of kumar, turn 2."');
    expect(others).toContain("The reason of chen");
    expect(others).not.toContain("of kumar");
    const [boardId] = readdirSync(notes);
    const own = join(notes, boardId ?? "", "kumar");
    expect(readdirSync(own)).toHaveLength(2);
    expect(readdirSync(own).map((name) => statSync(join(own, name)).mode & 0o777)).toEqual([0o600, 0o600]);
    expect(statSync(own).mode & 0o777).toBe(0o700);
  });

  it("records them as the format says", async () => {
    const { cwd, hold } = board();
    await hold(1);
    await hold(2);
    const [opened] = events(cwd, "t2") as { scenario?: { memory?: string } }[];
    expect(opened?.scenario?.memory).toMatch(/^small-[0-9a-f]{8}$/);
    const notes = given(cwd, "t2").find(({ name }) => name === "memory-of-kumar.md") as Record<string, unknown>;
    const lines = String(notes.text).split("\n");
    const docs = readFileSync(new URL("../../docs/reference/transcript.md", import.meta.url), "utf8");
    const [, table = ""] = docs.split("| field of `document.added` | of a member's notes |\n| --- | --- |\n");
    const rows = (table.split("\n\n")[0] ?? "").split("\n").map((row) => row.split(" | "));
    const told = new Map(rows.map(([field = "", says = ""]) => [field.replace(/[|` ]/g, ""), says]));
    expect([...told.keys()].toSorted()).toEqual(
      Object.keys(notes)
        .filter((field) => !["seq", "at", "type", "sha256", "prev"].includes(field))
        .toSorted(),
    );
    for (const field of ["path", "subject", "by"])
      expect(told.get(field)).toContain(`\`${JSON.stringify(notes[field])}\``);
    expect(told.get("title")).toContain(`\`${notes.title}\``);
    expect(told.get("name")).toContain(`\`${String(notes.name).replace("kumar", "SEAT")}\``);
    expect(notes.shownTo).toEqual({ kumar: [[1, lines.length]] });
    const [, head] = /`(## Meeting of DATE, transcript head HASH)`/.exec(told.get("text") ?? "") ?? [];
    const pattern = head?.replace("DATE", "\\d{4}-\\d\\d-\\d\\d").replace("HASH", "[0-9a-f]{64}");
    expect(lines.filter((line) => new RegExp(`^${pattern}$`).test(line))).toHaveLength(1);
  });

  it("has them as they were when the meeting is replayed, gone on with or forked after they are forgotten", async () => {
    const { cwd, run, hold } = board();
    await hold(1);
    await hold(2);
    const before = given(cwd, "t2");
    expect((await run("memory", "forget", "small")).out).toMatch(/^Forgotten: \d+ notes\.\n$/);
    expect((await run("memory", "show")).out).toMatch(/^No board has notes yet/);
    expect((await run("verify", "t2")).code).toBe(0);
    const forked = await run("fork", "t2", "--at", "2", "--output", "f2", "--quiet");
    expect(forked.err).toContain("f2");
    expect(given(cwd, "f2").map(({ text }) => text)).toEqual(before.map(({ text }) => text));
    expect((await run("memory", "show")).out).toMatch(/^No board has notes yet/);
    await hold(3);
    expect(given(cwd, "t3")).toEqual([]);
  });

  it("tells in the notes what became of a decision, and whose position proved wrong", async () => {
    const { run, hold } = board();
    await hold(1);
    const recorded = await run("outcome", "t1", "turned out: it sank", "--right", "no");
    expect(recorded.out).toMatch(
      /^Outcome: .*\nSimulated members.*\nTurned out: it sank \(the decision was wrong\)\n\d notes tell it from now on\.\nNext: boardroom run small\n$/,
    );
    const wrong = await run("memory", "show", "small");
    expect(wrong.out).toMatch(
      /What you held: NO[\s\S]*?What you got wrong: nothing; your position proved right/,
    );
    expect(wrong.out).toMatch(/What you held: YES[\s\S]*?What you got wrong: your position proved wrong/);
    const table = await run("memory", "calibration", "t1");
    expect(table.out).toMatch(/^PERSONA +KNOWN +SIMULATED +RIGHT +SURE +BRIER +EARLIER +LATER\n/);
    expect(table.out).toMatch(/Kumar +1 +1 +1 \(100 %\) +80 % +0\.04 +- +-\n/);
    expect(table.out).toMatch(/ +1 +1 +0 \(0 %\) +80 % +0\.64 +- +-\n/);
    expect((await run("outcome", "t1")).out).toContain("Turned out: it sank");
  });

  it("shows the newest first, and no more than the budget has room for", async () => {
    const { cwd, run, hold, notes } = board();
    await hold(1);
    const [id] = readdirSync(notes);
    const own = join(notes, id ?? "", "kumar");
    const [file] = readdirSync(own);
    const note = JSON.parse(readFileSync(join(own, file ?? ""), "utf8"));
    for (let nth = 1; nth <= 9; nth++) {
      const head = String(nth).repeat(64);
      writeFileSync(
        join(own, `${head.slice(0, 16)}.json`),
        JSON.stringify({
          ...note,
          head,
          at: `2027-01-0${nth}T00:00:00Z`,
          keptAt: `2127-01-0${nth}T00:00:00Z`,
          closing: "w ".repeat(400),
        }),
      );
    }
    await run("run", "small", "--seed", "2", "--quiet", "--output", "t2");
    const text = given(cwd, "t2").find(({ name }) => name === "memory-of-kumar.md")?.text ?? "";
    const dates = [...text.matchAll(/Meeting of (\S+),/g)].map(([, date]) => date);
    expect(dates).toEqual(["2127-01-09", "2127-01-08", "2127-01-07", "2127-01-06"]);
    expect(text.length).toBeLessThan(1_500 * 3.5);
  });
});

it("writes the files of a closed meeting after its notes: where notes cannot be kept, no file says that they were", async () => {
  const { cwd, hold, run, notes, state } = board();
  writeFileSync(join(state, "boardroom"), "in the way of the folder");
  const { code } = await hold(1);
  expect(code).not.toBe(0);
  expect(events(cwd, "t1").at(-1)?.type).toBe("meeting.closed");
  expect(readdirSync(join(cwd, "t1"))).not.toContain("written.json");
  rmSync(join(state, "boardroom"));
  await run("resume", "t1");
  expect(readdirSync(notes)).toHaveLength(1);
  expect(readdirSync(join(cwd, "t1"))).toContain("written.json");
});

it("keeps every note and every file of a meeting that was stopped between any two of them, once", async () => {
  const { cwd, run, hold, notes } = board();
  await hold(1);
  const kept = () =>
    readdirSync(notes, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".json"))
      .toSorted();
  const files = () => readdirSync(join(cwd, "t1")).toSorted();
  const whole = { notes: kept(), files: files() };
  const written = files().filter((name) => name !== "events.jsonl" && name !== "written.json");
  const steps = [...kept().map((name) => join(notes, name)), ...written.map((name) => join(cwd, "t1", name))];
  expect(steps.length).toBeGreaterThan(5);
  for (const [done] of steps.entries()) {
    rmSync(join(cwd, "t1", "written.json"));
    for (const step of steps.slice(done)) rmSync(step);
    await run("resume", "t1");
    expect({ notes: kept(), files: files() }).toEqual(whole);
  }
  await run("memory", "forget", "small");
  await run("resume", "t1");
  expect(existsSync(notes) ? kept() : []).toEqual([]);
});

it.each<[string, string[], RegExp]>([
  ["a board without notes", ["memory", "show", "nobody"], /no board "nobody" has notes/],
  ["an outcome of what is no transcript", ["outcome", "nowhere", "it sank"], /no meeting found/],
  ["no words", ["outcome", "t1", "--right", "yes"], /missing argument: what happened/],
])("refuses %s", async (_, argv, says) => {
  const { run, hold } = board();
  if (argv.includes("t1")) await hold(1);
  const { code, err } = await run(...argv);
  expect(code).toBe(2);
  expect(err).toMatch(says);
});

async function promptsOf(run: (...argv: string[]) => Promise<{ out: string }>) {
  const told = async (speaker: string) =>
    (await run("show", "t2", "--prompt", "opening", "--speaker", speaker)).out;
  return { prompts: await told("kumar"), others: (await Promise.all(["chen", "watson"].map(told))).join("\n") };
}
