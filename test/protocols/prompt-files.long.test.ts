import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  board,
  type ModelReply,
  type ModelRequest,
  openMeeting,
  type Scenario,
  type Seat,
} from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { beforeAll, expect, it } from "vitest";
import { MESSAGE_FIELDS } from "../../src/engine/people/message-form.ts";
import { cli } from "../cli/cli.ts";
import { type ExampleChanges, exampleScenario, reply } from "../support/example-scenario.ts";
import { panelOf } from "./chamber-panel.ts";
import { everyRequest, kindOf, MEETINGS, type Sent, told } from "./sent-prompts.ts";

// Each prompt that Boardroom writes, one whole for each protocol and kind of call. Read the difference of a file as a
// member would, who knows nothing but this text.

type CreateModel = Parameters<typeof openMeeting>[0]["createModel"];
type Recorded = Sent & { scenario: Scenario | null };

const records = new Map<string, Recorded[]>();

function record(group: string, sent: readonly Sent[], scenario: Scenario | null): void {
  for (const each of sent) {
    const name = [group, kindOf(each), phaseOf(group, each), purposeOf(each)]
      .filter(Boolean)
      .join(".");
    records.set(name, [...(records.get(name) ?? []), { ...each, scenario }]);
  }
}

/** A jury asks the same kind of question in several phases. */
function phaseOf(group: string, { request }: Sent): string {
  const [, phase = ""] = group === "jury" ? (/^([A-Z_]+)\. /m.exec(request.instruction) ?? []) : [];
  return phase.toLowerCase().replaceAll("_", "-");
}

function purposeOf({ request }: Sent): string {
  if (request.exchange === undefined) return "";
  return request.exchange.problem.startsWith("Your reply was cut off") ? "continuation" : "repair";
}

const GROUPS: Readonly<Record<string, string>> = {
  "a board": "board",
  "a board cut short": "board",
  "an anonymous board": "board-anonymous",
  "a jury": "jury",
  "a jury that drafts": "jury",
  "a trial": "trial",
  judges: "judges",
  "a chamber": "chamber",
  rounds: "rounds",
};

beforeAll(async () => {
  for (const [name, group] of Object.entries(GROUPS)) {
    const [scenario] = MEETINGS[name]!;
    record(group, await everyRequest(...MEETINGS[name]!), await loaded(scenario));
  }
  for (const [group, form, changes] of BOARDS) await holdBoard(group, form, changes);
  await holdPanel();
  await draft();
}, 300_000);

const loaded = async (name: string) => (await import("../simulated/meetings.ts")).shipped(name);

const REQUIREMENTS = [{ id: "saving", text: "costs fell", ref: "memo.md#L3", must: true }] as const;

const BOARDS: readonly (readonly [string, "tags" | "json", ExampleChanges])[] = [
  ["board-of-models", "tags", { prompt: { visibility: "until-verdict" } }],
  ["board-in-json", "json", { prompt: { visibility: "until-verdict" } }],
  ["board-with-requirements", "json", { requirements: REQUIREMENTS }],
];

/** Ada's replies are once cut off and once bad. */
async function holdBoard(
  group: string,
  form: "tags" | "json",
  changes: ExampleChanges,
): Promise<void> {
  const example = exampleScenario({ limits: { messages: 30 }, ...changes });
  const members = example.members.map((seat) => ({ ...seat, model: "lab:m" }));
  const scenario = { ...example, members };
  const sent: Sent[] = [];
  const createModel: CreateModel = (seat) => {
    let spoken = 0;
    const answer = (request: ModelRequest): string | ModelReply => {
      sent.push({ seat, request: structuredClone(request) });
      const isSpeaking = request.instruction.includes('kind="speak"');
      if (isSpeaking && request.exchange === undefined) spoken++;
      if (seat.id === "ada" && spoken === 1 && !request.exchange && isSpeaking) return cutOff(form);
      if (seat.id === "ada" && spoken === 2 && !request.exchange && isSpeaking)
        return "I would rather not say.";
      return usualReply(request, form, seat.persona.name);
    };
    return scriptedModel(Array(90).fill(answer), { capabilities: { form } });
  };
  await openMeeting({ scenario, protocol: board, seed: 3, createModel }).run();
  record(group, sent, scenario);
}

