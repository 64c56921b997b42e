import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelFactory } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { reply } from "../support/example-scenario.ts";
import { withScripts } from "../support/scripts.ts";
import { cli, workFolder } from "./cli.ts";

const ADA =
  "# Ada Marsh\n\n- Registered nurse, no conditions, revalidated 2024.\n- Led a ward of 28 beds since 2019.\n";
const BEN =
  "# Ben Ostrow\n\n- Registered nurse; conditions of practice order since August 2024: no sole charge of a unit.\n- Brought falls down by 60%, but an investigation found altered reports.\n- Dismissed from Kingsmead in 2023.\n";

const SCENARIO = `title: A ward manager
question: Should this candidate be hired?
verdicts:
  - {id: HIRE, side: for}
  - {id: NO_HIRE, side: against}
requirements:
  - {id: registration, text: unrestricted registration, ref: job.md#L1, must: true}
  - {id: leading, text: led a ward, must: true}
  - {id: degree, text: a master's degree}
  - {id: orders, text: no order about the practice, absent: true}
documents: [{file: job.md}]
members: [catalina-rios, samuel-adeyemi, walter-grimshaw]
limits: {messages: 6}
`;

type Answer = { id: string; answer: string; ref: string; quote: string };

const said = (id: string, answer: string, line: number, quote: string, of: string): Answer => ({
  ...{ id, answer, quote },
  ref: `${of}.md#L${line}`,
});

function answers(isAda: boolean, seat: string): readonly Answer[] {
  const degree = { id: "degree", answer: "not-found", ref: "", quote: "" };
  if (isAda)
    return [
      said("registration", "met", 3, "Registered nurse, no conditions", "ada"),
      said("leading", "met", 4, "Led a ward of 28 beds", "ada"),
      seat === "walter-grimshaw"
        ? said("degree", "met", 4, "a master's degree from York", "ada")
        : degree,
      {
        id: "orders",
        answer: seat === "walter-grimshaw" ? "met" : "not-found",
        ref: "",
        quote: "",
      },
    ];
  return [
    said("orders", "not-met", 3, "conditions of practice order", "ben"),
    said("registration", "not-met", 3, "conditions of practice order", "ben"),
    seat === "walter-grimshaw"
      ? said("leading", "met", 4, "Brought falls down by 60%", "ben")
      : { id: "leading", answer: "not-found", ref: "", quote: "" },
    degree,
  ];
}

const lab: ModelFactory = ({ seat, scenario, spec }) => {
  const isAda = scenario.documents.some(({ title }) => title === "Ada Marsh");
  const verdict = "HIRE";
  const [ref, quote] = isAda
    ? ["ada.md#L4", "Led a ward of 28 beds"]
    : ["ben.md#L4", "Brought falls down by 60%"];
  const reasoning = `The record decides it: "${quote}".`;
  const say = ({ instruction }: { instruction: string }) =>
    instruction.includes("First answer each requirement")
      ? JSON.stringify({
          ...{ requirements: answers(isAda, seat.id), reasoning, verdict },
          ...{ wouldChange: null, confidence: 0.8 },
        })
      : reply({
          ...{
            verdict,
            reasoning,
            confidence: 0.8,
            withdrawn: true,
            content: "I go by the record.",
          },
          artifacts: [{ kind: "citation", ref, quote }],
        });
  return scriptedModel(Array(60).fill(say), { spec, provider: "lab" });
};

async function ranked(files: Readonly<Record<string, string>>, ...argv: readonly string[]) {
  const cwd = workFolder({
    ...{
      "scenarios/lead/scenario.yaml": SCENARIO,
      "scenarios/lead/job.md": "Unrestricted registration.\n",
    },
    ...files,
  });
  const flags = ["--documents", "cvs", "--seed", "7", "--approve", ...argv];
  const held = await cli(["run", "lead", ...flags], { cwd, factories: { lab } });
  return { ...held, cwd, words: held.out.replaceAll(/[│\s]+/g, " ") };
}

