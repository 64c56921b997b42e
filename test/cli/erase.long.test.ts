import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type ModelFactory, readTranscript } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { lockTranscript } from "../../src/engine/transcript/lock.ts";
import { minimalPdf } from "../scenario/minimal-pdf.ts";
import { cli, twoTurns, workFolder } from "./cli.ts";

const factories = { simulated: twoTurns };

async function meetings(...seeds: number[]) {
  const cwd = workFolder();
  for (const seed of seeds)
    await cli(["run", "small", "--seed", String(seed), "--quiet"], { cwd, factories });
  return { cwd, at: (seed: number) => join(cwd, `transcripts/small-${seed}`) };
}

const ADA = "Ada Marsh delivered nine of nine projects on schedule at the harbour works.";
const BEN = "Ben Ostrow delivered two of nine projects on schedule in his former post.";

const quoting: ModelFactory = ({ spec, scenario }) => {
  const text = scenario.documents.find(({ subject }) => subject)?.text ?? "";
  const line = text.split("\n").find((each) => each.length > 30) ?? "";
  const verdict = text.includes("Ada") ? "YES" : "NO";
  const said = `<Message><Verdict>${verdict}</Verdict><VerdictReasoning>${line}</VerdictReasoning><WouldChange>${line}</WouldChange><Withdrawn>true</Withdrawn><Content>It says: "${line}"</Content></Message>`;
  return {
    ...scriptedModel(Array(60).fill(said), { spec, provider: "simulated" }),
    deterministic: true,
  };
};

/** Meetings over two candidates, with a fork, a ranking and a study of them. */
async function candidates() {
  const cwd = workFolder({
    "cvs/ada.md": `# Ada Marsh\n\n${ADA}\n`,
    "cvs/ben.md": `# Ben Ostrow\n\n${BEN}\n`,
    "scenarios/kept/scenario.yaml": "title: Not read by a meeting\n",
    "scenarios/kept/ada.md": `# Ada Marsh\n\n${ADA}\n`,
    "mine/study.yaml":
      "title: Seeds\nscenario: small\nsubjects: [../cvs/ada.md, ../cvs/ben.md]\nseeds: 1..2\narms: { plain: {}, renamed: { swap: { Ada: Eve, Ben: Tom } } }\n",
  });
  const run = (...argv: string[]) => cli(argv, { cwd, factories: { simulated: quoting } });
  const over = (name: string) => ["--document", `cvs/${name}.md`, "--quiet"];
  for (const argv of [
    ["run", "small", ...over("ada"), "--seed", "5", "--output", "transcripts/ada-marsh"],
    ["fork", "transcripts/ada-marsh", "--at", "2", "--output", "transcripts/forked", "--quiet"],
    ["run", "small", ...over("ben"), "--seed", "4"],
    [
      "run",
      "small",
      "--documents",
      "cvs/ada.md",
      "cvs/ben.md",
      "--seed",
      "7",
      "--output",
      "ranking",
    ],
    ["study", "run", "mine/study.yaml", "--output", "study-seeds"],
  ])
    expect(await run(...argv).then(({ code, err }) => (code === 0 || code === 3 ? "" : err))).toBe(
      "",
    );
  const filesWith = (folder: string, pattern: RegExp) =>
    readdirSync(join(cwd, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => statSync(join(cwd, folder, name)).isFile())
      .filter((name) => pattern.test(readFileSync(join(cwd, folder, name), "utf8")))
      .toSorted();
  return { cwd, run, filesWith };
}

/** Every file below a folder with its bytes, links as links. */
function snapshot(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .toSorted()
      .map((file) => [file.slice(folder.length + 1), readFileSync(file, "hex")]),
  );
}

/** A record with other values, whose chain is whole again: it has no secret. */
function forge(
  folder: string,
  change: (event: Record<string, unknown>) => Record<string, unknown>,
): void {
  const file = join(folder, "events.jsonl");
  let prev = "0".repeat(64);
  const lines = readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => {
      const text = JSON.stringify({ ...change(JSON.parse(line)), prev });
      prev = createHash("sha256").update(text).digest("hex");
      return text;
    });
  writeFileSync(file, `${lines.join("\n")}\n`);
}

