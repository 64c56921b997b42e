import type { ModelRequest } from "boardroom";
import { describe, expect, it } from "vitest";
import { joinCutText } from "../../../src/engine/meeting/turn.ts";
import { exampleScenario, reply } from "../../support/example-scenario.ts";
import { eventsOf, exampleMeeting, type Reply, talker } from "../../support/meetings.ts";

const ADA = "Dr. Ada Ash";
const DONE = reply({ verdict: "NO", withdrawn: true, content: "Done." });

/** Ada's debating turns get these replies in order, then she leaves; her ballots are in order. */
async function adaSays(replies: readonly Reply[], prompt = {}, messages = 100) {
  const requests: ModelRequest[] = [];
  let next = 0;
  const ada: Reply = (request) => {
    requests.push(request);
    if (request.instruction.includes('-vote"')) return reply({ verdict: "YES" });
    const given = replies[next++] ?? DONE;
    return typeof given === "function" ? given(request) : given;
  };
  const others = { ben: talker("ben", "YES", 40), cleo: talker("cleo", "YES", 40) };
  const scenario = exampleScenario({ prompt, limits: { messages } });
  const meeting = exampleMeeting({ ada, ...others }, { scenario });
  await meeting.run();
  const { events } = meeting.journal;
  const said = eventsOf(events, "message.spoken").filter(({ speaker }) => speaker === "ada");
  const calls = eventsOf(events, "call.answered").filter(({ speaker }) => speaker === "ada");
  return { events, said, first: said[0], calls, requests, state: meeting.state };
}

describe("a reply that was cut off", () => {
  it.each([
    ["EUR 10", "0,000 a year", "EUR 100,000 a year"],
    ["in 19", "99 they left", "in 1999 they left"],
    ["The pilot was a", "was a success.", "The pilot was a success."],
    ["ten per", "cent more", "ten percent more"],
    ["The pilot cut", "cut costs.", "The pilot cut costs."],
    ["from 5", "5 to 6", "from 55 to 6"],
    ["cost EUR 10", "cost EUR 10,000", "cost EUR 10cost EUR 10,000"],
    ["<Message><Content>", "<Content>Costs fell.", "<Message><Content>Costs fell."],
    ["no overlap", " at all", "no overlap at all"],
  ])("%j and %j are joined to %j", (first, second, whole) => {
    expect(joinCutText(first, second)).toBe(whole);
  });
});

describe("a reply without a reason for its end", () => {
  const unended = (text: string) =>
    ({ type: "answer", text, stop: "length", usage: null, model: "m" }) as const;
  const whole = reply({ speaker: ADA, content: "It is all here." });
  const purposes = ({ calls }: Awaited<ReturnType<typeof adaSays>>) =>
    calls.map(({ purpose }) => purpose);

  it.each([
    ["a whole message", whole],
    ["a message in a code fence", `\`\`\`xml\n${whole}\n\`\`\``],
    ["words after a message", `${whole}\n\nI hope that helps`],
  ])("is not continued if it is %s", async (_, text) => {
    const held = await adaSays([unended(text)]);
    expect(held.first?.content).toBe("It is all here.");
    expect(purposes(held)).not.toContain("continuation");
  });

  it("is a fault of the form if it has no form, and not continued", async () => {
    const held = await adaSays([unended("I just say what I think."), whole]);
    expect(held.first?.content).toBe("It is all here.");
    expect(purposes(held)).not.toContain("continuation");
    expect(purposes(held)).toContain("repair");
  });

  it.each(["<Message><Content>It is all", "<Message><Conte", "<Mess", "<Content>It is all"])(
    "is continued if its form is open: %s",
    async (text) => {
      const held = await adaSays([
        unended(text),
        unended(whole.slice(whole.indexOf(text.slice(-5)) + 5)),
      ]);
      expect(purposes(held)).toContain("continuation");
    },
  );

  it("takes a second message that begins as the first for the whole one", async () => {
    const half = "<Message><Content>It is all here";
    const held = await adaSays([unended(half), unended(`${half}, I think.</Content></Message>`)]);
    expect(held.first).toMatchObject({ content: "It is all here, I think.", flags: [] });
  });

  it("is not glued to another message, whose halves are no message", async () => {
    const other = "<Message><Content>Something else entirely.</Content></Message>";
    const held = await adaSays([unended("<Message><Content>It is all"), unended(other), whole]);
    expect(held.first?.content).toBe("It is all here.");
    const [, repair] = held.requests.flatMap(({ exchange }) => exchange ?? []);
    expect(repair?.problem).toContain("what you sent as the rest is another message");
  });
});

