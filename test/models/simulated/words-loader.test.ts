import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { z } from "zod";
import { allWords, readWords, sentences, wordsIn } from "../../../src/models/simulated/words/words.ts";
import { emptyFolder } from "../../support/folders.ts";

it("words are read from every folder, and nothing but YAML is", () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, "inner"));
  writeFileSync(join(folder, "outer.yaml"), "open:\n  - Yes.\n");
  writeFileSync(join(folder, "inner", "deep.yaml"), "- No.\n");
  writeFileSync(join(folder, "inner", "notes.md"), "No words.");
  expect(readWords(pathToFileURL(`${folder}/`))).toEqual({ "inner/deep": ["No."], outer: { open: ["Yes."] } });
});

it("words of another shape, or of no file, are refused with their file and place", () => {
  const [file] = Object.entries(allWords()).find(([, words]) => typeof words === "object")!;
  expect(() => wordsIn(file, z.object({ nowhere: sentences }))).toThrow(
    new RegExp(`words/${file}\\.yaml has another shape:[\\s\\S]*nowhere`),
  );
  expect(() => wordsIn("none", sentences)).toThrow("words/none.yaml");
});