describe("erase", () => {
  it("names every file, asks, and deletes the folder and nothing else", async () => {
    const { cwd, at } = await meetings(1, 2);
    writeFileSync(join(cwd, "transcripts/notes.md"), "small-1 was good");
    writeFileSync(join(cwd, "own.json"), readFileSync(join(at(1), "verdicts.json")));
    const before = snapshot(cwd);
    const files = Object.keys(before).filter((name) => name.startsWith("transcripts/small-1/"));
    expect(files.length).toBeGreaterThan(3);
    for (const ask of [undefined, async () => "n"]) {
      const refused = await cli(["erase", "transcripts/small-1"], { cwd, ask });
      expect(refused.code).toBe(6);
      for (const file of files) expect(refused.err).toContain(`\n  ${file}\n`);
      expect(snapshot(cwd)).toEqual(before);
    }
    const { code, out } = await cli(["erase", "transcripts/small-1"], {
      cwd,
      ask: async () => "y",
    });
    expect({ code, out }).toEqual({ code: 0, out: "Erased: transcripts/small-1\n" });
    for (const file of files) delete before[file];
    expect(snapshot(cwd)).toEqual(before);
    expect(existsSync(at(1))).toBe(false);
  });

  it("deletes a damaged meeting and one of no words by its name", async () => {
    const { cwd, at } = await meetings(1, 2);
    writeFileSync(join(at(1), "events.jsonl"), "\0\0\0");
    writeFileSync(join(at(2), "events.jsonl"), "");
    expect((await cli(["erase", "small-1", "transcripts/small-2/", "--yes"], { cwd })).code).toBe(
      0,
    );
    expect(readdirSync(join(cwd, "transcripts"))).toEqual([]);
  });

  it("stops while a process runs the meeting", async () => {
    const { cwd, at } = await meetings(1);
    const lock = lockTranscript(at(1));
    const { code, err } = await cli(["erase", "transcripts/small-1", "--yes"], { cwd });
    lock.release();
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining("a process is running this"),
    });
    expect(existsSync(join(at(1), "events.jsonl"))).toBe(true);
  });

  it("wants folders or a search, and not both", async () => {
    const { cwd } = await meetings(1);
    for (const argv of [["erase"], ["erase", "transcripts/small-1", "--older-than", "1"]])
      expect((await cli([...argv, "--yes"], { cwd })).err).toContain(
        "name folders, or use --subject or --older-than",
      );
  });

  it("--older-than counts days since the last write, and says how many meetings there are if none fits", async () => {
    const { cwd, at } = await meetings(1, 2);
    const old = new Date("2026-01-01T00:00:00Z");
    const recent = new Date("2026-05-30T00:00:00Z");
    utimesSync(join(at(1), "events.jsonl"), old, old);
    utimesSync(join(at(2), "events.jsonl"), recent, recent);
    const erase = (days: string) =>
      cli(["erase", "--older-than", days, "--yes"], { cwd, now: () => "2026-06-01T00:00:00.000Z" });
    expect((await erase("200")).out).toBe("Nothing fits. There are 2 meetings here.\n");
    expect((await erase("90")).out).toBe("Erased: transcripts/small-1\n");
    expect(readdirSync(join(cwd, "transcripts"))).toEqual(["small-2"]);
  });
});

