// Loads the parsers of YAML, XML and CSV at their first use, so that a program that imports
// Boardroom starts sooner.

import { createRequire } from "node:module";

function loadLater<Module>(name: string): () => Module {
  let module: Module | undefined;
  return () => {
    module ??= createRequire(import.meta.url)(name) as Module;
    return module;
  };
}

export const loadYaml = loadLater<typeof import("yaml")>("yaml");
export const loadXml = loadLater<typeof import("fast-xml-parser")>("fast-xml-parser");
export const loadCsv = loadLater<typeof import("csv-stringify/sync")>("csv-stringify/sync");
