import { join } from "node:path";
import { readTranscript } from "boardroom";
import { describe, expect, it } from "vitest";
import { createTree } from "../../../src/screens/pages/tree.ts";
import { createMailbox, followMeeting } from "../../../src/screens/web/follow.ts";
import { cli, twoTurns, workFolder } from "../../cli/cli.ts";
import { HOST, serving, TOKEN } from "./serving.ts";

async function asked(person: string, ...more: readonly string[]) {
  const flags = more.length === 0 || more.includes("--view") ? [...NO_BALLOT, ...more] : more;
  const cwd = workFolder();
  const seated = ["--member", "kumar=human:ngo", "--output", "transcripts/t", "--quiet", ...flags];
  await cli(["run", "small", "--seed", "7", ...seated], {
    cwd,
    factories: { simulated: twoTurns },
  });
  const served = serving({ cwd, person });
  const path = readTranscript(join(served.path, "t")).events.at(-1)?.path ?? "";
  return { ...served, at: path };
}

const NO_BALLOT = ["--option", "openingBallot=false"];
const LEAVE = { content: "Enough.", verdict: "NO", reasoning: "Too risky", withdraw: true };

describe("the form of a seat", () => {
  it("has every field that a terminal asks for, and the tab calls", async () => {
    const { page } = await asked("ngo");
    const words = await page("t", () => true);
    for (const field of "content verdict reasoning wouldChange confidence to cite withdraw".split(
      " ",
    ))
      expect(words).toContain(JSON.stringify(JSON.stringify([field])));
    expect(words).toContain("your turn, ngo - t");
    expect(words).toContain("Give the answer");
  });

  it("is nobody else's, who is told who is waited for and how to answer", async () => {
    const { page, post, at } = await asked("mai");
    const words = await page("t", () => true);
    expect(words).not.toContain("Give the answer");
    expect(words).toContain("Waiting for ngo");
    expect(words).toContain("boardroom act transcripts/t --as ngo");
    const { status, told } = await post("m/t/answer", { to: at, answer: LEAVE });
    expect({ status, told }).toMatchObject({ status: 422, told: { refused: /answered already/ } });
  });

  it("lets the meeting go on with an answer, where nobody holds it", async () => {
    const { page, post, at, path, runningMeetings } = await asked("ngo");
    expect(await post("m/t/answer", { to: at, answer: LEAVE })).toMatchObject({ status: 200 });
    runningMeetings?.get("t")?.hasten();
    await page("t", (words) => words.includes('"live closed"'));
    const said = readTranscript(join(path, "t")).events.find(
      (event) => event.type === "message.spoken" && event.speaker === "kumar",
    );
    expect(said).toMatchObject({
      verdict: "NO",
      reasoning: "Too risky",
      withdrawn: true,
      content: "Enough.",
    });
  });

  it("tells what does not fit field by field, on the page too, and leaves nothing", async () => {
    const { page, post, at } = await asked("ngo");
    const wrong = { content: "Enough.", verdict: "MAYBE", confidence: "much" };
    const { status, told } = await post("m/t/answer", { to: at, answer: wrong });
    expect(status).toBe(422);
    expect(told.problems).toEqual({
      verdict: '"MAYBE" is none of them',
      "how sure you are": "not a number from 0 to 1",
    });
    expect(await page("t", (words) => words.includes("none of them"))).toContain("aria-invalid");
  });

  it("comes back with the reason where the meeting does not take an answer", async () => {
    const { page, post, at } = await asked("ngo");
    await post("m/t/answer", { to: at, answer: { content: "No.", verdict: "NO" } });
    const words = await page("t", (each) => each.includes("Your answer could not be taken:"));
    expect(words).toContain("Give the reasoning for your verdict.");
    expect(words).toContain('"defaultValue":"No."');
  });

  it("gives a list room for one more entry at a time, up to the most there may be", async () => {
    const cwd = workFolder();
    const seated = ["--member", "nadja-ferrante=human:ngo", "--output", "transcripts/t", "--quiet"];
    await cli(["run", "code-review", "--seed", "7", ...seated], { cwd });
    const { page, post, path } = serving({ cwd, person: "ngo" });
    const recorded = () => readTranscript(join(path, "t")).events;
    const to = recorded().find(({ type }) => type === "human.asked")?.path ?? "";
    for (let entries = 1; entries < 20; entries++) {
      const words = await page("t", (each) =>
        each.includes(JSON.stringify(`f-findings-${entries - 1}-says`)),
      );
      expect(words).not.toContain(`f-findings-${entries}-says`);
      const [, another = ""] = /"data-another":"([^"]+)"/.exec(words) ?? [];
      expect(await post("m/t/answer", { to, another })).toMatchObject({
        status: 200,
        told: { done: true },
      });
    }
    const whole = await page("t", (each) => each.includes("f-findings-19-says"));
    expect(whole).not.toContain("data-another");
    expect(recorded().some(({ type }) => type === "human.answered")).toBe(false);
    expect((await post("m/t/answer", { to: "elsewhere", another: "findings: any?" })).status).toBe(
      422,
    );
  });

  it("takes a pass, and a refusal to answer with its reason", async () => {
    const passed = await asked("ngo");
    expect(
      (await passed.post("m/t/answer", { to: passed.at, answer: { pass: true } })).status,
    ).toBe(200);
    await passed.page("t", (words) => words.includes("pass"));
    const declined = await asked("ngo");
    expect(
      (await declined.post("m/t/answer", { to: declined.at, answer: { absent: "ill" } })).status,
    ).toBe(200);
    await declined.page("t", (words) => words.includes("ill"));
  });
});

