import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { pureMembers } from "../support/pure-member.ts";
import { hashLine } from "../support/transcripts.ts";
import { cli, workFolder } from "./cli.ts";

const LOG = "transcripts/small-7/events.jsonl";
const factories = { simulated: pureMembers().factory };
const verify = (cwd: string, ...flags: string[]) =>
  cli(["verify", "transcripts/small-7", ...flags], { cwd });

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
  citations: { found: string; quote: string }[];
  artifacts: { quote: string }[];
} & Record<string, unknown>;

function alone(cwd: string): void {
  const folder = join(cwd, "transcripts/small-7");
  for (const name of readdirSync(folder)) if (name !== "events.jsonl") rmSync(join(folder, name));
}

describe("verify", () => {
  test("says what it checked of a sound transcript", async () => {
    const { cwd, lines, head } = await held();
    const { code, out, err } = await verify(cwd, "--head", head);
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
    const { code, out } = await verify(cwd);
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
    expect(err).toContain(`events.jsonl: no line has the hash ${head}\n  The record was rewritten`);
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

  test("refuses an outcome that the votes do not give, also with right hashes", async () => {
    const { cwd, lines } = await held();
    const line = forge(cwd, lines, "meeting.closed", (event) => {
      (event.outcome as { side: string }).side = "against";
    });
    const { code, err } = await verify(cwd);
    expect(code).toBe(5);
    expect(err).toMatch(new RegExp(`events\\.jsonl:${line}: .*outcome\\.side is `));
  });

  test("a missing transcript is 2, of the caller", async () => {
    expect(await cli(["verify", "nowhere"], { cwd: workFolder() })).toMatchObject({
      code: 2,
      out: "",
    });
  });
});
