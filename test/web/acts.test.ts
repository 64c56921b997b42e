import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readTranscript } from "boardroom";
import { describe, expect, it } from "vitest";
import { cli, twoTurns, workFolder } from "../cli/cli.ts";
import { pdfBomb } from "../scenario/hostile-documents.ts";
import { HOST, OURS, serving, TOKEN } from "./serving.ts";

/** A meeting that waits for ngo, which nobody holds. */
async function waiting(person = "chair") {
  const cwd = workFolder();
  const seated = ["--member", "kumar=human:ngo", "--output", "transcripts/t", "--quiet"];
  await cli(["run", "small", "--seed", "7", ...seated], { cwd, factories: { simulated: twoTurns } });
  return serving({ cwd, person });
}

const inboxOf = (path: string) => {
  const inbox = join(path, "t", "inbox");
  return existsSync(inbox)
    ? readdirSync(inbox).map((name) => JSON.parse(readFileSync(join(inbox, name), "utf8")))
    : [];
};

describe("who may have something done", () => {
  it.each([
    ["a page of ours", {}, 200],
    ["no origin", { origin: "" }, 403],
    ["an origin that lies", { origin: `http://${HOST}.evil.example` }, 403],
    ["another port", { origin: "http://127.0.0.1:1" }, 403],
    ["another site", { "sec-fetch-site": "cross-site" }, 403],
    ["a typed address", { "sec-fetch-site": "none" }, 403],
    ["a form's body", { "content-type": "application/x-www-form-urlencoded" }, 415],
    ["text", { "content-type": "text/plain" }, 415],
  ])("%s", async (_, headers, status) => {
    const { post, path } = await waiting();
    const answer = await post("m/t/act", { act: "interject", text: "Hear!" }, { ...OURS, ...headers });
    expect(answer.status).toBe(status);
    expect(inboxOf(path)).toHaveLength(status === 200 ? 1 : 0);
  });

  it("nobody of a server that only shows", async () => {
    const { post, app } = serving({ isReadOnly: true });
    for (const what of ["m/t/act", "m/t/hold", "m/t/answer", "plan", "start"])
      expect((await post(what, {})).status).toBe(405);
    const fresh = await app.request(`http://${HOST}/${"t".repeat(43)}/new`, { headers: { host: HOST } });
    expect(fresh.status).toBe(404);
  });

  it("is told what cannot be read, or is too much", async () => {
    const { post } = await waiting();
    expect(await post("m/t/act", "{")).toMatchObject({ status: 400 });
    expect(await post("m/t/act", { act: "dance" })).toMatchObject({ status: 400 });
    const long = await post("m/t/hold", { do: "pause", more: "x".repeat(200_000) });
    expect(long).toMatchObject({
      status: 413,
      told: { refused: "that is more than 128 KiB, the most that is taken" },
    });
  });

  const x = (length: number) => "x".repeat(length);
  const dropped = (count: number, name = 1) =>
    Array.from({ length: count }, (_, at) => ({ name: `${at}${x(name)}`.slice(0, name), data: "" }));
  it.each<[string, string, readonly unknown[], readonly unknown[]]>([
    ["m/t/hold", "pace", [0.25, 100, "Infinity"], [0.24, 100.01, -1, "8"]],
    ["plan", "maxMessages", [1, 100_000], [0, 100_001, 1.5]],
    ["plan", "maxDollars", [0.01, 1_000_000], [0, -1, 1_000_001]],
    ["plan", "scenario", [x(1), x(400)], ["", " ", x(401)]],
    ["plan", "question", [x(1), x(8000)], [" ", x(8001)]],
    ["plan", "model", [x(1), x(200)], ["", x(201)]],
    ["plan", "seed", [x(1), x(80)], ["", x(81)]],
    [
      "plan",
      "documents",
      [dropped(0), dropped(20, 3), dropped(1, 200)],
      [dropped(21, 3), dropped(1, 0), dropped(1, 201)],
    ],
    ["m/t/answer", "to", [x(1), x(80)], ["", x(81)]],
    ["m/t/answer", "another", [x(1), x(400)], ["", x(401)]],
  ])("%s takes %s up to its bounds and no further", async (what, field, taken, refused) => {
    const { post } = serving();
    const rest = {
      plan: { scenario: "nowhere" },
      "m/t/hold": { do: "pace" },
      "m/t/answer": { to: "2", another: "x" },
    };
    const status = async (value: unknown) =>
      (await post(what, { ...rest[what as keyof typeof rest], [field]: value })).status;
    for (const value of taken) expect(await status(value), JSON.stringify(value).slice(0, 20)).not.toBe(400);
    for (const value of refused) expect(await status(value), JSON.stringify(value).slice(0, 20)).toBe(400);
  });

  it("nobody in a meeting that is not there", async () => {
    const { post } = await waiting();
    for (const id of ["nowhere", "..%2ft", "."])
      expect([404, 422]).toContain((await post(`m/${id}/act`, { act: "adjourn" })).status);
  });
});

