import fc from "fast-check";
import { expect, it } from "vitest";
import { limitBudget } from "../../src/home/spending/money.ts";

/** Some amounts are refused by what the study itself draws on, and over some its ledger fails. */
const outer = {
  isLimited: false,
  reserve: async (dollars: number) => {
    if (Math.round(dollars * 100) % 5 === 0) throw new Error("the ledger is gone");
    if (Math.round(dollars * 100) % 7 === 0) return { refused: "by the day" };
    return { settle: async () => {} };
  },
};

const cents = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((each) => each / 100);
const calls = fc.array(fc.record({ most: cents(1, 60), share: cents(0, 100) }), {
  minLength: 1,
  maxLength: 12,
});

it("no interleaving of reserving, settling and failing passes a study's limit, and one is refused only when none is open", async () => {
  await fc.assert(
    fc.asyncProperty(
      calls,
      cents(1, 100),
      cents(0, 50),
      fc.scheduler(),
      async (asked, limit, before, chance) => {
        const purse = limitBudget(outer, {
          whose: "the budget of this study",
          most: limit,
          spent: before,
        });
        const now = { open: 0, reserved: 0, settled: before };
        const held = asked.map(async ({ most, share }) => {
          await chance.schedule(Promise.resolve());
          const taken = await purse.reserve(most).catch(() => null);
          if (taken === null) return;
          if ("refused" in taken) {
            if (taken.refused === "by the day") return;
            expect(now.open).toBe(0);
            expect(now.settled + most).toBeGreaterThan(limit);
            return;
          }
          now.open += 1;
          now.reserved += most;
          expect(now.settled + now.reserved).toBeLessThanOrEqual(limit + 1e-6);
          await chance.schedule(Promise.resolve());
          now.open -= 1;
          now.reserved -= most;
          now.settled += most * share;
          await taken.settle(most * share);
        });
        await chance.waitFor(Promise.all(held));
        expect(purse.spent).toBeCloseTo(now.settled, 9);
        // Nothing is left reserved, whatever came of the calls: what fits is given at once.
        const fits = (await purse.reserve(limit - now.settled - 1e-5).catch(() => ({}))) as object;
        expect(fits).not.toMatchObject({ refused: expect.stringContaining("no room") });
      },
    ),
  );
});
