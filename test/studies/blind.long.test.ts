import { describe, expect, test } from "vitest";
import { makeDocument } from "../../src/scenario/documents/document-text.ts";
import { blinded } from "../../src/studies/blind.ts";
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

const NAMES =
  "names: [[Oluwaseun T. Fairweather, Fairweather], [Xiomara Delacroix-Petit, Delacroix-Petit, Xiomara]]";

describe("blind:", () => {
  test("puts one label in the place of every listed form of a name, and takes listed words as they are", async () => {
    const { lines } = await changedBy(
      `{ blind: { ${NAMES}, words: { he: they, Brighton: "[town]" } } }`,
    );
    expect(Object.fromEntries(lines)).toEqual({
      "first.md:3": "Person A",
      "first.md:10":
        "Person A has run wards for eleven years. They trained forty nurses and wrote the handover protocol himself.",
      "first.md:13": "MSc Nursing, University of [town], 2012",
      "third.txt:3": "Candidate: Person B",
      "third.txt:6":
        "Person B arrived early. She is a French national, 41 years old, and her answers were short.",
      "third.txt:7":
        "Person B went to the École Polytechnique and then to MIT, where she graduated in 2008.",
      "third.txt:9":
        "Person B leads twelve people, three of them women, and has done so since 2019. May I? Will they?",
    });
  });

  test("changes nothing but what is listed: put back, every text is what it was", async () => {
    const documents = [FIRST, THIRD].map((text, index) =>
      makeDocument({ name: `cv-${index}.md`, title: "", subject: index === 0, text }),
    );
    const { script: _, ...hiring } = await shipped("hiring");
    const before = { ...hiring, documents };
    const { scenario, changed } = blinded(before, { names: ["Fairweather", "Xiomara"] });
    const restored = scenario.documents.map(({ text }, index) =>
      text.replaceAll(
        index === 0 ? "Person A" : "Person B",
        index === 0 ? "Fairweather" : "Xiomara",
      ),
    );
    // Capitals are found too, and a name inside an address or another word is not one.
    expect(restored[0]).toBe(documents[0]!.text);
    expect(restored[1]).toBe(documents[1]!.text.replace("XIOMARA", "Xiomara"));
    expect(changed.map(({ document, line }) => `${document}:${line}`)).toEqual([
      "cv-0.md:3",
      "cv-0.md:10",
      "cv-1.md:3",
      "cv-1.md:6",
      "cv-1.md:9",
    ]);
    expect([scenario.question, scenario.context, scenario.title]).toEqual([
      before.question,
      before.context,
      before.title,
    ]);
  });

  test("says what it is no help with, and which of the listed it found nowhere", async () => {
    const { out } = await changedBy(
      "{ blind: { names: [Fairweather, Fairwether], words: { xe: they } } }",
    );
    expect(out).toContain("Listed under blind:, and nowhere in the documents: Fairwether\n");
    expect(out).toContain("Listed under blind:, and nowhere in the documents: xe\n");
    expect(out).not.toContain("documents: Fairweather\n");
    expect(out).toContain("blind: changes what its lists name and nothing else.");
  });

  test.each(["all", "[names, pronouns]", "{}", "{ names: [] }", "{ names: [], words: {} }"])(
    "is refused where it lists nothing: %s",
    async (blind) => {
      const cwd = workFolder({
        "study.yaml": STUDY(`{ blind: ${blind} }`),
        ...withScripts({ "first.md": FIRST, "third.txt": THIRD }),
      });
      const { err, code } = await cli(["check", "study.yaml"], { cwd });
      expect(code).toBe(2);
      expect(err).toMatch(
        /study\.yaml:7:19: arms\.other\.blind (?:must be a mapping|lists nothing to take out)/,
      );
    },
  );
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

test("members are sent the blinded lines, under a file name that tells nobody, and cite them", async () => {
  const cwd = workFolder({
    "study.yaml": STUDY(
      "{ blind: { names: [[Oluwaseun T. Fairweather, Oluwaseun, Fairweather], Xiomara] } }",
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
