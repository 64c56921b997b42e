import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cli, twoTurns, workFolder } from "./cli.ts";

const factories = { simulated: twoTurns };

/** As the program lists them. */
const HELP = readFileSync(new URL("golden/help.txt", import.meta.url), "utf8");
const NAMES = [...HELP.split("\nExamples:")[0]!.matchAll(/^ {2}([\w-]+) /gm)].map(
  ([, name]) => name!,
);

describe("help", () => {
  test("of the program names every command and exit code", async () => {
    const { code, out, err } = await cli(["--help"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    await expect(out).toMatchFileSnapshot("golden/help.txt");
    expect(NAMES).toEqual(
      expect.arrayContaining(["run", "show", "report", "list", "check", "doctor"]),
    );
    for (const argv of [[], ["-h"], ["help"], ["help", "help"]])
      expect((await cli(argv)).out).toBe(out);
    expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  test.each(NAMES)("of %s has examples", async (name) => {
    const { code, out, err } = await cli([name, "--help"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(new RegExp(`^Usage: boardroom ${name} `));
    expect(out).toMatch(new RegExp(`Examples:\n {2}boardroom ${name}\\b`));
    expect((await cli(["help", name])).out).toBe(out);
  });

  test.each([80, 120])(
    "of every command fits %i columns, its examples as a shell reads them",
    async (columns) => {
      for (const name of NAMES) {
        const { out } = await cli([name, "--help"], { isTTY: true, columns });
        expect(out.split("\n").filter((line) => line.length > columns)).toEqual([]);
      }
      const { out } = await cli(["ask", "--help"], { isTTY: true, columns: 80 });
      expect(out).toMatch(
        /^ {2}boardroom ask "Should we move the billing service to Rust\?" .*\\\n {6}\S/m,
      );
    },
  );

  test("the version is the package's", async () => {
    const { version } = JSON.parse(
      readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
    );
    expect((await cli(["--version"])).out).toBe(`${version}\n`);
  });
});

describe("a command line that cannot be read is told like every other mistake", () => {
  test.each<[string, string[], string, string]>([
    [
      "a missing argument, with its choices",
      ["new"],
      "missing argument: what",
      'Allowed: scenario, persona, study. Run "boardroom help new" for details.',
    ],
    [
      "an unknown command, nearly written",
      ["help", "rum"],
      'unknown command "rum"',
      'Did you mean "run"? Run "boardroom --help" for all commands.',
    ],
    [
      "an unknown command, and its help",
      ["rekord", "--help"],
      'unknown command "rekord"',
      'Did you mean "report"? Run "boardroom --help" for all commands.',
    ],
    [
      "an unknown flag",
      ["run", "hiring", "--sed", "3"],
      "unknown flag --sed",
      'Did you mean --seed? Run "boardroom help run" for details.',
    ],
    [
      "a flag of the program",
      ["--sed"],
      "unknown flag --sed",
      'Run "boardroom --help" for details.',
    ],
    [
      "a flag without its value",
      ["run", "hiring", "--seed"],
      "--seed needs a value",
      'Run "boardroom help run" for details.',
    ],
    [
      "a value that is none",
      ["run", "hiring", "--max-messages", "0"],
      'invalid value "0" for --max-messages',
      'It must be a whole number of at least 1, such as 40. Run "boardroom help run" for details.',
    ],
    [
      "one of few values",
      ["run", "hiring", "--view", "share"],
      'invalid value "share" for --view',
      'Did you mean shared? Allowed: perspective, anonymous, shared. Run "boardroom help run" for details.',
    ],
  ])("%s", async (_, argv, message, remedy) => {
    expect(await cli(argv)).toEqual({
      code: 2,
      out: "",
      err: `boardroom: ${message}\n${remedy && `  ${remedy}\n`}`,
    });
  });
});

describe("list", () => {
  test("names own scenarios before packaged ones, and what is wrong", async () => {
    const cwd = workFolder({ "scenarios/broken/scenario.yaml": "title: 3\n" });
    const { out } = await cli(["list", "scenarios"], { cwd });
    expect(out).toMatch(/^NAME +FROM +TITLE\n/);
    expect(out).toMatch(/\nbroken +own +invalid: /);
    expect(out).toMatch(/\nsmall +own +A small matter\n/);
    expect(out).toMatch(/\nhiring +included +\S/);
  });

  test("names personas, protocols and models", async () => {
    const cwd = workFolder();
    expect((await cli(["list", "personas"], { cwd })).out).toMatch(
      /\nkumar +Dr\. James Kumar +Head of compliance +compliance\n/,
    );
    expect((await cli(["list", "protocols"], { cwd })).out).toMatch(/\nboard +\d+ +\S/);
    expect((await cli(["list", "models"], { cwd })).out).toMatch(
      /\nanthropic:claude-\S+ +\d+\.\d\d /,
    );
  });

  test.each(["personas", "scenarios", "protocols", "models"])(
    "%s fits a terminal, and a row is a line in a pipe",
    async (what) => {
      const narrow = await cli(["list", what], { isTTY: true, columns: 80 });
      expect(narrow.out.split("\n").filter((line) => line.length > 80)).toEqual([]);
      const piped = await cli(["list", what]);
      expect(piped.out.split("\n").length).toBeLessThanOrEqual(narrow.out.split("\n").length);
    },
  );

  test("refuses what cannot be listed", async () => {
    const { code, err } = await cli(["list", "people"]);
    expect(code).toBe(2);
    expect(err).toBe(
      'boardroom: invalid value "people"\n  Allowed: personas, panels, scenarios, protocols, models, meetings. Run "boardroom help list" for details.\n',
    );
  });
});

describe("check", () => {
  test("prints what would happen and calls no model", async () => {
    const generate = () => Promise.reject(new Error("called"));
    const silent = {
      simulated: (input: Parameters<typeof twoTurns>[0]) => ({ ...twoTurns(input), generate }),
    };
    const { code, out, err } = await cli(["check", "small", "--seed", "7"], {
      cwd: workFolder(),
      factories: silent,
    });
    expect(code).toBe(0);
    await expect(out).toMatchFileSnapshot("golden/check-small.txt");
    expect(err).toContain("warning: no dissenting interest: all 3 members are neutral\n");
  });

  test("shows what flags and scenario say of limits, prompts and the protocol", async () => {
    const cwd = workFolder({ "boardroom.yaml": "budget: { meeting: 3 }\n" });
    const flags = ["--view", "anonymous", "--max-tokens", "9000000"];
    const { out } = await cli(["check", "small", "--seed", "7", ...flags], { cwd, factories });
    expect(out).toMatch(/\nProtocol +board\n/);
    expect(out).toMatch(/\nLimits +30 messages, 9,000,000 tokens, \$3\n/);
    expect(out).toMatch(/\nPrompts +anonymous view, open verdicts\n/);
  });

  test("warns of what looks like a key in a document, and shows none of it", async () => {
    const cwd = workFolder({
      "scenarios/small/paper.md": "One\nkey sk-ant-api03-abcdefghijklmnop1234\n",
    });
    for (const argv of [
      ["check", "small"],
      ["run", "small", "--seed", "7", "--quiet"],
    ]) {
      const { code, err } = await cli(argv, { cwd, factories });
      expect(code).toBe(0);
      expect(err).toContain(
        "warning: paper.md:2: this looks like an API key; every member is sent it",
      );
      expect(err).not.toContain("abcdefgh");
    }
  });

  test.each<[string, string[], Record<string, string>, string]>([
    [
      "the flag of a bad option",
      ["--option", "selector.name=natrual"],
      {},
      "--option selector.name: must be one of",
    ],
    [
      "the flag of a factor for nobody",
      ["--option", "selector.talkativeness.chem=0"],
      {},
      '--option selector.talkativeness.chem: options.selector.talkativeness: member "chem" not found\n  Did you mean chen?',
    ],
    [
      "the variable of a bad model",
      [],
      { BOARDROOM_MODEL: "foo" },
      'BOARDROOM_MODEL: invalid model "foo"',
    ],
  ])("names %s", async (_what, flags, env, message) => {
    const { code, err } = await cli(["check", "small", ...flags], {
      cwd: workFolder(),
      env,
      factories,
    });
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  test("names the line of the scenario that asks for a model without a key, or for none that is known", async () => {
    const file = readFileSync(join(workFolder(), "scenarios/small/scenario.yaml"), "utf8");
    const withModel = (model: string) =>
      workFolder({ "scenarios/small/scenario.yaml": `${file}model: ${model}\n` });
    const refused = await cli(["run", "small"], {
      cwd: withModel("anthropic:claude-sonnet-5-5"),
      factories,
    });
    expect(refused.code).toBe(2);
    expect(refused.err).toMatch(
      /small\/scenario\.yaml:\d+:8: ANTHROPIC_API_KEY is not set \(required by anthropic:claude-sonnet-5-5\)/,
    );
    const unknown = await cli(["check", "small"], { cwd: withModel("antropic:x"), factories });
    expect(unknown.err).toMatch(
      /small\/scenario\.yaml:\d+:8: model "antropic:x": provider "antropic" is unknown/,
    );
  });

  test("an unknown price is shown as unknown, and a missing key is only a warning", async () => {
    const cwd = workFolder();
    const argv = [
      "check",
      "small",
      "--model",
      "openai:gpt-99",
      "--member",
      "kumar=anthropic:claude-sonnet-5-5",
    ];
    const { code, out, err } = await cli(argv, { cwd, factories });
    expect(code).toBe(0);
    expect(out).toMatch(/\nopenai:gpt-99 +2 .* unknown\n/);
    expect(out).toMatch(
      /\nanthropic:claude-sonnet-5-5 +1 .*\$\d+\.\d+ \/ \$\d+\.\d+ \/ \$\d+\.\d+\n/,
    );
    expect(err).toContain("warning: OPENAI_API_KEY is not set (required by openai:gpt-99)\n");
  });

  test("a limit in dollars with an unknown price is refused before anybody is asked for approval", async () => {
    const argv = ["run", "small", "--model", "openai:gpt-99", "--max-dollars", "3"];
    const env = { OPENAI_API_KEY: "sk-very-secret" };
    const { code, err } = await cli(argv, { cwd: workFolder(), factories, env });
    expect(code).toBe(2);
    expect(err).toContain("A limit in dollars cannot be kept: the price of openai:gpt-99 (");
    expect(err).not.toContain("approval");
  });

  test("refuses an impossible option before anything else happens", async () => {
    const { code, err } = await cli(["check", "small", "--option", "openingBallot=perhaps"], {
      cwd: workFolder(),
    });
    expect(code).toBe(2);
    expect(err).toContain("openingBallot");
  });
});

describe("new", () => {
  test.each(["scenario", "persona"])("a new %s passes check", async (what) => {
    const cwd = workFolder();
    const { code, out } = await cli(["new", what, "office-move"], { cwd });
    expect(code).toBe(0);
    expect(out).toMatch(/^(?:Created \S+\n){1,5}Next: \S/);
    if (what === "persona") {
      const file = join(cwd, "scenarios/small/scenario.yaml");
      writeFileSync(file, readFileSync(file, "utf8").replace("watson]", "office-move]"));
    }
    const checked = await cli(["check", what === "scenario" ? "office-move" : "small"], {
      cwd,
      factories,
    });
    expect({
      code: checked.code,
      problem: checked.err.replace(/^(?:\S+: )?warning: .*\n(?: {2}.*\n)*/gm, ""),
    }).toEqual({ code: 0, problem: "" });
  });

  test("never overwrites, and writes nothing where a part stands already", async () => {
    const cwd = workFolder({ "scenarios/mine/proposal.md": "mine" });
    const { code, err } = await cli(["new", "scenario", "mine"], { cwd });
    expect(code).toBe(2);
    expect(err).toContain("scenarios/mine/proposal.md: already exists");
    expect(existsSync(join(cwd, "scenarios/mine/scenario.yaml"))).toBe(false);
    expect(readFileSync(join(cwd, "scenarios/mine/proposal.md"), "utf8")).toBe("mine");
  });

  test.each(["../escape", "Has Space", "UPPER"])("refuses the name %j", async (name) => {
    expect(await cli(["new", "persona", name], { cwd: workFolder() })).toMatchObject({
      code: 2,
      out: "",
    });
  });
});

describe("doctor", () => {
  test("tells of each provider whether it answers, and never prints a key", async () => {
    const asked: string[] = [];
    const fetch = async (input: string | URL | Request) => {
      asked.push(new URL(input instanceof Request ? input.url : input).host);
      return new Response(JSON.stringify({ data: [{ id: "a" }], has_more: false }), {
        headers: { "content-type": "application/json" },
      });
    };
    const env = { OPENAI_API_KEY: "sk-very-secret" };
    const { code, out, err } = await cli(["doctor"], { cwd: workFolder(), env, fetch });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/\nopenai +answers +OPENAI_API_KEY set +https:\/\/api\.openai\.com\/v1\n/);
    expect(out).toMatch(/\nopenai: +It lists 1 model\. No model was tried: /);
    expect(out).toMatch(/\nanthropic +not tried +ANTHROPIC_API_KEY missing /);
    expect(out).not.toContain("secret");
    expect([...new Set(asked)].sort()).toEqual([
      "api.openai.com",
      ...["localhost:11434", "localhost:1234", "localhost:8000", "localhost:8080"],
    ]);
  });

  test("says what to do where nothing answers", async () => {
    const refused = Object.assign(new TypeError("fetch failed"), {
      cause: Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:11434"), {
        code: "ECONNREFUSED",
      }),
    });
    const files = { "boardroom.yaml": 'providers: {lab: {baseUrl: "http://localhost:8000/v1"}}\n' };
    const { out } = await cli(["doctor"], {
      cwd: workFolder(files),
      fetch: () => Promise.reject(refused),
    });
    expect(out).toContain(
      "ollama:  localhost:11434 cannot be reached: nothing answers there; start it with `ollama serve`\n",
    );
    expect(out).toContain(
      "lab:     localhost:8000 cannot be reached: nothing answers there; check its server and the address\n",
    );
  });
});

describe("meetings in the transcripts folder", () => {
  test("are found by name, and a folder of them stands for all", async () => {
    const cwd = workFolder();
    for (const seed of ["1", "2"])
      await cli(["run", "small", "--seed", seed, "--quiet"], { cwd, factories });
    const named = await cli(["show", "small-1", "--quiet"], { cwd });
    expect(named.code).toBe(0);
    expect(named.out).toBe((await cli(["show", "transcripts/small-1", "--quiet"], { cwd })).out);
    const all = JSON.parse(
      (await cli(["list", "meetings", "transcripts", "--costs", "--json"], { cwd })).out,
    );
    expect(all).toEqual(
      JSON.parse(
        (
          await cli(["list", "meetings", "transcripts/small-1", "small-2", "--costs", "--json"], {
            cwd,
          })
        ).out,
      ),
    );
    expect((await cli(["show", "small-3"], { cwd })).code).not.toBe(0);
  });

  test("cost nothing with a provider that was moved to this machine", async () => {
    const env = { OPENAI_BASE_URL: "http://127.0.0.1:9/v1", OPENAI_API_KEY: "none" };
    const { out } = await cli(["check", "small", "--model", "openai:local"], {
      cwd: workFolder(),
      env,
    });
    expect(out).toMatch(/openai:local .*\$0\.00 \/ \$0\.00 \/ \$0\.00/);
  });

  test("have the price of the table with a gateway on this machine that gets a key", async () => {
    const env = { ANTHROPIC_BASE_URL: "http://localhost:4000", ANTHROPIC_API_KEY: "sk-1234" };
    const check = (model: string) => cli(["check", "small", "--model", model], { cwd, env });
    const cwd = workFolder();
    const known = await check("anthropic:claude-sonnet-5-5");
    expect(known.out).toMatch(/anthropic:claude-sonnet-5-5 .* \$(?!0\.00)\d+\.\d+ \//);
    const unknown = await check("anthropic:claude-new");
    expect(unknown.out).toMatch(/anthropic:claude-new .*unknown/);
  });
});
