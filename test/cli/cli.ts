import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ModelFactory } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { onTestFinished } from "vitest";
import { main } from "../../src/cli/main.ts";
import type { Io } from "../../src/home/process/io.ts";
import { scriptOf } from "../support/scripts.ts";

export type Ran = { code: number; out: string; err: string };

export async function cli(argv: readonly string[], more: Partial<Io> = {}): Promise<Ran> {
  let out = "";
  let err = "";
  const code = await main(argv, {
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text) },
    env: {},
    cwd: process.cwd(),
    isTTY: false,
    columns: undefined,
    rows: undefined,
    stopSignal: () => new AbortController().signal,
    ...more,
  });
  return { code, out, err };
}

export function wroteIn(folder: string): string {
  const files = ["transcript.md", "verdicts.json", "verdicts.csv"].map(
    (name) => `  ${folder}/${name}\n`,
  );
  return `Transcript: ${folder}\n${files.join("")}Next: boardroom report ${folder} --open\n`;
}

export function workFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "boardroom-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries({ ...SMALL_CASE, ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

export const twoTurns: ModelFactory = ({ seat, spec }) => {
  const verdict = seat.id === "kumar" ? "NO" : "YES";
  /** The verdict, or the first option of a scenario that has others. */
  const among = (shared: string) =>
    shared.includes(`\n- ${verdict} (`)
      ? verdict
      : (/\n- ([\w-]+) \((?:for|against|neutral)\)/.exec(shared)?.[1] ?? verdict);
  const say = (content: string, withdrawn: boolean, shared: string) =>
    `<Message>
<Speaker>${seat.persona.name}</Speaker>
<Artifacts><Artifact ref="paper.md#L1">The only line</Artifact></Artifacts>
<Verdict>${among(shared)}</Verdict>
<VerdictReasoning>Because ${seat.id} says so</VerdictReasoning>
<Withdrawn>${withdrawn}</Withdrawn>
<Content>${content}</Content>
</Message>`;
  let turns = 0;
  const reply = ({ instruction, shared }: { instruction: string; shared: string }) => {
    if (instruction.includes('-vote"')) return say("", false, shared);
    turns += 1;
    return say(`${seat.persona.name} has the floor for turn ${turns}.`, turns > 1, shared);
  };
  const model = scriptedModel(Array(40).fill(reply), { spec, provider: "simulated" });
  return { ...model, deterministic: true };
};

const persona = (name: string, word: string) => `---
name: ${name}
title: Head of ${word}
expertise: [${word}]
personality: Thinks of ${word} first
speakingStyle: Speaks in terms of ${word}
---
`;

const SMALL_CASE = {
  "scenarios/small/scenario.yaml": `title: A small matter
question: Should it be done?
verdicts:
  - id: YES
    side: for
  - id: NO
    side: against
documents:
  - file: paper.md
    title: The paper
    subject: true
members: [chen, kumar, watson]
limits:
  messages: 30
`,
  "scenarios/small/paper.md": "The only line\n",
  "scenarios/small/script.yaml": JSON.stringify(
    scriptOf([
      { id: "there", ref: "paper.md#L1", quote: "The only line", isFor: true },
      { id: "alone", ref: "paper.md#L1", quote: "only line", isFor: false },
    ]),
  ),
  "personas/chen.md": persona("Dr. Sarah Chen", "research"),
  "personas/kumar.md": persona("Dr. James Kumar", "compliance"),
  "personas/watson.md": persona("Emily Watson", "industry"),
};
