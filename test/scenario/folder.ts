import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import { scriptOf } from "../support/scripts.ts";

const made: string[] = [];

afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A temporary folder with these files, and where to look things up in it: nothing is packaged. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>) {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "boardroom-scenario-")));
  made.push(cwd);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), content);
  }
  return { cwd, packaged: join(cwd, "packaged") };
}

export const PERSONA = `---
name: Dr. Ada Byron
title: Analyst
expertise: [numbers]
personality: Patient and exact.
speakingStyle: Brief.
priorities: {rigour: 8}
---

Reads every table twice.
`;

export const SCENARIO = `title: A small case
question: Shall we?
verdicts:
  - {id: "YES", side: for}
  - {id: "NO", side: against}
documents:
  - file: memo.md
    subject: true
  - notes.txt
criteria:
  - {id: rigour, name: Rigour}
# The board.
members:
  - ada
  - {persona: ben, model: "openai:gpt-6-sol", weight: 2}
limits: {messages: 12}
seed: 7
`;

const FACTS = [
  { id: "measured", ref: "memo.md#L1-L2", quote: "It was measured twice.", isFor: true },
  { id: "disagrees", ref: "notes.txt#L1", quote: "One note disagrees", isFor: false },
];

/** A whole small case called `small`, with some files changed or added. */
export function smallCase(changes: Readonly<Record<string, string | Uint8Array>> = {}) {
  return folderWith({
    "scenarios/small/scenario.yaml": SCENARIO,
    "scenarios/small/script.yaml": JSON.stringify(scriptOf(FACTS)),
    "scenarios/small/memo.md": "It was measured\ntwice.\n",
    "scenarios/small/notes.txt": "One note disagrees.\n",
    "personas/ada.md": PERSONA,
    "personas/ben.md": PERSONA.replace("Dr. Ada Byron", "Ben Okri"),
    ...changes,
  });
}
