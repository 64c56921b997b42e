import { type ParsedReply, parseReply } from "boardroom/extend";
import { describe, expect, it, test } from "vitest";
import { REPLY_LIMIT } from "../../../src/engine/scaffold/parse.ts";

type Row = readonly [title: string, reply: string, expected: Partial<ParsedReply>];

const reply = (content: string, fields = "") =>
  `<Message id="m1"><Speaker>Dr. Chen</Speaker>${fields}<Content>${content}</Content></Message>`;
const clean = (content: string): Partial<ParsedReply> => ({
  parse: "strict",
  speaker: "Dr. Chen",
  content,
  flags: [],
});

const REAL_OUTPUT: readonly Row[] = [
  ["1 a clean message", reply("I am impressed."), clean("I am impressed.")],
  ["2 stray ampersands", reply("The P&L and R&D; AT&T"), clean("The P&L and R&D; AT&T")],
  ["3 a comparison", reply("if a < b then c > d"), clean("if a < b then c > d")],
  [
    "4 generics",
    reply("use Map<String, List<int>> x = y;"),
    clean("use Map<String, List<int>> x = y;"),
  ],
  [
    "5 markup in content",
    reply("He wrote <b>bold</b> and <br> here"),
    clean("He wrote <b>bold</b> and <br> here"),
  ],
  [
    "6 content cut off",
    '<Message id="m1"><Speaker>Dr. Chen</Speaker><Verdict>HIRE</Verdict><Content>cut off here',
    {
      parse: "salvaged",
      speaker: "Dr. Chen",
      verdict: "HIRE",
      content: "cut off here",
      flags: ["unclosed-tag"],
    },
  ],
  [
    "7 only the wrapper unclosed",
    "<Message><Speaker>Dr. Chen</Speaker><Content>done</Content>",
    { parse: "trimmed", speaker: "Dr. Chen", content: "done", flags: [] },
  ],
  [
    "8 a missing </Speaker>",
    "<Message><Speaker>Dr. Chen\n<Verdict>HIRE</Verdict><Content>x</Content></Message>",
    {
      parse: "salvaged",
      speaker: "Dr. Chen",
      verdict: "HIRE",
      content: "x",
      flags: ["unclosed-tag"],
    },
  ],
  [
    "9 a mismatched closing tag",
    "<Message><Speaker>Dr. Chen</Name><Content>x</Content></Message>",
    { parse: "salvaged", speaker: "Dr. Chen", content: "x", flags: ["unclosed-tag"] },
  ],
  [
    "10 a Markdown fence",
    `\`\`\`xml\n${reply("fenced")}\n\`\`\``,
    { parse: "trimmed", speaker: "Dr. Chen", content: "fenced", flags: ["text-around-message"] },
  ],
  [
    "11 words before and after",
    `Sure! Here you go:\n${reply("body")}\nHope that helps <3`,
    { parse: "trimmed", content: "body", flags: ["text-around-message"] },
  ],
  [
    "12 two messages",
    `${reply("first")}\n<Message><Speaker>Prof. R</Speaker><Content>second</Content></Message>`,
    {
      parse: "trimmed",
      speaker: "Dr. Chen",
      content: "first",
      flags: ["several-messages"],
      furtherSpeakers: ["Prof. R"],
    },
  ],
  [
    "13 a whole message quoted in content",
    reply(
      'As he said <Message id="z"><Speaker>Prof. R</Speaker><Verdict>NO_HIRE</Verdict><Content>never</Content></Message> I disagree',
      "<Withdrawn>false</Withdrawn>",
    ),
    {
      parse: "strict",
      speaker: "Dr. Chen",
      verdict: null,
      flags: ["verdict-in-content"],
      furtherSpeakers: [],
    },
  ],
  [
    "14 quotation marks in attributes",
    `<Message id='m1' note="it's"><Content>x</Content></Message>`,
    { parse: "strict", content: "x", flags: [] },
  ],
  [
    "15 an unquoted attribute",
    "<Message id=m1><Content>x</Content></Message>",
    { parse: "strict", content: "x" },
  ],
  [
    "16 an attribute that is never closed",
    '<Message id="m1><Speaker>Dr. Chen</Speaker><Verdict>HIRE</Verdict><Content>x</Content></Message>',
    {
      parse: "salvaged",
      speaker: "Dr. Chen",
      verdict: null,
      content: "x",
      flags: ["verdict-not-salvageable"],
    },
  ],
  [
    "17 CDATA",
    reply('<![CDATA[if (a < b && c) return "<x>"; &amp;]]>'),
    clean('if (a < b && c) return "<x>"; &amp;'),
  ],
  [
    "18 CDATA never closed",
    reply("<![CDATA[abc "),
    { parse: "salvaged", speaker: "Dr. Chen", content: "abc", flags: [] },
  ],
  [
    "19 entities",
    reply("&lt;b&gt; &amp; &#169; &#x1F600; &nbsp; &hellip; &bogus;"),
    clean("<b> & © 😀 &nbsp; &hellip; &bogus;"),
  ],
  ["20 escaped twice", reply("&amp;lt;Content&amp;gt;"), clean("&lt;Content&gt;")],
  [
    "21 a document type with nested entities",
    `<!DOCTYPE m [<!ENTITY a "ha"><!ENTITY c "&a;&a;">]>${reply("&c;")}`,
    { parse: "trimmed", content: "&c;", flags: ["text-around-message"] },
  ],
  [
    "22 an external entity",
    `<!DOCTYPE m [<!ENTITY x SYSTEM "file:///etc/passwd">]>${reply("&x;")}`,
    { parse: "trimmed", content: "&x;", flags: ["text-around-message"] },
  ],
  ["23 digits", reply("007"), clean("007")],
  ["24 words that look like numbers and booleans", reply("0x1F 1e5 true"), clean("0x1F 1e5 true")],
  ["25 a long number", reply("12345678901234567890"), clean("12345678901234567890")],
  ["26 white space", reply("\n   line1\n\n   line2   \n"), clean("line1\n\n   line2")],
  [
    "27 lowercase tags",
    "<message><speaker>Dr. Chen</speaker><verdict>HIRE</verdict><content>x</content></message>",
    { parse: "salvaged", speaker: "Dr. Chen", verdict: "HIRE", content: "x", flags: [] },
  ],
  [
    "28 empty elements",
    "<Message><Speaker>Dr. Chen</Speaker><Artifacts/><Verdict></Verdict><SpeakingTo/><Content/></Message>",
    {
      parse: "strict",
      speaker: "Dr. Chen",
      to: null,
      verdict: null,
      artifacts: [],
      content: "",
      flags: [],
    },
  ],
  [
    "29 a dangerous name",
    reply("x", "<__proto__>evil</__proto__><Verdict>HIRE</Verdict>"),
    {
      parse: "salvaged",
      speaker: "Dr. Chen",
      verdict: null,
      content: "x",
      flags: ["verdict-not-salvageable"],
    },
  ],
  [
    "30 a comment and a processing instruction",
    reply("<!-- hidden --> shown <?php echo 1 ?>"),
    clean("<!-- hidden --> shown <?php echo 1 ?>"),
  ],
  [
    "31 a literal </Content> in prose",
    reply("close with </Content> in prose"),
    {
      parse: "salvaged",
      speaker: "Dr. Chen",
      content: "close with </Content> in prose",
      flags: [],
    },
  ],
  [
    "32 two verdicts",
    reply("x", "<Verdict>HIRE</Verdict><Verdict>NO_HIRE</Verdict>"),
    { parse: "salvaged", verdict: null, content: "x", flags: ["several-verdicts"] },
  ],
  [
    "32b two speakers",
    "<Message><Speaker>Dr. Chen</Speaker><Speaker>Dr. Kumar</Speaker><Content>x</Content></Message>",
    { parse: "salvaged", speaker: "Dr. Chen", content: "x", flags: ["repeated-field"] },
  ],
  [
    "33 everything escaped",
    "&lt;Message&gt;&lt;Content&gt;x&lt;/Content&gt;&lt;/Message&gt;",
    {
      parse: "failed",
      speaker: null,
      content: "&lt;Message&gt;&lt;Content&gt;x&lt;/Content&gt;&lt;/Message&gt;",
      flags: ["no-scaffold"],
    },
  ],
  [
    "34 cut off inside a tag",
    "<Message><Speaker>Dr. Chen</Speaker><Content>Hello wor</Conte",
    { parse: "salvaged", speaker: "Dr. Chen", content: "Hello wor", flags: ["unclosed-tag"] },
  ],
  [
    "35 CRLF, NUL and an escape code",
    reply("a\r\nb\u0000c\u001b[31mred").replace("><Content", ">\r\n<Content"),
    clean("a\nb\u0000c\u001b[31mred"),
  ],
];