describe("acts from a page", () => {
  it.each([
    [{ act: "interject", text: "Ten minutes left." }, "chair says to all: Ten minutes left."],
    [{ act: "whisper", to: "chen", text: "Ask about the grants." }, "Ask about the grants."],
    [{ act: "give-floor", to: "chen" }, "chair gives"],
    [{ act: "call-ballot" }, "chair calls a ballot"],
    [{ act: "close-debate" }, "chair calls the closing"],
    [{ act: "adjourn" }, "chair adjourns"],
  ])("%j is left for the meeting, and the page says when it takes effect", async (does, told) => {
    const { post, path, page } = await waiting();
    expect((await post("m/t/act", does)).status).toBe(200);
    expect(inboxOf(path)).toEqual([{ person: "chair", does }]);
    expect(await page("t", (words) => words.includes("When the meeting continues"))).toContain(told);
  });

  it("a document is read as files are, and laid on the table", async () => {
    const { post, path } = await waiting();
    const data = Buffer.from("# A letter\n\nTwo years late.\n").toString("base64");
    expect((await post("m/t/act", { act: "bring-document", file: { name: "letter.md", data } })).status).toBe(
      200,
    );
    expect(inboxOf(path)[0]).toMatchObject({
      does: { act: "bring-document", name: "letter.md" },
      document: { name: "letter.md", text: expect.stringContaining("Two years late.") },
    });
    const refused = await post("m/t/act", { act: "bring-document", file: { name: "photo.png", data } });
    expect(refused).toMatchObject({
      status: 422,
      told: { refused: expect.stringContaining("has the ending .png") },
    });
  });

  it("a document that unpacks to far more is refused, and pages are answered meanwhile", async () => {
    const { app, post, path } = await waiting();
    const data = pdfBomb(480).toString("base64");
    let isRefused = false;
    const asked = post("m/t/act", { act: "bring-document", file: { name: "bomb.pdf", data } }).finally(() => {
      isRefused = true;
    });
    for (let pages = 0; pages < 5; pages++) {
      const { status } = await app.request(`http://${HOST}/${TOKEN}/`, { headers: { host: HOST } });
      expect({ status, isRefused }).toEqual({ status: 200, isRefused: false });
    }
    expect(await asked).toMatchObject({
      status: 422,
      told: { refused: expect.stringContaining("more than 256 MiB of memory") },
    });
    expect(inboxOf(path)).toEqual([]);
  });

  it.each([
    [{ act: "whisper", to: "nobody", text: "x" }, 'no member of this meeting is called "nobody"'],
    [{ act: "give-floor", to: "timekeeper" }, 'no member of this meeting is called "timekeeper"'],
  ])("%j is refused, and the page says why", async (does, why) => {
    const { post, path, page } = await waiting();
    expect(await post("m/t/act", does)).toMatchObject({ status: 422, told: { refused: why } });
    expect(inboxOf(path)).toEqual([]);
    expect(await page("t", (words) => words.includes("Not taken:"))).toContain(
      JSON.stringify(why).slice(1, -1),
    );
  });

  it("one that whoever holds the meeting does not take is told with its reason", async () => {
    const { post, path, page, shelf } = await waiting();
    await post("m/t/act", { act: "interject", text: "Hear!" });
    const [name = ""] = readdirSync(join(path, "t", "inbox"));
    const file = join(path, "t", "inbox", name);
    writeFileSync(`${file}.why`, "no such thing\n");
    renameSync(file, `${file}.rejected`);
    expect(shelf.trayOf("t").now().refused).toEqual(["chair says to all: Hear!: no such thing"]);
    expect(await page("t", (words) => words.includes("Not taken:"))).toContain("no such thing");
  });
});

