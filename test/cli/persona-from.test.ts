import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelFactory } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { expect, it } from "vitest";
import { cli, workFolder } from "./cli.ts";

const LETTER = `# On ledgers

I have never signed a ledger that I could not add up by hand.
When the yard asks for trust I ask for the carbon copy,
and I keep it until the rain has come through the roof twice.
Costs are the only honest witnesses in a shipyard.
My friend Orla Pettibone says I am slow. I am slow.
`;

const DRAFT = {
  title: { is: "Keeper of Ledgers", passage: "never signed a ledger that I could not add up by hand" },
  expertise: [
    { is: "shipyard accounts", passage: "the only honest witnesses in a shipyard" },
    { is: "space law", passage: "the treaty of the outer planets binds all of us" },
  ],
  personality: [
    {
      is: "Adds every sum twice and trusts no roof.",
      passage: "When the yard asks for trust I ask for the carbon copy, and I keep it",
    },
  ],
  speakingStyle: [{ is: "Short claims, then a repetition.", passage: "says I am slow. I am slow." }],
  priorities: [
    { criterion: "cost", weight: 9, passage: "Costs are the only honest witnesses" },
    { criterion: "delivery", weight: 8, passage: "speed is all that counts here" },
  ],
  stubbornness: { is: 0.9, passage: "I have never signed a ledger" },
};

function drafting(draft: unknown, argv: readonly string[]) {
  const cwd = workFolder({ "writings/letter.md": LETTER });
  const scripted: ModelFactory = ({ spec }) =>
    scriptedModel([JSON.stringify(draft)], { spec, provider: "scripted" });
  return { cwd, ran: cli(["new", "persona", ...argv], { cwd, factories: { scripted } }) };
}

const FROM = ["--from", "writings/letter.md", "--model", "scripted:m", "--approve", "--because", "a test"];

it("drafts a persona whose every trait stands beside the passage that shows it, and leaves out what has none", async () => {
  const { cwd, ran } = drafting(DRAFT, ["slow-bookkeeper", ...FROM]);
  const { code, out, err } = await ran;
  expect({ code, err }).toMatchObject({ code: 0 });
  expect(out).toContain("Next: read it over, then boardroom lint personas/slow-bookkeeper.md");
  const text = readFileSync(join(cwd, "personas/slow-bookkeeper.md"), "utf8");
  expect(text).toContain('# - priorities: cost <- "Costs are the only honest witnesses" (letter.md line 6)');
  expect(text).toContain("# An invented name: nobody has stated that the writer agrees to be named.");
  expect(text).toMatch(/^name: Slow Bookkeeper$/m);
  expect(text).not.toMatch(/space law|delivery/);
  expect(err).toContain("expertise: space law");
  expect(err).toContain("priorities: delivery");
  expect((await cli(["lint", "personas/slow-bookkeeper.md"], { cwd })).code).toBe(0);
});

it("names nobody of the writings without their consent, which the file keeps", async () => {
  const refused = drafting(DRAFT, ["orla-pettibone", ...FROM]);
  const { code, err } = await refused.ran;
  expect({ code, err }).toMatchObject({
    code: 2,
    err: expect.stringMatching(/consent alone[\s\S]*--i-have-their-consent/),
  });
  expect(existsSync(join(refused.cwd, "personas/orla-pettibone.md"))).toBe(false);
  const { cwd, ran } = drafting(DRAFT, ["orla-pettibone", ...FROM, "--i-have-their-consent"]);
  expect((await ran).code).toBe(0);
  const text = readFileSync(join(cwd, "personas/orla-pettibone.md"), "utf8");
  expect(text).toContain(
    "# Consent: whoever had this drafted has stated that the person named here agrees to it.",
  );
});

it("refuses a draft that names somebody of the writings", async () => {
  const personality = [{ is: "Talks as Orla Pettibone would.", passage: "I have never signed a ledger" }];
  const { ran } = drafting({ ...DRAFT, personality }, ["slow-bookkeeper", ...FROM]);
  expect(await ran).toMatchObject({ code: 4, err: expect.stringMatching(/names somebody of the writings/) });
});

it("writes nothing where too little of a draft stands in the writings", async () => {
  const title = { is: "Admiral", passage: "I command the fleet of the north" };
  const { cwd, ran } = drafting({ ...DRAFT, title }, ["slow-bookkeeper", ...FROM]);
  expect(await ran).toMatchObject({ code: 4, err: expect.stringMatching(/drafted nothing that holds/) });
  expect(existsSync(join(cwd, "personas/slow-bookkeeper.md"))).toBe(false);
});

it("asks for a model", async () => {
  const { ran } = drafting(DRAFT, ["slow-bookkeeper", "--from", "writings/letter.md"]);
  expect(await ran).toMatchObject({
    code: 2,
    err: expect.stringMatching(/none is named\n {2}Name one: --model/),
  });
});
