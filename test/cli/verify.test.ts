import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { pureMembers } from "../support/pure-member.ts";
import { hashLine } from "../support/transcripts.ts";
import { cli, workFolder } from "./cli.ts";

const LOG = "transcripts/small-7/events.jsonl";
const factories = { simulated: pureMembers().factory };
const verify = (cwd: string, ...flags: string[]) => cli(["verify", "transcripts/small-7", ...flags], { cwd });

async function held() {
  const cwd = workFolder();
  await cli(["run", "small", "--seed", "7"], { cwd, factories });
  const lines = readFileSync(join(cwd, LOG), "utf8").trimEnd().split("\n");
  return { cwd, lines, head: hashLine(lines.at(-1)!) };
}

/** Changes one line and, as a forger would, every hash after it; tells the line's number. */
function forge(
  cwd: string,
  lines: readonly string[],
  type: string,
  how: (event: Record<string, unknown>) => void,
) {
  const index = lines.findLastIndex((line) => line.includes(`"type":"${type}"`));
  let prev = "";
  const forged = lines.map((line, at) => {
    const event = JSON.parse(line);
    if (at === index) how(event);
    if (at > index) event.prev = prev;
    const text = JSON.stringify(event);
    prev = hashLine(text);
    return text;
  });
  writeFileSync(join(cwd, LOG), `${forged.join("\n")}\n`);
  alone(cwd);
  return index + 1;
}

type ForgedMessage = {
  readonly citations: { found: string; quote: string }[];
  readonly artifacts: { quote: string }[];
} & Record<string, unknown>;

function alone(cwd: string): void {
  const folder = join(cwd, "transcripts/small-7");
  for (const name of readdirSync(folder)) if (name !== "events.jsonl") rmSync(join(folder, name));
}

