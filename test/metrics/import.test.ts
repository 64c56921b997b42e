import { describe, expect, it } from "vitest";
import { cli, workFolder } from "../cli/cli.ts";

const COLUMNS = "group_id\tmessage_id\tmessage_type\torigin\toriginal_text\tclean_text\tsol_tracker_all";
const row = (type: string, origin: string, text: string, tracked = "") =>
  ["g-1", "1", type, origin, text, "", tracked].join("\t");

/** Four people and a silent fifth over one card puzzle. */
const DELIDATA = [
  COLUMNS,
  row(
    "INITIAL",
    "SYSTEM",
    "Ox,Owl,Elk,Ant,Fly&&3,2,U,H",
    '{"Ox": ["2","U"], "Owl": ["U","3"], "Elk": [], "Ant": ["H"], "Fly": ["2"]}',
  ),
  row("MESSAGE", "Ox", "I took two"),
  row("MESSAGE", "Owl", "'I''d turn the three'"),
  row("MESSAGE", "Ox", "why"),
  row("MESSAGE", "Owl", "a vowel could be behind it"),
  row("SUBMIT", "Ox", "U,3"),
  row("MESSAGE", "Elk", "agreed"),
  row("MESSAGE", "Ant", "so be it"),
  row("SUBMIT", "Ant", "U,3"),
  row("SUBMIT", "Elk", "2,U"),
  row("SUBMIT", "Elk", "3,U"),
].join("\n");

const QMSUM = JSON.stringify({
  topic_list: [],
  meeting_transcripts: ["PM", "UI", "PM", "UI", "ME", "ID", "ME"].map((speaker) => ({
    speaker,
    content: "well , yes .",
  })),
});

async function imported(format: string, files: Record<string, string>, path: string) {
  const cwd = workFolder(files);
  const made = await cli(["stats", "--import", format, path, "--output", "held"], { cwd });
  return { cwd, ...made };
}

async function figures(cwd: string) {
  const { out, code } = await cli(["stats", "held/*", "--format", "json"], { cwd });
  expect(code).toBe(0);
  return JSON.parse(out) as {
    figures: { id: string; n: number; mean: number | null; interval: null }[];
    shares: { unit: string; members: number; ranks: { mean: number }[] }[];
    meetings: { transcript: string; members: number; figures: Record<string, number | null> }[];
  };
}

describe("boardroom stats --import", () => {
  it("takes a DeliData group: who spoke sits, first answers are private, last ones count", async () => {
    const { cwd, code, out } = await imported("delidata", { "corpus/g-1": DELIDATA }, "corpus");
    expect(code).toBe(0);
    expect(out).toContain("Imported 1 meeting to held.");
    expect(out).toContain("boardroom stats 'held/*'");
    const { meetings, shares } = await figures(cwd);
    expect(meetings[0]?.members).toBe(4);
    expect(meetings[0]?.figures).toMatchObject({
      messages: 6,
      turns: 6,
      returns: 2 / 4,
      dyadic: 4 / 6,
      // Before: 2+U, 3+U, none, H. After: 3+U by all four; Owl handed in nothing, so that its last vote is not known.
      "disagreement-before": 1,
      "disagreement-after": 0,
      "flip-rate": 1,
      "majority-kept": null,
    });
    expect(shares.find(({ unit }) => unit === "messages")?.ranks.map(({ mean }) => mean)).toEqual([
      2 / 6,
      2 / 6,
      1 / 6,
      1 / 6,
    ]);
  });

  it("makes transcripts that the reading commands take", async () => {
    const { cwd } = await imported("delidata", { "g.tsv": DELIDATA }, "g.tsv");
    const verified = await cli(["verify", "held/g-1"], { cwd });
    expect(verified).toMatchObject({ code: 3 });
    const table = await cli(["show", "held/g-1", "--quiet"], { cwd });
    expect(table.code).toBe(0);
    expect(table.out).toContain("3+U");
    const replayed = await cli(["show", "held/g-1"], { cwd });
    expect(replayed.out).toContain("I'd turn the three");
    const resumed = await cli(["resume", "held/g-1"], { cwd });
    expect(resumed.err).toMatch(/This talk was imported from .*: no resume or fork/);
    expect(resumed.err).not.toContain("boardroom fork");
  });

  it("takes QMSum's meetings by file name", async () => {
    const { cwd, code } = await imported("qmsum", { "all/ES2002a.json": QMSUM, "all/notes.md": "no" }, "all");
    expect(code).toBe(0);
    const { meetings } = await figures(cwd);
    expect(meetings.map(({ transcript, members }) => [transcript, members])).toEqual([["held/es2002a", 4]]);
    // Runs PM UI PM UI ME ID ME: A-B-A three of five, a dyadic floor of four.
    expect(meetings[0]?.figures).toMatchObject({ returns: 3 / 5, dyadic: 4 / 7 });
  });

  it("takes plain text, whose lines may go on and may name a time", async () => {
    const text = "[00:01] Ada Ng: Good morning.\nStill me.\n\nBo: Morning: fine.\nAda Ng: So.\n";
    const { cwd } = await imported("plain", { "minutes.txt": text }, "minutes.txt");
    const { meetings } = await figures(cwd);
    expect(meetings[0]).toMatchObject({ members: 2, figures: { messages: 3, returns: 1 } });
    expect((await cli(["show", "held/minutes"], { cwd })).out).toContain("Still me.");
  });

  it("gives a second meeting of one name a folder of its own", async () => {
    const { cwd } = await imported("plain", { "a.txt": "Ada: Hi." }, "a.txt");
    await cli(["stats", "--import", "plain", "a.txt", "--output", "held"], { cwd });
    expect((await figures(cwd)).meetings.map(({ transcript }) => transcript)).toEqual(["held/a", "held/a-2"]);
  });

  it.each([
    ["plain", { "x.txt": "no name here" }, "x.txt:1", "Begin the first line with a name and a colon"],
    ["delidata", { "x.tsv": "a\tb" }, "x.tsv:1", "no column group_id"],
    ["delidata", { "x.tsv": `${COLUMNS}\n${row("INITIAL", "SYSTEM", "", "{oops")}` }, "x.tsv:2", "not JSON"],
    ["qmsum", { "x.json": "{}" }, "x.json", "no meeting_transcripts"],
    ["qmsum", { "x.json": "{" }, "x.json", "not JSON"],
    ["plain", {}, "nowhere.txt", "file or folder not found"],
    ["qmsum", { "x/a.txt": "" }, "x", "no file of the format qmsum found"],
    ["plain", { "x.txt": "" }, "x.txt", "it contains no message"],
  ])("refuses as %s what is none: %o", async (format, files, place, message) => {
    const path = place.replace(/:\d+$/, "");
    const { code, err, cwd } = await imported(format, files as Record<string, string>, path);
    expect(code).toBe(2);
    expect(err).toContain(place);
    expect(err).toContain(message);
    expect((await cli(["stats", "held/*"], { cwd })).code).toBe(2);
  });
});