describe("every kind of real model output is usable, or labelled as failed", () => {
  test.each(REAL_OUTPUT)("%s", (_title, text, expected) => {
    expect(parseReply(text)).toMatchObject(expected);
  });
});

const MORE: readonly Row[] = [
  [
    "no scaffold at all",
    "  Just words.\n",
    { parse: "failed", content: "Just words.", flags: ["no-scaffold"] },
  ],
  ["nothing at all", "", { parse: "failed", content: "", flags: ["no-scaffold"] }],
  [
    "a tag named in passing",
    "He put a <Message> in a bottle.",
    { parse: "failed", content: "He put a <Message> in a bottle." },
  ],
  [
    "fields without a wrapper",
    "<Speaker>Dr. Chen</Speaker>\n<Verdict>HIRE</Verdict>\n<Content>x</Content>",
    { parse: "trimmed", speaker: "Dr. Chen", verdict: "HIRE", content: "x", flags: [] },
  ],
  [
    "a verdict tag in a reply without a message",
    "I say <Verdict>HIRE</Verdict>, plainly.",
    { parse: "failed", verdict: null, content: "I say <Verdict>HIRE</Verdict>, plainly." },
  ],
  [
    "words in place of Content",
    "<Message><Speaker>Dr. Chen</Speaker><Verdict>HIRE</Verdict>We should hire.</Message>",
    { parse: "salvaged", verdict: "HIRE", content: "We should hire." },
  ],
  [
    "words right after the message was cut at the stop sequence",
    "<Message><Content>x</Content>\nAnything else? <3",
    { parse: "salvaged", content: "x", flags: ["text-around-message"] },
  ],
  [
    "an element nobody asked for",
    reply("x", "<Mood>calm <b></Mood><Verdict>HIRE</Verdict>"),
    { parse: "trimmed", verdict: "HIRE", content: "x", flags: [] },
  ],
  [
    "an attribute on a field",
    reply("x", '<Verdict sure="yes">HIRE</Verdict>'),
    { parse: "strict", verdict: "HIRE", content: "x" },
  ],
  [
    "content with markup, cut off",
    "<Message><Content>x <b>",
    { parse: "salvaged", content: "x <b>", flags: ["unclosed-tag"] },
  ],
  [
    "fields after content, cut off",
    "<Message><Content>x</Content><Verdict>HIRE</Verdict><Withdrawn>tr",
    { parse: "salvaged", content: "x", verdict: "HIRE", withdrawn: false, flags: ["unclosed-tag"] },
  ],
  [
    "a verdict that was cut off",
    "<Message><Content>x</Content><Verdict>NO_HI",
    { parse: "salvaged", verdict: null, flags: ["unclosed-tag", "verdict-not-salvageable"] },
  ],
  [
    "a second message before the first has closed",
    "<Message><Content>x</Content><Verdict>HIRE</Verdict><Message><Content>y</Content></Message>",
    {
      parse: "salvaged",
      content: "x",
      verdict: null,
      flags: ["several-messages", "verdict-not-salvageable"],
    },
  ],
  [
    "content closed and opened again",
    reply("one</Content><Content>two"),
    { parse: "salvaged", content: "one</Content><Content>two" },
  ],
  [
    "a content tag named in prose",
    reply("the <Content> tag", "<Verdict>HIRE</Verdict>"),
    { parse: "salvaged", verdict: "HIRE", content: "the <Content> tag", flags: [] },
  ],
  [
    "a message closed in prose",
    "<Message><Content>the </Message> tag </Content></MESSAGE>",
    { parse: "salvaged", content: "the </Message> tag", flags: [] },
  ],
];

