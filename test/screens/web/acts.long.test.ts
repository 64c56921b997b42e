import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type ModelFactory, readTranscript } from "boardroom";
import { describe, expect, it } from "vitest";
import { limitBudget } from "../../../src/home/spending/money.ts";
import { cli, twoTurns, workFolder } from "../../cli/cli.ts";
import { pdfBomb } from "../../scenario/hostile-documents.ts";
import { HOST, OURS, serving, TOKEN } from "./serving.ts";

async function waiting(person = "chair") {
  const cwd = workFolder();
  const seated = ["--member", "kumar=human:ngo", "--output", "transcripts/t", "--quiet"];
  await cli(["run", "small", "--seed", "7", ...seated], {
    cwd,
    factories: { simulated: twoTurns },
  });
  return serving({ cwd, person });
}

const inboxOf = (path: string) => {
  const inbox = join(path, "t", "inbox.jsonl");
  const lines = existsSync(inbox) ? readFileSync(inbox, "utf8").trim().split("\n") : [];
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
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
    const answer = await post(
      "m/t/act",
      { act: "interject", text: "Hear!" },
      { ...OURS, ...headers },
    );
    expect(answer.status).toBe(status);
    expect(inboxOf(path)).toHaveLength(status === 200 ? 1 : 0);
  });

  it("nobody of a server that only shows", async () => {
    const { post, app } = serving({ isReadOnly: true });
    for (const what of ["m/t/act", "m/t/hold", "m/t/answer", "new"])
      expect((await post(what, {})).status).toBe(405);
    const fresh = await app.request(`http://${HOST}/${"t".repeat(43)}/new`, {
      headers: { host: HOST },
    });
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
  it.each<[string, string, readonly unknown[], readonly unknown[]]>([
    ["m/t/hold", "because", [x(1), x(8000)], [" ", x(8001)]],
    ["m/t/answer", "to", [x(1), x(80)], ["", x(81)]],
    ["m/t/answer", "another", [x(1), x(400)], ["", x(401)]],
  ])("%s takes %s up to its bounds and no further", async (what, field, taken, refused) => {
    const { post } = serving();
    const rest = {
      "m/t/hold": { do: "resume" },
      "m/t/answer": { to: "2", another: "x" },
    };
    const status = async (value: unknown) =>
      (await post(what, { ...rest[what as keyof typeof rest], [field]: value })).status;
    for (const value of taken)
      expect(await status(value), JSON.stringify(value).slice(0, 20)).not.toBe(400);
    for (const value of refused)
      expect(await status(value), JSON.stringify(value).slice(0, 20)).toBe(400);
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
    [{ act: "close-debate" }, "chair starts the final vote"],
    [{ act: "adjourn" }, "chair pauses"],
  ])("%j is left for the meeting, and the page says when it takes effect", async (does, told) => {
    const { post, path, page } = await waiting();
    expect((await post("m/t/act", does)).status).toBe(200);
    expect(inboxOf(path)).toEqual([{ id: expect.any(String), person: "chair", does }]);
    expect(await page("t", (words) => words.includes("When the meeting continues"))).toContain(
      told,
    );
  });

  it("a document that unpacks to far more is refused, and pages are answered meanwhile", async () => {
    const { app, ask, path } = serving();
    const data = new Uint8Array(pdfBomb(480));
    let isRefused = false;
    const asked = ask({ question: "Should we?", do: "look" }, [{ name: "bomb.pdf", data }]).finally(
      () => {
        isRefused = true;
      },
    );
    for (let pages = 0; pages < 5; pages++) {
      const { status } = await app.request(`http://${HOST}/${TOKEN}/`, { headers: { host: HOST } });
      expect({ status, isRefused }).toEqual({ status: 200, isRefused: false });
    }
    expect((await asked).text).toMatch(/more than (?:256 MiB of memory|10 seconds)/);
    expect(readdirSync(path)).toEqual([]);
  });

  it.each([
    { act: "whisper", to: "chen", text: "Ask about the grants." },
    { act: "give-floor", to: "chen" },
    { act: "call-ballot" },
  ])("%j is left to the terminal", async (does) => {
    const { post, path } = await waiting();
    expect((await post("m/t/act", does)).status).toBe(400);
    expect(inboxOf(path)).toEqual([]);
  });

  it("one that whoever holds the meeting does not take is told with its reason", async () => {
    const { post, path, page, shelf } = await waiting();
    await post("m/t/act", { act: "interject", text: "Hear!" });
    const refused = { id: inboxOf(path)[0]?.id, settled: true, refused: "no such thing" };
    appendFileSync(join(path, "t", "inbox.jsonl"), `${JSON.stringify(refused)}\n`);
    expect(shelf.openMailbox("t").now().refused).toEqual([
      "chair says to all: Hear!: no such thing",
    ]);
    expect(await page("t", (words) => words.includes("Not taken:"))).toContain("no such thing");
  });
});