describe("a meeting held by the server", () => {
  const small = { scenario: "small", seed: "7" };

  it("is begun from a page, shows itself as it goes, and writes its files at the close", async () => {
    const { post, path, page } = serving();
    const { status, told } = await post("start", small);
    expect({ status, told }).toEqual({ status: 200, told: { id: "small-7" } });
    await post("m/small-7/hold", { do: "pace", pace: "Infinity" });
    await page("small-7", (words) => words.includes("The report as one file"));
    const alone = workFolder();
    const flags = ["--seed", "7", "--output", "t", "--quiet"];
    await cli(["run", "small", ...flags], { cwd: alone, factories: { simulated: twoTurns } });
    const { head } = readTranscript(join(alone, "t"));
    expect(readTranscript(join(path, "small-7")).head).toBe(head);
    expect(existsSync(join(path, "small-7", "verdicts.csv"))).toBe(true);
  });

  it("is paused, taken step by step, and let go on", async () => {
    const { post, page, holdings } = serving({ more: { factories: {} } });
    await post("start", { ...small, maxMessages: 4 });
    expect((await post("m/small-7/hold", { do: "pause" })).status).toBe(200);
    expect(holdings?.get("small-7")?.pacing.isPaused).toBe(true);
    expect(await page("small-7", (words) => words.includes("paused"))).toContain("One step");
    expect((await post("m/small-7/hold", { do: "step" })).status).toBe(200);
    expect((await post("m/small-7/hold", { do: "pace", pace: "Infinity" })).status).toBe(200);
    expect(holdings?.get("small-7")?.pacing.pace).toBe(Number.POSITIVE_INFINITY);
    expect((await post("m/small-7/hold", { do: "resume" })).status).toBe(200);
    await page("small-7", (words) => words.includes("The report as one file"));
  });

  it("takes what is said from the page", async () => {
    const { post, page, path } = serving({ more: { factories: {} } });
    await post("start", { ...small, maxMessages: 6 });
    await post("m/small-7/act", { act: "interject", text: "Five minutes." });
    await post("m/small-7/hold", { do: "pace", pace: "Infinity" });
    await page("small-7", (words) => words.includes("The report as one file"));
    const acted = readTranscript(join(path, "small-7")).events.filter(({ type }) => type === "person.acted");
    expect(acted).toMatchObject([{ person: "chair", does: { act: "interject", text: "Five minutes." } }]);
  });

  it("stops with the server, and goes on from the page of another", async () => {
    const first = serving({ more: { factories: {} } });
    await first.post("start", { ...small, maxMessages: 6 });
    await first.post("m/small-7/act", { act: "adjourn" });
    await first.page("small-7", (words) => words.includes("Continue here"));
    const second = serving({ cwd: first.cwd });
    expect(await second.page("small-7", () => true)).toContain("boardroom resume transcripts/small-7");
    expect((await second.post("m/small-7/hold", { do: "pause" })).told.refused).toContain(
      "no process runs this meeting",
    );
    expect((await second.post("m/small-7/hold", { do: "resume" })).status).toBe(200);
    await second.post("m/small-7/hold", { do: "pace", pace: "Infinity" });
    await second.page("small-7", (words) => words.includes("The report as one file"));
  });

  it("that another process holds is paused there, and says so", async () => {
    const first = serving({ more: { factories: {} } });
    await first.post("start", { ...small, maxMessages: 6 });
    await first.post("m/small-7/hold", { do: "pause" });
    const second = serving({ cwd: first.cwd });
    expect(await second.page("small-7", () => true)).toContain("Another process runs this meeting");
    const { status, told } = await second.post("m/small-7/hold", { do: "pause" });
    expect({ status, told }).toEqual({
      status: 422,
      told: { refused: "another process holds this meeting: it is paused and paced there" },
    });
  });

  it("that another process holds hears what is said and is adjourned from here, before its next turn", async () => {
    const first = serving({ more: { factories: {} } });
    await first.post("start", { ...small, maxMessages: 6 });
    await first.post("m/small-7/hold", { do: "pause" });
    const second = serving({ cwd: first.cwd });
    expect(await second.page("small-7", () => true)).toContain("reach it before its next turn");
    const said = { act: "interject", text: "Ten minutes left." };
    expect((await second.post("m/small-7/act", said)).status).toBe(200);
    expect((await second.post("m/small-7/act", { act: "adjourn" })).status).toBe(200);
    await first.post("m/small-7/hold", { do: "pace", pace: "Infinity" });
    await first.post("m/small-7/hold", { do: "resume" });
    const page = await second.page("small-7", (words) => words.includes("Continue here"));
    expect(page).toContain("Ten minutes left.");
  });
});

