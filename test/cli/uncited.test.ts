import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelFactory } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { expect, test } from "vitest";
import { reply } from "../support/example-scenario.ts";
import { cli, workFolder } from "./cli.ts";

const QUOTE = "Led a ward of 28 beds";

function cv(name: string): string {
  return `# ${name}

- Likes long walks by the river.
- ${QUOTE} since 2019.
- Was suspended for fraud in 2021.

## Other
- Holds a master's degree.
`;
}

const SCENARIO = `title: A ward manager
question: Should this candidate be hired?
verdicts:
  - {id: HIRE, side: for}
  - {id: NO_HIRE, side: against}
members: [catalina-rios, samuel-adeyemi]
limits: {messages: 4}
`;

const lab: ModelFactory = ({ spec, scenario }) => {
  const ref = `${scenario.documents[0]?.name}#L4`;
  const say = () =>
    reply({
      ...{ verdict: "HIRE", reasoning: `The ward decides it: "${QUOTE}".`, confidence: 0.8 },
      ...{ withdrawn: true, content: "I go by the record." },
      artifacts: [{ kind: "citation", ref, quote: QUOTE }],
    });
  return scriptedModel(Array(30).fill(say), { spec, provider: "lab" });
};

async function rank(files: Readonly<Record<string, string>>) {
  const cwd = workFolder({ "scenarios/lead/scenario.yaml": SCENARIO, ...files });
  const argv = "run lead --documents cvs --seed 7 --approve --model lab:m".split(" ");
  const { code, out } = await cli(argv, { cwd, factories: { lab } });
  expect(code).toBe(0);
  const folder = join(cwd, "transcripts/lead-candidates-7");
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  return { out, markdown: read("candidates.md"), page: read("report.html") };
}

const UNCITED = [
  "3: Likes long walks by the river.",
  "5: Was suspended for fraud in 2021.",
  "8: Holds a master's degree.",
];

test("a ranking lists every line that no member cited, in the order of the document, and the same for twins", async () => {
  const { out, markdown, page } = await rank({
    "cvs/ada.md": cv("Ada Marsh"),
    "cvs/ben.md": cv("Ben Ostrow"),
  });
  for (const [name, file] of [
    ["Ada Marsh", "ada.md"],
    ["Ben Ostrow", "ben.md"],
  ]) {
    const head = `${name}: No member cited 3 of 4 lines.`;
    expect(out).toContain(`${head}\n`);
    expect(markdown).toContain(
      `${head}\n\n${UNCITED.map((each) => `- ${file}:${each}`).join("\n")}\n`,
    );
    const [, folded = ""] = page.split(`<summary>${head}</summary>`);
    const text = folded.slice(0, folded.indexOf("</details>")).replaceAll(/<[^>]*>/g, "");
    const shown = UNCITED.map((each) => each.split(": "));
    expect(text.replaceAll(/\s+/g, " ").trim()).toBe(
      shown.map(([line, words]) => `${words} ${file}, line ${line}`).join(""),
    );
  }
});

test("show --uncited prints the lines of one meeting", async () => {
  const cwd = workFolder({ "scenarios/lead/scenario.yaml": SCENARIO, "ada.md": cv("Ada Marsh") });
  const argv = "run lead --document ada.md --seed 7 --approve --model lab:m --quiet".split(" ");
  await cli(argv, { cwd, factories: { lab } });
  const shown = await cli(["show", "lead-7", "--uncited"], { cwd });
  expect(shown).toMatchObject({
    code: 0,
    out: ["No member cited 3 of 4 lines.", ...UNCITED.map((each) => `ada.md:${each}`), ""].join(
      "\n",
    ),
  });
  const odd = await cli(["show", "lead-7", "--uncited", "--quiet"], { cwd });
  expect(odd.err).toContain("--uncited cannot be used with --quiet");
});