describe("a meeting held by the server", () => {
  async function started(served: ReturnType<typeof serving>) {
    const id = await served.start("small");
    return { id, hasten: () => served.runningMeetings?.get(id)?.hasten() };
  }

  const isClosed = (words: string) => words.includes('"live closed"');

  it("is begun from a page, shows itself as it goes, and writes its files at the close", async () => {
    const served = serving();
    const { id, hasten } = await started(served);
    hasten();
    await served.page(id, isClosed);
    const { events, head } = readTranscript(join(served.path, id));
    const seed = events[0]?.type === "meeting.opened" ? String(events[0].seed) : "";
    const alone = workFolder();
    const flags = ["--seed", seed, "--output", "t", "--quiet"];
    await cli(["run", "small", ...flags], { cwd: alone, factories: { simulated: twoTurns } });
    expect(readTranscript(join(alone, "t")).head).toBe(head);
    await expect
      .poll(() => existsSync(join(served.path, id, "verdicts.csv")), { timeout: 30_000 })
      .toBe(true);
  });

  it.each(["hiring", "trial", "memory-curation", "code-review", "niche-decision"])(
    "of %s goes from its start to its close",
    async (scenario) => {
      const { start, page, runningMeetings, path } = serving({ more: { factories: {} } });
      const id = await start(scenario);
      runningMeetings?.get(id)?.hasten();
      await page(id, isClosed);
      expect(readTranscript(join(path, id)).events.at(-1)?.type).toBe("meeting.closed");
    },
  );

  it("is paused and let go on", async () => {
    const served = serving({ more: { factories: {} } });
    const { id, hasten } = await started(served);
    expect((await served.post(`m/${id}/hold`, { do: "pause" })).status).toBe(200);
    expect(served.runningMeetings?.get(id)?.pacing.isPaused).toBe(true);
    await served.page(id, (words) => words.includes("Paused"));
    expect((await served.post(`m/${id}/hold`, { do: "resume" })).status).toBe(200);
    expect(served.runningMeetings?.get(id)?.pacing.isPaused).toBe(false);
    hasten();
    await served.page(id, isClosed);
  });

  it("takes what is said from the page", async () => {
    const served = serving({ more: { factories: {} } });
    const { id, hasten } = await started(served);
    await served.post(`m/${id}/act`, { act: "interject", text: "Five minutes." });
    hasten();
    await served.page(id, isClosed);
    const acted = readTranscript(join(served.path, id)).events.filter(
      ({ type }) => type === "person.acted",
    );
    expect(acted).toMatchObject([
      { person: "chair", does: { act: "interject", text: "Five minutes." } },
    ]);
  });

  it.each([
    ["act", {}, "act is missing"],
    ["act", { act: "sing" }, 'act must be one of interject, close-debate, adjourn, found "sing"'],
    ["hold", { do: "resume", approve: 5 }, "approve must be"],
  ])("%s refuses %j in plain words", async (does, asked, why) => {
    const served = serving({ more: { factories: {} } });
    const { id } = await started(served);
    const { status, told } = await served.post(`m/${id}/${does}`, asked);
    expect(status).toBe(400);
    expect(told.refused).toContain(why);
    expect(told.refused).not.toContain("Invalid");
  });

  it("stops with the server, and goes on from the page of another", async () => {
    const first = serving({ more: { factories: {} } });
    const { id } = await started(first);
    await first.post(`m/${id}/act`, { act: "adjourn" });
    await first.page(id, (words) => words.includes("Continue here"));
    const second = serving({ cwd: first.cwd });
    expect(await second.page(id, () => true)).toContain(`boardroom resume transcripts/${id}`);
    expect((await second.post(`m/${id}/hold`, { do: "pause" })).told.refused).toContain(
      "no process runs this meeting",
    );
    expect((await second.post(`m/${id}/hold`, { do: "resume" })).status).toBe(200);
    second.runningMeetings?.get(id)?.hasten();
    await second.page(id, isClosed);
  });

  it("that another process holds is paused there, and says so", async () => {
    const first = serving({ more: { factories: {} } });
    const { id } = await started(first);
    await first.post(`m/${id}/hold`, { do: "pause" });
    const second = serving({ cwd: first.cwd });
    expect(await second.page(id, () => true)).toContain("Another process runs this meeting");
    const { status, told } = await second.post(`m/${id}/hold`, { do: "pause" });
    expect({ status, told }).toEqual({
      status: 422,
      told: { refused: "this meeting runs in another process: pause it there" },
    });
  });

  it("that another process holds hears what is said and is adjourned from here, before its next turn", async () => {
    const first = serving({ more: { factories: {} } });
    const { id, hasten } = await started(first);
    await first.post(`m/${id}/hold`, { do: "pause" });
    const second = serving({ cwd: first.cwd });
    expect(await second.page(id, () => true)).toContain("reach it before its next turn");
    const said = { act: "interject", text: "Ten minutes left." };
    expect((await second.post(`m/${id}/act`, said)).status).toBe(200);
    expect((await second.post(`m/${id}/act`, { act: "adjourn" })).status).toBe(200);
    hasten();
    const page = await second.page(id, (words) => words.includes("Continue here"));
    expect(page).toContain("Ten minutes left.");
  });
});

