import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { generatedPages } from "../scripts/docs.ts";
import { schemaTexts } from "../scripts/schemas.ts";
import { SEED } from "../scripts/start.js";
import { EVENTS } from "../src/engine/transcript/events.ts";
import { PRESETS } from "../src/models/registry/providers.ts";
import { VARIABLES } from "../src/scenario/files/variables.ts";
import { DEFINITIONS, TITLES } from "../src/studies/report/definitions.ts";
import { cli } from "./cli/cli.ts";

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "RELEASING.md",
  "AGENTS.md",
  "examples/README.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => join("docs", file)),
];

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
}

/** Environment variables that a source reads by name: as fields of `env`, taken out of it, or by the function for them. */
function variablesIn(source: string): string[] {
  const taken = [...source.matchAll(/\{([^{}]*)\}(?: = env\b|: Env(?:ironment)?\b)/g)].flatMap(
    ([, names = ""]) => names.match(/\b[A-Z][A-Z_]{3,}\b/g) ?? [],
  );
  const fields = [
    ...source.matchAll(/\benv(?:\??\.|\[["'])([A-Z][A-Z_]+)|readVariable\([\w.]+, "([A-Z_]+)"\)/g),
  ].map(([, field, name]) => field ?? name ?? "");
  const settings =
    /const (?:NAMES|PROXIES) = \{([^}]*)\}/.exec(source)?.[1]?.match(/[A-Z]+(?:_[A-Z]+)+/g) ?? [];
  return [...taken, ...fields, ...settings];
}

describe("the docs", () => {
  it.each(pages)("%s links only to files that exist", (page) => {
    const links = [
      ...readFileSync(page, "utf8").matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g),
    ].map((match) => match[1]!);
    expect(links.filter((link) => !existsSync(join(dirname(page), link)))).toEqual([]);
  });

  it("name source files that exist", () => {
    const sources = ["src", "test", "examples"].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map(
        (file) => `/${folder}/${file}`,
      ),
    );
    const named = pages.flatMap((page) =>
      [...readFileSync(page, "utf8").matchAll(/`([\w/-]+\.ts)`/g)].map(
        ([, file]) => `${page}: /${file}`,
      ),
    );
    const isThere = (name: string) =>
      sources.some((file) => file.endsWith(name.slice(name.indexOf(": /") + 2)));
    expect(named.filter((name) => !isThere(name))).toEqual([]);
    expect(named.length).toBeGreaterThan(5);
  });

  it("promise only what a test checks: each promise names the file and a part of the title", () => {
    const [page = ""] = readFileSync("docs/explanation/promises.md", "utf8").split(
      "## What Boardroom does not",
    );
    const promises = [...page.matchAll(/^- .+$/gm)].map(([line]) => line);
    const namesIn = (line: string) => [
      ...line.matchAll(/\]\(\.\.\/\.\.\/(test\/[^)]+)\), `([^`]+)`/g),
    ];
    const isTitled = ([, file = "", title = ""]: readonly string[]) => {
      const source = existsSync(file) ? readFileSync(file, "utf8") : "";
      const titles = [...source.matchAll(/(["`])((?:(?!\1).)+)\1,\s*(?:async )?\(/g)].map(
        ([, , each]) => each!,
      );
      return titles.some((each) => each.includes(title));
    };
    expect(promises.length).toBeGreaterThan(20);
    expect(promises.filter((line) => namesIn(line).length === 0)).toEqual([]);
    expect(promises.flatMap(namesIn).filter((named) => !isTitled(named))).toEqual([]);
  });

  it("have one row for every error code, and no others", () => {
    const source = readFileSync("src/errors.ts", "utf8");
    const codes = [
      ...source
        .slice(source.indexOf("type ErrorCode"), source.indexOf("/** Where in a file"))
        .matchAll(/\| "([a-z-]+)"/g),
    ].map((match) => match[1]!);
    const rows = [
      ...readFileSync("docs/reference/errors.md", "utf8").matchAll(/^\| `([a-z-]+)` \|/gm),
    ].map((match) => match[1]!);
    expect(codes.length).toBeGreaterThan(20);
    expect(rows.toSorted()).toEqual(codes.toSorted());
  });

  it("have generated pages that are up to date, and a changed one is noticed", async () => {
    const pages = Object.entries(await generatedPages());
    const stale = pages
      .filter(([path, text]) => readFileSync(path, "utf8") !== text)
      .map(([path]) => path);
    expect(stale, "run: npx tsx scripts/docs.ts").toEqual([]);
    expect(pages.length).toBeGreaterThan(8);
  });

  it("have one section for every kind of event, and no others", () => {
    const page = readFileSync("docs/reference/events.md", "utf8");
    const sections = [...page.matchAll(/^## `([a-z]+\.[a-z]+)`$/gm)].map(([, type]) => type!);
    expect(sections.toSorted()).toEqual(Object.keys(EVENTS).toSorted());
  });

  it("list every variable that src reads, each declared once, and every variable of the tests", () => {
    const read = new Set(sourcesIn("src").flatMap(variablesIn));
    expect([...read].toSorted()).toEqual(Object.keys(VARIABLES).toSorted());
    const named = ["src", "test", "bench", "scripts", ".ci"].flatMap(sourcesIn).join("\n");
    const all = new Set(named.match(/\bBOARDROOM_[A-Z]+(?:_[A-Z]+)*\b/g));
    const page = readFileSync("docs/reference/environment.md", "utf8");
    expect([...all].filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([]);
    expect(all.size).toBeGreaterThan(10);
    expect(
      variablesIn("const { TERM = '', MINE } = env; read(io.env.OTHER, env['THIRD'])"),
    ).toEqual(["TERM", "MINE", "OTHER", "THIRD"]);
  });

  it("list each hosted provider with its key in the guide", () => {
    const guide = readFileSync("docs/how-to/use-real-models.md", "utf8");
    const keys = PRESETS.flatMap(({ keyVariable }) => keyVariable ?? []);
    expect(keys.filter((key) => !guide.includes(`| \`${key}\` |`))).toEqual([]);
    expect(keys.length).toBeGreaterThan(3);
  });

  it("define each figure of a study's report under the title of its table", () => {
    const page = readFileSync("docs/reference/statistics.md", "utf8");
    const rows = page.split(/^### /m).flatMap((section) => {
      const [title] = section.split("\n");
      return [...section.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, id]) => [id, title]);
    });
    expect(Object.fromEntries(rows)).toEqual(
      Object.fromEntries(Object.entries(DEFINITIONS).map(([id, [table]]) => [id, TITLES[table]])),
    );
    expect(rows.length).toBeGreaterThan(30);
  });

  it("list every key of providers: and what it means", () => {
    const { properties } = JSON.parse(schemaTexts()["schemas/boardroom.schema.json"] ?? "");
    const keys = Object.keys(properties.providers.additionalProperties.properties);
    const rows = readFileSync("docs/reference/boardroom.md", "utf8").match(/^\| `.*$/gm) ?? [];
    const undocumented = keys.filter(
      (key) =>
        !rows.some(
          (row) => row.startsWith(`| \`providers.NAME.${key}\` |`) && !row.endsWith("|  |"),
        ),
    );
    expect(undocumented).toEqual([]);
    expect(keys.length).toBeGreaterThan(10);
    expect(rows.filter((row) => row.endsWith("|  |"))).toEqual([]);
  });

  it("say what each field of an event is, nested ones too", () => {
    const rows = readFileSync("docs/reference/events.md", "utf8").match(/^\| `.*$/gm) ?? [];
    expect(rows.length).toBeGreaterThan(150);
    expect(rows.filter((row) => row.endsWith("|  |"))).toEqual([]);
  });
});

function commandsIn(page: string): string[] {
  const blocks = [...readFileSync(page, "utf8").matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)];
  return blocks
    .filter(([, language]) => ["", "sh", "bash", "console"].includes(language!))
    .flatMap(([, language, text]) =>
      language === "console"
        ? [...text!.matchAll(/^\$ (.*)$/gm)].map(([, command]) => command!)
        : text!.split("\n"),
    )
    .map((line) => line.replace(/ +# .*$/, "").trim())
    .filter((line) => /^(?:npx |npm |bash |export |boardroom )/.test(line));
}

it("a command in the docs takes the meeting of npm start", () => {
  const named = pages.flatMap((page) =>
    [
      ...readFileSync(page, "utf8").matchAll(
        /boardroom [a-z]+ (?:transcripts\/hiring-|hiring --seed )(\d+)/g,
      ),
    ].map(([, seed]) => seed),
  );
  expect(named.filter((seed) => seed !== SEED)).toEqual([]);
  expect(named.length).toBeGreaterThan(40);
});

describe("a command in the docs", () => {
  const commands = pages.flatMap((page) =>
    commandsIn(page).map((command) => [page, command] as const),
  );

  it("can be pasted: it holds nothing that stands for something else, nor pipes to one", () => {
    const traps = commands.filter(([, command]) =>
      /[|<>[\]{}()`…;]/.test(command.replace(/"[^"]*"/g, "")),
    );
    expect(traps).toEqual([]);
    expect(commands.length).toBeGreaterThan(30);
  });

  it("has no remark, which a shell without remarks would run", () => {
    const remarks = pages.flatMap((page) =>
      [...readFileSync(page, "utf8").matchAll(/^(?:npx |npm |boardroom ).* # .*$/gm)].map(
        ([line]) => line,
      ),
    );
    expect(remarks).toEqual([]);
  });

  it("is one that the program has, with flags that it has", async () => {
    const wrong: string[] = [];
    const helps = new Map<string, Awaited<ReturnType<typeof cli>>>();
    for (const [page, command] of commands) {
      const [, name, rest] = /^(?:npx )?boardroom ([a-z-]+)(.*)$/.exec(command) ?? [];
      if (name === undefined) continue;
      const [, under = ""] = /^ ([a-z-]+)/.exec(rest!) ?? [];
      const own = helps.get(name) ?? (await cli([name, "--help"]));
      helps.set(name, own);
      const isPart = new RegExp(`^Commands:\\n(?:.*\\n)*? {2}${under} `, "m").test(own.out);
      const help = isPart && under !== "" ? await cli([name, under, "--help"]) : own;
      const flags = [...rest!.matchAll(/ (--[a-z-]+)/g)].map(([, flag]) => flag!);
      const known = flags.every((flag) => new RegExp(`${flag}(?![a-z-])`).test(help.out));
      if (help.code !== 0 || !known) wrong.push(`${page}: ${command}`);
    }
    expect(wrong).toEqual([]);
    expect(helps.size).toBeGreaterThan(10);
  });
});

it("the README shows what the first command prints, line for line", async () => {
  const readme = readFileSync("README.md", "utf8");
  const block = readme.slice(
    readme.indexOf("<!-- output:begin -->"),
    readme.indexOf("<!-- output:end -->"),
  );
  const shown = block.split("\n").filter((line) => line !== "" && !/^(?:```|<!--|…)/.test(line));
  const { out } = await cli(["show", "transcripts/hiring-sample"]);
  const printed = out.split("\n");
  let next = 0;
  for (const line of shown) {
    const found = printed.indexOf(line, next);
    expect(
      found,
      `run: npm run build && node scripts/samples.js && node scripts/readme.js; not printed: ${line}`,
    ).not.toBe(-1);
    next = found + 1;
  }
  expect(shown.length).toBeGreaterThan(20);
});
