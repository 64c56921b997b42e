import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scriptedProvider } from "./support/scripted-provider.ts";
import { knownAhead, nextOf, strangersFolder, walksIn } from "./walks.ts";

const [candidates = [], question = [], bare = [], board = []] = walksIn("docs/tutorial.md");
const REPORT = "transcripts/platform-lead-candidates-7/report.html";

/** A page that shows all it has without asking anybody for more. */
function expectSelfContained(html: string) {
  expect(html).not.toMatch(/<(?:link|script|img|iframe)[^>]*\s(?:src|href)=/);
  expect(html).not.toMatch(/url\((?!["']?data:)/);
}

const FRAME = {
  options: [
    { id: "PORT", side: "for", meaning: "Move all of it." },
    { id: "PORT_ONE_PART", side: "for", meaning: "Move the part that rounds cents, and measure." },
    { id: "STAY", side: "against", meaning: "Leave it as it is." },
  ],
  criteria: ["cost", "integrity"],
  further: [],
  missing: ["last year's incidents"],
  personas: [],
};

const CHOICE = {
  options: [
    ...["ACORN", "BOREALIS", "CORVID"].map((id) => ({ id, side: "for" })),
    { id: "NONE_OF_THEM", side: "against" },
  ],
  criteria: ["cost", "security"],
};

const JOB = {
  question: "Should we hire this candidate as Head of Platform Engineering?",
  for_candidates: true,
  options: [
    { id: "HIRE", side: "for" },
    { id: "HIRE_WITH_CONDITIONS", side: "for" },
    { id: "NO_HIRE", side: "against" },
  ],
  criteria: ["delivery", "leadership"],
};

/** What the model drafts, by words of the request. */
const DRAFTS: readonly (readonly [sign: string, draft: object])[] = [
  ["Head of Platform Engineering", JOB],
  ["Acorn, Borealis or Corvid", CHOICE],
  ["billing service", FRAME],
];

const VERDICTS: readonly (readonly [sign: RegExp, verdict: string, why: string])[] = [
  [/Which of the finalists should be taken/, "LEA_FONTAINE", "Availability rose under her."],
  [/<Document [^>]*title="Lea Fontaine"/, "HIRE", "Availability rose from 99.5 to 99.98 % under her lead."],
  [/<Document [^>]*title="Ida Halloran"/, "HIRE_WITH_CONDITIONS", "Two of four team leads resigned in 2024."],
  [/<Document [^>]*title="Ben Ostrowski"/, "NO_HIRE", "He read the mail of a team lead."],
  [/Acorn, Borealis or Corvid/, "BOREALIS", "Borealis passed the penetration test."],
  [/move the billing service to Rust/, "PORT_ONE_PART", "A part can be measured."],
  [/price of the standard plan/, "KEEP", "41 of 300 small shops cancelled."],
];

/** Each member states its verdict at once and withdraws; one with notes of an earlier meeting says what they hold. */
function playedBy(asked: string): string {
  const speaker = /^You are ([^,\n]+), /m.exec(asked)?.[1];
  if (speaker === undefined) return JSON.stringify(DRAFTS.find(([sign]) => asked.includes(sign))?.[1] ?? {});
  const [, verdict = "NONE", why = ""] = VERDICTS.find(([sign]) => sign.test(asked)) ?? [];
  const became = /What became of it, as a person recorded: [^\n]*/.exec(asked)?.[0];
  const content = became === undefined ? `I hold ${verdict}. ${why}` : `My notes say: ${became}`;
  return `<Message><Speaker>${speaker}</Speaker><Verdict>${verdict}</Verdict><VerdictReasoning>${why}</VerdictReasoning>
<WouldChange>A letter.</WouldChange><Confidence>0.8</Confidence><Withdrawn>true</Withdrawn><Content>${content}</Content></Message>`;
}

describe("the walks of docs/tutorial.md, through the real SDK", () => {
  let provider: Awaited<ReturnType<typeof scriptedProvider>>;
  let env: Readonly<Record<string, string>> = {};
  beforeAll(async () => {
    provider = await scriptedProvider(playedBy);
    env = {
      ANTHROPIC_API_KEY: "sk-scripted",
      ANTHROPIC_BASE_URL: provider.url,
      BOARDROOM_MODEL: "anthropic:claude-sonnet-5-5",
    };
  });
  afterAll(() => provider.close());
  const LEAVE = ["--approve", "--because", "why it is needed"];

  it("names the variables and the leave as the page does", () => {
    const page = readFileSync("docs/tutorial.md", "utf8");
    expect(page).toContain("export BOARDROOM_MODEL=anthropic:claude-sonnet-5-5");
    expect(page).toContain('--approve --because "why it is needed"');
  });

  it("rank three candidates once there is leave, which the refusal prints as it can be pasted", async () => {
    const { cwd, run } = strangersFolder(env);
    const [made, ranked = [], reported] = candidates;
    expect(nextOf(await run(made ?? []))).toEqual(ranked);
    const drafted = provider.asked.length;
    const refused = await run(ranked);
    expect(refused.err).toMatch(/all together are expected to cost \$\d+\.\d\d/);
    expect({ code: refused.code, next: nextOf(refused), asked: provider.asked.length - drafted }).toEqual({
      code: 6,
      next: [...ranked, "--approve", "--because", "..."],
      asked: 0,
    });
    const told = await run([...ranked, ...LEAVE]);
    expect({ code: told.code, next: nextOf(told) }).toEqual({ code: 0, next: reported });
    const flowing = told.out.replace(/[│\s]+/g, " ");
    expect(flowing).toMatch(/ 1 Lea .* HIRE: .* 2 Ida .* HIRE_WITH_CONDITIONS: .* 3 Ben .* NO_HIRE: /);
    expect(told.out).not.toContain("Comparison of the finalists");
    expect((await run(reported ?? [])).code).toBe(0);
    const html = readFileSync(join(cwd, REPORT), "utf8");
    expect(html).toContain("He read the mail of a team lead.");
    expect(html).not.toContain("no language model took part");
    expectSelfContained(html);
    const compared = await run([...ranked, ...LEAVE, "--finalists", "lea-fontaine", "ida-halloran"]);
    expect(compared.code).toBe(0);
    expect(compared.out).toContain(
      "Comparison of the finalists: Lea Fontaine (5 of 5 votes for LEA_FONTAINE).",
    );
  });

  it.each([
    ["a document", question, /^Chosen: "BOREALIS", because 5 of 5 votes for BOREALIS/m],
    ["nothing but the question", bare, /^Chosen: "for" \(PORT_ONE_PART 5\), because 5 of 5 votes for/m],
  ] as const)(
    "go from a question with %s to a decision record",
    async (_, [asked = [], exported = []], chosen) => {
      const { cwd, run } = strangersFolder(env);
      const told = await run([...asked, ...LEAVE]);
      expect({ code: told.code, next: nextOf(told) }).toEqual({ code: 0, next: exported });
      expect((await run(exported)).code).toBe(0);
      expect(readFileSync(join(cwd, exported.at(-1) ?? ""), "utf8")).toMatch(chosen);
    },
  );

  it("show each member what its board decided and what came of it, and the record cites it", async () => {
    const { run } = strangersFolder(env);
    const [asked = [], became = [], again = []] = board;
    const told = await run([...asked, ...LEAVE]);
    expect(knownAhead(nextOf(told) ?? [])).toEqual(knownAhead(became));
    expect(nextOf(await run(became))).toEqual(again);
    const held = await run([...again, ...LEAVE]);
    expect(held.code).toBe(0);
    expect(held.out.replace(/\s+/g, " ")).toContain(
      'My notes say: What became of it, as a person recorded: the decision was wrong. "a competitor raised its price by 12 % and lost nobody"',
    );
  });
});