describe("the budget of a server", () => {
  /** The members of `twoTurns` behind a provider that bills. */
  const billed: ModelFactory = (input) => {
    const model = twoTurns(input);
    return {
      ...model,
      spec: input.spec,
      provider: "billed",
      deterministic: false,
      async generate(request, options) {
        const reply = await model.generate(request, options);
        const usage = { uncached: 1_000, cacheRead: 0, cacheWrite: 0, output: 100, reasoning: 0 };
        return reply.type === "answer" ? { ...reply, usage } : reply;
      },
    };
  };

  it("holds for all meetings together, for a resumed one too, and is not refilled by a meeting that ends", async () => {
    const cwd = workFolder({
      "boardroom.yaml": "model: billed:x\nprices: {'billed:x': {input: 1, output: 1}}\n",
    });
    const budget = limitBudget(undefined, {
      whose: "the budget of this server",
      most: 0.012,
      spent: 0,
    });
    const { post, start, page, path, runningMeetings } = serving({
      cwd,
      more: { budget, factories: { billed } },
    });
    const ends: string[] = [];
    for (let meeting = 0; meeting < 3; meeting++) {
      const id = await start("small");
      runningMeetings?.get(id)?.hasten();
      await expect.poll(() => runningMeetings?.get(id), { timeout: 30_000 }).toBeNull();
      ends.push(id);
    }
    const eventsIn = (id: string) => readTranscript(join(path, id)).events;
    const dollars = () =>
      ends.flatMap(eventsIn).reduce((sum, event) => {
        return event.type === "call.answered" ? sum + (event.cost ?? 0) : sum;
      }, 0);
    expect(dollars()).toBeGreaterThan(0);
    expect(dollars()).toBeLessThanOrEqual(0.012);
    expect(budget.spent).toBeCloseTo(dollars(), 9);
    const last = ends.at(-1) ?? "";
    expect(eventsIn(last).at(-1)).toMatchObject({
      type: "meeting.suspended",
      reason: expect.stringContaining(
        "the budget of this server, $0.012, has no room for this call",
      ),
    });
    const before = dollars();
    await post(`m/${last}/hold`, { do: "resume" });
    await page(last, (words) => words.includes("Continue here"));
    expect(dollars()).toBe(before);
  });
});

describe("what a meeting would take", () => {
  it("is told with its price before anything is held", async () => {
    const { ask, path } = serving();
    const free = await ask({ scenario: "small", do: "look" });
    expect(free.status).toBe(200);
    expect(free.text).toMatch(/No charge, about \d+ calls/);
    expect(readdirSync(path)).toEqual([]);
  });

  it.each([
    [{ scenario: "nowhere" }, [], "nowhere"],
    [{ question: "Should we?", messages: "many" }, [], /messages must be a whole number/i],
    [{ question: "Should we?" }, [{ name: "x.png", data: "x" }], /X\.png has the ending \.png/],
    [{ question: "Should we?" }, [{ name: "x.md", data: " " }], /x\.md/i],
    [{ question: "Should we?" }, [{ name: "x.md", data: "x".repeat(3_000_000) }], "2.9 MiB"],
    [{ question: " " }, [], "The question is empty"],
  ])("%# is refused with the reason, and nothing is run or written", async (asked, files, why) => {
    const { ask, path, cwd } = serving();
    const { text, id } = await ask(
      { model: "other", other: "simulated", ...asked, do: "run" },
      files,
    );
    expect(id).toBe("");
    expect(text).toMatch(why);
    expect(readdirSync(path)).toEqual([]);
    expect(readdirSync(join(cwd, "scenarios"))).toEqual(["small"]);
  });

  it("comes with documents dropped on the page, and keeps none of them", async () => {
    const { ask, path } = serving();
    const letter = { name: "../letter.md", data: "# The letter\n\nLate.\n" };
    const { text } = await ask({ scenario: "small", do: "look" }, [letter]);
    expect(text).toContain("letter.md");
    expect(readdirSync(path)).toEqual([]);
    const { id } = await ask({ scenario: "small", do: "run" }, [letter]);
    const added = readTranscript(join(path, id)).events.flatMap((event) =>
      event.type === "document.added" ? [[event.name, event.subject === true]] : [],
    );
    expect(added).toEqual([
      ["paper.md", true],
      ["letter.md", false],
    ]);
    expect(readdirSync(path)).toEqual([id]);
  });
});

describe("what lies in a folder", () => {
  it("may be a transcript that no line of which can be read, or one that is long", async () => {
    const { path, page, app } = serving({ isReadOnly: true });
    const get = async (what: string) => {
      const answer = await app.request(`http://${HOST}/${"t".repeat(43)}/${what}`, {
        headers: { host: HOST },
      });
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
    expect((await get("m/%3Cimg%20src%3Dx%3E/report")).status).toBe(200);
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
    for (const name of ["empty", "noise", "long", "changed"])
      expect((await get(`m/${name}/report`)).status).toBe(422);
  });
});