function cutOff(form: "tags" | "json"): ModelReply {
  const text =
    form === "json"
      ? '{"content": "Costs fell by'
      : "<Message><Speaker>Dr. Ada Ash</Speaker><Content>Costs";
  return { type: "answer", text, stop: "length", usage: null, model: "m" };
}

function usualReply(
  { instruction, json }: ModelRequest,
  form: "tags" | "json",
  name: string,
): string {
  const verdict = {
    verdict: "NO",
    reasoning: "Two customers left in March.",
    wouldChange: "One who returns.",
  };
  const isVote = instruction.includes('-vote"');
  if (json && json.name !== "message")
    return JSON.stringify({
      requirements: [
        { id: "saving", answer: "met", ref: "memo.md#L3", quote: "The pilot cut costs" },
      ],
      ...verdict,
      confidence: 0.7,
    });
  const content = "Ben, two customers left. What did they say?";
  if (form === "json")
    return JSON.stringify({ content: isVote ? undefined : content, ...verdict, to: null });
  return reply({ speaker: name, ...verdict, ...(isVote ? {} : { content }) });
}

/** A person has a claim checked and adds a view. */
async function holdPanel(): Promise<void> {
  const view = {
    stance: "NO_GO",
    reasoning: "I do not trust it.",
    confidence: 0.9,
    evidence: ["a call"],
  };
  const answers = [{ claims: ["The pilot cut costs by 12 %."], contribution: view }];
  const { setup, meeting, sent } = panelOf(
    {
      ada: {
        "panel-answer": [{ stance: "NEED_MORE_DATA" }],
        "cross-examination": ["I agree.", {}],
      },
    },
    { founder: { person: "ines", modes: ["verifier", "contributor"] } },
    { people: () => Promise.resolve((answers.shift() ?? {}) as never) },
  );
  await meeting.run();
  const seats = [...meeting.state.members.values()].map(({ seat }) => seat);
  const all = Object.entries(sent).flatMap(([id, requests]) =>
    requests.map((request) => ({ seat: seats.find((seat) => seat.id === id)!, request })),
  );
  record("chamber-with-a-person", all, setup.scenario);
}

/** Calls that prepare a meeting. */
async function draft(): Promise<void> {
  const paid = "providers: {acme: {baseUrl: https://acme.example.com/v1, keyVariable: ACME_KEY}}\n";
  const cwd = mkdtempSync(join(tmpdir(), "boardroom-prompts-"));
  writeFileSync(join(cwd, "boardroom.yaml"), paid);
  writeFileSync(join(cwd, "job.md"), "# Nurse\n\nA licence is required.\n");
  const calls: readonly (readonly [string, readonly string[]])[] = [
    [
      "new-persona",
      ["new", "persona", "head-of-security", "--question", "One cloud?", "--from", "job.md"],
    ],
    ["new-scenario", ["new", "scenario", "nurse", "--from", "job.md"]],
    ["ask", ["ask", "Should we hire a nurse?", "--document", "job.md", "--yes"]],
    ["doctor", ["doctor"]],
  ];
  for (const [group, argv] of calls) {
    const sent: Sent[] = [];
    const acme = (seat: Seat) =>
      scriptedModel(
        [
          (request) => {
            sent.push({ seat, request: structuredClone(request) });
            return "no";
          },
        ],
        { spec: "acme:m", provider: "acme" },
      );
    const factories = { acme: ({ seat }: { seat: Seat }) => acme(seat) };
    await cli([...argv, "--model", "acme:m", "--approve", "--because", "a test"], {
      cwd,
      factories,
    } as never);
    record(group, sent, null);
  }
  rmSync(cwd, { recursive: true });
}

const FOLDER = new URL("golden/prompts/", import.meta.url);
/** A long history is what members said. */
const SHORT = 6_000;

function chosen(sent: readonly Recorded[]): Recorded {
  const isShort = ({ request }: Sent) => JSON.stringify(request.turns).length <= SHORT;
  return sent.findLast(isShort) ?? sent[0]!;
}