describe("odd forms", () => {
  test.each(MORE)("%s", (_title, text, expected) => {
    expect(parseReply(text)).toMatchObject(expected);
  });
});

test("booleans are the word true in any case, and nothing else", () => {
  const flags = (value: string) => {
    const { withdrawn, ready, pass } = parseReply(
      reply("x", `<Withdrawn>${value}</Withdrawn><Ready>${value}</Ready><Pass>${value}</Pass>`),
    );
    return [withdrawn, ready, pass];
  };
  expect(flags(" TRUE\n")).toEqual([true, true, true]);
  for (const other of ["yes", "1", "true.", "not true", "", "false"])
    expect(flags(other)).toEqual([false, false, false]);
});

test.each([
  ["0.8", 0.8],
  ["0", 0],
  [" 1.0 ", 1],
  [".5", 0.5],
  ["2.5e-7", 2.5e-7],
])("confidence %s is read", (text, value) => {
  expect(parseReply(reply("x", `<Confidence>${text}</Confidence>`))).toMatchObject({
    confidence: value,
    flags: [],
  });
});

test.each(["80%", "1.2", "-0.1", "high", "0,8", "NaN", "Infinity", "0x1"])(
  "confidence %s is flagged",
  (text) => {
    const parsed = parseReply(reply("x", `<Confidence>${text}</Confidence>`));
    expect(parsed).toMatchObject({ confidence: null, flags: ["bad-confidence"] });
  },
);

