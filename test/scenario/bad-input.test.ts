import { type BoardroomError, findScenario, loadScenario } from "boardroom";
import { expect, test } from "vitest";
import { z } from "zod";
import { openScenario } from "../../src/scenario/loading/load.ts";
import { PERSONA, SCENARIO, smallCase } from "./folder.ts";

const YAML = "scenarios/small/scenario.yaml";

async function refusal(changes: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const source = await findScenario("small", smallCase(changes));
  const error = await loadScenario(source).then(
    () => expect.fail("was not refused"),
    (reason: BoardroomError) => reason,
  );
  return `${error.code}\n${error.message}`;
}

function edited(from: string, to: string): Readonly<Record<string, string>> {
  expect(SCENARIO).toContain(from);
  return { [YAML]: SCENARIO.replace(from, to) };
}

const BOMB = `title: &a [x, x, x, x, x, x, x, x, x, x]
question: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
context: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
options: {x: [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]}
`;

const GITHUB_TOKEN = ["gh", "p_", "abcdefghij0123456789klmn"].join("");
const API_KEY = ["s", "k-", "live-abcdefghij0123456789"].join("");

const table: readonly (readonly [
  what: string,
  Readonly<Record<string, string | Uint8Array>>,
  message: string,
])[] = [
  [
    "an unknown persona",
    edited("- ada", "- adda"),
    `persona-not-found
${YAML}:14:5: persona "adda" not found
  Did you mean ada? Personas: ada, ben.`,
  ],
  [
    "an empty board",
    edited(/members:[\s\S]*?(?=limits)/.exec(SCENARIO)![0], "members: []\n"),
    `scenario-invalid
${YAML}:13:10: members must have at least 1 entry, found 0
  members: Who sits on the board: persona ids, or mappings with a persona in them.`,
  ],
  [
    "a member twice",
    edited("persona: ben,", "persona: ada,"),
    `scenario-invalid
${YAML}:15:5: member ada is listed twice
  Remove one, or give the second another id: {persona: ada, id: ada-2}.`,
  ],
  [
    "an option without a side",
    edited(`{id: "YES", side: for}`, `{id: "YES"}`),
    `scenario-invalid
${YAML}:4:5: verdicts[0].side is missing
  Add side: Which way the option points when sides are counted; must be one of for, against, neutral.`,
  ],
  [
    "a misspelt side",
    edited("side: against", "side: agains"),
    `scenario-invalid
${YAML}:5:22: verdicts[1].side must be one of for, against, neutral, found "agains"
  Did you mean against?`,
  ],
  [
    "an option twice",
    edited(`"NO"`, `"YES"`),
    `scenario-invalid
${YAML}:5:10: YES is listed twice under verdicts
  Give each entry a different id.`,
  ],
  [
    "no option against",
    edited("side: against", "side: neutral"),
    `scenario-invalid
${YAML}:3:1: no verdict has side: against, found only for and neutral
  A meeting can decide only between sides: give at least one option side: against.`,
  ],
  [
    "two subjects",
    edited("  - notes.txt", "  - {file: notes.txt, subject: true}"),
    `scenario-invalid
${YAML}:9:23: a second document is marked as the subject, after memo.md
  Mark at most one document with subject: true.`,
  ],
  [
    "a limit of nothing",
    edited("messages: 12", "messages: 0, dollars: 0"),
    `scenario-invalid
${YAML}:16:20: limits.messages must be at least 1, found 0
  messages: Messages, reminders and passes together.
${YAML}:16:32: limits.dollars must be more than 0, found 0
  dollars: Most dollars of all model calls together; needs known prices; default no limit.`,
  ],
  [
    "a misspelt key",
    edited("question:", "qestion:"),
    `scenario-invalid
${YAML}:1:1: question is missing
  Add question: The one thing to decide; members see it word for word.
${YAML}:2:1: unknown key "qestion"
  Did you mean question?`,
  ],
  [
    "a misspelt key of a member",
    edited("weight: 2", "wieght: 2"),
    `scenario-invalid
${YAML}:15:47: unknown key "wieght" in members[1]
  Did you mean weight? Allowed: persona, id, model, fallback, sampling, weight, stake, turnedBy.`,
  ],
  [
    "wrong kinds of value",
    edited("title: A small case", "title: [x]\nstartsAt: monday"),
    `scenario-invalid
${YAML}:1:8: title must be text, found a list
  title: Heading of the meeting and its reports.
${YAML}:2:11: startsAt must be a date and time in UTC such as 2026-03-02T09:00:00Z, found "monday"
  startsAt: Time of the first message; default now, or 5 January 2026 if all members are simulated.`,
  ],
  [
    "a member that is neither id nor mapping",
    edited("- ada", "- 3"),
    `scenario-invalid
${YAML}:14:5: members[0] must be text or a mapping, found 3`,
  ],
  [
    "an id with capitals",
    edited("id: rigour", "id: Rigour"),
    `scenario-invalid
${YAML}:11:10: criteria[0].id must be lowercase letters, digits and single hyphens, such as sarah-chen, found "Rigour"
  id: Its name in priorities and scripts, such as research-depth.`,
  ],
  [
    "an empty file",
    { [YAML]: "" },
    `scenario-invalid
${YAML}:1:1: the file must be a mapping, found nothing`,
  ],
  [
    "a document that is not there",
    edited("memo.md\n", "meno.md\n"),
    `document-unreadable
${YAML}:7:11: document meno.md not found in scenarios/small
  Check the name; it counts from the scenario's folder.`,
  ],
  [
    "a document outside the folder",
    edited("notes.txt\n", "../../personas/ada.md\n"),
    `path-outside-scenario
${YAML}:9:5: ../../personas/ada.md is outside the scenario's folder
  Copy the file into the folder, or give it with --document or --attach.`,
  ],
  [
    "an absolute document",
    edited("notes.txt\n", "/etc/hostname\n"),
    `path-outside-scenario
${YAML}:9:5: /etc/hostname is outside the scenario's folder
  Copy the file into the folder, or give it with --document or --attach.`,
  ],
  [
    "a binary document",
    { "scenarios/small/memo.md": Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0, 0xff) },
    `document-unreadable
${YAML}:7:11: memo.md is not text in UTF-8
  Save it as UTF-8 text, or give it the ending of its true format.`,
  ],
  [
    "an oversized file",
    { "scenarios/small/memo.md": "x".repeat(2 * 1024 * 1024 + 1) },
    `document-too-large
${YAML}:7:11: memo.md has 2.1 MiB; at most 2 MiB are allowed
  Cut it to the part the meeting needs, save it without pictures, or split it into several documents.`,
  ],
  [
    "an oversized text",
    { "scenarios/small/memo.md": "word ".repeat(90_000) },
    `document-too-large
${YAML}:7:11: memo.md has 449,999 characters of text; at most 409,600 characters of text are allowed
  Cut it to the part the meeting needs, save it without pictures, or split it into several documents.`,
  ],
  [
    "a document of blanks",
    { "scenarios/small/memo.md": " \n\t\n" },
    `document-empty
${YAML}:7:11: memo.md is empty
  Give a file with text.`,
  ],
  [
    "a document of another kind",
    edited("notes.txt\n", "notes.xls\n") && {
      ...edited("notes.txt\n", "notes.xls\n"),
      "scenarios/small/notes.xls": "x",
    },
    `document-unsupported
${YAML}:9:5: notes.xls has the ending .xls
  Allowed: .md, .txt, .json, .pdf, .docx, .html, .diff, .patch, .csv or source code such as .ts and .py. Save it as one of them.`,
  ],
  [
    "an alias bomb",
    { [YAML]: BOMB },
    `scenario-invalid
${YAML}:2:15: alias *a has no anchor above it, contains itself or multiplies
  Put the value in quotation marks if the asterisk belongs to it. Otherwise write it out.`,
  ],
  [
    "an alias within itself",
    { [YAML]: "options: &a {x: *a}\n" },
    `scenario-invalid
${YAML}:1:17: alias *a has no anchor above it, contains itself or multiplies
  Put the value in quotation marks if the asterisk belongs to it. Otherwise write it out.`,
  ],
  [
    "an alias without an anchor",
    { [YAML]: "title: *nobody\n" },
    `scenario-invalid
${YAML}:1:8: alias *nobody has no anchor above it, contains itself or multiplies
  Put the value in quotation marks if the asterisk belongs to it. Otherwise write it out.`,
  ],
  [
    "a key twice",
    { [YAML]: `title: one\n${SCENARIO}` },
    `scenario-invalid
${YAML}:2:1: this key is in the mapping twice
  Keep one of the two.`,
  ],
  [
    "a tag that runs code",
    { [YAML]: "title: !!js/function 'function () {}'\n" },
    `scenario-invalid
${YAML}:1:8: YAML tags such as !!js/function are refused
  Write the value without a tag.`,
  ],
  ["YAML nested thousands deep", { [YAML]: `title: ${"[".repeat(50_000)}` }, "nested too deeply"],
  [
    "a secret in a scenario",
    edited("Shall we?", `Shall we? ${API_KEY}`),
    `secret-in-scenario
${YAML}:2:21: this looks like an API key, which is not allowed in this file
  Put the key into an environment variable and name that variable in boardroom.yaml (providers: NAME: keyVariable). Withdraw the key if this file was ever shared.`,
  ],
  [
    "a key named as a secret",
    edited("limits:", "options: {api_key: hunter2, nested: [{Token: hunter3}]}\nlimits:"),
    `secret-in-scenario
${YAML}:16:11: options.api_key looks like a secret, which is not allowed in this file
${YAML}:16:39: options.nested[0].Token looks like a secret, which is not allowed in this file
  Put the key into an environment variable and name that variable in boardroom.yaml (providers: NAME: keyVariable). Withdraw the key if this file was ever shared.`,
  ],
  [
    "an address that keys would go to",
    edited("limits:", "options: {baseURL: 'https://x.example'}\nlimits:"),
    `secret-in-scenario
${YAML}:16:11: options.baseURL is not allowed in a scenario or persona, which could send keys elsewhere
  Set it in your own boardroom.yaml (providers: NAME: baseUrl).`,
  ],
  [
    "a secret in a persona",
    { "personas/ada.md": `${PERSONA}\n${GITHUB_TOKEN}\n` },
    `secret-in-scenario
personas/ada.md:12:1: this looks like a GitHub token, which is not allowed in this file
  Put the key into an environment variable and name that variable in boardroom.yaml (providers: NAME: keyVariable). Withdraw the key if this file was ever shared.`,
  ],
  [
    "front matter that is code",
    { "personas/ada.md": PERSONA.replace("---", "---js") },
    `persona-invalid
personas/ada.md:1:1: the file does not begin with front matter
  Begin the file with a line ---, then name: and the rest in YAML, then a line ---.`,
  ],
  [
    "a persona without front matter",
    { "personas/ada.md": "# Ada\n" },
    `persona-invalid
personas/ada.md:1:1: the file does not begin with front matter
  Begin the file with a line ---, then name: and the rest in YAML, then a line ---.`,
  ],
  [
    "front matter without an end",
    { "personas/ada.md": "---\nname: Ada\n" },
    `persona-invalid
personas/ada.md:1:1: the front matter has no closing line ---
  Begin the file with a line ---, then name: and the rest in YAML, then a line ---.`,
  ],
  [
    "faults in two personas at once",
    {
      "personas/ada.md": PERSONA.replace("speakingStyle", "speaking_style").replace(
        "rigour: 8",
        "rigour: 11",
      ),
      "personas/ben.md": PERSONA.replace("[numbers]", "[]"),
    },
    `persona-invalid
personas/ada.md:2:1: speakingStyle is missing
  Add speakingStyle: How this person talks, in a sentence or two.
personas/ada.md:6:1: unknown key "speaking_style"
  Did you mean speakingStyle? Allowed: name, title, expertise, personality, speakingStyle, priorities, stubbornness, optimism.
personas/ada.md:7:22: priorities.rigour must be at most 10, found 11
personas/ben.md:4:12: expertise must have at least 1 entry, found 0
  expertise: Fields this person can judge.`,
  ],
];

