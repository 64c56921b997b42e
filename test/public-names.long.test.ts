import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

const ENTRIES = {
  boardroom: "index",
  "boardroom/extend": "extend",
  "boardroom/testing": "testing",
} as const;

type Import = { file: string; name: string };

/** A file's types as a program sees them, without remarks and texts. */
function declarations(file: string): string {
  return readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
}

function fileOf(from: string, specifier: string): string {
  return normalize(join(dirname(from), specifier.replace(/\.(?:ts|js)$/, ".d.ts")));
}

const ALL_OF = /export \* from "(\.[^"]+)"/g;
const OWN = /^export (?:declare )?(?:const|function|type|interface|class) (\w+)/gm;

function namesFrom(file: string, keyword: "import" | "export"): ReadonlyMap<string, Import> {
  const found = new Map<string, Import>();
  const list = new RegExp(`${keyword} (?:type )?\\{([^}]*)\\} from "(\\.[^"]+)"`, "g");
  for (const [, names, specifier] of declarations(file).matchAll(list)) {
    for (const each of names!.split(",")) {
      const [name, local = name] = each
        .replace(/\btype /, "")
        .trim()
        .split(" as ");
      if (name) found.set(local!, { file: fileOf(file, specifier!), name });
    }
  }
  for (const [, specifier] of keyword === "export" ? declarations(file).matchAll(ALL_OF) : []) {
    const other = fileOf(file, specifier!);
    for (const [, name] of declarations(other).matchAll(OWN))
      found.set(name!, { file: other, name: name! });
    for (const [name, from] of namesFrom(other, "export")) found.set(name, from);
  }
  return found;
}

let built = "";
beforeAll(() => {
  built = mkdtempSync(join(tmpdir(), "boardroom-"));
  const argv = ["tsc", "-p", "tsconfig.build.json", "--emitDeclarationOnly", "--outDir", built];
  expect(spawnSync("npx", argv, { encoding: "utf8" })).toMatchObject({ status: 0 });
});

afterAll(() => rmSync(built, { recursive: true, force: true }));

const keyOf = ({ file, name }: Import) => `${file}: ${name}`;

function origin(found: Import): Import {
  const next = existsSync(found.file) ? namesFrom(found.file, "export").get(found.name) : undefined;
  return next ? origin(next) : found;
}

/** The text of one declaration, up to the next at the beginning of a line. */
function declarationOf({ file, name }: Import): string {
  const parts = declarations(file).split(/^(?=export |declare |type |interface |import )/m);
  const own = new RegExp(
    `^(?:export )?(?:declare )?(?:const|function|type|interface|class) ${name}\\b`,
  );
  return parts.filter((part) => own.test(part)).join("\n");
}

/** Types of ours that a declaration names. */
function typesIn(declared: Import): readonly Import[] {
  const text = declarationOf(declared).replace(/"[^"]*"/g, '""');
  const imported = namesFrom(declared.file, "import");
  const local = new Set(
    [
      ...declarations(declared.file).matchAll(
        /^(?:export )?(?:declare )?(?:type|interface) (\w+)/gm,
      ),
    ].map(([, name]) => name!),
  );
  const used = [...text.matchAll(/(?<![\w.])([A-Z]\w*)(?!\w|\??:)/g)].map(([, name]) => name!);
  return [...new Set(used)].flatMap((name) => {
    const from = imported.get(name);
    if (from) return [origin(from)];
    if (!local.has(name) || name === declared.name) return [];
    const own = { file: declared.file, name };
    // What its own file keeps to itself is spelled out by what it is made of.
    return /^export/m.test(declarationOf(own)) ? [own] : typesIn(own);
  });
}

it("every type that a public signature names is exported too", () => {
  const entries = Object.values(ENTRIES).map((entry) => join(built, `${entry}.d.ts`));
  const exported = entries.flatMap((entry) => [...namesFrom(entry, "export").values()].map(origin));
  const known = new Set(exported.map(keyOf));
  expect(known.size).toBeGreaterThan(150);
  const missing = exported.flatMap((each) =>
    typesIn(each)
      .filter((type) => !known.has(keyOf(type)) && !/^Own(?:State|Member)$/.test(type.name))
      .map((type) => `${keyOf(type).replace(`${built}/`, "")}, of ${each.name}`),
  );
  expect([...new Set(missing)].toSorted()).toEqual([]);
});

it("every import that the docs show is one that the package has", () => {
  const pages = [
    "README.md",
    ...readdirSync("docs", { recursive: true, encoding: "utf8" }).map((name) => join("docs", name)),
  ];
  const shown = pages
    .filter((page) => page.endsWith(".md"))
    .flatMap((page) =>
      [
        ...readFileSync(page, "utf8").matchAll(
          /import (?:type )?\{([^}]*)\} from "(boardroom[^"]*)"/g,
        ),
      ].flatMap(([, names, entry]) =>
        names!
          .split(",")
          .map((name) => ({ page, entry: entry!, name: name.replace(/\btype /, "").trim() })),
      ),
    )
    .filter(({ name }) => name !== "");
  expect(shown.length).toBeGreaterThan(5);
  const wrong = shown.filter(({ entry, name }) => {
    const file = ENTRIES[entry as keyof typeof ENTRIES];
    return file === undefined || !namesFrom(join(built, `${file}.d.ts`), "export").has(name);
  });
  expect(wrong).toEqual([]);
});