describe("erase --subject", () => {
  it("deletes every meeting that read the document: forks, rankings, studies and exchanged copies too", async () => {
    const { cwd, run, filesWith } = await candidates();
    const rows = (folder: string) =>
      readFileSync(join(cwd, folder, "results.jsonl"), "utf8")
        .trim()
        .split("\n")
        .map((row) => JSON.parse(row).path as string);
    expect(rows("study-seeds")).toHaveLength(8);
    expect(existsSync(join(cwd, "ranking/candidates.md"))).toBe(true);
    const { code, out, err } = await run("erase", "--subject", "cvs/ada.md", "--yes");
    expect(code, err).toBe(0);
    expect(out.trimEnd().split("\n")).toEqual([
      "Erased: transcripts/ada-marsh",
      "Erased: transcripts/forked",
      "Erased: ranking/meetings/small/ada/own/7",
      ...["plain/ada.md/1", "plain/ada.md/2", "renamed/ada.md/1", "renamed/ada.md/2"].map(
        (name) => `Erased: study-seeds/meetings/small/${name}`,
      ),
    ]);
    expect(err).toContain("\n  meetings/small/ada/own/7 in ranking/results.jsonl\n");
    expect(err).toContain("Not erased: scenarios/kept/ada.md is the same document.\n");
    expect(rows("study-seeds").filter((path) => path.includes("ada"))).toEqual([]);
    expect(rows("study-seeds")).toHaveLength(4);
    expect(rows("ranking")).toEqual(["meetings/small/ben/own/7"]);
    expect(filesWith(".", /harbour works/)).toEqual(["cvs/ada.md", "scenarios/kept/ada.md"]);
    const left = readdirSync(cwd, { recursive: true, encoding: "utf8" });
    expect(left.filter((name) => /ada/.test(name))).toEqual([
      "cvs/ada.md",
      "scenarios/kept/ada.md",
    ]);
    expect((await run("report", "ranking")).code).toBe(0);
    expect(filesWith("ranking", /Ada Marsh/)).toEqual([]);
  });

  it("finds a document by its bytes and by its text alone, and says what there is if nobody read it", async () => {
    const { cwd, run } = await candidates();
    const before = snapshot(cwd);
    writeFileSync(join(cwd, "other.md"), "# Cy Noone\n\nNobody asked.\n");
    const none = await run("erase", "--subject", "other.md", "--yes");
    expect([none.code, none.out]).toEqual([
      0,
      expect.stringMatching(
        /^No meeting read other\.md\. Your meetings read:\n(?:.+\n)+Nothing fits\. There are 13 meetings here\.\n$/,
      ),
    ]);
    expect(none.out).toContain("Ada Marsh\n");
    rmSync(join(cwd, "other.md"));
    expect(snapshot(cwd)).toEqual(before);
    // The same text in other bytes, and a PDF under another name.
    writeFileSync(join(cwd, "again.md"), `# Ada Marsh\r\n\r\n${ADA}\r\n\r\n`);
    writeFileSync(
      join(cwd, "cv.pdf"),
      minimalPdf([["Led eleven people at the waterworks of Turku."]]),
    );
    await run("run", "small", "--document", "cv.pdf", "--quiet", "--output", "transcripts/pdf");
    cpSync(join(cwd, "cv.pdf"), join(cwd, "renamed.pdf"));
    expect((await run("erase", "--subject", "renamed.pdf", "--yes")).out).toBe(
      "Erased: transcripts/pdf\n",
    );
    expect((await run("erase", "--subject", "again.md", "--yes")).out).toContain(
      "Erased: transcripts/ada-marsh\n",
    );
  });

  it("names a damaged meeting, whose documents are unknown, and keeps it", async () => {
    const { cwd, at } = await meetings(1, 2);
    writeFileSync(join(at(2), "events.jsonl"), "{}\n");
    const { code, out, err } = await cli(
      ["erase", "--subject", "scenarios/small/paper.md", "--yes"],
      { cwd },
    );
    expect([code, out]).toEqual([0, "Erased: transcripts/small-1\n"]);
    expect(err).toMatch(/^Skipped: .*small-2\/events\.jsonl:1/);
    expect(existsSync(at(2))).toBe(true);
  });
});

