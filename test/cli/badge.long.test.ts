import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readTranscript } from "boardroom";
import { expect, it } from "vitest";
import { renderOutputFiles } from "../../src/home/records/outputs.ts";
import { createReportPage } from "../../src/screens/report-file.ts";
import { HOST, serving, TOKEN } from "../screens/web/serving.ts";
import { scriptOf } from "../support/scripts.ts";
import { watch } from "../support/watcher.ts";
import { cli, workFolder } from "./cli.ts";

const BADGE = /simulated/i;

const COMMANDS: readonly (readonly string[])[] = [
  ["run", "small", "--seed", "9", "--output", "t9"],
  ["show", "t7"],
  ["show", "t7", "--quiet"],
  ["show", "t7", "t8"],
  ...["md", "csv", "json"].flatMap((format) => [
    ["show", "t7", "--format", format],
    ["show", "t7", "t8", "--format", format],
  ]),
  ["diff", "t7", "t8"],
  ["diff", "t7", "t8", "--json"],
  ...["adr", "md"].map((format) => ["report", "t7", "--format", format]),
  ["outcome", "t7"],
  ["outcome", "t7", "--json"],
  ["run", "small", "--documents", "cvs/ada.md", "cvs/ben.md", "--rank", "--seed", "1"],
  ...["text", "json"].map((format) => ["study", "report", "held", "--format", format]),
];

const STUDY = `title: Does it matter who sees the verdicts?
scenario: ./scenarios/small
seeds: 1..2
arms:
  open: {}
  sealed: { visibility: sealed }
compare: [[open, sealed]]
`;

it("every command that shows a result says that members are simulated", async () => {
  const cwd = workFolder();
  const run = (...argv: readonly string[]) => cli(argv, { cwd });
  for (const seed of ["7", "8"])
    await run("run", "small", "--seed", seed, "--quiet", "--output", `t${seed}`);
  mkdirSync(join(cwd, "cvs"));
  for (const name of ["ada", "ben"]) {
    writeFileSync(join(cwd, `cvs/${name}.md`), `# ${name}\n\nOne line.\n`);
    const fact = { id: "one", ref: `${name}.md#L3`, quote: "One line", isFor: true };
    writeFileSync(join(cwd, `cvs/${name}.script.yaml`), JSON.stringify(scriptOf([fact])));
  }
  writeFileSync(join(cwd, "s.yaml"), STUDY);
  await run("study", "run", "s.yaml", "--output", "held");
  await run("outcome", "t7", "turned out: it held", "--right", "yes");
  const silent: string[] = [];
  for (const argv of COMMANDS) {
    const { out, err } = await run(...argv);
    if (!BADGE.test(out)) silent.push(`${argv.join(" ")}: ${out.slice(0, 200)} ${err}`);
  }
  const recorded = readTranscript(join(cwd, "t7"));
  const shown = [
    ...renderOutputFiles(recorded).map(({ name, text }) => [name, text] as const),
    ["the screen", watch(recorded.events).text] as const,
    ["the report", createReportPage(recorded, "")] as const,
  ];
  silent.push(...shown.flatMap(([name, text]) => (BADGE.test(text) ? [] : [name])));
  await run("run", "small", "--seed", "3", "--quiet");
  if (!BADGE.test((await run("list", "meetings")).out)) silent.push("list meetings");
  const { app, page } = serving({ cwd });
  await page("small-3", (text) => BADGE.test(text));
  for (const path of ["", "m/small-3/report"]) {
    const answer = await app.request(`http://${HOST}/${TOKEN}/${path}`, {
      headers: { host: HOST },
    });
    if (!BADGE.test(await answer.text())) silent.push(`serve ${path}`);
  }
  expect(silent).toEqual([]);
}, 120_000);
