import { readFileSync } from "node:fs";
import { findScenario, loadPersona, loadScenario } from "boardroom";
import { expect, test } from "vitest";
import {
  renderPersonaTemplate,
  renderScenarioTemplate,
} from "../../../src/scenario/loading/template.ts";
import { folderWith } from "../folder.ts";

function write(files: readonly { path: string; text: string }[]) {
  return folderWith(Object.fromEntries(files.map(({ path, text }) => [path, text]))).cwd;
}

test("a new scenario loads as it is, with the packaged personas", async () => {
  const cwd = write(renderScenarioTemplate("office-move"));
  const scenario = await loadScenario(await findScenario("office-move", { cwd }));
  expect(scenario.members.map(({ id, model }) => [id, model])).toEqual([
    ["sarah-chen", "simulated"],
    ["michael-rodriguez", "simulated"],
    ["emily-watson", "simulated"],
    ["james-kumar", "simulated"],
    ["lisa-thompson", "simulated"],
  ]);
  expect(scenario.documents.map(({ name, subject }) => [name, subject])).toEqual([
    ["proposal.md", true],
  ]);
});

test("a new persona loads as it is, whatever its name looks like", async () => {
  for (const [id, name] of [
    ["grace-hopper", "Grace Hopper"],
    ["7", "7"],
    ["true", "True"],
  ] as const) {
    const cwd = write([renderPersonaTemplate(id)]);
    expect(await loadPersona(id, { cwd })).toMatchObject({ id, name, title: "Head of Operations" });
  }
});

test("a name that no folder and no flag could use is refused", () => {
  for (const name of ["../up", "A B", "", "x--y"]) {
    expect(() => renderScenarioTemplate(name)).toThrow(expect.objectContaining({ code: "usage" }));
    expect(() => renderPersonaTemplate(name)).toThrow(`invalid name ${JSON.stringify(name)}`);
  }
});

test("the scenario's schema line leads to the schema that `boardroom new` writes", () => {
  const { path, text } = renderScenarioTemplate("x")[0]!;
  const address = /\$schema=(\S+)/.exec(text)![1]!;
  const target = new URL(address, `file:///project/${path}`).pathname;
  expect(target).toBe("/project/schemas/scenario.schema.json");
  expect(
    readFileSync(new URL("../../../schemas/scenario.schema.json", import.meta.url), "utf8"),
  ).toContain("Boardroom scenario");
});
