import { describe, expect, it } from "vitest";
import { signOf, spoken } from "../../../src/models/simulated/ladder.ts";
import { casebookOf } from "../../../src/models/simulated/reading/casebook.ts";
import { stepTo } from "../../../src/models/simulated/step.ts";
import { sharedLayer } from "../../../src/perspective/layers.ts";
import { openNames } from "../../../src/perspective/names.ts";
import { hold, readScenario, type Said } from "./harness.ts";

const SEEDS = Array.from({ length: 12 }, (_, index) => index + 1);
const QUOTATION = /"([^"]+)" \(line \d+(?: of [^)]+)?\)/g;

/** Every verdict of some meetings with what was said before it, and every leaving with the verdict that stands. */
async function heldOver(name: string) {
  const scenario = readScenario(name);
  const book = casebookOf(sharedLayer(scenario, scenario.members, openNames(scenario.members)), scenario);
  const stated: { said: Said; before: string | null }[] = [];
  const left: { said: Said; reasons: string }[] = [];
  for (const seed of SEEDS) {
    const last = new Map<string, Said>();
    for (const said of (await hold(scenario, seed)).said) {
      if (said.verdict !== null) {
        stated.push({ said, before: last.get(said.seat)?.verdict ?? null });
        last.set(said.seat, said);
      }
      if (said.withdrawn) left.push({ said, reasons: last.get(said.seat)!.reasoning! });
    }
  }
  const factsIn = (text: string) =>
    [...text.matchAll(QUOTATION)].map(([, quote]) => book.facts.find((fact) => fact.quote === quote)!);
  const criteriaIn = (text: string) =>
    book.yardsticks.flatMap(({ name: each }, index) =>
      text
        .replace(/"[^"]*"/g, "")
        .toLowerCase()
        .includes(each.toLowerCase())
        ? [index]
        : [],
    );
  const sideOf = (verdict: string) => scenario.verdicts.find(({ id }) => id === verdict)!.side;
  return { scenario, book, stated, left, factsIn, criteriaIn, sideOf };
}

/** In which one says that one leaves, and over what. */
function firstSentence(content: string): string {
  return content.split(/(?<=[.?!]) /)[0]!;
}

describe.each(["hiring", "investment"])("verdicts of simulated members over %s", async (name) => {
  const { scenario, book, stated, left, factsIn, criteriaIn, sideOf } = await heldOver(name);

  it("rest on a merit where they are for, and on a fault where they are against", () => {
    const first = stated.filter(({ before, said }) => before === null && sideOf(said.verdict!) !== "neutral");
    expect(first.length).toBeGreaterThan(40);
    for (const { said } of first)
      expect(Math.sign(factsIn(said.reasoning!)[0]!.polarity)).toBe(
        signOf(said.verdict!, 0, scenario.verdicts),
      );
  });

  it("name a merit and a fault where they are neutral, and put neither above the other", () => {
    for (const { said } of stated.filter(({ said }) => sideOf(said.verdict!) === "neutral")) {
      expect(factsIn(said.reasoning!).map(({ polarity }) => polarity > 0)).toEqual(
        expect.arrayContaining([true, false]),
      );
      expect(said.reasoning).toMatch(/either|one weight|in balance|nor the other/);
    }
  });

  it("say from what to what they changed, and rest on what moved them that way", () => {
    const changes = stated.filter(({ before }) => before !== null);
    expect(changes.length).toBeGreaterThan(0);
    const rank = (id: string) => scenario.verdicts.findIndex((option) => option.id === id);
    for (const { said, before } of changes) {
      const isUp = rank(said.verdict!) < rank(before!);
      expect(said.reasoning).toContain(
        `${isUp ? "up" : "down"} from ${spoken(before!)} to ${spoken(said.verdict!)}`,
      );
      expect(factsIn(said.reasoning!)[0]!.polarity > 0).toBe(isUp);
    }
  });

  it("are left on the criterion of a ground that was given for them", () => {
    for (const { said, reasons } of left) {
      const named = criteriaIn(firstSentence(said.content));
      const grounds = factsIn(reasons).map(({ criterion }) => criterion);
      if (named.length > 0) expect(grounds.some((criterion) => named.includes(criterion))).toBe(true);
    }
  });

  it("are left with a quotation of the criterion that is named", () => {
    for (const { said } of left) {
      const named = criteriaIn(firstSentence(said.content));
      const cited = said.artifacts.flatMap((each) =>
        each.kind === "citation" ? (book.byLine.get(each.ref) ?? []) : [],
      );
      if (named.length > 0 && cited.length > 0)
        expect(cited.some(({ criterion }) => named.includes(criterion))).toBe(true);
    }
  });
});

describe("the step to a verdict", () => {
  const option = (id: string, side: "for" | "against") => ({ id, side, meaning: "" });
  const [hire, weak, no] = [option("HIRE", "for"), option("WEAK_HIRE", "for"), option("NO_HIRE", "against")];

  it("goes up or down the scenario's order", () => {
    expect(stepTo("WEAK_HIRE", "NO_HIRE", [hire, weak, no])).toBe("up from no hire to weak hire");
    expect(stepTo("NO_HIRE", "HIRE", [hire, weak, no])).toBe("down from hire to no hire");
  });

  it("is neither up nor down between two options", () => {
    expect(stepTo("NO_HIRE", "HIRE", [hire, no])).toBe("from hire to no hire");
  });

  it("has no beginning where nothing was held before", () => {
    expect(stepTo("HIRE", null, [hire, weak, no])).toBe("to hire");
  });
});