describe("verify", () => {
  test("says what it checked of a sound transcript", async () => {
    const { cwd, lines, head } = await held();
    const { code, out, err } = await verify(cwd, "--rerun", "--head", head);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(
      out
        .replaceAll(/\d+/g, "N")
        .replace(/N[0-9a-fN]+/, "HASH")
        .split("\n"),
    ).toEqual([
      "lines       N, the hash chain is intact",
      expect.stringMatching(/^hash {8}/),
      "head given  is that of the last line",
      "documents   N, unchanged",
      "citations   N compared with the documents",
      "rerun       board@N makes the same N events from the recorded replies",
      "outcome     recounted from the record by board@N",
      "files       N written again from the record, all equal",
      "Nothing differs.",
      "",
    ]);
    expect(out).toContain(`lines       ${lines.length},`);
  });

  test("leaves a torn last line out and says so", async () => {
    const { cwd, lines } = await held();
    writeFileSync(join(cwd, LOG), `${lines.slice(0, 9).join("\n")}\n${lines[9]!.slice(0, 40)}`);
    alone(cwd);
    const { code, out } = await verify(cwd, "--rerun");
    expect(code).toBe(0);
    expect(out).toContain("last line   10 is incomplete and skipped; resume drops it");
  });

  test("names the first line that was changed by hand", async () => {
    const { cwd, lines } = await held();
    const changed = lines.with(4, lines[4]!.replace('"at":"2026-', '"at":"2027-'));
    writeFileSync(join(cwd, LOG), `${changed.join("\n")}\n`);
    const { code, err } = await verify(cwd);
    expect(code).toBe(5);
    expect(err).toMatch(/events\.jsonl:6: the hash of the line before does not match prev/);
  });

  test("a head hash kept elsewhere finds what the chain cannot", async () => {
    const { cwd, lines, head } = await held();
    forge(cwd, lines, "message.spoken", (event) => (event.content = "Never mind."));
    expect((await verify(cwd)).code).toBe(0);
    const { code, err } = await verify(cwd, "--head", head);
    expect(code).toBe(5);
    expect(err).toContain(`events.jsonl:${lines.length}: no line has the hash ${head}`);
  });

  test("finds a verdict table that is not what the events come to", async () => {
    const { cwd } = await held();
    const file = join(cwd, "transcripts/small-7/verdicts.json");
    writeFileSync(file, readFileSync(file, "utf8").replace('"final": "NO"', '"final": "YES"'));
    const { code, err } = await verify(cwd);
    expect(code).toBe(5);
    expect(err).toMatch(
      /verdicts\.json:\d+: found "\\"final\\": \\"YES\\",", expected "\\"final\\": \\"NO\\"," from events\.jsonl/,
    );
  });

  test.each<[string, (event: ForgedMessage) => void, string]>([
    [
      "found words as absent",
      ({ citations }) => (citations[0]!.found = "absent"),
      "citation 1 is recorded as absent; compared with the documents it is exact",
    ],
    [
      "found words as near",
      ({ citations }) => (citations[0]!.found = "near"),
      "citation 1 is recorded as near; compared with the documents it is exact",
    ],
    [
      "made-up words as exact",
      ({ citations, artifacts }) => {
        artifacts[0]!.quote = "Words that nobody wrote";
        citations[0]!.quote = "Words that nobody wrote";
      },
      "citation 1 is recorded as exact; compared with the documents it is absent",
    ],
  ])("refuses a citation that records %s", async (_, how, message) => {
    const { cwd, lines } = await held();
    const line = forge(cwd, lines, "message.spoken", (event) => how(event as ForgedMessage));
    const { code, err } = await verify(cwd);
    expect(code).toBe(5);
    expect(err).toContain(`events.jsonl:${line}: ${message}`);
  });

  test("holds what is quoted in the grounds of a verdict against the documents again", async () => {
    const { cwd, lines } = await held();
    const line = forge(cwd, lines, "message.spoken", (event) => {
      event.reasoning = 'It says "nobody ever left this company".';
    });
    const { code, err } = await verify(cwd);
    expect(code).toBe(5);
    expect(err).toContain(
      `events.jsonl:${line}: quotation in the reasoning 1 is recorded as nothing; compared with the documents it is absent`,
    );
  });

  test("holds a document's text against its digest", async () => {
    const { cwd, lines } = await held();
    const line = forge(cwd, lines, "document.added", (event) => {
      event.text = "Another line";
    });
    const { code, err } = await verify(cwd);
    expect(code).toBe(5);
    expect(err).toContain(
      `events.jsonl:${line}: the text of paper.md does not have the digest recorded with it`,
    );
  });

  test.each<[string, string, (event: Record<string, unknown>) => void, RegExp]>([
    [
      "words put into a mouth",
      "message.spoken",
      (event) => (event.content = "Never mind."),
      /content is "Never mind|content is/,
    ],
    ["a changed vote", "ballot.cast", (event) => (event.verdict = "NO"), /verdict is "YES", recorded "NO"/],
    [
      "another speaker's turn",
      "speaker.selected",
      (event) => (event.draw = 0.5),
      /draw is (?:null|0\.\d+), recorded 0\.5/,
    ],
    [
      "an outcome of one's own",
      "meeting.closed",
      (event) => ((event.outcome as { side: string }).side = "against"),
      /outcome\.side is /,
    ],
    [
      "a notice nobody gave",
      "message.spoken",
      (event) => Object.assign(event, { withdrawn: false }),
      /withdrawn is true, recorded false/,
    ],
  ])("rerun finds %s, hashes or no", async (_, type, how, message) => {
    const { cwd, lines } = await held();
    const line = forge(cwd, lines, type, how);
    const { code, err } = await verify(cwd, "--rerun");
    expect(code).toBe(5);
    expect(err).toMatch(new RegExp(`events\\.jsonl:${line}: `));
    expect(err).toMatch(message);
  });

  test("rerun takes what a person answered as given, wrong answers included", async () => {
    const cwd = workFolder();
    const left = ["/verdict NO", ".", "/verdict NO", "/because Too risky", "."].concat([
      ...["Enough.", "/verdict NO", "/because Too risky", "/withdraw", "."],
    ]);
    const ask = async () => left.shift() ?? null;
    const argv = ["run", "small", "--seed", "7", "--member", "kumar=human:ngo"];
    expect((await cli(argv, { cwd, factories, ask })).code).toBe(0);
    expect(await verify(cwd, "--rerun")).toMatchObject({ code: 0, err: "" });
    const lines = readFileSync(join(cwd, LOG), "utf8").trimEnd().split("\n");
    const line = forge(cwd, lines, "human.answered", (event) => {
      event.answer = { ...(event.answer as object), content: "Never mind." };
    });
    const { code, err } = await verify(cwd, "--rerun");
    expect(code).toBe(5);
    expect(Number(/events\.jsonl:(\d+): /.exec(err)![1])).toBeGreaterThan(line);
  });

  test("a missing transcript is 2, of the caller", async () => {
    expect(await cli(["verify", "nowhere"], { cwd: workFolder() })).toMatchObject({ code: 2, out: "" });
  });
});