describe("a record from elsewhere", () => {
  /** Two own meetings, notes of the user, and a copy that somebody else has changed. */
  async function foreign(change: (event: Record<string, unknown>) => Record<string, unknown>) {
    const { cwd, at } = await meetings(1, 2);
    writeFileSync(join(cwd, "transcripts/notes.md"), "Everything else that there is.");
    cpSync(at(1), join(cwd, "transcripts/foreign"), { recursive: true });
    forge(join(cwd, "transcripts/foreign"), change);
    const kept = snapshot(cwd);
    for (const name of Object.keys(kept))
      if (name.startsWith("transcripts/foreign/")) delete kept[name];
    return { cwd, kept };
  }

  const path = "../../small-2";
  it.each<[string, (event: Record<string, unknown>) => Record<string, unknown>]>([
    ["an id of one letter", (event) => ("meeting" in event ? { ...event, meeting: "e" } : event)],
    [
      "an id with path parts",
      (event) => ("meeting" in event ? { ...event, meeting: path } : event),
    ],
    [
      "no digest",
      (event) => ("sha256" in event ? { ...event, sha256: "", fileSha256: "" } : event),
    ],
    [
      "a document called like a path",
      (event) => ("sha256" in event ? { ...event, name: path } : event),
    ],
    [
      "an approval of another meeting",
      (event) =>
        event.type === "meeting.opened" ? { ...event, approvals: ["p-00000000"] } : event,
    ],
  ])("with %s deletes only itself", async (_, change) => {
    const { cwd, kept } = await foreign(change);
    expect((await cli(["erase", "transcripts/foreign", "--yes"], { cwd })).code).toBe(0);
    expect(snapshot(cwd)).toEqual(kept);
  });

  it("that claims the digests of another document is found by the file's digest, and selects only itself", async () => {
    const fileSha256 = createHash("sha256").update("Ours.\n").digest("hex");
    const { cwd, kept } = await foreign((event) =>
      "sha256" in event ? { ...event, fileSha256 } : event,
    );
    writeFileSync(join(cwd, "ours.md"), "Ours.\n");
    const { out, err } = await cli(["erase", "--subject", "ours.md", "--yes"], { cwd });
    expect(out, err).toBe("Erased: transcripts/foreign\n");
    expect(snapshot(cwd)).toEqual({ ...kept, "ours.md": Buffer.from("Ours.\n").toString("hex") });
  });

  it("that claims the digest of another text is not believed", async () => {
    const sha256 = createHash("sha256").update("Ours.").digest("hex");
    const { cwd } = await foreign((event) => ("sha256" in event ? { ...event, sha256 } : event));
    writeFileSync(join(cwd, "ours.md"), "Ours.\n");
    const before = snapshot(cwd);
    expect((await cli(["erase", "--subject", "ours.md", "--yes"], { cwd })).out).toContain(
      "No meeting read ours.md.",
    );
    expect(snapshot(cwd)).toEqual(before);
  });

  it("given as an earlier result names a document that can be cited, whatever its scenario is called", async () => {
    const { cwd } = await foreign((event) =>
      "scenario" in event
        ? { ...event, scenario: { ...(event.scenario as object), name: "../a#L1\nb" } }
        : event,
    );
    const file = join(cwd, "transcripts/foreign/events.jsonl");
    const events = readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const { protocol, seed, nonce, simulated, proposer, scenario, seats } = events[0];
    const digests = events.flatMap(({ type, name, sha256 }) =>
      type === "document.added" ? [[name, sha256]] : [],
    );
    const known = { protocol, seed, nonce, simulated, proposer, scenario, seats };
    const whole = createHash("sha256")
      .update(JSON.stringify([known, digests]))
      .digest("hex");
    forge(join(cwd, "transcripts/foreign"), (event) =>
      "meeting" in event ? { ...event, meeting: whole.slice(0, 16) } : event,
    );
    const argv = ["run", "small", "--prior", "transcripts/foreign", "--quiet", "--output", "next"];
    const { code, err } = await cli(argv, { cwd, factories });
    expect(code, err).toBe(0);
    const names = readTranscript(join(cwd, "next")).events.flatMap((event) =>
      event.type === "document.added" ? [event.name] : [],
    );
    expect(names.at(-1)).toMatch(/^prior-\.\.-a-L1-b-[0-9a-f]{8}\.md$/);
  });

  it("in a folder with a study's file does not reach what lies next to it", async () => {
    const { cwd, at } = await meetings(1, 2);
    writeFileSync(join(cwd, "study.json"), '{"format":1,"name":"x","digest":"0"}');
    writeFileSync(join(cwd, "report.html"), "My own page.");
    writeFileSync(join(cwd, "candidates.md"), "My own notes.");
    const before = snapshot(cwd);
    await cli(["erase", "transcripts/small-1", "transcripts/small-2", "--yes"], { cwd });
    const kept = Object.entries(before).filter(([name]) => !name.startsWith("transcripts/"));
    expect(snapshot(cwd)).toEqual(Object.fromEntries(kept));
    expect([existsSync(at(1)), existsSync(join(cwd, "transcripts"))]).toEqual([false, true]);
  });

  it("that is a link, or is reached by one in a search, is left alone", async () => {
    const { cwd, at } = await meetings(1);
    const other = await meetings(2);
    symlinkSync(other.at(2), join(cwd, "transcripts/linked"));
    symlinkSync(join(other.cwd, "transcripts"), join(cwd, "transcripts/more"));
    symlinkSync(join(other.cwd, "scenarios"), join(at(1), "things"));
    mkdirSync(join(cwd, "transcripts/hollow"));
    symlinkSync(join(other.at(2), "events.jsonl"), join(cwd, "transcripts/hollow/events.jsonl"));
    const before = snapshot(other.cwd);
    for (const name of ["transcripts/linked", "transcripts/linked/", "linked"])
      expect((await cli(["erase", name, "--yes"], { cwd })).err).toContain(`${name} is a link`);
    expect((await cli(["erase", "transcripts/hollow", "--yes"], { cwd })).err).toContain(
      "is not the folder of",
    );
    const now = () => "2036-06-01T00:00:00.000Z";
    const { out } = await cli(["erase", "--older-than", "1", "--yes"], { cwd, now });
    expect(out).toBe("Erased: transcripts/small-1\n");
    expect(snapshot(other.cwd)).toEqual(before);
    rmSync(join(cwd, "transcripts"), { recursive: true });
    symlinkSync(join(other.cwd, "transcripts"), join(cwd, "transcripts"));
    const none = await cli(["erase", "--older-than", "1", "--yes"], { cwd, now });
    expect(none.out).toBe("Nothing fits. There are 0 meetings here.\n");
    expect(snapshot(other.cwd)).toEqual(before);
  });
});

