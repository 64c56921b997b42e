import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelFactory } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { cli, twoTurns, workFolder } from "./cli.ts";

const CVS = {
  "cvs/ada.md": "# Ada Marsh\n\nAda delivered nine of nine projects on schedule.\n",
  "cvs/ben.md": "# Ben Ostrow\n\nBen delivered two of nine projects on schedule.\n",
};
const RUN = ["run", "small", "--documents", "cvs/ada.md", "cvs/ben.md", "--seed", "7"];
const BATCH = "transcripts/small-candidates-7";
const PATH = process.env.PATH;

const billed: ModelFactory = ({ spec, scenario }) => {
  const verdict = scenario.documents.some(({ title }) => title === "Ada Marsh") ? "YES" : "NO";
  const said = `<Message><Verdict>${verdict}</Verdict><VerdictReasoning>So it stands.</VerdictReasoning><Withdrawn>true</Withdrawn><Content>So it stands.</Content></Message>`;
  return scriptedModel(Array(60).fill(said), { spec, provider: "billed" });
};
const factories = { simulated: twoTurns, billed };
const priced = (dollars: number) => ({
  "boardroom.yaml": `prices: {"billed:x": {input: ${dollars}, output: ${dollars}}}\n`,
});

describe("the folder of several candidates", () => {
  it("loads no code because it names a file", async () => {
    const cwd = workFolder({
      ...CVS,
      "own.mjs": 'import { writeFileSync } from "node:fs"; writeFileSync("told", "x");',
    });
    await cli(RUN, { cwd, env: { PATH }, factories });
    const file = join(cwd, BATCH, "study.json");
    const study = JSON.parse(readFileSync(file, "utf8"));
    const withFlags = (flags: object) =>
      writeFileSync(file, JSON.stringify({ ...study, ranking: { ...study.ranking, flags } }));
    withFlags({ protocol: "./own.mjs" });
    const { code, err } = await cli(["resume", BATCH], { cwd, env: { PATH }, factories });
    expect(code).toBe(2);
    expect(err).toMatch(
      /use your own protocol, \.\/own\.mjs\n.*resume FOLDER --protocol \.\/own\.mjs/,
    );
    expect(existsSync(join(cwd, "told"))).toBe(false);
  });
});

describe("the price of several candidates", () => {
  it("is agreed to once before anything is held", async () => {
    const cwd = workFolder({ ...CVS, ...priced(20) });
    const asked: string[] = [];
    const argv = [...RUN, "--rank", "--model", "billed:x"];
    const ask = async (question: string) => {
      asked.push(question);
      return "y";
    };
    const refused = await cli(argv, { cwd, factories });
    expect(refused.err).toMatch(/all together are expected to cost \$\d+\.\d\d/);
    expect([refused.code, existsSync(join(cwd, BATCH, "results.jsonl"))]).toEqual([6, false]);
    const { code, out } = await cli(argv, { cwd, factories, ask });
    expect({ code, asked: asked[0] }).toEqual({ code: 0, asked: "Run them? [y/N] " });
    expect(out).toContain(
      "Ada Marsh first. The most support of 2 candidates. Not recommended: Ben Ostrow",
    );
  });
});
