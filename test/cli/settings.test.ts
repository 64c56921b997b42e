import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSettings, toSettingsLayers } from "../../src/home/settings/settings.ts";
import { resolveSettings } from "../../src/scenario/loading/assemble-scenario.ts";
import { cli, twoTurns, workFolder } from "./cli.ts";

const OWN = "home/.config/boardroom/boardroom.yaml";

function standing(files: Readonly<Record<string, string>>) {
  const cwd = workFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  return { cwd, env: { HOME: join(cwd, "home") } };
}

async function resolved(io: { cwd: string; env: Record<string, string> }) {
  return resolveSettings(toSettingsLayers(await readSettings(io))).values;
}

describe("settings of one's own", () => {
  it("stand below those of the folder, which stand below the environment", async () => {
    const io = standing({
      [OWN]: "seed: 3\nmaxMessages: 20\nout: mine\n",
      "boardroom.yaml": "seed: 5\nmaxMessages: 30\n",
    });
    expect(await resolved(io)).toMatchObject({ seed: 5, maxMessages: 30, out: "mine" });
    const env = { ...io.env, BOARDROOM_MAX_MESSAGES: "40" };
    expect(await resolved({ ...io, env })).toMatchObject({ seed: 5, maxMessages: 40 });
  });

  it("are those that --config names, or else BOARDROOM_CONFIG", async () => {
    const io = standing({
      [OWN]: "seed: 3\n",
      "one.yaml": "seed: 11\n",
      "other.yaml": "seed: 12\n",
    });
    const env = { ...io.env, BOARDROOM_CONFIG: "other.yaml" };
    expect(await resolved({ ...io, env })).toMatchObject({ seed: 12 });
    const factories = { simulated: twoTurns };
    await cli(["run", "small", "--config", "one.yaml"], { ...io, env, factories });
    expect(readdirSync(join(io.cwd, "transcripts"))).toEqual(["small-11"]);
  });

  it("are told of by file and key where they are wrong, and missed where they were named", async () => {
    const io = standing({ [OWN]: "sed: 3\n" });
    const wrong = await cli(["list", "meetings"], io);
    expect([wrong.code, wrong.err]).toEqual([
      2,
      expect.stringContaining("~/.config/boardroom/boardroom.yaml:1"),
    ]);
    const missing = await cli(["list", "meetings", "--config", "none.yaml"], io);
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining("none.yaml")]);
  });

  it("alone name code, by paths from the file that names it", async () => {
    const io = standing({ [OWN]: "code: {protocols: [./mine.mjs], models: [/opt/model.mjs]}\n" });
    const home = join(io.env.HOME, ".config/boardroom");
    expect((await readSettings(io)).code).toEqual({
      protocols: [join(home, "mine.mjs")],
      models: ["/opt/model.mjs"],
    });
    const strange = standing({ "boardroom.yaml": "code: {protocols: [./theirs.mjs]}\n" });
    await expect(readSettings(strange)).rejects.toThrow(
      /"code:" is not allowed in a project.s boardroom.yaml/,
    );
  });
});
