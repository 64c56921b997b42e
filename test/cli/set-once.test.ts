import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSettings } from "../../src/home/settings/settings.ts";
import { workFolder } from "./cli.ts";

const own = (text: string) => ({ "home/boardroom/boardroom.yaml": text });
const env = (cwd: string) => ({ XDG_CONFIG_HOME: join(cwd, "home"), PATH: process.env.PATH });

describe("config", () => {
  it("of the user and of the folder holds together", async () => {
    const cwd = workFolder({
      ...own("model: acme:m\ntheme: light\nbudget: {meeting: 5}\n"),
      "boardroom.yaml": "out: mine\n",
    });
    expect(await readSettings({ cwd, env: env(cwd) })).toMatchObject({
      stated: { model: "acme:m", out: "mine" },
      theme: "light",
      budget: { meeting: 5 },
    });
  });
});