test("artifacts are citations by their ref, and exhibits otherwise", () => {
  const parsed = parseReply(
    reply(
      "x",
      `<Artifacts>See:
        <Artifact ref="cv.md#L1">P&amp;L</Artifact>
        <artifact ref='cv.md#L2'/>
        <Artifact id="claimed" type="TABLE" title="a &gt; b"><![CDATA[x | <y>]]></Artifact>
        <Artifact type="video" title="Film"></Artifact><Artifact></Artifact><Artifact ref="cv.md#L9">never closed
      </Artifacts>`,
    ),
  );
  expect(parsed.parse).toBe("strict");
  expect(parsed.artifacts).toEqual([
    { kind: "citation", ref: "cv.md#L1", quote: "P&L" },
    { kind: "citation", ref: "cv.md#L2", quote: "" },
    { kind: "exhibit", id: "", type: "table", title: "a > b", body: "x | <y>" },
    { kind: "exhibit", id: "", type: "note", title: "Film", body: "" },
  ]);
});

test("of several messages the first of one's own counts, else the first", () => {
  const two = `<Message><Speaker>Prof. R</Speaker><Content>theirs</Content></Message>${reply("mine")}`;
  const mine = parseReply(two, (speaker) => speaker === "Dr. Chen");
  expect(mine).toMatchObject({
    speaker: "Dr. Chen",
    content: "mine",
    furtherSpeakers: ["Prof. R"],
  });
  const nobody = parseReply(two, () => false);
  expect(nobody).toMatchObject({
    speaker: "Prof. R",
    content: "theirs",
    furtherSpeakers: ["Dr. Chen"],
  });
});

test("text beyond the limit is dropped and flagged, and no character is cut in two", () => {
  const parsed = parseReply(`<Message><Content>x${"😀".repeat(REPLY_LIMIT)}</Content></Message>`);
  expect(parsed.parse).toBe("salvaged");
  expect(parsed.flags).toEqual(["too-long", "unclosed-tag"]);
  expect(parsed.content).toMatch(/^x(?:😀)+ \[cut: a message has at most 20,000 letters\]$/u);
  expect(parsed.content.length).toBeLessThanOrEqual(20_000);
});

test("a text of more than 20,000 letters is cut with a mark, and what follows it still counts", () => {
  const parsed = parseReply(
    `<Message><Content>${"word ".repeat(5_000)}</Content><Verdict>YES</Verdict></Message>`,
  );
  expect(parsed).toMatchObject({ parse: "strict", verdict: "YES", flags: [] });
  expect(parsed.content.length).toBe(20_000);
  expect(parsed.content).toMatch(/w \[cut: a message has at most 20,000 letters\]$/);
  const whole = "x".repeat(20_000);
  expect(parseReply(`<Message><Content>${whole}</Content></Message>`).content).toBe(whole);
});

test("an attribute is read without the blanks around it", () => {
  const { artifacts } = parseReply(
    reply(
      "Yes.",
      '<Artifacts><Artifact ref=" memo.md#L3 ">cut costs by 12 %</Artifact></Artifacts>',
    ),
  );
  expect(artifacts).toMatchObject([
    { kind: "citation", ref: "memo.md#L3", quote: "cut costs by 12 %" },
  ]);
});

test("an empty element ends where it stands, in a message that is no XML too", () => {
  for (const content of ["Yes.", "Yes & no < maybe."])
    expect(parseReply(reply(content, "<Withdrawn/><Verdict/>"))).toMatchObject({
      content,
      withdrawn: false,
      verdict: null,
    });
});

test("an empty content element leaves what follows it outside", () => {
  const { content } = parseReply(
    "<Message><Speaker>Ada & Ben</Speaker><Content/>words after it</Message>",
  );
  expect(content).toBe("");
});

describe("other names of the tag of reasons", () => {
  it.each(["Reasoning", "Reason", "VerdictReason", "reason"])("are read: <%s>", (tag) => {
    const text = `<Message><Content>Yes.</Content><${tag}>Costs fell.</${tag}><Verdict>YES</Verdict></Message>`;
    expect(parseReply(text)).toMatchObject({
      parse: "strict",
      reasoning: "Costs fell.",
      verdict: "YES",
      content: "Yes.",
    });
    const before = `<Message><Verdict>YES</Verdict><${tag}>Costs fell.</${tag}><Content>Yes.</Content></Message>`;
    expect(parseReply(before)).toMatchObject({
      parse: "strict",
      reasoning: "Costs fell.",
      content: "Yes.",
    });
  });

  it("are words inside the content, and give way to the usual tag", () => {
    const inside = "<Message><Content>A <Reason>b</Reason> c.</Content></Message>";
    expect(parseReply(inside)).toMatchObject({
      reasoning: null,
      content: "A <Reason>b</Reason> c.",
    });
    const both =
      "<Message><Reason>One.</Reason><VerdictReasoning>Two.</VerdictReasoning><Content>Yes.</Content></Message>";
    expect(parseReply(both).reasoning).toBe("Two.");
  });
});
