import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { cli, workFolder } from "../../cli/cli.ts";
import { HOST, serving, TOKEN } from "./serving.ts";

const NOBODY = 65_534;
const isRoot = process.geteuid?.() === 0;

function becomeMortal(): void {
  if (isRoot) process.seteuid?.(NOBODY);
}

afterEach(() => {
  if (isRoot) process.seteuid?.(0);
});

/** A work folder with one closed meeting and one that was broken off, all of it the mortal's own. */
function ownFolder(): string {
  const cwd = workFolder();
  mkdirSync(join(cwd, "transcripts"));
  for (const name of ["whole", "other"])
    cpSync("transcripts/hiring-sample", join(cwd, "transcripts", name), { recursive: true });
  if (isRoot) giveAway(cwd);
  return cwd;
}

function giveAway(path: string): void {
  chownSync(path, NOBODY, NOBODY);
  if (lstatSync(path).isDirectory())
    for (const name of readdirSync(path)) giveAway(join(path, name));
}

describe("without rights", () => {
  it("a report that cannot be written says where, leaves nothing, and can go elsewhere", async () => {
    const cwd = ownFolder();
    const folder = join(cwd, "transcripts/whole");
    chmodSync(folder, 0o500);
    becomeMortal();
    const refused = await cli(["report", "transcripts/whole"], { cwd });
    expect(refused.code).not.toBe(0);
    expect(refused.err).toMatch(/transcripts\/whole\/report\.html.*EACCES/s);
    const elsewhere = await cli(["report", "transcripts/whole", "--output", "mine.html"], { cwd });
    expect(elsewhere).toMatchObject({ code: 0, out: "mine.html\n" });
    expect(existsSync(join(folder, "report.html"))).toBe(false);
    expect(readdirSync(folder).filter((name) => name.includes("tmp"))).toEqual([]);
    chmodSync(folder, 0o700);
  });

  it("a transcript that cannot be read is named, with the reason", async () => {
    const cwd = ownFolder();
    chmodSync(join(cwd, "transcripts/whole/events.jsonl"), 0o000);
    becomeMortal();
    const { code, out, err } = await cli(["report", "transcripts/whole"], { cwd });
    expect({ code: code === 0, out }).toEqual({ code: false, out: "" });
    expect(err).toMatch(/transcripts\/whole.*EACCES/s);
  });

  it("a folder that cannot be read is not served", async () => {
    const cwd = ownFolder();
    chmodSync(join(cwd, "transcripts"), 0o000);
    becomeMortal();
    const { code, err } = await cli(["serve", "--port", "0"], { cwd });
    expect(code).toBe(2);
    expect(err).toContain("transcripts");
    expect(err).toContain("the folder cannot be read (EACCES)");
    chmodSync(join(cwd, "transcripts"), 0o700);
  });

  it("a folder that can only be read is shown; acts, answers and new meetings are refused with the reason", async () => {
    const cwd = ownFolder();
    const { path, app, ask, post } = serving({ cwd });
    const lines = join(path, "other/events.jsonl");
    writeFileSync(
      lines,
      readFileSync(lines, "utf8")
        .split(/(?<=\n)/)
        .slice(0, 40)
        .join(""),
    );
    for (const name of ["whole", "other"]) chmodSync(join(path, name), 0o500);
    chmodSync(path, 0o500);
    becomeMortal();
    const get = async (what: string) => {
      const answer = await app.request(`http://${HOST}/${TOKEN}/${what}`, {
        headers: { host: HOST },
      });
      return { status: answer.status, text: await answer.text() };
    };
    for (const what of ["", "m/other/", "m/whole/report", "new"])
      expect(await get(what)).toMatchObject({ status: 200 });
    const asked = [
      post("m/other/act", { act: "interject", text: "Is this on?" }),
      post("m/other/hold", { do: "resume" }),
    ];
    expect((await ask({ scenario: "small", do: "run" })).text).toMatch(/EACCES|cannot be written/);
    for (const { status, text } of await Promise.all(asked)) {
      expect(text).toMatch(/EACCES|cannot be written/);
      expect(status).toBe(422);
    }
    if (isRoot) process.seteuid?.(0);
    expect(readdirSync(path)).toEqual(["other", "whole"]);
    for (const name of ["", "whole", "other"]) chmodSync(join(path, name), 0o700);
  });

  it("one meeting that cannot be read is on the list as such, and the others are served", async () => {
    const cwd = ownFolder();
    const { path, app } = serving({ cwd, isReadOnly: true });
    chmodSync(join(path, "other/events.jsonl"), 0o000);
    becomeMortal();
    const get = async (what: string) => {
      const answer = await app.request(`http://${HOST}/${TOKEN}/${what}`, {
        headers: { host: HOST },
      });
      return { status: answer.status, text: await answer.text() };
    };
    expect((await get("")).text).toContain("it cannot be read");
    expect(await get("m/whole/report")).toMatchObject({ status: 200 });
    const { text } = await get("m/other/");
    expect(text).toContain("EACCES");
    expect((await get("m/other/report")).text).toContain("EACCES");
  });
});
