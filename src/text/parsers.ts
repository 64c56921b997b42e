import { createRequire } from "node:module";

/** Loaded at its first use, so that a program that imports Boardroom starts sooner. */
function later<Module>(name: string): () => Module {
  let module: Module | undefined;
  return () => {
    module ??= createRequire(import.meta.url)(name) as Module;
    return module;
  };
}

export const loadYaml = later<typeof import("yaml")>("yaml");
export const loadXml = later<typeof import("fast-xml-parser")>("fast-xml-parser");
export const loadCsv = later<typeof import("csv-stringify/sync")>("csv-stringify/sync");
