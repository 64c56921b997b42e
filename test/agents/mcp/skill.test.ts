import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { agentAt, ioIn } from "./agent.ts";

const skill = readFileSync("skills/boardroom/SKILL.md", "utf8");

it("the skill names tools and fields that there are, and comes with the package", async () => {
  const { tools } = await (await agentAt(ioIn(process.cwd()), "transcripts")).client.listTools();
  const names = tools.map(({ name }) => name);
  const named = [...skill.matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, name]) => name ?? "");
  expect(named.filter((name) => !names.includes(name))).toEqual([]);
  expect(new Set(named).size).toBeGreaterThan(5);
  expect(skill).toMatch(/^---\nname: boardroom\ndescription: .{80,1000}\n---\n/);
  expect(JSON.parse(readFileSync("package.json", "utf8")).files).toContain("skills");
});

it("the skill forbids to approve, and no tool could", async () => {
  expect(skill).toContain("Never approve for a person.");
  const { tools } = await (await agentAt(ioIn(process.cwd()), "transcripts")).client.listTools();
  expect(JSON.stringify(tools.map(({ name, inputSchema }) => [name, inputSchema]))).not.toMatch(
    /"approve/,
  );
});