describe("a repair", () => {
  const argument = "Two customers left in March, which outweighs the savings.";
  const unknown = reply({
    speaker: ADA,
    verdict: "PERHAPS",
    reasoning: "March.",
    content: argument,
  });

  it.each([
    ["an apology outside the form", "I'm sorry, I cannot do that."],
    ["a message as somebody else", reply({ speaker: "Ben Birch", content: "I, Ben, agree." })],
    ["a pass", reply({ pass: true })],
  ])("by %s leaves the argument as it was", async (_, second) => {
    const { first } = await adaSays([unknown, second]);
    expect(first).toMatchObject({ content: argument, verdict: null, flags: ["verdict-unknown"] });
  });

  const again = "Here it is again, as you asked.";
  const sound = { speaker: ADA, verdict: "NO", reasoning: "March.", content: argument };

  it.each<[string, string, string, object]>([
    ["an unknown verdict", unknown, reply({ ...sound, content: again }), { verdict: "NO" }],
    [
      "an unknown verdict, without words",
      unknown,
      "<Message><Verdict>NO</Verdict><VerdictReasoning>r</VerdictReasoning></Message>",
      { verdict: "NO" },
    ],
    [
      "a verdict without reasons",
      reply({ ...sound, reasoning: "" }),
      reply({ ...sound, content: again }),
      { verdict: "NO", reasoning: "March." },
    ],
    [
      "two verdicts",
      reply(sound).replace("</Verdict>", "</Verdict><Verdict>YES</Verdict>"),
      reply({ ...sound, content: again }),
      { verdict: "NO" },
    ],
    [
      "a verdict inside the content",
      reply({ ...sound, content: "" })
        .replace(/<Verdict>.*<\/Verdict>/, "")
        .replace("<Content></Content>", `<Content>${argument} <Verdict>NO</Verdict></Content>`),
      reply({ ...sound, content: again }),
      { verdict: "NO" },
    ],
    [
      "a withdrawal without a verdict",
      reply({ speaker: ADA, withdrawn: true, content: argument }),
      reply({ ...sound, withdrawn: true, content: again }),
      { verdict: "NO", withdrawn: true },
    ],
    [
      "a withdrawal that is taken back",
      reply({ speaker: ADA, withdrawn: true, content: argument }),
      reply({ speaker: ADA, content: again }),
      { verdict: null, withdrawn: false },
    ],
  ])("of %s takes what was wrong, and keeps the argument", async (_, one, second, taken) => {
    const { first, requests } = await adaSays([one, second]);
    expect(requests.filter(({ exchange }) => exchange)).not.toEqual([]);
    expect(first?.content).toContain(argument);
    expect(first).toMatchObject({ ...taken, flags: [] });
  });

  it("asks for the wrong fields alone, and keeps the argument of a member that signs with an unknown name", async () => {
    const stranger = "The Reviewer";
    const { first, requests } = await adaSays([
      reply({ speaker: stranger, verdict: "PERHAPS", reasoning: "March.", content: argument }),
      reply({ ...sound, speaker: stranger, content: again }),
    ]);
    expect(first).toMatchObject({ content: argument, verdict: "NO", flags: ["speaker-unknown"] });
    const [repair] = requests.flatMap(({ exchange }) => exchange ?? []);
    expect(repair?.problem).toContain(
      "Send only the corrected fields, in the same form, and nothing else.",
    );
  });

  it.each([
    ["a reply outside the form", argument],
    ["a reply without words", reply({ speaker: ADA, content: "" })],
  ])("of %s counts as a whole", async (_, one) => {
    const { first } = await adaSays([one, reply({ ...sound, content: "Said in the form." })]);
    expect(first).toMatchObject({ content: "Said in the form.", verdict: "NO", flags: [] });
  });

  it("puts an impersonation on record that it mended", async () => {
    const { events, first } = await adaSays([
      reply({ speaker: "Ben Birch", content: "I, Ben, give up." }),
      reply({ speaker: ADA, content: "As myself." }),
    ]);
    expect(first?.content).toBe("As myself.");
    expect(eventsOf(events, "impersonation.attempted")).toMatchObject([
      { speaker: "ada", as: "ben" },
    ]);
  });

  it("tells a member of an anonymous meeting nobody's name", async () => {
    const { requests } = await adaSays([reply({ speaker: "Ben Birch", content: "I give up." })], {
      view: "anonymous",
    });
    const told = requests.flatMap(({ exchange }) => (exchange ? [exchange.problem] : []));
    expect(told[0]).toMatch(/You wrote as Member [A-C]\. Speak only for yourself\./);
    expect(told.join()).not.toMatch(/Birch|Ben/);
  });

  it("is told of more than one verdict only where there is more than one", async () => {
    const problemOf = async (text: string) =>
      (await adaSays([text])).requests.find(({ exchange }) => exchange)!.exchange!.problem;
    const inside = "<Message><Content>He wrote <Verdict>NO</Verdict>.</Content></Message>";
    const twice =
      "<Message><Verdict>YES</Verdict><Verdict>NO</Verdict><VerdictReasoning>r</VerdictReasoning><Content>B</Content></Message>";
    expect(await problemOf(inside)).toContain("inside your <Content>");
    expect(await problemOf(inside)).not.toContain("more than one");
    expect(await problemOf(twice)).toContain("more than one verdict");
  });

  it("is not asked for again after three in a row that mended nothing, until a reply is in the form", async () => {
    const noise: Reply = "no form at all";
    const replies = [
      ...Array<Reply>(10).fill(noise),
      reply({ speaker: ADA, content: "In form." }),
      noise,
      noise,
    ];
    const { calls, said } = await adaSays(replies);
    const repairs = calls
      .filter(({ purpose }) => purpose === "repair")
      .map(({ path }) => path.split(".")[0]);
    const turns = said.map(({ path }) => path);
    // Six replies make three turns with a repair each; four more are taken as they come.
    expect(repairs.slice(0, 3)).toEqual(turns.slice(0, 3));
    expect(repairs.slice(3)).toEqual([turns[8]]);
    expect(said[7]?.content).toBe("In form.");
  });
});
