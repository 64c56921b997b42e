import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readTranscript } from "boardroom";
import { describe, expect, it } from "vitest";
import { cli } from "../../cli/cli.ts";
import { type Agent, agentAt, ioIn, type ToolReply } from "./agent.ts";
import { started } from "./seated.ts";

/** A message that only repeats another is refused: each question gets words of its own. */
const said = (turn: ToolReply["data"]) =>
  turn.fields.some(({ name }: { name: string }) => name === "content")
    ? {
        content: `To question ${turn.question}: I have read the paper, and it is one line long.`,
        verdict: "NO",
        reasoning: "One line is too little.",
        cite: [{ ref: "paper.md#L1" }],
      }
    : { verdict: "NO", reasoning: "One line is too little." };

/** Sits until the meeting has closed; the questions that were put, in order. */
async function sit({ call }: Agent, meeting: string, token: string): Promise<string[]> {
  const questions: string[] = [];
  for (let from = 0; ; ) {
    const { data, error } = await call("wait_for_turn", { meeting, token, from });
    expect(error).toBeNull();
    from = data.next;
    if (data.state === "over") return questions;
    if (data.state === "not-yet") continue;
    questions.push(data.question);
    const spoke = await call("speak", { meeting, token, question: data.question, ...said(data) });
    expect(spoke.error).toBeNull();
  }
}

