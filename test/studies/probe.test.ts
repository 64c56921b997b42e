import { functionModel, type ModelFactory } from "boardroom";
import { describe, expect, it } from "vitest";
import { PROBE_CASES } from "../../src/studies/conformity/cases.ts";
import { conformityFigures } from "../../src/studies/conformity/conformity.ts";
import { cli, workFolder } from "../cli/cli.ts";

const verdict = (id: string) =>
  `<Message><Speaker>Toma Reyes</Speaker><Verdict>${id}</Verdict><VerdictReasoning>So it is.</VerdictReasoning><Confidence>0.8</Confidence><Content></Content></Message>`;

/** Always the same answer, which is right for six of the twelve. */
const steadfast: ModelFactory = ({ spec }) => functionModel(() => verdict("FIRST"), { spec });

/** What the last peer said; alone, the first answer. */
const follower: ModelFactory = ({ spec }) =>
  functionModel(
    ({ messages }) => {
      const heard = messages.map(({ content }) => content).join("\n");
      const last = [...heard.matchAll(/<Verdict>(FIRST|SECOND)<\/Verdict>/g)].at(-1);
      return verdict(last?.[1] ?? "FIRST");
    },
    { spec },
  );

async function probed(factory: ModelFactory, ...more: string[]) {
  const cwd = workFolder();
  const asked = ["probe", "local:tiny", "--approve", "--because", "a test", "--format", "json", ...more];
  const { code, out, err } = await cli(asked, { cwd, factories: { local: factory } });
  const { figures } = JSON.parse(out) as { figures: { id: string; value: number; n: number }[] };
  return { code, err, of: (id: string) => figures.find((figure) => figure.id === id)?.value };
}

describe("boardroom probe", () => {
  it("finds nobody to have moved a model that always says the same", async () => {
    const { code, err, of } = await probed(steadfast);
    expect(code).toBe(0);
    expect(err).toBe("Probe of local:tiny: 60 questions, their price is unknown.\n");
    expect(["raw", "right", "wrong", "trust", "doubt"].map((kind) => of(`right-${kind}`))).toEqual(
      Array.from({ length: 5 }, () => 0.5),
    );
    expect([of("cr-wrong"), of("cr-right"), of("ir")]).toEqual([0, 0, 0.5]);
  });

  it("finds a model that says what its peers say to be turned both ways, and independent nowhere", async () => {
    const { of } = await probed(follower, "--peers", "6");
    expect([of("right-right"), of("right-wrong"), of("right-trust"), of("right-doubt")]).toEqual([1, 0, 0, 1]);
    expect([of("cr-wrong"), of("cr-trust"), of("cr-right"), of("cr-doubt")]).toEqual([0.5, 0.5, 0.5, 0.5]);
    expect(of("ir")).toBe(0);
  });

  it("says the price first, and asks nothing without leave", async () => {
    let calls = 0;
    const counted: ModelFactory = ({ spec }) => functionModel(() => `${++calls}`, { spec });
    const { code, out, err } = await cli(["probe", "local:tiny"], {
      cwd: workFolder(),
      factories: { local: counted },
    });
    expect({ code, out, calls }).toEqual({ code: 6, out: "", calls: 0 });
    expect(err).toContain(
      "Nothing was asked. To approve it, with why it is needed in place of the dots:\nNext: boardroom ",
    );
  });

  it("works with simulated members, who are led astray more often than not at all", async () => {
    const { code, out, err } = await cli(["probe", "simulated", "--format", "csv"], { cwd: workFolder() });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const of = (id: string) => Number(new RegExp(`^${id},(\\d+)`, "m").exec(out)?.[1]);
    expect(of("right-raw")).toBeGreaterThan(of("right-wrong"));
    expect(of("cr-wrong")).toBeGreaterThan(0);
  });

  it.each(["2", "7", "x"])("takes three to six peers, not %s", async (peers) => {
    expect(await cli(["probe", "simulated", "--peers", peers])).toMatchObject({ code: 2 });
  });
});

describe("the questions of the probe", () => {
  it("are right by the first answer as often as by the second", () => {
    expect(PROBE_CASES.filter(({ right }) => right === "FIRST")).toHaveLength(PROBE_CASES.length / 2);
  });

  it("that were not answered every way say nothing", () => {
    const whole = { raw: true, right: true, wrong: true, trust: true, doubt: true };
    const figures = conformityFigures([...Array.from({ length: 9 }, () => whole), { ...whole, doubt: null }]);
    expect(figures.map(({ value, n }) => [value, n])).toEqual(figures.map(() => [null, 9]));
  });
});
