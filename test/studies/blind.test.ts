import { describe, expect, test } from "vitest";
import { cli, workFolder } from "../cli/cli.ts";
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

const SECOND = `# Motivationsschreiben

Zübeyde Aydoğan
Kastanienallee 77b
04229 Leipzig
Mobil: 0151 / 555 20 11

Sehr geehrte Frau Dr. Hoffmeister,

mein Name ist Zübeyde Aydoğan, ich bin 29 Jahre alt und türkische Staatsangehörige.
Den Bachelor habe ich 2019 an der Hochschule Merseburg gemacht.
Meine Vorgesetzte, Frau Krüger, sagt, dass ihre Abteilung ohne mich stehen bliebe. Sie hat mich empfohlen.

Mit freundlichen Grüßen
Zübeyde Aydoğan
`;

const THIRD = `Interview notes, second round

Candidate: Xiomara Delacroix-Petit
Panel: Hamish McAllister, Ngozi Adeyemi

Xiomara arrived early. She is a French national, 41 years old, and her answers were short.
Delacroix-Petit went to the École Polytechnique and then to MIT, where she graduated in 2008.
Hamish asked about the outage of 14 May 2023. Adeyemi thanked her.
`;

const STUDY = (arm: string) => `title: Names
scenario: ./scenarios/small
subjects: [first.md, second.md, third.txt]
seeds: [1]
arms:
  named: {}
  other: ${arm}
`;

/** The lines that an arm changes, as `boardroom check` shows them. */
async function changedBy(
  arm: string,
  files: Readonly<Record<string, string>> = {},
): Promise<{ readonly lines: Map<string, string>; readonly out: string }> {
  const cwd = workFolder({
    "study.yaml": STUDY(arm),
    ...withScripts({ "first.md": FIRST, "second.md": SECOND, "third.txt": THIRD, ...files }),
  });
  const { out, err, code } = await cli(["check", "study.yaml"], { cwd });
  expect(code, err).toBe(0);
  const blocks = [...out.matchAll(/^ {2}(\S+:\d+)\n {2}- (.*)\n {2}\+ (.*)$/gm)];
  return { out, lines: new Map(blocks.map(([, place = "", , after = ""]) => [place, after])) };
}

describe("blind:", () => {
  test("takes out who somebody is, line by line, by labels that stay the same", async () => {
    const { lines } = await changedBy("{ blind: all }");
    expect(Object.fromEntries(lines)).toEqual({
      "first.md:3": "**Person A**",
      "first.md:4": "Flat 3, [address]",
      "first.md:5": "Tel. [phone], [address]",
      "first.md:6": "Date of birth: [date]",
      "first.md:7": "Nationality: [nationality]",
      "first.md:10":
        "Person A has run wards for eleven years. They trained forty nurses and wrote the handover protocol themself.",
      "first.md:13": "MSc Nursing, [school A], [date]",
      "first.md:16": "Dr. Person B, Royal Sussex County Hospital",
      "first.md:17": "Person C",
      "second.md:3": "Person A",
      "second.md:4": "[address]",
      "second.md:5": "[address]",
      "second.md:6": "Mobil: [phone]",
      "second.md:8": "Sehr geehrte Dr. Person B,",
      "second.md:10": "mein Name ist Person A, ich bin [age] und [nationality] Staatsangehörige.",
      "second.md:11": "Den Bachelor habe ich [date] an der [school A] gemacht.",
      "second.md:12":
        "Meine Vorgesetzte, Person C, sagt, dass deren Abteilung ohne mich stehen bliebe. Die Person hat mich empfohlen.",
      "second.md:15": "Person A",
      "third.txt:3": "Candidate: Person A",
      "third.txt:4": expect.stringMatching(/Person B/),
      "third.txt:6":
        "Person A arrived early. They are a [nationality] national, [age], and their answers were short.",
      "third.txt:7": "Person A went to the [school A] and then to [school B], where they graduated in [date].",
      "third.txt:8": expect.stringMatching(/Person B thanked them\.$/),
    });
  });

  test("takes an address with its town, a college with its town, a saint with the school, and says them and their", async () => {
    const subject = [
      "# Anna-Lena Brückner",
      "She lives at Lindenstraße 14, 8010 Graz. She is based in Leeds. Office: 12 High Street, Leeds.",
      "MSc, University College London. She went to St. Mary's School, Lagos.",
      "Studied at the University of Kirkby; Kirkby gave her its medal, and her dean praised her the same day.",
    ];
    const { lines, out } = await changedBy("{ blind: all }", { "first.md": `${subject.join("\n")}\n` });
    expect(lines.get("first.md:2")).toBe(
      "They live at [address]. They are based in [address]. Office: [address].",
    );
    expect(lines.get("first.md:3")).toBe("MSc, [school A]. They went to [school B], Lagos.");
    expect(lines.get("first.md:4")).toBe(
      "Studied at the [school C]; Kirkby gave them its medal, and their dean praised them the same day.",
    );
    expect(out).toContain("a school's town that stands alone");
  });

  test("says plainly what it can miss: here a first name that no list, label or title tells", async () => {
    const { lines, out } = await changedBy("{ blind: all }");
    expect(lines.get("third.txt:8")).toContain("Hamish asked about the outage of 14 May 2023.");
    expect(out).toContain("they miss a name that is never given in full");
  });

  test("takes out what it is told to, and leaves the rest", async () => {
    const { lines } = await changedBy("{ blind: [age, photo] }");
    expect([...lines.keys()]).toEqual([
      ...["first.md:6", "first.md:13", "second.md:10", "second.md:11", "third.txt:6", "third.txt:7"],
    ]);
  });
});

test("swap: puts whole words in each other's place, all at once, with their capitals", async () => {
  const { lines } = await changedBy(
    "{ swap: { Oluwaseun: Ottilie, Fairweather: Merryweather, he: she, himself: herself } }",
  );
  expect(lines.get("first.md:3")).toBe("**Ottilie T. Merryweather**");
  expect(lines.get("first.md:10")).toBe(
    "Merryweather has run wards for eleven years. She trained forty nurses and wrote the handover protocol herself.",
  );
  const { lines: both } = await changedBy("{ swap: { Xiomara: Hamish, Hamish: Xiomara } }");
  expect(both.get("third.txt:8")).toMatch(/^Xiomara asked/);
  expect(both.get("third.txt:6")).toMatch(/^Hamish arrived/);
});

test("members are sent the blinded lines, under a file name that tells nobody, and cite them", async () => {
  const cwd = workFolder({
    "study.yaml": STUDY("{ blind: all }").replace("first.md", "oluwaseun-cv.md"),
    ...withScripts({ "oluwaseun-cv.md": FIRST, "second.md": SECOND, "third.txt": THIRD }),
  });
  expect((await cli(["study", "run", "study.yaml", "--out", "held"], { cwd })).code).toBe(0);
  const folder = "held/meetings/small/other/oluwaseun-cv.md/1";
  const { out } = await cli(["prompt", folder, "--speaker", "chen", "--at", "opening"], { cwd });
  expect(out).toContain("3| **Person A**");
  expect(out).not.toMatch(/Oluwaseun|oluwaseun|Fairweather/);
  expect((await cli(["verify", folder], { cwd })).code).toBe(0);
});
