import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli, workFolder } from "./cli.ts";

const PAGE =
  readFileSync("docs/how-to/write-a-protocol.md", "utf8").split("## On the command line")[1] ?? "";
const ONE_ROUND = blockOf("js");
const COMMANDS = [
  "boardroom new scenario new-office",
  "boardroom run new-office --protocol ./one-round.mjs --option rounds=2 --seed 7",
];

function blockOf(kind: string): string {
  return new RegExp(`^\`\`\`${kind}\n([^]*?)^\`\`\`$`, "m").exec(PAGE)?.[1] ?? "";
}

const run = (cwd: string, line: string, more = {}) =>
  cli(line.split(" ").slice(1), { cwd, ...more });

/** The page followed to its end; the folder, and what each command printed. */
async function followed() {
  const cwd = workFolder({ "one-round.mjs": ONE_ROUND });
  const ran = [];
  for (const line of COMMANDS) ran.push(await run(cwd, line));
  return { cwd, ran };
}

describe("a protocol of one's own", () => {
  it("is read in plain fields without its code, which the record never has loaded", async () => {
    const { cwd, ran } = await followed();
    const folder = "transcripts/new-office-7";
    const named = await run(cwd, `boardroom show ${folder} --protocol ./one-round.mjs`);
    expect(named).toMatchObject({ code: 0, out: ran[1]?.out });
    renameSync(join(cwd, "one-round.mjs"), join(cwd, "elsewhere.mjs"));
    const replayed = await run(cwd, `boardroom show ${folder}`);
    expect(replayed).toMatchObject({ code: 0, err: "" });
    expect(replayed.out.match(/round\.over: \{"speakers":5\}/g)).toHaveLength(2);
    expect((await run(cwd, `boardroom show ${folder} --quiet`)).out).not.toContain("Spoken");
    const verified = await run(cwd, `boardroom verify ${folder}`);
    expect(verified).toMatchObject({ code: 3, err: "" });
    expect(verified.out).toContain("files       not compared: they need the code of one-round@1");
    expect(verified.out).toContain(
      "outcome     not recounted: one-round@1 is not part of this version",
    );
    const report = await run(cwd, `boardroom report ${folder}`);
    expect(report.code).toBe(0);
    const written = await run(cwd, `boardroom verify ${folder} --write`);
    expect(written).toMatchObject({
      code: 2,
      err: expect.stringContaining("--protocol ./mine.mjs"),
    });
  });
});

describe("a model of one's own", () => {
  it("is not loaded because a project names it", async () => {
    const page =
      readFileSync("docs/how-to/write-a-model.md", "utf8").split("## On the command line")[1] ?? "";
    const block = (kind: string) =>
      new RegExp(`\`\`\`${kind}\n([^]*?)^\`\`\`$`, "m").exec(page)?.[1] ?? "";
    const cwd = workFolder({ "ours.mjs": block("js"), "mine.yaml": block("yaml") });
    writeFileSync(join(cwd, "boardroom.yaml"), block("yaml"));
    const refused = await run(cwd, "boardroom run hiring --model ours:large");
    expect(refused).toMatchObject({
      code: 2,
      err: expect.stringContaining('"code:" is not allowed in a project'),
    });
  });
});