test.each(table)("%s is refused with its place and a remedy", async (_what, changes, message) => {
  const found = await refusal(changes);
  if (message.includes("\n")) expect(found).toBe(message);
  else expect(found).toContain(message);
});

test("no message holds any part of a secret", async () => {
  const secrets = [
    API_KEY,
    GITHUB_TOKEN,
    ["AI", "zaSy", "A".repeat(33)].join(""),
    ["xo", "xb-", "123456789012-abcdefghij"].join(""),
    `Authorization: Bearer ${"a1".repeat(20)}`,
    ["-----BEGIN ", "RSA PRIVATE KEY-----"].join(""),
    ["https://ada:", "hunter2hunter2", "@x.example"].join(""),
    ["s", "k-", "abcdefghijklmnopqrstuvwx"].join(""),
    ["AK", "IA", "ABCDEFGHIJKLMNOP"].join(""),
  ];
  for (const secret of secrets) {
    const message = await refusal(edited("A small case", `"A small case ${secret}`));
    expect(message).toMatch(/^secret-in-scenario\n.*:1:\d+: this looks like an? /);
    expect(message).not.toContain(secret.slice(-8));
  }
});

test("words that only resemble secrets are let through", async () => {
  const source = await findScenario(
    "small",
    smallCase(
      edited(
        "Shall we?",
        "Shall the risk-weighted task-force-of-2026-and-later bear her tokens, sk-ipping AIza?",
      ),
    ),
  );
  await expect(loadScenario(source)).resolves.toMatchObject({ name: "small" });
});

