import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  foldTranscript,
  type MeetingEvent,
  type ModelFactory,
  readTranscript,
  verdictTable,
} from "boardroom";
import { createSimulatedModel } from "boardroom/extend";
import { beforeAll, describe, expect, it, test } from "vitest";
import { cli, workFolder } from "../../cli/cli.ts";
import { draft, opened, resume, seat, spoken, transcript } from "../../showing/meeting.ts";
import { linesOf, writeLog } from "../../support/transcripts.ts";
import { textOf } from "./text-of.ts";

const SAMPLES = readdirSync("transcripts").filter((name) => name.endsWith("-sample"));
const sampleOf = (name: string) => join("transcripts", name);

/** The page that `boardroom report` makes of a record: of a folder, or of these events. */
async function pageOf(
  record: string | readonly MeetingEvent[],
  ...more: readonly string[]
): Promise<string> {
  const scratch = mkdtempSync(join(tmpdir(), "boardroom-"));
  try {
    const folder =
      typeof record === "string" ? record : writeLog(scratch, linesOf({ events: record }));
    const file = join(scratch, "page.html");
    const { code, err } = await cli(["report", folder, "--output", file, ...more]);
    expect({ code, err }).toMatchObject({ code: 0 });
    return readFileSync(file, "utf8");
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const known = new Map<string, Promise<string>>();

/** The page of a sample, made once. */
function samplePage(name: string): Promise<string> {
  const page = known.get(name) ?? pageOf(sampleOf(name));
  known.set(name, page);
  return page;
}

describe.each(SAMPLES)("the report of %s", (name) => {
  let html = "";
  beforeAll(async () => {
    html = await samplePage(name);
  });

  it("fetches nothing, and runs only what its policy names", () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1];
    const hash = (tag: string) => {
      const text = html.slice(html.indexOf(`<${tag}>`) + tag.length + 2, html.indexOf(`</${tag}>`));
      return `sha256-${createHash("sha256").update(text).digest("base64")}`;
    };
    expect(policy).toBe(
      `default-src 'none'; style-src '${hash("style")}'; script-src '${hash("script")}'; base-uri 'none'; form-action 'none'`,
    );
    expect(html.match(/<(?:script|style)\b/g)).toEqual(["<style", "<script"]);
    expect(html.match(/<[^>]+\s(?:style|src|srcset|on\w+)=/g)).toBeNull();
    expect(html.match(/<(?:link|img|iframe|object|embed|base|form|audio|video)\b/g)).toBeNull();
    expect(
      [...html.matchAll(/href="([^"]*)"/g)].filter(([, href]) => !href?.startsWith("#")),
    ).toEqual([]);
  });

  it("leads every link to something on the page, which no two things are called", () => {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    const links = [...html.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(links.length).toBeGreaterThan(10);
  });

  it("has the decision and verdicts before everything else", () => {
    const places = ['id="decision"', 'id="moved"', 'id="verdicts"', 'id="debate"', 'id="account"']
      .map((id) => html.indexOf(id))
      .filter((at) => at !== -1);
    expect(places.length).toBeGreaterThanOrEqual(4);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});

test("the lanes show the verdicts of each member, in boxes without words", async () => {
  const html = await samplePage("hidden-profile-sample");
  const lanes = /<table class="lanes".*?<\/table>/s.exec(html)?.[0] ?? "";
  expect(lanes).not.toMatch(/<svg|style=/);
  const { members } = tableOf(sampleOf("hidden-profile-sample"));
  expect(lanes.match(/<th class="who">/g)?.length).toBe(members.length);
  expect(lanes.match(/<td [^>]*class="public /g)?.length).toBeGreaterThanOrEqual(members.length);
});

test("a change names the message that moved it, with its number", async () => {
  const text = textOf(await samplePage("hiring-sample"));
  const { members } = tableOf(sampleOf("hiring-sample"));
  const moved = members.flatMap(({ changes }) => changes.flatMap(({ movedBy }) => movedBy ?? []));
  expect(moved.length).toBeGreaterThan(0);
  for (const { name, turn, passage } of moved)
    expect(text).toContain(`Moved by ${name} ( turn ${turn}): "${passage}"`);
});

test("a report has the same bytes each time", async () => {
  expect(await pageOf(sampleOf("trial-sample"))).toBe(await samplePage("trial-sample"));
});

function tableOf(folder: string) {
  const { events, head } = readTranscript(folder);
  return verdictTable(foldTranscript(events), { headHash: head });
}

test("a board's report tells outcome, rule, votes with names, dissent and what would change it", async () => {
  const recorded = sampleOf("hiring-sample");
  const { members, outcome } = tableOf(recorded);
  const text = textOf(await samplePage("hiring-sample"));
  expect(text).toContain("Weak hire, 3 of 5 for");
  expect(text).toContain(`${outcome?.reason} (${outcome?.rule.split(",")[0]}`);
  expect(text).toMatch(
    /The debate (?:did not change|changed) the outcome\. Opening vote: No hire, \d of 5/,
  );
  for (const { name } of members) expect(text).toContain(name);
  expect(text).toContain("Simulated members, no language model used");
  const said = readTranscript(recorded).events.flatMap((event) =>
    event.type === "message.spoken" ? [event.content] : [],
  );
  for (const { reasoning } of members) {
    const [words = ""] = reasoning?.split(" (") ?? [];
    if (!said.some((each) => each.includes(words))) expect(text.split(words)).toHaveLength(2);
  }
});

test("the line that most final reasons rest on is named for each side or option that has one", async () => {
  const review = textOf(await samplePage("architecture-review-sample"));
  expect(review).toMatch(/line for build \w+\s+“.+ in the reasons of \w+/);
  const trial = textOf(await samplePage("trial-sample"));
  expect(trial).toMatch(/line for guilty\s+“.+ in the reasons of \w+/);
});

test("no strongest line is named if no position has one", async () => {
  expect(textOf(await samplePage("hiring-sample"))).not.toContain("Strongest line");
});

test("a label of a panelist's answer is a sentence, and a final reason stands once", async () => {
  const niche = textOf(await samplePage("niche-decision-sample"));
  expect(niche).toContain("Standing by with counter argument.");
  expect(niche).not.toMatch(/label:|response:/);
  expect(niche.split("The 70 % are sold by two houses that want no one else").length).toBe(3);
});

/** Jurors as simulated, but this one votes the other way in each secret ballot after the first. */
const turningInSecret =
  (juror: string): ModelFactory =>
  (input) => {
    const model = createSimulatedModel(input);
    if (input.seat.id !== juror) return model;
    return {
      ...model,
      generate: async (request, options) => {
        const reply = await model.generate(request, options);
        const isLater =
          /secret-vote/.test(request.instruction) && !/First vote/.test(request.instruction);
        if (!isLater || !("text" in reply)) return reply;
        const swap = (verdict: string) => (verdict === "GUILTY" ? "NOT_GUILTY" : "GUILTY");
        const text = reply.text.replace(/(?<=<Verdict>)\w+(?=<)/, swap);
        return { ...reply, text };
      },
    };
  };

test("a trial's report has its secret ballots among the moves, and what they would have come to without talk", async () => {
  const tried = async (juror: string) => {
    const folder = join(workFolder(), "trial");
    await cli(["run", "trial", "--seed", "18", "--quiet", "--output", folder], {
      factories: { simulated: turningInSecret(juror) },
    });
    return pageOf(folder);
  };
  const html = await tried("kirsten-aaby");
  expect(textOf(html)).toMatch(/Aaby, not guilty → to Guilty in ballot 1, after turn \d+/);
  expect(textOf(html)).toMatch(/The debate changed the outcome\. Opening vote: /);
  expect(html.match(/class="vote"/g)?.length).toBeGreaterThan(1);
  expect(textOf(await tried("agda-lindqvist"))).toMatch(
    /Lindqvist, not guilty → to Guilty in ballot 1, after turn \d+/,
  );
});

test("a decision that a limit made partial, with the same side, is not called turned", async () => {
  const folder = join(workFolder(), "partial");
  await cli(["run", "hiring", "--seed", "7", "--max-messages", "8", "--quiet", "--output", folder]);
  expect(textOf(await pageOf(folder))).toMatch(
    /No hire, \d of 5[^.]*, partial.+The debate did not change the outcome\. Opening vote: /,
  );
});

test("what judges answered is shown: grades, and findings with whether they stand in the documents", async () => {
  const text = textOf(await samplePage("code-review-sample"));
  expect(text).toMatch(/for update skip locked Change 482, line \d+ .+correctness \d/);
});

test.each([
  [
    "code-review-sample",
    /Recorded The chair \d entries Recommendation: ([a-z ]+?) (?:The judges|Three answers).+? \1: [A-Z]/i,
  ],
  [
    "niche-decision-sample",
    /What the arbiter makes of it 1 entry Synthesis: ([a-z ]+) Reading of the arbiter: \1/,
  ],
  [
    "memory-curation-sample",
    /Agreed on the sheets 12 entries o1, \d \w+.*?: \w+ The nightly build takes about 40/,
  ],
  ["trial-sample", /Ballots \d+ entries opening vote \d guilty \(.+\), \d not guilty \(/],
  ["architecture-review-sample", /Claims \d+ entries C-\d+-\d+, \w+: /],
])("what the procedure of %s has on record is shown, not only counted", async (name, shown) => {
  expect(textOf(await samplePage(name))).toMatch(shown);
});

test("all pages share one stylesheet of at most 28 KB", () => {
  expect(readFileSync("src/screens/pages/assets/style.css").byteLength).toBeLessThan(28 * 1024);
});

test("the report of the hiring sample has at most 130 KB", async () => {
  expect(Buffer.byteLength(await samplePage("hiring-sample"))).toBeLessThan(130 * 1024);
});

describe("words of members", () => {
  const HOSTILE = `<script>alert(1)</script><img src=x onerror="alert(1)"></style>]]>--><a href="https://evil.example">x</a> &lt;b&gt; \x1b[2J\u202e\u0007 [x](javascript:alert(1)) '"><svg onload=alert(1)>`;
  const events = transcript([
    opened({ seats: [seat("chen", HOSTILE, HOSTILE), seat("kumar", "Dr. James Kumar", HOSTILE)] }),
    resume(`# ${HOSTILE}\n${HOSTILE}`),
    spoken("1", "chen", `${HOSTILE} "${HOSTILE}"`, {
      to: "kumar",
      verdict: "HIRE",
      reasoning: HOSTILE,
      wouldChange: HOSTILE,
      citations: [{ ref: "resume.md#L1", quote: HOSTILE, found: "absent" }],
      artifacts: [{ kind: "exhibit", id: "x", type: "note", title: HOSTILE, body: HOSTILE }],
      flags: [HOSTILE],
    }),
    draft("person.acted", "2", {
      person: HOSTILE,
      order: 1,
      does: { act: "interject", text: HOSTILE },
    }),
    draft("turn.absent", "3", { speaker: "kumar", reason: HOSTILE }),
    draft("fact.recorded", "4", { name: HOSTILE, data: HOSTILE }),
  ]);
  let html = "";
  beforeAll(async () => {
    html = await pageOf(events);
  });

  it("are text, and never markup", async () => {
    const known = new Set(["html", "head", "body", "meta", "title", "style", "script"]);
    const plain = await samplePage("hiring-sample");
    for (const [, tag] of plain.matchAll(/<\/?([a-z0-9]+)/g)) known.add(tag ?? "");
    for (const tag of ["figure", "figcaption", "pre"]) known.add(tag);
    const tags = [...html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag]) => tag ?? "");
    expect(tags.filter((tag) => !known.has(tag))).toEqual([]);
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html.match(/<svg[^>]*onload/g)).toBeNull();
    expect(html).not.toMatch(/<[^>]*javascript:/);
    expect(textOf(html)).toContain("<script>alert(1)</script><img src=x onerror=");
  });

  it("move and hide nothing: no control characters, no change of direction", () => {
    expect(html).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
  });
});

test("a meeting that has not been closed says so", async () => {
  const text = textOf(await pageOf(transcript([opened(), resume()])));
  expect(text).toContain("No decision yet The meeting is still running or was interrupted.");
});