describe("code", () => {
  it("that wants a name that the library lacks is told so, with its file", async () => {
    const lost = "export default ({ createModel }) => ({ ours: () => createModel(() => 'x') });";
    const cwd = workFolder({ "lost.mjs": lost, "mine.yaml": "code: {models: [./lost.mjs]}\n" });
    const { code, err } = await cli(
      ["run", "small", "--config", "mine.yaml", "--model", "ours:m"],
      { cwd },
    );
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringMatching(
        /^boardroom: lost\.mjs: the library has no "createModel"\n {2}Use what it has/,
      ),
    });
  });

  it("of models answers a question of ask, as it answers run", async () => {
    const certain =
      'export default ({ functionModel }) => ({ sure: ({ spec }) => functionModel(() => JSON.stringify({ content: "Yes.", reasoning: "So.", verdict: "YES", withdraw: true }), { spec, capabilities: { form: "json" } }) });';
    const cwd = workFolder({ "sure.mjs": certain, "mine.yaml": "code: {models: [./sure.mjs]}\n" });
    const argv = [
      "ask",
      "Should we move?",
      "--options",
      "yes,no",
      "--yes",
      "--seed",
      "1",
      "--quiet",
    ];
    const { code, err, out } = await cli([...argv, "--model", "sure:m", "--config", "mine.yaml"], {
      cwd,
    });
    expect(err).toContain("Transcript: transcripts/move-1");
    expect(code).toBe(0);
    expect(out).toContain("Models: sure:m");
  });

  const SETTINGS = `code:
  protocols: [./one-round.mjs]
  selectors: [./eager.mjs]
  models: [./certain.mjs]
`;
  const EAGER = `export default { name: "eager", why: "most turns", weigh: ({ candidates }) => candidates.map(({ turns }) => 1 + turns) };`;
  const CERTAIN = `export default ({ functionModel }) => ({
  certain: ({ spec }) => functionModel(() => "<Message><Verdict>YES</Verdict><VerdictReasoning>So.</VerdictReasoning><Withdrawn>true</Withdrawn><Content>Yes, as ever.</Content></Message>", { spec, deterministic: true }),
});`;
  const FILES = { "one-round.mjs": ONE_ROUND, "eager.mjs": EAGER, "certain.mjs": CERTAIN };

  it("that the user's own settings name is known by its name", async () => {
    const cwd = workFolder({ ...FILES, "mine.yaml": SETTINGS });
    const config = ["--config", "mine.yaml"];
    await cli(["new", "scenario", "move"], { cwd });
    expect((await cli(["list", "protocols", ...config], { cwd })).out).toContain("one-round");
    const held = ["--seed", "1", "--quiet", "--model", "certain:x"];
    const round = await cli(["run", "move", "--protocol", "one-round", ...held, ...config], {
      cwd,
    });
    expect(round).toMatchObject({ code: 3, out: expect.stringContaining("certain:x") });
    const board = await cli(
      [
        "run",
        "move",
        "--option",
        "selector.name=eager",
        "--output",
        "b",
        "--max-messages",
        "9",
        "--seed",
        "1",
        ...config,
      ],
      { cwd },
    );
    expect(board.err).not.toContain("eager is");
    expect(readFileSync(join(cwd, "b/events.jsonl"), "utf8")).toContain('"name":"eager"');
    expect((await cli(["verify", "b", ...config], { cwd })).code).toBe(0);
    const verified = await cli(["verify", "b"], { cwd });
    expect(verified).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^outcome {5}not recounted: /m),
    });
    const { code, err } = await cli(["run", "move", "--option", "selector.name=eager"], { cwd });
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringMatching(/found "eager"\n .*code: selectors:/),
    });
  });

  it("is not loaded because the folder one stands in, or a scenario, names it", async () => {
    const cwd = workFolder({ ...FILES, "boardroom.yaml": SETTINGS });
    await cli(["new", "scenario", "move"], { cwd });
    const refused = await cli(["run", "move"], { cwd });
    expect(refused).toMatchObject({
      code: 2,
      err: expect.stringContaining('"code:" is not allowed in a project'),
    });
    writeFileSync(join(cwd, "boardroom.yaml"), "");
    const file = join(cwd, "scenarios/move/scenario.yaml");
    writeFileSync(file, `${readFileSync(file, "utf8")}\nprotocol: ./one-round.mjs\n`);
    expect((await cli(["run", "move"], { cwd })).code).toBe(2);
  });

  it.each([
    ["missing.mjs", null, "file not found"],
    [
      "other.mjs",
      "export default { name: 'x' };",
      "its default export is not what defineProtocol returns",
    ],
    ["torn.mjs", "export default (", "cannot be loaded"],
    [
      "board.mjs",
      "export default ({ board }) => board;",
      'its protocol is called "board", as one that comes with boardroom',
    ],
  ])("of %s is refused with its place", async (name, text, told) => {
    const cwd = workFolder(text === null ? {} : { [name]: text });
    await cli(["new", "scenario", "move"], { cwd });
    const { code, err } = await cli(["run", "move", "--protocol", `./${name}`], { cwd });
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(`${name}: ${told}`) });
  });

  it("in TypeScript runs where Node strips types, and elsewhere the remedy is named", async () => {
    const cwd = workFolder({ "one-round.ts": ONE_ROUND });
    await cli(["new", "scenario", "move"], { cwd });
    const line = ["check", "move", "--protocol", "./one-round.ts"];
    const { code, err } = await cli(line, { cwd });
    const strips = "typescript" in process.features && Boolean(process.features.typescript);
    if (strips) expect(code).toBe(0);
    else expect(err).toContain("Run boardroom with Node 22.18 or later, or write it as .mjs.");
  });
});