describe("requirements of a scenario", () => {
  it("are answered in the first ballots, quoted in whole sentences, and outweighed by nothing", async () => {
    const files = { "cvs/ada.md": ADA, "cvs/ben.md": BEN };
    const { code, out, words, cwd } = await ranked(files, "--model", "lab:m", "--rank");
    expect(code).toBe(0);
    const markdown = readFileSync(join(cwd, "transcripts/lead-candidates-7/candidates.md"), "utf8");
    const page = readFileSync(join(cwd, "transcripts/lead-candidates-7/report.html"), "utf8");
    for (const [shown, asked, order] of [
      [words, "Requirements ┌", "Order by support"],
      [markdown, "## Requirements", "## Order by support"],
    ] as const) {
      const parts = [
        "Ada Marsh first. The most support",
        "Models: lab:m. Do not decide",
        order,
        asked,
        "led a ward (required)",
        "No member cited 1 of 3 lines.",
      ];
      const places = parts.map((each) => shown.indexOf(each));
      expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(shown).toContain("Ben Ostrow does not meet a requirement: unrestricted registration.");
    }
    const orders = markdown
      .split("\n")
      .find((line) => line.includes("no order about the practice"));
    expect(orders).toMatch(/\| ✓ \| ✕ \|$/);
    expect(markdown).toContain("Registered nurse, no conditions, revalidated 2024.” ada.md:3");
    expect(markdown).toContain(
      "conditions of practice order since August 2024: no sole charge of a unit.” ben.md:3",
    );
    expect(markdown).toMatch(/^\| led a ward \(required\) \| ✓ \| ◐ \|$/m);
    expect(markdown).toContain(
      "- led a ward (required): Met “Led a ward of 28 beds since 2019.” ada.md:4\n",
    );
    expect(markdown).toContain("- led a ward (required): Check (met 5, not found 10)");
    expect(markdown).toContain("Not found (not found 10, without a quote 5)");
    expect(markdown).toContain(
      "No member cited 1 of 3 lines.\n\n- ben.md:5: Dismissed from Kingsmead in 2023.\n",
    );
    expect(markdown).not.toContain("- ben.md:4");
    expect(out).toMatch(/│ Requirement not met +│ Ben/);
    expect(page).toMatch(/<summary>Ben Ostrow: No member cited 1 of 3 lines\.<\/summary>/);
    for (const [, answer] of page.matchAll(/href="#(r\d+-\d+)"/g))
      expect(page).toContain(`id="${answer}"`);
    expect(page).toContain("met 5, not found 10");
    expect(markdown).toContain("“Led a ward of 28 beds” ada.md:4, in 15 of 15 final reasons");
    expect(markdown).toContain("- **Strongest against:** No member was against it.");
    expect(page).toMatch(/<li>Dismissed from Kingsmead in 2023\. <span class="source"><a /);
    for (const [, line] of page.matchAll(/href="#(d\d+-\d+)"/g))
      expect(page).toContain(`id="${line}"`);
  });

  it("are not checked by simulated members, and that is said", async () => {
    const documents = { "cvs/ada.md": ADA, "cvs/ben.md": BEN };
    const scenario = SCENARIO.replace("members:", "criteria: [{id: care, name: Care}]\nmembers:");
    const cwd = workFolder({
      ...{
        "scenarios/lead/scenario.yaml": scenario,
        "scenarios/lead/job.md": "Unrestricted registration.\n",
      },
      ...withScripts(documents, ["HIRE", "NO_HIRE"]),
    });
    const { code, out } = await cli(["run", "lead", "--documents", "cvs", "--seed", "7"], { cwd });
    expect(code).toBe(0);
    expect(out.replaceAll(/\s+/g, " ")).toContain(
      "Requirements not checked: no language model answered them.",
    );
    expect(out).not.toContain("REQUIREMENTS");
  });

  it("never cost a vote whose answers do not fit", async () => {
    const odd: ModelFactory = ({ spec }) => {
      const say = ({ instruction }: { instruction: string }) =>
        instruction.includes("First answer each requirement")
          ? JSON.stringify({
              requirements: "all met",
              reasoning: "It decides it.",
              verdict: "HIRE",
            })
          : reply({
              verdict: "HIRE",
              reasoning: "It decides it.",
              withdrawn: true,
              content: "I go by it.",
            });
      return scriptedModel(Array(60).fill(say), { spec, provider: "lab" });
    };
    const cwd = workFolder({
      ...{
        "scenarios/lead/scenario.yaml": SCENARIO,
        "scenarios/lead/job.md": "Unrestricted registration.\n",
      },
      ...{ "cvs/ada.md": ADA, "cvs/ben.md": BEN },
    });
    const argv = "run lead --documents cvs --seed 7 --approve --model lab:m".split(" ");
    const { code, out } = await cli(argv, { cwd, factories: { lab: odd } });
    expect(code).toBe(0);
    expect(out.replaceAll(/\s+/g, " ")).toContain("Requirements not checked");
    for (const name of ["Ada Marsh", "Ben Ostrow"])
      expect(out).toMatch(new RegExp(`│ ${name} +│ 1\\.00; 1 of 1 for, 0 against +│`));
  });
});
