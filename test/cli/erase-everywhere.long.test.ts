import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelFactory } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { cli, workFolder } from "./cli.ts";

const ADA = "Ada Marsh delivered nine of nine projects on schedule at the harbour works.";
const BEN = "Ben Ostrow delivered two of nine projects on schedule in his former post.";

/** Members who repeat the first words of what they judge, and choose by it. */
const quoting: ModelFactory = ({ spec, scenario }) => {
  const ids = scenario.verdicts.map(({ id }) => id);
  const text = (scenario.documents.find(({ subject }) => subject) ?? scenario.documents[0])?.text ?? "";
  const line = text.split("\n").find((each) => each.length > 30) ?? "";
  const verdict = ids.find((id) => id.startsWith("ADA")) ?? (text.includes("Ada") ? "YES" : "NO");
  const said = `<Message><Verdict>${verdict}</Verdict><VerdictReasoning>${line}</VerdictReasoning><WouldChange>${line}</WouldChange><Withdrawn>true</Withdrawn><Content>It says: "${line}"</Content></Message>`;
  return { ...scriptedModel(Array(60).fill(said), { spec, provider: "simulated" }), deterministic: true };
};

const STUDY = `title: Seeds
scenario: small
subjects: [../cvs/ada.md, ../cvs/ben.md]
seeds: 1..2
arms: { plain: {} }
`;

/** A folder with meetings over both candidates, held in every way, and what was written of them. */
async function everyShape() {
  const cwd = workFolder({
    "cvs/ada.md": `# Ada Marsh\n\n${ADA}\n`,
    "cvs/ben.md": `# Ben Ostrow\n\n${BEN}\n`,
    "mine/study.yaml": STUDY,
  });
  const state = join(cwd, "state");
  mkdirSync(state);
  mkdirSync(join(cwd, "sent"));
  const file = join(cwd, "scenarios/small/scenario.yaml");
  const text = readFileSync(file, "utf8").trimEnd();
  mkdirSync(join(cwd, "scenarios/minding"));
  writeFileSync(join(cwd, "scenarios/minding/scenario.yaml"), `${text}\nmemory: board\n`);
  writeFileSync(join(cwd, "scenarios/minding/paper.md"), "The only line\n");
  const run = (...argv: string[]) =>
    cli(argv, { cwd, env: { XDG_STATE_HOME: state }, factories: { simulated: quoting } });
  const held = async (...argv: string[]) => {
    const { code, err } = await run(...argv);
    expect([argv.join(" "), code, code === 0 ? "" : err]).toEqual([argv.join(" "), 0, ""]);
  };
  const over = (name: string) => ["--document", `cvs/${name}.md`, "--quiet"];
  await held("run", "minding", ...over("ada"), "--seed", "1");
  await held("run", "minding", ...over("ben"), "--seed", "2");
  await held("fork", "transcripts/minding-1", "--at", "2", "--out", "transcripts/forked", "--quiet");
  await held("run", "small", ...over("ben"), "--seed", "3", "--prior", "transcripts/minding-1");
  await held("run", "small", ...over("ben"), "--seed", "4");
  await held("report", "transcripts/minding-1", "transcripts/small-4");
  await held("export", "transcripts/minding-1", "--as", "memo", "--output", "sent/memo.md");
  await held("export", "transcripts/minding-1", "--as", "adr", "--output", "decision.md");
  const batch = ["run", "small", "--documents", "cvs/ada.md", "cvs/ben.md", "--rank", "--seed", "7", "--quiet"];
  await held(...batch);
  await held("study", "run", "mine/study.yaml", "--out", "study-seeds");
  return { cwd, run, state };
}

function filesWith(folder: string, pattern: RegExp): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter(
      (name) => statSync(join(folder, name)).isFile() && pattern.test(readFileSync(join(folder, name), "utf8")),
    )
    .toSorted();
}

const BATCH = "transcripts/small-candidates-7";