test("a misspelt key hides neither unknown personas nor missing documents", async () => {
  const message = await refusal({
    [YAML]: SCENARIO.replace("verdicts:", "verdits:")
      .replace("- ada", "- adda")
      .replace("notes.txt", "note.txt"),
  });
  expect(message).toBe(`scenario-invalid
${YAML}:1:1: verdicts is missing
  Add verdicts: Positions a member can take, strongest for first; at least one for and one against.
${YAML}:3:1: unknown key "verdits"
  Did you mean verdicts?
${YAML}:9:5: document note.txt not found in scenarios/small
  Check the name; it counts from the scenario's folder.
${YAML}:14:5: persona "adda" not found
  Did you mean ada? Personas: ada, ben.`);
});

const PROTOCOLS = { board: z.strictObject({ pace: z.int().optional() }), jury: z.strictObject({}) };

test.each([
  [
    "an unknown protocol",
    "protocol: bord\n",
    `unknown-protocol
${YAML}:18:11: protocol "bord" not found
  Did you mean board? Protocols: board, jury.`,
  ],
  [
    "an option of another protocol, and a persona beside it",
    "protocol: jury\noptions: {pace: 2}\n",
    `scenario-invalid
${YAML}:14:5: persona "adda" not found
  Did you mean ada? Personas: ada, ben.
${YAML}:19:11: unknown key "pace" in options
  Allowed: none.`,
  ],
])("%s is refused with its place", async (_what, lines, message) => {
  const members = lines.includes("options") ? SCENARIO.replace("- ada", "- adda") : SCENARIO;
  const source = await findScenario("small", smallCase({ [YAML]: members + lines }));
  const error = await openScenario(source, PROTOCOLS).catch((reason: BoardroomError) => reason);
  expect(`${(error as BoardroomError).code}\n${(error as BoardroomError).message}`).toBe(message);
});

test.each([
  ["empty", "", "the file must be a mapping, found nothing"],
  ["a list", "- title\n", "must be a mapping"],
])(
  "a scenario file that is %s is one mistake, whatever else could be asked of it",
  async (_what, text, says) => {
    const source = await findScenario("small", smallCase({ [YAML]: text }));
    const error = await openScenario(source, PROTOCOLS).then(
      () => expect.fail("was not refused"),
      (reason: BoardroomError) => reason,
    );
    expect(error.problems).toHaveLength(1);
    expect(error.message).toContain(says);
  },
);
