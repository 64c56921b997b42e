import { describe, expect, it } from "vitest";
import { cli, workFolder } from "./cli.ts";

type Shown = {
  readonly is: string;
  readonly message: string;
  readonly remedy: string;
  readonly place: { file: string; line: number };
};

const SPECIFIC = {
  personality: "Counts the chairs before anybody sits, keeps receipts from 1998, apologises to furniture.",
  speakingStyle: "Begins with the number of the clause and ends on a sigh, then waits for an objection.",
};

function person(name: string, more: Readonly<Record<string, string>> = {}, background = ""): string {
  const fields = {
    title: `Warden of ${name}`,
    expertise: `[${name} husbandry, ferries of ${name}]`,
    ...SPECIFIC,
    ...more,
  };
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${value}`);
  return `---\nname: ${name}\n${lines.join("\n")}\n---\n\n${background}\n`;
}

async function lint(files: Readonly<Record<string, string>>, ...asked: string[]) {
  const { code, out } = await cli(["check", "--lint", ...asked, "--json"], { cwd: workFolder(files) });
  return { code, told: JSON.parse(out) as Shown[] };
}

describe("check --lint", () => {
  it("has no error to tell of what ships", async () => {
    const { code, out } = await cli(["check", "--lint"]);
    expect(code).toBe(0);
    expect(out).toMatch(/31 personas, 10 panels, 8 scenarios: 0 errors, \d+ warnings\.\n$/);
  });

  it.each([
    [
      "a nation's temper",
      { personality: "Stubborn over tea, tidy in accounts, full of Norwegian thrift when grants are shared." },
      5,
    ],
    [
      "a generalisation",
      { speakingStyle: "Interrupts twice, like most Italians, then kisses the minutes and folds the agenda." },
      6,
    ],
    [
      "a sex",
      { personality: "Hears quarrels two rooms away because she is a mother; irons the flags herself." },
      5,
    ],
    [
      "an accent",
      { speakingStyle: "Broken English, long pauses, recipes in place of arguments, hums at the end." },
      6,
    ],
    [
      "a name",
      { personality: "True to her name she freezes whoever asks late; counts pebbles in her pocket." },
      5,
    ],
  ])("calls it an error to draw a trait from %s, at its line", async (_, more, line) => {
    const { code, told } = await lint({ "personas/odd.md": person("Odd", more) }, "personas/odd.md");
    expect(code).toBe(2);
    expect(told.map(({ is, place }) => [is, place.file, place.line])).toEqual([
      ["error", "personas/odd.md", line],
    ]);
    expect(told[0]?.remedy).toMatch(/what this person did/);
  });

  it("finds such a sentence in the background too, and leaves a birthplace alone", async () => {
    const background = "Born in Lagos to a Nigerian father, she kept bees.\n\nBeing a Swede he never bargains.";
    const { told } = await lint({ "personas/odd.md": person("Odd", {}, background) }, "personas/odd.md");
    expect(told.map(({ is, place }) => [is, place.line])).toEqual([["error", 11]]);
  });
});

const board = (criteria: string, members: string) => `title: Ferry
question: Buy the ferry?
verdicts: [{ id: BUY, side: for }, { id: KEEP, side: against }]
criteria: ${criteria}
members: ${members}
`;

describe("a board", () => {
  const alike = { title: "Warden", expertise: "[ferries]", priorities: "{ cost: 7, customers: 2 }" };

  it("of one mind under two names cannot disagree, which fails check", async () => {
    const cwd = workFolder({
      "scenarios/ferry/scenario.yaml": board("[{ id: cost, name: Money }]", "[una, vera]"),
      "personas/una.md": person("Una", alike),
      "personas/vera.md": person("Vera", alike),
    });
    const linted = await cli(["check", "--lint", "ferry"], { cwd });
    expect(linted.code).toBe(2);
    expect(linted.out).toMatch(
      /scenarios\/ferry\/scenario\.yaml:5:1: error: a panel that cannot disagree: its 2 members/,
    );
    const { code, err } = await cli(["check", "ferry"], { cwd });
    expect(code).toBe(2);
    expect(err).toMatch(/scenario\.yaml:5:1: a panel that cannot disagree/);
  });

  it("without a dissenting interest, or with a criterion nobody weighs, is warned of and passes check", async () => {
    const cwd = workFolder({
      "scenarios/ferry/scenario.yaml": board(
        "[{ id: cost, name: Money }, { id: noise, name: Noise }]",
        "[una, vera]",
      ),
      "personas/una.md": person("Una", { ...alike, optimism: "-0.2" }),
      "personas/vera.md": person("Vera", { priorities: "{ cost: 6 }", optimism: "-0.1" }),
    });
    const { code, out } = await cli(["check", "--lint", "ferry"], { cwd });
    expect(code).toBe(0);
    expect(out).toMatch(/warning: no dissenting interest: all 2 members lean against/);
    expect(out).toMatch(/scenario\.yaml:4:\d+: warning: no member weighs the criterion noise/);
    // Simulated members would need a script.
    const checked = await cli(["check", "ferry", "--model", "openai:gpt-6-sol"], { cwd });
    expect(checked.code).toBe(0);
    const warned = out.split("\n").slice(0, -2);
    expect(warned.length).toBeGreaterThan(3);
    expect(checked.err.trimEnd().split("\n").slice(-warned.length)).toEqual(warned);
  });

  it("of a panel needs options on both sides", async () => {
    const panel = `title: Ferry\nmembers: [una, kumar]\noptions: [{ id: BUY, side: for }, { id: LEASE, side: for }]\ncriteria: [cost]\n`;
    const { code, told } = await lint(
      { "panels/ferry.yaml": panel, "personas/una.md": person("Una", alike) },
      "panels",
    );
    expect(code).toBe(2);
    expect(told.filter(({ is }) => is === "error").map(({ place, message }) => [place.line, message])).toEqual([
      [3, "a panel that cannot disagree: no option has side: against"],
    ]);
  });
});

it("says what to name where there is nothing", async () => {
  const { code, err } = await cli(["check", "--lint", "panels"], { cwd: workFolder() });
  expect(code).toBe(2);
  expect(err).toMatch(/nothing to check: no panels\n {2}Create one/);
});