describe("boardroom stats", () => {
  it("says how many more meetings an interval takes, and what people of that number did", async () => {
    const { cwd } = await imported("delidata", { "g.tsv": DELIDATA }, "g.tsv");
    const { out } = await cli(["stats", "held/g-1"], { cwd });
    expect(out).toMatch(/A-B-A +0\.500 +needs 9 more meetings +1 +0\.314 +0\.450/);
    expect(out).toMatch(/messages by rank, 4 members +33\.3 \/ 33\.3 \/ 16\.7 \/ 16\.7 +r 0\.758 +N 1/);
  });

  it("stands beside an interval from ten meetings on", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 12 }, (_, n) => [
        `m/${n}.txt`,
        `Ada: Hi.\nBo: Hi.\n${n % 2 ? "Ada: So." : "Cy: So."}`,
      ]),
    );
    const { cwd } = await imported("plain", files, "m");
    const { out } = await cli(["stats", "held/*"], { cwd });
    // Half of twelve come back to Ada; normal approximation 0.5 ± 0.28.
    expect(out).toMatch(/A-B-A +0\.500 +0\.[12]\d\d to 0\.[78]\d\d +12/);
  });

  it("cuts the talk to equal length", async () => {
    const { cwd } = await imported("delidata", { "g.tsv": DELIDATA }, "g.tsv");
    const { out } = await cli(["stats", "held/g-1", "--turns", "4", "--format", "csv"], { cwd });
    const [head = "", line = ""] = out.split("\n");
    const value = (id: string) => line.split(",")[head.split(",").indexOf(id)];
    expect(value("messages")).toBe("4");
    expect(value("dyadic")).toBe("1");
    expect(value("transcript")).toBe("held/g-1");
  });

  it("defines every figure it prints", async () => {
    const { out, code } = await cli(["stats", "--definitions"]);
    expect(code).toBe(0);
    const { figures: printed } = await figures((await imported("plain", { "a.txt": "Ada: Hi." }, "a.txt")).cwd);
    for (const { id } of printed) expect(out).toMatch(new RegExp(`^${id} `, "m"));
  });

  it("asks for transcripts, and tells of one that is damaged", async () => {
    expect((await cli(["stats"])).err).toContain("missing argument: transcripts");
    const { cwd } = await imported("plain", { "a.txt": "Ada: Hi.", "bad/events.jsonl": "{}\n" }, "a.txt");
    const { code, err, out } = await cli(["stats", "held/a", "bad"], { cwd });
    expect(code).toBe(5);
    expect(err).toContain("bad");
    expect(out).toContain("FIGURE");
  });
});