function asFile({ request }: Sent): string {
  const { shared, individual, openingVote, turns, instruction, exchange, json, grammar } = request;
  return [
    `=== system, shared\n${shortDocuments(shared)}`,
    `=== system, individual\n${shortDocuments(individual)}`,
    ...(openingVote === undefined ? [] : [`=== system, opening vote\n${openingVote}`]),
    ...turns.map(({ role, parts }) => `=== ${role}\n${parts.map(shortened).join("\n\n")}`),
    `=== instruction\n${shortDocuments(instruction)}`,
    ...(exchange ? [`=== assistant\n${exchange.reply}`, `=== user\n${exchange.problem}`] : []),
    ...(json ? [`=== JSON Schema ${json.name}\n${JSON.stringify(json.schema)}`] : []),
    ...(grammar ? [`=== grammar\n${grammar}`] : []),
    "",
  ].join("\n");
}

/** The first words of a long message stand for it. */
function shortened(part: string): string {
  return part.length > 1_500 ? `${part.slice(0, 1_500)}\n[more words]` : part;
}

/** A document's first lines stand for it. */
function shortDocuments(text: string): string {
  return text.replace(
    /(<Document [^\n]*\n(?:[^\n]*\n){4})[\s\S]*?(?=<\/Document>)/g,
    "$1[more lines]\n",
  );
}

it("each kind of call has its prompt on record, and each record its kind of call", async () => {
  const names = [...records.keys()].map((name) => `${name}.txt`);
  for (const [name, sent] of records)
    await expect(asFile(chosen(sent))).toMatchFileSnapshot(`golden/prompts/${name}.txt`);
  expect(readdirSync(FOLDER).sort()).toEqual(names.sort());
});

it("each form of an answer is in one of these prompts", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  const forms = files.flatMap((file) =>
    [...readFileSync(`src/${file}`, "utf8").matchAll(/\bdefineForm\(\s*"([a-z-]+)"/g)].map(
      ([, kind]) => kind!,
    ),
  );
  const asked = [...records.keys()].join();
  const ofPeople = ["panel-entry", "panel-review", "panel-data", "roll-call"];
  expect(forms.length).toBeGreaterThan(15);
  expect(forms.filter((kind) => !asked.includes(kind) && !ofPeople.includes(kind))).toEqual([]);
});

const IDENTIFIER =
  /\b(?:[a-z]+[A-Z]\w*|[a-z]\w*\.[A-Za-z_]\w*|[A-Z]{2,}_[A-Z_]+|[a-z]+_[a-z_]+)\b/g;

/** What a reply repeats: places in documents and artifacts, ids of artifacts. */
const PLACES = /(?:artifacts\/[\w/]+|[\w-]+)\.md(?:#[\w-]+(?: or #\w+)*)?|\bR\d+-[\w-]+/g;
/** An id that a drafting model is to write. */
const IN_TASKS = ["NONE_OF_THEM"];

it("no prompt contains an identifier of our code", () => {
  const found = new Set<string>();
  for (const [name, sent] of records)
    for (const each of sent) {
      const { request, scenario } = each;
      const known = JSON.stringify([
        Object.keys(MESSAGE_FIELDS),
        request.json ?? null,
        scenario,
        IN_TASKS,
      ]);
      const words = [told(each), request.exchange?.problem ?? "", ...noticesIn(request)].join("\n");
      for (const [identifier] of words.replace(PLACES, "").matchAll(IDENTIFIER))
        if (!known.includes(identifier)) found.add(`${name}: ${identifier}`);
    }
  expect([...found]).toEqual([]);
});

/** What process agents said, which the program wrote. */
function noticesIn({ turns }: ModelRequest): readonly string[] {
  const said = turns.flatMap(({ role, parts }) => (role === "user" ? parts : [])).join("\n");
  return (
    said.match(
      /<Message id="\w+">\n<Speaker>(?:TimeKeeper|Foreperson|Chair|Arbiter)<[\s\S]*?<\/Message>/g,
    ) ?? []
  );
}