describe("the live page", () => {
  it("explains the draw of who speaks now, and none while votes are cast, which it does not fold away", async () => {
    const cwd = workFolder();
    const act = (...argv: readonly string[]) =>
      cli(argv, { cwd, factories: { simulated: twoTurns } });
    const seated = [
      "--member",
      "kumar=human:ngo",
      "--output",
      "transcripts/t",
      "--quiet",
      ...NO_BALLOT,
    ];
    await act("run", "small", "--seed", "7", ...seated);
    const look = () => serving({ cwd, person: "mai" }).page("t", () => true);
    const speaking = await look();
    expect(speaking).toContain("Why Kumar was drawn");
    await act("act", "transcripts/t", "--closing");
    await act("act", "transcripts/t", "--as", "ngo", "--pass", "--quiet");
    const voting = await look();
    expect(voting).toContain("Final vote, in private");
    expect(voting).not.toContain("Why ");
    expect(voting).toMatch(/"class":"turn entry","data-who":"chen watson"/);
  });
});

describe("what a seat is shown", () => {
  it("is labels everywhere in an anonymous meeting: page, list and report", async () => {
    const { page, app, path } = await asked("ngo", "--view", "anonymous");
    const [opened] = readTranscript(join(path, "t")).events;
    if (opened?.type !== "meeting.opened") throw new Error("no opening");
    const get = async (what: string) =>
      (await app.request(`http://${HOST}/${TOKEN}/${what}`, { headers: { host: HOST } })).text();
    const pages = [
      await page("t", () => true),
      await get(""),
      await get("m/t/"),
      await get("m/t/report"),
    ];
    for (const { persona, kind } of opened.seats.filter((seat) => seat.kind === "member")) {
      expect(kind).toBe("member");
      for (const words of pages) expect(words).not.toContain(persona.name);
    }
    expect(pages[0]).toContain("Member A");
  });

  it("is no ballot of others before the close, and says so", async () => {
    const { page } = await asked("ngo", "--option", "openingBallot=true");
    const seated = await page("t", () => true);
    expect(seated).toContain("Private votes of others are shown after the meeting.");
    expect(seated).not.toContain("Opening vote, in private");
    const beside = await asked("mai", "--option", "openingBallot=true");
    expect(await beside.page("t", () => true)).toContain("Opening vote, in private");
  });

  it("is no answer of another panelist while it comes, which whoever holds no seat reads", async () => {
    const cwd = workFolder();
    const seat = ["--member", "panelist-b=human:ngo", "--seed", "6", "--quiet", "--output", "t"];
    await cli(["run", "niche-decision", ...seat], { cwd });
    const call = {
      path: "9",
      speaker: "panelist-a",
      isPrivate: true,
      phase: "speaking",
      text: "Half of an ans",
    };
    const now = new Map([["9", { ...call, why: "", heardAt: 0, until: 0 }]]);
    const running = {
      get: () => ({ calls: { now }, pacing: { isPaused: false } }),
      ended: () => null,
    };
    const runningMeetings = { ...running, onChange: () => () => {} } as never;
    for (const person of ["ngo", "chair", "mai"]) {
      const setup = {
        id: "t",
        path: join(cwd, "t"),
        shown: "t",
        mailbox: createMailbox(""),
        runningMeetings,
      };
      const followed = await followMeeting({
        ...setup,
        person,
        stopped: new AbortController().signal,
      });
      expect(JSON.stringify(createTree(followed.page())).includes(call.text)).toBe(
        person === "mai",
      );
      followed.close();
    }
  });
});
