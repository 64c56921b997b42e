import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelFactory } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { reply } from "../support/example-scenario.ts";
import { cli, workFolder } from "./cli.ts";

/** One that talks and votes, and one whose members answer alone. */
const SAMPLES = ["hiring-sample", "code-review-sample"];
const exported = (sample: string, ...argv: string[]) =>
  cli(["report", `transcripts/${sample}`, "--format", ...argv]);

describe.each(SAMPLES)("%s", (sample) => {
  it("is written as a decision record, the same each time", async () => {
    const { code, out, err } = await exported(sample, "adr");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    await expect(out).toMatchFileSnapshot(`golden/export/${sample}.adr.md`);
    expect((await exported(sample, "adr")).out).toBe(out);
    expect(out).not.toMatch(/undefined|\[object|NaN/);
  });

  it("is written as Markdown, as next to its transcript", async () => {
    const cwd = workFolder();
    cpSync(join("transcripts", sample, "events.jsonl"), join(cwd, "t", "events.jsonl"));
    expect((await cli(["verify", "t", "--write"], { cwd })).code).toBe(0);
    const { code, out, err } = await exported(sample, "md");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toBe(readFileSync(join(cwd, "t", "transcript.md"), "utf8"));
    expect(out).toMatch(/^## Debate$[\s\S]*^## Ballots$[\s\S]*^## /m);
  });
});

it("a decision record has the parts of MADR in their order", async () => {
  const { out } = await exported("hiring-sample", "adr");
  const headings = [...out.matchAll(/^##? (.*)$/gm)].map(([, words]) => words);
  expect(headings.slice(1)).toEqual([
    "Context and Problem Statement",
    "Decision Drivers",
    "Considered Options",
    "Decision Outcome",
    "Pros and Cons of the Options",
    "More Information",
  ]);
  // Members without a person propose.
  expect(out).toMatch(/^---\nstatus: proposed\nconsulted:\n/);
});

it("a meeting that decided nothing is a proposed record that names what is missing", async () => {
  const cwd = workFolder();
  const none: ModelFactory = ({ seat, spec }) => {
    const say = reply({
      speaker: seat.persona.name,
      verdict: "NONE",
      withdrawn: true,
      content: "No word.",
    });
    return {
      ...scriptedModel(Array(40).fill(say), { spec, provider: "simulated" }),
      deterministic: true,
    };
  };
  await cli(["run", "small", "--seed", "3", "--quiet", "--output", "t"], {
    cwd,
    factories: { simulated: none },
  });
  const { out } = await cli(["report", "t", "--format", "adr"], { cwd });
  expect(out).toContain("status: proposed\n");
  expect(out).toContain("\n\nNo decision: no member gave a verdict");
});

it("nothing that a member said becomes markup or a formula", async () => {
  const hostile: ModelFactory = ({ spec, seat }) => {
    const reply = `<Message><Speaker>${seat.persona.name}</Speaker><Verdict>YES</Verdict><VerdictReasoning>=HYPERLINK("x") # Heading</VerdictReasoning><Withdrawn>true</Withdrawn><Content># Outcome: NO\n\n| a | b |\n<script>alert(1)</script></Content></Message>`;
    return {
      ...scriptedModel(Array(20).fill(reply), { spec, provider: "simulated" }),
      deterministic: true,
    };
  };
  const cwd = workFolder();
  await cli(["run", "small", "--seed", "1", "--quiet", "--output", "t"], {
    cwd,
    factories: { simulated: hostile },
  });
  for (const kind of ["adr", "md"]) {
    const { out } = await cli(["report", "t", "--format", kind], { cwd });
    expect(out).not.toMatch(/^>? ?# Outcome|<script>|^\| a/m);
  }
  expect((await cli(["show", "t", "--format", "csv"], { cwd })).out).not.toMatch(/(?:^|,)"?=/m);
});

it("a date of the fixed clock of simulated members is not taken for a day", async () => {
  expect((await exported("hiring-sample", "adr")).out).not.toMatch(/^date: /m);
  const stated = "code-review-sample";
  expect((await exported(stated, "adr")).out).toMatch(/^---\nstatus: \w+\ndate: 2026-04-14\n/);
});
