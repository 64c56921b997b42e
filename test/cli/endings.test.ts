import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  ACCEPTED_ENDINGS,
  isDocumentName,
  isSourceName,
  MAIN_ENDINGS,
  NAMED_ENDINGS,
} from "../../src/scenario/schema/endings.ts";
import { HOST, serving, TOKEN } from "../screens/web/serving.ts";
import { cli, workFolder } from "./cli.ts";

test("help, schema, start page and errors name the endings of one list", async () => {
  const help = (await cli(["run", "--help"])).out.replaceAll(/\s+/g, " ");
  expect(help).toContain(NAMED_ENDINGS);
  expect(readFileSync("schemas/scenario.schema.json", "utf8")).toContain(NAMED_ENDINGS);
  const { app } = serving();
  const answer = await app.request(`http://${HOST}/${TOKEN}/new`, { headers: { host: HOST } });
  const page = await answer.text();
  expect(page).toContain(`accept="${ACCEPTED_ENDINGS}"`);
  expect(page).toContain(NAMED_ENDINGS);
  const { code, err } = await cli(["run", "small", "--documents", "none"], { cwd: workFolder() });
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(NAMED_ENDINGS) });
});

test("no page that people wrote has a list of its own", () => {
  const pages = readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md") && existsSync(join("docs", file)))
    .map((file) => readFileSync(join("docs", file), "utf8"))
    .filter((text) => !text.startsWith("<!-- Generated"));
  expect(pages.filter((text) => /\.txt, \.|\.pdf or \.docx/.test(text))).toEqual([]);
});

test("an ending counts at the end of a name only, in any case", () => {
  const accepted = ACCEPTED_ENDINGS.split(",");
  expect(MAIN_ENDINGS.every((each) => accepted.includes(each))).toBe(true);
  expect(accepted.every((each) => isDocumentName(`a${each.toUpperCase()}`))).toBe(true);
  expect([".ts", "ts", "a.ts/b", "a.tsx.bak", "src/.py"].filter(isDocumentName)).toEqual([]);
  const sources = ["a.md", "a.json", "a.docx", "a.diff", "b.html", "b.csv", "x.md.py"];
  expect(sources.filter(isSourceName)).toEqual(["a.diff", "b.html", "b.csv", "x.md.py"]);
});