describe("what a meeting would take", () => {
  it("is told with its price before anything is held", async () => {
    const { post, path } = serving();
    const free = await post("plan", { scenario: "small" });
    expect(free.status).toBe(200);
    expect(JSON.stringify(free.told)).toContain("No cost: simulated members, no language model");
    expect(readdirSync(path)).toEqual([]);
  });

  it.each([
    [{ scenario: "nowhere" }, "nowhere"],
    [{ scenario: "small", maxDollars: -1 }, "maxDollars"],
    [{ scenario: "small", documents: [{ name: "x.png", data: "" }] }, "has the ending .png"],
    [{ scenario: "small", documents: [{ name: "x.md", data: "???" }] }, "base64"],
  ])("%j is refused with the reason", async (asked, why) => {
    const { post, path } = serving();
    const { status, told } = await post("plan", asked);
    expect([400, 422]).toContain(status);
    expect(told.refused).toContain(why);
    expect(readdirSync(path)).toEqual([]);
  });

  it("comes with documents dropped on the page, and keeps none of them", async () => {
    const { post, path } = serving();
    const file = (text: string) => Buffer.from(text).toString("base64");
    const documents = [{ name: "../letter.md", data: file("# The letter\n\nLate.\n") }];
    const { told } = await post("plan", { scenario: "small", documents });
    expect(JSON.stringify(told)).toContain("The letter");
    expect(readdirSync(path)).toEqual([]);
    await post("start", { scenario: "small", seed: "7", documents });
    const [opened] = readTranscript(join(path, "small-7")).events;
    expect(opened).toMatchObject({ type: "meeting.opened" });
    const added = readTranscript(join(path, "small-7")).events.flatMap((event) =>
      event.type === "document.added" ? [[event.name, event.subject === true]] : [],
    );
    expect(added).toEqual([
      ["paper.md", true],
      ["letter.md", false],
    ]);
    expect(readdirSync(path)).toEqual(["small-7"]);
  });
});

describe("what lies in a folder", () => {
  it("may be a transcript that no line of which can be read, or one that is long", async () => {
    const { path, page, app } = serving({ isReadOnly: true });
    const get = async (what: string) => {
      const answer = await app.request(`http://${HOST}/${"t".repeat(43)}/${what}`, { headers: { host: HOST } });
      return { status: answer.status, text: await answer.text() };
    };
    const lines = readFileSync("transcripts/hiring-sample/events.jsonl", "utf8").split(/(?<=\n)/);
    for (const [name, text] of [
      ["empty", ""],
      ["noise", "\u0000<script>alert(1)</script>\n"],
      ["long", `${lines.slice(0, 30).join("")}${"x".repeat(5 * 1024 * 1024)}\n`],
    ] as const) {
      mkdirSync(join(path, name));
      writeFileSync(join(path, name, "events.jsonl"), text);
    }
    mkdirSync(join(path, "<img src=x>"));
    writeFileSync(join(path, "<img src=x>", "events.jsonl"), lines.join(""));
    mkdirSync(join(path, "folder", "events.jsonl"), { recursive: true });
    const list = await get("");
    expect(list.status).toBe(200);
    expect(list.text).not.toContain("<script>alert");
    expect(list.text).not.toContain("<img");
    expect(list.text).toContain("&lt;img src=x>");
    expect((await get("m/%3Cimg%20src%3Dx%3E/")).status).toBe(200);
    expect((await get("m/folder/")).status).toBe(404);
    expect((await get("m/empty/")).status).toBe(200);
    expect(await page("noise", () => true)).toContain("damaged");
    const long = await page("long", () => true);
    expect(long).toMatch(/events\.jsonl:31/);
    expect(long).toContain('"id":"debate"');
    // A line that was changed and still is one: what it says, and all that follows, is not shown as said.
    const at = lines.findIndex((line) => line.includes('"type":"message.spoken"'));
    const forged = lines.map((line, index) =>
      index === at ? line.replace('"content":"', '"content":"Forged. ') : line,
    );
    mkdirSync(join(path, "changed"));
    writeFileSync(join(path, "changed", "events.jsonl"), forged.join(""));
    const changed = await page("changed", () => true);
    expect(changed).toContain(`events.jsonl:${at + 2}`);
    expect(changed).not.toContain("Forged");
    expect(changed).toContain("was interrupted");
    for (const name of ["empty", "noise", "long", "changed"])
      expect((await get(`m/${name}/report`)).status).toBe(422);
  });
});