describe("an agent with a seat", () => {
  it("takes it with a code, is shown what a member is, speaks, and stands in the record as that member", async () => {
    const { agent, meeting, codes, cwd } = await started({ chen: "agent:kai" });
    const joined = await agent.call("join_meeting", { meeting, code: codes.chen });
    expect(joined.data).toMatchObject({
      seat: "chen",
      name: "Dr. Sarah Chen",
      question: "Should it be done?",
    });
    const { token } = joined.data;
    const first = await agent.call("wait_for_turn", { meeting, token });
    expect(first.data.state).toBe("your-turn");
    expect(first.data.view.map(({ from }: { from: string }) => from)).toEqual([
      "rules",
      "you",
      "meeting",
    ]);
    expect(first.text).toContain("1| The only line");
    const questions = await sit(agent, meeting, token);
    expect(new Set(questions).size).toBe(questions.length);
    const folder = join(cwd, "transcripts", meeting);
    const { events } = readTranscript(folder);
    const answered = events.filter((event) => event.type === "human.answered");
    expect(answered.map(({ path }) => path)).toEqual(questions);
    const own = events.filter(
      (event) => event.type === "message.spoken" && event.speaker === "chen",
    );
    expect(own.length).toBeGreaterThan(0);
    expect(own[0]).toMatchObject({
      verdict: "NO",
      citations: [{ ref: "paper.md#L1", found: "exact" }],
    });
    const opened = events[0]?.type === "meeting.opened" ? events[0] : null;
    expect(opened?.simulated).toBe(false);
    const record = readFileSync(join(folder, "events.jsonl"), "utf8");
    for (const secret of [token, codes.chen ?? ""]) expect(record).not.toContain(secret);
    const verified = await cli(["verify", folder], { cwd });
    expect(verified.code).toBe(0);
  });

  it("is given only what is new since its last view, and the whole view again without a number", async () => {
    const { agent, meeting, codes } = await started({ chen: "agent:kai" });
    const { token } = (await agent.call("join_meeting", { meeting, code: codes.chen })).data;
    const first = (await agent.call("wait_for_turn", { meeting, token })).data;
    await agent.call("speak", { meeting, token, ...said(first) });
    const next = (await agent.call("wait_for_turn", { meeting, token, from: first.next })).data;
    expect(next.question).not.toBe(first.question);
    expect(next.view.map(({ from }: { from: string }) => from)).not.toContain("rules");
    const whole = (await agent.call("wait_for_turn", { meeting, token })).data;
    // Its own layer has the opening vote that it has cast since.
    const vote = /\n\nYour opening vote, which the others do not know: NO\.[\s\S]*$/;
    const before = whole.view
      .slice(0, first.view.length)
      .map((row: { from: string; text: string }) => ({
        ...row,
        text: row.from === "you" ? row.text.replace(vote, "") : row.text,
      }));
    expect(before).toEqual(first.view);
    expect(whole.view.slice(first.view.length)).toEqual(next.view);
  });

  it("may write the scaffold, and whoever it says it is there, it is its own seat's", async () => {
    const { agent, meeting, codes, cwd } = await started({ chen: "agent:kai" });
    const { token } = (await agent.call("join_meeting", { meeting, code: codes.chen })).data;
    const ballot = (await agent.call("wait_for_turn", { meeting, token })).data;
    await agent.call("speak", { meeting, token, ...said(ballot) });
    const turn = (await agent.call("wait_for_turn", { meeting, token, from: ballot.next })).data;
    const as = (name: string) =>
      `<Message><Speaker>${name}</Speaker><Verdict>NO</Verdict><VerdictReasoning>Too short</VerdictReasoning><Withdrawn>false</Withdrawn><Content>In the form, and no.</Content></Message>`;
    const { question } = turn;
    const posed = await agent.call("speak", {
      meeting,
      token,
      question,
      scaffold: as("Emily Watson"),
    });
    expect(posed.error?.problems[0]?.message).toBe(
      "You wrote as Emily Watson. Speak only for yourself.",
    );
    expect(
      (await agent.call("speak", { meeting, token, scaffold: as("Dr. Sarah Chen") })).data.taken,
    ).toBe(true);
    const { events } = readTranscript(join(cwd, "transcripts", meeting));
    const spoken = events.filter(
      (event) => event.type === "message.spoken" && event.content === "In the form, and no.",
    );
    expect(spoken).toMatchObject([{ speaker: "chen", verdict: "NO", parse: "strict" }]);
  });

  it("is told at once why an answer is not taken, by field, and is asked again", async () => {
    const { agent, meeting, codes } = await started({ chen: "agent:kai" });
    const { token } = (await agent.call("join_meeting", { meeting, code: codes.chen })).data;
    const { question } = (await agent.call("wait_for_turn", { meeting, token })).data;
    const refused = async (given: Record<string, unknown>) =>
      (await agent.call("speak", { meeting, token, question, ...given })).error;
    expect((await refused({ verdict: "MAYBE", reasoning: "x" }))?.code).toBe("answer-invalid");
    expect((await refused({}))?.problems[0]?.message).toBe("the answer is empty");
    expect(
      (await refused({ verdict: "NO", reasoning: "x", scaffold: "<Message/>" }))?.problems[0]
        ?.message,
    ).toContain("two ways");
    expect((await refused({ fields: { rank: [1] } }))?.code).toBe("answer-invalid");
    expect((await refused({ verdict: "NO", reasoning: "x".repeat(64_001) }))?.code).toBe("usage");
    expect((await refused({ scaffold: "no form at all" }))?.code).toBe("answer-invalid");
    const again = (await agent.call("wait_for_turn", { meeting, token })).data;
    expect(again.problem).toBeTruthy();
    expect(
      (await agent.call("speak", { meeting, token, verdict: "NO", reasoning: "Too short." })).data
        .taken,
    ).toBe(true);
  });

  it("is asked once to say something new, and what it repeats then stands with a mark", async () => {
    const { agent, meeting, codes, cwd } = await started({ chen: "agent:kai" });
    const { token } = (await agent.call("join_meeting", { meeting, code: codes.chen })).data;
    const ballot = (await agent.call("wait_for_turn", { meeting, token })).data;
    await agent.call("speak", { meeting, token, ...said(ballot) });
    const content = "I have read the paper, and it is one line long.";
    const speak = () => agent.call("speak", { meeting, token, content, verdict: "NO" });
    await agent.call("wait_for_turn", { meeting, token });
    const reasoning = "One line is too little.";
    expect(
      (await agent.call("speak", { meeting, token, content, verdict: "NO", reasoning })).data.taken,
    ).toBe(true);
    await agent.call("wait_for_turn", { meeting, token });
    expect((await speak()).error?.problems[0]?.message).toMatch(/^Your message repeats \[\d+\]\./);
    expect((await speak()).data.taken).toBe(true);
    const { events } = readTranscript(join(cwd, "transcripts", meeting));
    const spoken = events.filter(
      (event) => event.type === "message.spoken" && event.content === content,
    );
    expect(spoken).toMatchObject([{ flags: [] }, { flags: ["repeats"] }]);
  });

  it("goes on after a restart where it stopped, by its token alone, and is asked nothing twice", async () => {
    const { agent, meeting, codes, cwd } = await started({ chen: "agent:kai" });
    const { token } = (await agent.call("join_meeting", { meeting, code: codes.chen })).data;
    const first = (await agent.call("wait_for_turn", { meeting, token })).data;
    await agent.call("speak", { meeting, token, ...said(first) });
    await agent.client.close();
    const back = await agentAt(ioIn(cwd), undefined, "another-name");
    const late = await back.call("speak", {
      meeting,
      token,
      question: first.question,
      ...said(first),
    });
    expect(late.error?.code).toBe("not-your-turn");
    const questions = await sit(back, meeting, token);
    expect(questions).not.toContain(first.question);
  });

  it("leaves for good, and no meeting waits for it", async () => {
    const { agent, meeting, codes, cwd } = await started({ chen: "agent:kai" });
    const { token } = (await agent.call("join_meeting", { meeting, code: codes.chen })).data;
    expect((await agent.call("act", { meeting, token, leave: true })).data).toEqual({ held: true });
    expect((await agent.call("speak", { meeting, token, content: "one more" })).error?.code).toBe(
      "not-allowed",
    );
    for (let over = false; !over; )
      over = (await agent.call("wait_for_meeting", { meeting })).data.over;
    const { events } = readTranscript(join(cwd, "transcripts", meeting));
    const absent = events.filter((event) => event.type === "turn.absent");
    expect(absent.length).toBeGreaterThan(0);
    for (const event of absent)
      expect(event).toMatchObject({ speaker: "chen", reason: "declined: left the meeting" });
  });
});

