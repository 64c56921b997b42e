import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ModelFactory } from "boardroom";
import { describe, expect, it } from "vitest";
import { around, atLeast, atMost, countOf } from "../../src/studies/validation/published.ts";
import { judged } from "../../src/studies/validation/validation.ts";
import { cli, twoTurns, workFolder } from "../cli/cli.ts";

const seen = (observed: number, low: number, high: number, n = 40) => ({
  ...{ what: "x", n, observed, interval: { low, high }, held: 40 },
});

describe("a line of a validation", () => {
  it("is inside where its interval meets the published one", () => {
    // 9 of 10: 59.6 to 98.2 % (Wilson).
    expect(judged(seen(0.5, 0.4, 0.6), countOf(9, 10)).verdict).toBe("inside");
    expect(judged(seen(0.5, 0.4, 0.59), countOf(9, 10)).verdict).toBe("outside");
    expect(judged(seen(0.3, 0.28, 0.32), around(0.25, 0.05, "people")).verdict).toBe("inside");
    expect(judged(seen(0.33, 0.31, 0.35), around(0.25, 0.05, "people")).verdict).toBe("outside");
  });

  it("has to reach a threshold itself", () => {
    expect(judged(seen(0.74, 0.6, 0.85), atLeast(0.75, "")).verdict).toBe("outside");
    expect(judged(seen(0.75, 0.6, 0.85), atLeast(0.75, "")).verdict).toBe("inside");
    expect(judged(seen(0.36, 0.3, 0.4), atMost(0.35, "")).verdict).toBe("outside");
  });

  it("says nothing of fewer than ten, but how many more meetings it takes", () => {
    // 4 of 40 meetings were of the kind: six more of it take sixty.
    expect(judged(seen(0.5, 0.1, 0.9, 4), atLeast(0, ""))).toMatchObject({ verdict: "too few", needs: 60 });
    expect(judged(seen(0.5, 0.1, 0.9, 0), atLeast(0, ""))).toMatchObject({ verdict: "too few", needs: null });
  });
});

describe("boardroom validate", () => {
  it("holds trials offline, keeps calibration apart, and prints no finding of too few", async () => {
    const cwd = workFolder();
    const asked = ["validate", "--only", "trial", "--meetings", "1", "--format", "json"];
    const { code, out, err } = await cli(asked, { cwd });
    expect({ code, err }).toEqual({ code: 3, err: "" });
    const { tables } = JSON.parse(out) as {
      tables: { id: string; use: string; rows: { verdict: string }[] }[];
    };
    expect(tables.map(({ id, use }) => [id, use])).toEqual([
      ["T1", "calibration"],
      ["T1b", "calibration"],
      ["T1c", "hold-out"],
    ]);
    expect(new Set(tables.flatMap(({ rows }) => rows.map(({ verdict }) => verdict)))).toEqual(
      new Set(["too few"]),
    );
    expect(existsSync(join(cwd, "transcripts"))).toBe(false);
  });

  it("says the price of a model before the first call, and holds nothing without leave", async () => {
    const cwd = workFolder();
    const asked = ["validate", "--only", "talk", "--model", "anthropic:claude-sonnet-5-5"];
    const { code, out, err } = await cli(asked, { cwd, fetch: unreachable });
    expect({ code, out }).toEqual({ code: 6, out: "" });
    expect(err).toMatch(
      /^Validation by anthropic:claude-sonnet-5-5: 45 meetings, expected to cost \$[\d.,]+ in all\.\n/,
    );
    expect(err).toContain(
      "Nothing was held. To approve it, with why it is needed in place of the dots:\nNext: boardroom ",
    );
    expect(existsSync(join(cwd, "transcripts"))).toBe(false);
  });

  it("keeps the meetings of a model, and does not pay for them again", async () => {
    const cwd = workFolder();
    let calls = 0;
    const counted: ModelFactory = (asked) => {
      const model = twoTurns(asked);
      return {
        ...model,
        generate: (request, context) => {
          calls += 1;
          return model.generate(request, context);
        },
      };
    };
    const asked = ["validate", "--only", "talk", "--meetings", "1", "--model", "local:tiny", "--approve"];
    const more = { cwd, factories: { local: counted } };
    const first = await cli([...asked, "--because", "a test"], more);
    expect(first.err).toContain("Validation by local:tiny: 3 meetings, their price is unknown.");
    expect(first.code).toBe(3);
    expect(first.out).toContain("(hold-out: nothing was fitted to it)");
    expect(first.out).not.toContain("(calibration");
    expect(existsSync(join(cwd, "transcripts/validation/local-tiny/talk/4-members/1001/events.jsonl"))).toBe(
      true,
    );
    const before = calls;
    expect(before).toBeGreaterThan(20);
    const again = await cli([...asked, "--because", "a test"], more);
    expect({ out: again.out, calls }).toEqual({ out: first.out, calls: before });
  });

  it("names what it can hold", async () => {
    const { code, err } = await cli(["validate", "--only", "trails"]);
    expect(code).toBe(2);
    expect(err).toContain('there is no validation "trails"');
    expect(err).toContain("trial");
  });
});

const unreachable: typeof fetch = () => Promise.reject(new Error("nobody may be called"));