describe("erase", () => {
  it("with --subject leaves no name and no word of a candidate in any file but the user's own, which it names", async () => {
    const { cwd, run } = await everyShape();
    const all = filesWith(cwd, /Ada Marsh/);
    for (const place of [
      "transcripts/forked/",
      "state/boardroom/memory/",
      `${BATCH}/meetings/`,
      "study-seeds/",
    ])
      expect(all.some((name) => name.startsWith(place))).toBe(true);
    const asking = await run("erase", "transcripts/minding-1", "--subject", "--in", "sent");
    expect([asking.code, filesWith(cwd, /Ada Marsh/)]).toEqual([6, all]);
    const { code, out, err } = await run(
      "erase",
      "transcripts/minding-1",
      "--subject",
      "--in",
      "sent",
      "--yes",
    );
    expect(code).toBe(0);
    expect(filesWith(cwd, /Ada Marsh|harbour works|ADA_MARSH/)).toEqual(["cvs/ada.md", "decision.md"]);
    expect(err).toContain("Not erased, since it is yours: cvs/ada.md");
    expect(err).toContain("Not erased, since it is yours: decision.md");
    expect(err).toContain("Not looked into: a database that workers hold meetings by (--on postgres), backups");
    expect(out).toContain("Erased: sent/memo.md, which was made of it");
    expect(out).toMatch(/Erased: \d+ notes that members kept of it/);
    expect(out).toContain("Erased: 7 results of studies");
    // Its members had read notes on her.
    expect(existsSync(join(cwd, "transcripts/minding-2/erased.json"))).toBe(true);
    // What is of the other candidate alone is as it was.
    expect(existsSync(join(cwd, "transcripts/small-4/events.jsonl"))).toBe(true);
    expect(existsSync(join(cwd, `${BATCH}/meetings/small/ben/own/7/events.jsonl`))).toBe(true);
    const again = await run("report", BATCH);
    expect([again.code, again.out]).toEqual([0, `${BATCH}/report.html\n`]);
    expect(filesWith(cwd, /Ada Marsh/)).toEqual(["cvs/ada.md", "decision.md"]);
    const rows = readFileSync(join(cwd, "study-seeds/results.jsonl"), "utf8").trim().split("\n");
    expect(rows.map((row) => JSON.parse(row).subject)).toEqual(["ben.md", "ben.md"]);
    expect(err).toContain("Not erased: study-seeds/study.json still names what was judged there by its file.");
  });

  it("without --subject takes notes, results and files of that meeting alone, and names what holds the rest", async () => {
    const { cwd, run, state } = await everyShape();
    const [study] = readdirSync(join(cwd, "study-seeds"), { recursive: true, encoding: "utf8" }).filter(
      (name) => name.endsWith("events.jsonl"),
    );
    const record = `study-seeds/${study?.replace("/events.jsonl", "")}`;
    expect((await run("erase", record, "--yes")).out).toContain("Erased: 1 result of studies");
    const { out, err } = await run("erase", "transcripts/minding-1", "--yes");
    expect(out).toMatch(/^Erased: transcripts\/minding-1\n/);
    expect(out).toContain("Erased: transcripts/report.html, which was made of it");
    expect(filesWith(state, /Ada Marsh/)).toEqual([]);
    for (const folder of ["forked", "small-3", "minding-2"])
      expect(err).toContain(`Not erased: transcripts/${folder} holds some of it.`);
    expect(err).not.toContain("Not erased: transcripts/small-4 ");
    expect(err).toMatch(
      /Not erased: .* and \d more, over the same document\.\nWith --subject these go as well\./,
    );
    expect(existsSync(join(cwd, "transcripts/forked/events.jsonl"))).toBe(true);
    expect(existsSync(join(cwd, "sent/memo.md"))).toBe(true);
  });

  it("of the folder of several candidates, or of a study, takes all meetings in it", async () => {
    const { cwd, run } = await everyShape();
    for (const folder of [BATCH, "study-seeds"]) {
      expect((await run("erase", folder, "--yes")).code).toBe(0);
      expect(filesWith(join(cwd, folder), /Ada Marsh|Ben Ostrow/)).toEqual([]);
    }
    expect(existsSync(join(cwd, BATCH, "study.json"))).toBe(false);
    expect(existsSync(join(cwd, "study-seeds/study.json"))).toBe(false);
    const { err } = await run("study", "run", "mine/study.yaml", "--out", "study-seeds", "--retry-failed");
    expect(err).toMatch(/4 meetings failed/);
    expect(readFileSync(join(cwd, "study-seeds/results.jsonl"), "utf8")).toContain("this meeting was erased");
  });
});