describe("an agent that is silent", () => {
  it("is absent after its deadline, on record, and what it says then is late", async () => {
    const { agent, meeting, codes, cwd } = await started(
      { chen: "agent:kai" },
      { answerMinutes: 0.004 },
    );
    const { token } = (await agent.call("join_meeting", { meeting, code: codes.chen })).data;
    const first = (await agent.call("wait_for_turn", { meeting, token })).data;
    expect(first.deadline).toBeTruthy();
    for (let over = false; !over; )
      over = (await agent.call("wait_for_meeting", { meeting })).data.over;
    const late = await agent.call("speak", {
      meeting,
      token,
      question: first.question,
      ...said(first),
    });
    expect(late.error?.code).toBe("not-your-turn");
    const { events } = readTranscript(join(cwd, "transcripts", meeting));
    const silences = events.filter((event) => event.type === "human.answered");
    expect(silences.length).toBeGreaterThan(0);
    for (const event of silences) expect(event.answer).toHaveProperty("lapsed");
    expect((await cli(["verify", join(cwd, "transcripts", meeting)], { cwd })).code).toBe(0);
  });
});

describe("what is refused at the door", () => {
  it("leaves nothing in the record, the inbox or an answer's way", async () => {
    const { agent, meeting, codes, cwd } = await started({
      chen: "agent:kai",
      kumar: "agent:noor",
    });
    const { token } = (await agent.call("join_meeting", { meeting, code: codes.chen })).data;
    const { question } = (await agent.call("wait_for_turn", { meeting, token })).data;
    const folder = join(cwd, "transcripts", meeting);
    const before = readFileSync(join(folder, "events.jsonl"), "utf8");
    const lies: [string, Record<string, unknown>][] = [
      ["speak", { token: "seat_x", content: "x" }],
      ["speak", { token, question: "99.1", verdict: "NO", reasoning: "x" }],
      ["speak", { token, question, verdict: "PERHAPS", reasoning: "x" }],
      ["speak", { token, question, verdict: "NO", reasoning: "x".repeat(70_000) }],
      ["speak", { token, question, verdict: "NO", reasoning: "x", confidence: 7 }],
      ["speak", { token, question, verdict: "NO", reasoning: "x", speaker: "kumar" }],
      ["speak", { token, question, fields: { verdict: { is: "NO" } } }],
      ["speak", { token, question, fields: [], verdict: "NO" }],
      ["act", { token, interject: "x" }],
      ["act", { bring: { name: "../../x.md", title: "x", text: "x" } }],
      ["act", { token, ballot: true }],
      ["join_meeting", { code: codes.chen }],
      ["wait_for_turn", { token: codes.kumar, seconds: -1 }],
      ["act", { token: "owner_x", leave: true }],
      ["act", { leave: true }],
      ["act", { token, leave: true, interject: "Farewell." }],
      ["act", { token, leave: false }],
    ];
    for (const [tool, args] of lies) {
      const { error } = await agent.call(tool, { meeting, ...args });
      expect(error, `${tool} ${JSON.stringify(args).slice(0, 80)}`).not.toBeNull();
    }
    expect(readFileSync(join(folder, "events.jsonl"), "utf8")).toBe(before);
    const fine = await agent.call("speak", {
      meeting,
      token,
      question,
      verdict: "NO",
      reasoning: "Too short.",
    });
    expect(fine.data.taken).toBe(true);
  });

  it("of many answers to one question takes one, and tells the others", async () => {
    const { agent, meeting, codes, cwd } = await started({
      chen: "agent:kai",
      kumar: "agent:noor",
    });
    const { token } = (await agent.call("join_meeting", { meeting, code: codes.chen })).data;
    const { question } = (await agent.call("wait_for_turn", { meeting, token })).data;
    const flood = Array.from({ length: 8 }, (_, n) =>
      agent.call("speak", {
        meeting,
        token,
        question,
        verdict: "NO",
        reasoning: `My reason ${n}.`,
      }),
    );
    const said = await Promise.all(flood);
    expect(said.filter(({ data }) => data.taken === true).length).toBe(1);
    const refused = said.flatMap(({ error }) => error?.code ?? []);
    expect(refused).toEqual(Array(7).fill("not-your-turn"));
    const { events } = readTranscript(join(cwd, "transcripts", meeting));
    expect(events.filter((event) => event.type === "human.answered").length).toBe(1);
  });

  it("neither does a client that goes away while it waits", async () => {
    const { agent, meeting, codes, cwd } = await started({
      chen: "agent:kai",
      kumar: "agent:noor",
    });
    const chen = (await agent.call("join_meeting", { meeting, code: codes.chen })).data.token;
    const first = (await agent.call("wait_for_turn", { meeting, token: chen })).data;
    await agent.call("speak", { meeting, token: chen, ...said(first) });
    const gone = await agentAt(ioIn(cwd));
    const waiting = gone
      .call("wait_for_turn", { meeting, token: chen, seconds: 25 })
      .catch(() => "gone");
    await gone.client.close();
    expect(await waiting).toBe("gone");
    const kumar = (await agent.call("join_meeting", { meeting, code: codes.kumar })).data.token;
    const turn = (await agent.call("wait_for_turn", { meeting, token: kumar })).data;
    expect((await agent.call("speak", { meeting, token: kumar, ...said(turn) })).data.taken).toBe(
      true,
    );
  });
});