describe("a named path that is not one meeting", () => {
  it.each([
    ["/", "is not the folder of a meeting"],
    [".", "is not the folder of a meeting"],
    ["transcripts", "is not the folder of a meeting"],
    ["transcripts/small-1/events.jsonl", "is not the folder of a meeting"],
    ["scenarios/small", "is not the folder of a meeting"],
    ["nowhere", "is not the folder of a meeting"],
    ["", "is not the folder of a meeting"],
  ])("%j is refused", async (name, why) => {
    const { cwd } = await meetings(1);
    const before = snapshot(cwd);
    const { code, err } = await cli(["erase", name, "--yes"], { cwd });
    expect([code, err]).toEqual([2, expect.stringContaining(why)]);
    expect(snapshot(cwd)).toEqual(before);
  });

  it("is refused with a record planted in it", async () => {
    const { cwd, at } = await meetings(1);
    cpSync(join(at(1), "events.jsonl"), join(cwd, "events.jsonl"));
    cpSync(join(at(1), "events.jsonl"), join(cwd, "transcripts/events.jsonl"));
    mkdirSync(join(cwd, "home/.ssh"), { recursive: true });
    writeFileSync(join(cwd, "home/.ssh/key"), "secret");
    writeFileSync(join(cwd, "home/study.json"), "{}");
    const before = snapshot(cwd);
    for (const [name, why] of [
      [".", "contains the folder that you are in"],
      ["transcripts", "contains other meetings"],
      ["home", "contains a hidden folder"],
    ] as const)
      expect([name, (await cli(["erase", name, "--yes"], { cwd })).err]).toEqual([
        name,
        expect.stringContaining(why),
      ]);
    expect(snapshot(cwd)).toEqual(before);
  });

  it("is deleted whole if it is a study or a ranking", async () => {
    const { cwd, run } = await candidates();
    const folders = ["study-seeds", "ranking", "ranking/meetings/small/ben/own/7", "./ranking/"];
    expect((await run("erase", ...folders, "--yes")).out).toBe(
      "Erased: study-seeds\nErased: ranking\n",
    );
    expect([existsSync(join(cwd, "study-seeds")), existsSync(join(cwd, "ranking"))]).toEqual([
      false,
      false,
    ]);
    expect(readdirSync(join(cwd, "transcripts"))).toEqual(["ada-marsh", "forked", "small-4"]);
  });
});
