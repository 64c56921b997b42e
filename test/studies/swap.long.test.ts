import { expect, test } from "vitest";
import { makeDocument } from "../../src/scenario/documents/document-text.ts";
import { swapWords } from "../../src/studies/swap.ts";
import { cli, workFolder } from "../cli/cli.ts";
import { shipped } from "../simulated/meetings.ts";
import { withScripts } from "../support/scripts.ts";

const FIRST = `# Curriculum Vitae

**Oluwaseun T. Fairweather**
Flat 3, 88 Brunswick Terrace, Hove BN3 1HA
Tel. 01273 555 019, o.fairweather@mailbox.example, linkedin.com/in/oluwaseun-fairweather
Date of birth: 9 August 1988
Nationality: British and Nigerian

## Summary
Fairweather has run wards for eleven years. He trained forty nurses and wrote the handover protocol himself.

## Education
MSc Nursing, University of Brighton, 2012

## Referees
Dr. Padma Venkataraman, Royal Sussex County Hospital
Mrs. Gail Osei
`;

const THIRD = `Interview notes, second round

Candidate: Xiomara Delacroix-Petit
Panel: Hamish McAllister, Ngozi Adeyemi

Xiomara arrived early. She is a French national, 41 years old, and her answers were short.
Delacroix-Petit went to the École Polytechnique and then to MIT, where she graduated in 2008.
Hamish asked about the outage of 14 May 2023. Adeyemi thanked her.
XIOMARA DELACROIX-PETIT leads twelve people, three of them women, and has done so since 2019. May I? Will they?
`;

const STUDY = (arm: string) => `title: Names
scenario: ./scenarios/small
subjects: [first.md, third.txt]
seeds: [1]
arms:
  named: {}
  other: ${arm}
`;

/** The lines that an arm changes, as `boardroom check` shows them. */
async function changedBy(
  arm: string,
  files: Readonly<Record<string, string>> = {},
): Promise<{ lines: Map<string, string>; out: string }> {
  const cwd = workFolder({
    "study.yaml": STUDY(arm),
    ...withScripts({ "first.md": FIRST, "third.txt": THIRD, ...files }),
  });
  const { out, err, code } = await cli(["check", "study.yaml"], { cwd });
  expect(code, err).toBe(0);
  const blocks = [...out.matchAll(/^ {2}(\S+:\d+)\n {2}- (.*)\n {2}\+ (.*)$/gm)];
  return { out, lines: new Map(blocks.map(([, place = "", , after = ""]) => [place, after])) };
}

test("changes only what is listed: exchanged back, every text is what it was", async () => {
  const documents = [FIRST, THIRD].map((text, index) =>
    makeDocument({ name: `cv-${index}.md`, title: "", subject: index === 0, text }),
  );
  const { script: _, ...hiring } = await shipped("hiring");
  const before = { ...hiring, documents };
  const words = { Fairweather: "Quillfeather", Xiomara: "Zenobia", XIOMARA: "ZENOBIA" };
  const { scenario, changed } = swapWords(before, words);
  // A name within an address or another word is not one.
  expect(changed.map(({ document, line }) => `${document}:${line}`)).toEqual([
    "cv-0.md:3",
    "cv-0.md:10",
    "cv-1.md:3",
    "cv-1.md:6",
    "cv-1.md:9",
  ]);
  const back = Object.fromEntries(Object.entries(words).map(([word, other]) => [other, word]));
  const restored = swapWords(scenario, back).scenario;
  expect(restored.documents.map(({ text }) => text)).toEqual(documents.map(({ text }) => text));
  const { question, context, title } = restored;
  expect({ question, context, title }).toMatchObject({
    question: before.question,
    title: before.title,
  });
  expect(context).toBe(before.context);
});

test("swap: puts whole words in each other's place, all at once, with their capitals", async () => {
  const { lines } = await changedBy(
    "{ swap: { Oluwaseun: Ottilie, Fairweather: Merryweather, he: she, himself: herself } }",
  );
  expect(lines.get("first.md:3")).toBe("Ottilie T. Merryweather");
  expect(lines.get("first.md:10")).toBe(
    "Merryweather has run wards for eleven years. She trained forty nurses and wrote the handover protocol herself.",
  );
  const { lines: both } = await changedBy("{ swap: { Xiomara: Hamish, Hamish: Xiomara } }");
  expect(both.get("third.txt:8")).toMatch(/^Xiomara asked/);
  expect(both.get("third.txt:6")).toMatch(/^Hamish arrived/);
});

test("members are sent the exchanged lines, under an exchanged file name, and cite them", async () => {
  const cwd = workFolder({
    "study.yaml": STUDY(
      "{ swap: { Oluwaseun T. Fairweather: Person A, Oluwaseun: Person A, Fairweather: Person A } }",
    ).replace("first.md", "oluwaseun-cv.md"),
    ...withScripts({ "oluwaseun-cv.md": FIRST, "third.txt": THIRD }),
  });
  expect((await cli(["study", "run", "study.yaml", "--output", "held"], { cwd })).code).toBe(0);
  const folder = "held/meetings/small/other/oluwaseun-cv.md/1";
  const { out } = await cli(["show", folder, "--prompt", "opening", "--speaker", "chen"], { cwd });
  expect(out).toContain("3| Person A");
  expect(out).not.toMatch(/Oluwaseun|oluwaseun-cv|Fairweather/);
  expect((await cli(["verify", folder], { cwd })).code).toBe(0);
});
