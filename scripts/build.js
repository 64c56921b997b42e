// Builds the package into dist/, or into another folder: node scripts/build.js [FOLDER] [--no-types]. It bundles modules with
// code splitting, writes the types that the public modules use, and minifies the files of the pages. The new folder
// replaces the old one at the end, so a build next to another build or `npm pack` always leaves a complete folder.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));
const source = join(root, "src");
const [folder = "dist"] = process.argv.slice(2).filter((argument) => argument !== "--no-types");
const dist = resolve(root, folder);
mkdirSync(dirname(dist), { recursive: true });
const built = mkdtempSync(`${dist}.building-`);
process.on("exit", () => rmSync(built, { recursive: true, force: true }));
const compiler = join(
  dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
  "bin",
  "tsc",
);

/** The library, the program, and the programs that it starts. `builtFile` finds them in this one folder. */
const PUBLIC = ["index", "extend", "testing"];
const PROGRAMS = ["bin", "scenario/documents/extraction-child", "studies/running/study-process"];
const LARGE_ROOMS = ["agents", "cli", "run", "showing", "studies"];

/** Zod without its 50 languages and unused parts loads in a fifth of the time. A user's own code gets all of it. */
const zodWithoutLocales = {
  name: "zod-without-locales",
  resolveId: (id, importer) =>
    id === "zod" && importer === join(source, "extend.ts") ? { id, external: true } : null,
  load: (id) => (/zod\/v4\/locales\/index\.js$/.test(id) ? "export {};" : null),
};

chmodSync(built, 0o755);
await bundleModules();
buildSync({
  absWorkingDir: root,
  outdir: built,
  bundle: true,
  logLevel: "warning",
  entryPoints: [
    "src/screens/pages/assets/style.css",
    "src/screens/pages/assets/page.js",
    "src/screens/web/client/live.js",
    "src/screens/web/client/start.js",
  ],
  entryNames: "[name]",
  format: "iife",
  minify: true,
});
chmodSync(join(built, "bin.js"), 0o755);
if (!process.argv.includes("--no-types")) writeTypes();
swapIn();

/**
 * What every command needs first is one file, and the rest of the library another, so that each starts fast. Commands
 * that load the same heavy rooms share a file. Other modules are one file a room, small leftovers of rooms one together.
 */
async function bundleModules() {
  const entries = [...PUBLIC, ...PROGRAMS].map((path) => join(source, `${path}.ts`));
  const start = reachedFrom(join(source, "bin.ts"));
  const library = reachedFrom(join(source, "index.ts"));
  const fileOf = (module) => {
    if (/node_modules.zod/.test(module)) return "library";
    const [room, part] = relative(source, module).split(sep);
    if (!module.startsWith(source) || entries.includes(module) || room === "testing") return null;
    if (start.has(module)) return "start";
    if (library.has(module)) return "library";
    if (room === "cli") return cliFile(module, part);
    if (room === "screens") return `screens-${/tui|watch/.test(part) ? "terminal" : "pages"}`;
    return LARGE_ROOMS.includes(room) ? room : "more";
  };
  const bundle = await rolldown({
    cwd: root,
    platform: "node",
    external: /^(?!zod$)[^./]/,
    preserveEntrySignatures: "allow-extension",
    input: Object.fromEntries(entries.map((path) => [basename(path, ".ts"), path])),
    plugins: [
      zodWithoutLocales,
      { name: "no-forwarding-files", generateBundle: (_, files) => dropForwarding(files) },
    ],
  });
  await bundle.write({
    dir: built,
    format: "esm",
    // Names and lines stay, so that the stack of an error can be read. A start takes no longer.
    minify: false,
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ debugName: "rooms", name: fileOf }],
    },
  });
}

/** Two commands are the only ones that need their room, and go with it. What needs other rooms is a file of its own. */
function cliFile(module, part) {
  const reached = [...reachedFrom(module)].map((file) => relative(source, file));
  if (basename(module) === "mcp.ts") return "agents";
  if (basename(module) === "watch.ts") return "screens-terminal";
  const heavy = ["agents", "screens", "studies"].filter((room) =>
    reached.some((file) => file.startsWith(`${room}${sep}`)),
  );
  return [part === "commands" || heavy.length > 0 ? "commands" : "cli", ...heavy].join("-");
}

/** A module loaded by `import()` from a shared file gets a file that only forwards to it. The import can name that file. */
function dropForwarding(files) {
  for (const { fileName, code, isEntry } of Object.values(files)) {
    if (isEntry) continue;
    const [, imports, target, exports] =
      /^import \{([^}]*)\} from "(\.\/[^"]+)";\s*export \{([^}]*)\};\s*$/.exec(code ?? "") ?? [];
    if (target === undefined) continue;
    const sources = new Map(readNames(imports).map(([from, to = from]) => [to, from]));
    const picked = readNames(exports).map(([name, to = name]) => `${to}: m.${sources.get(name)}`);
    for (const file of Object.values(files))
      if (file.type === "chunk")
        file.code = file.code.replaceAll(
          `import("./${fileName}")`,
          `import("${target}").then((m) => ({ ${picked.join(", ")} }))`,
        );
    delete files[fileName];
  }
}

/** `a as b, c` as pairs of names. */
function readNames(list) {
  return list.split(",").map((each) => each.trim().split(" as "));
}

/** The modules that a module imports, directly or not, without those it loads only when it needs them. */
function reachedFrom(entry) {
  const reached = new Set([entry]);
  for (const file of reached) {
    const imports = readFileSync(file, "utf8").matchAll(
      /^(?:import|export)(?! type)[^;]*? from "(\.[^"]+)"/gm,
    );
    for (const [, name] of imports) reached.add(join(dirname(file), name));
  }
  return reached;
}

/** Only the declarations that the public modules reach; the compiler writes all. */
function writeTypes() {
  const all = mkdtempSync(`${dist}.types-`);
  process.on("exit", () => rmSync(all, { recursive: true, force: true }));
  const { status } = spawnSync(
    process.execPath,
    [compiler, "-p", "tsconfig.build.json", "--outDir", all],
    {
      cwd: root,
      stdio: "inherit",
    },
  );
  if (status !== 0) process.exit(status ?? 1);
  const reached = new Set(PUBLIC.map((name) => join(all, `${name}.d.ts`)));
  for (const file of reached) {
    const text = readFileSync(file, "utf8");
    for (const [, name] of text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)) {
      const target = join(dirname(file), name.replace(/\.[jt]sx?$/, ".d.ts"));
      if (existsSync(target)) reached.add(target);
    }
    cpSync(file, join(built, file.slice(all.length + 1)), { recursive: true });
  }
}

/** Renames the old folder away and the new one into its place. If another build is faster, its folder is the old one. */
function swapIn() {
  for (;;) {
    const old = mkdtempSync(`${dist}.old-`);
    try {
      renameSync(dist, join(old, "dist"));
    } catch (error) {
      if (error.code !== "ENOENT") throw error;
    }
    try {
      return renameSync(built, dist);
    } catch (error) {
      if (!["ENOTEMPTY", "EEXIST", "EPERM"].includes(error.code)) throw error;
    } finally {
      rmSync(old, { recursive: true, force: true });
    }
  }
}