describe("boardroom act", () => {
  it("speaks for no agent, and can say that one is not there", async () => {
    const { meeting, cwd } = await started({ chen: "agent:kai" });
    const folder = join("transcripts", meeting);
    const posed = await cli(["act", folder, "--as", "kai", "--verdict", "NO", "--because", "x"], {
      cwd,
    });
    expect(posed.code).toBe(2);
    expect(posed.err).toContain("kai is an agent and answers with the token of its seat");
    expect(
      (await cli(["act", folder, "--as", "kai", "--absent", "it is down"], { cwd })).code,
    ).toBe(0);
  });
});

describe("a meeting with agents at its table", () => {
  it("shows whoever sits there what its member knows, and the rest once it has closed", async () => {
    const members = { chen: "agent:kai", kumar: "agent:noor" };
    const { agent, meeting, codes, owner } = await started(members, {});
    const chen = (await agent.call("join_meeting", { meeting, code: codes.chen })).data.token;
    const kumar = (await agent.call("join_meeting", { meeting, code: codes.kumar })).data.token;
    for (const token of [chen, kumar]) {
      const turn = (await agent.call("wait_for_turn", { meeting, token })).data;
      await agent.call("speak", {
        meeting,
        token,
        verdict: token === chen ? "NO" : "YES",
        reasoning: "A secret of the ballot",
        question: turn.question,
      });
    }
    for (const token of [chen, undefined]) {
      const given = { meeting, ...(token && { token }) };
      expect((await agent.call("get_verdicts", given)).error?.code).toBe("not-allowed");
      expect((await agent.call("read_transcript", { ...given, turn: 1 })).error?.code).toBe(
        "not-allowed",
      );
      for (const tool of ["read_transcript", "wait_for_meeting"])
        expect(JSON.stringify(await agent.call(tool, given))).not.toContain("secret of the ballot");
      expect((await agent.call("act", { ...given, interject: "Vote no." })).error?.code).toBe(
        "not-allowed",
      );
      expect((await agent.call("act", { ...given, ballot: true })).error?.code).toBe("not-allowed");
    }
    expect(
      JSON.stringify(await agent.call("read_transcript", { meeting, token: owner })),
    ).toContain("ballot");
    expect(
      (await agent.call("act", { meeting, token: owner, interject: "Ten minutes." })).error,
    ).toBeNull();
  });

  it.each([
    ["a code that nobody gave", "join_meeting", { code: "code_x" }, "token-refused"],
    ["a token of nobody's", "wait_for_turn", { token: "seat_x" }, "token-refused"],
    ["no token", "speak", { content: "x" }, "usage"],
    ["a reader's token of nobody's", "read_transcript", { token: "seat_x" }, "token-refused"],
    ["a part before the first", "wait_for_turn", { token: "seat_x", from: -1 }, "usage"],
    ["a wait of an hour", "wait_for_meeting", { seconds: 3_600 }, "usage"],
  ])("refuses %s", async (_, tool, args, code) => {
    const { agent, meeting } = await started({ chen: "agent:kai" });
    const { error } = await agent.call(tool, { meeting, ...args });
    expect(error?.code).toBe(code);
    expect(JSON.stringify(error)).not.toContain("seat_x");
  });

  it("tells of an argument that its tool does not take by place, value and remedy", async () => {
    const { agent, meeting } = await started({ chen: "agent:kai" });
    const told = async (tool: string, args: Record<string, unknown>) =>
      (await agent.call(tool, args)).error?.problems;
    expect(await told("wait_for_meeting", { meeting, seconds: "ten", sins: 3 })).toEqual([
      expect.objectContaining({
        place: { file: "seconds" },
        message: 'must be a number, found "ten"',
      }),
      expect.objectContaining({ place: { file: "sins" }, message: 'unknown key "sins"' }),
    ]);
    expect(await told("join_meeting", { meeting })).toEqual([
      {
        place: { file: "code" },
        message: "is missing",
        remedy: "Add code: One-time code from the start of the meeting.",
      },
    ]);
    expect(await told("subscribe", { name: "\u0410da" })).toEqual([
      expect.objectContaining({ message: expect.stringContaining("mixes alphabets") }),
    ]);
    const documents = [{ name: "a.md", title: "A", text: "Words." }];
    expect(await told("start_meeting", { scenario: "small", documents })).toEqual([
      expect.objectContaining({ place: { file: "documents" } }),
    ]);
  });

  it("refuses a turn that is not one's own, and renews what is lost", async () => {
    const { agent, meeting, codes, cwd } = await started({
      chen: "agent:kai",
      kumar: "agent:noor",
    });
    const chen = (await agent.call("join_meeting", { meeting, code: codes.chen })).data.token;
    const theirs = (
      await agent.call("wait_for_turn", {
        meeting,
        token: (await agent.call("join_meeting", { meeting, code: codes.kumar })).data.token,
      })
    ).data;
    const stolen = await agent.call("speak", {
      meeting,
      token: chen,
      question: theirs.question,
      verdict: "NO",
      reasoning: "x",
    });
    expect(stolen.error?.code).toBe("not-your-turn");
    const renewed = await cli(["mcp", "--seats", join("transcripts", meeting), "--renew", "chen"], {
      cwd,
    });
    const [code = ""] = /code_[\w-]+/.exec(renewed.out) ?? [];
    expect((await agent.call("wait_for_turn", { meeting, token: chen })).error?.code).toBe(
      "token-refused",
    );
    expect((await agent.call("join_meeting", { meeting, code })).data.seat).toBe("chen");
    expect((await cli(["mcp", "--seats", join("transcripts", meeting)], { cwd })).out).toMatch(
      /chen +kai +taken by test-agent/,
    );
  });
});
