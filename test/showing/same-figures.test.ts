import { readdirSync } from "node:fs";
import { readTranscript } from "boardroom";
import { describe, expect, it } from "vitest";
import { formatOption } from "../../src/engine/words/figures.ts";
import { buildTable, renderOutputFiles } from "../../src/home/records/outputs.ts";
import { PROTOCOLS } from "../../src/protocols/built-in.ts";
import { createReportPage } from "../../src/screens/report-file.ts";
import { watch } from "../support/watcher.ts";

const samples = readdirSync("transcripts").filter((name) => name.endsWith("-sample"));

const numbersIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found]) => Number(found));

describe.each(samples)("the figures of %s", (sample) => {
  const recorded = readTranscript(`transcripts/${sample}`);
  const table = buildTable(recorded);
  const changes = table.members.flatMap((row) => row.changes);
  const files = new Map(renderOutputFiles(recorded).map(({ name, text }) => [name, text]));
  const markdown = files.get("transcript.md") ?? "";
  const protocol = PROTOCOLS.find(({ name, version }) => `${name}@${version}` === table.protocol);
  const screen = watch(recorded.events, {
    size: { columns: 240, rows: 400 },
    ...(protocol && { protocol }),
  }).text;

  it("are the same turns and messages in the table, Markdown and the screen", () => {
    const [length = ""] = markdown.match(/\*\*Length:\*\* .*/) ?? [];
    expect(length).toContain(`${table.turns} turn`);
    expect(length).toContain(`${table.messages} message`);
    if (table.messages === 0) return;
    expect(Math.max(...numbersIn(markdown, /^(?:### |> \*\*|\*)(\d+)\. /gm))).toBe(table.turns);
    expect(numbersIn(screen, /(\d+) of at most \d+ messages/g)).toEqual([table.turns]);
  });

  it("are the same changes, from one option to another, in every view", () => {
    const debated = changes.filter(({ message }) => message !== null);
    const report = createReportPage(recorded);
    expect(report.match(/data-is="change"/g) ?? []).toHaveLength(debated.length);
    expect(numbersIn(screen, /Who changed +(\d+)/g)).toEqual(
      changes.length === 0 ? [] : [changes.length],
    );
    for (const { from, to } of changes) {
      const [was, is] = [from, to].map((id) => (id === null ? "No verdict" : formatOption(id)));
      expect(screen).toContain(`${was} → ${is}`);
      expect(markdown).toContain(`${was} → ${is}`);
    }
  });
});
