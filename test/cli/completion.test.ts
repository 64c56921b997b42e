import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { cli } from "./cli.ts";

async function offered(...line: readonly string[]): Promise<readonly string[]> {
  const { out } = await cli(["completion", "bash"]);
  const words = ["boardroom", ...line].map((word) => `'${word}'`).join(" ");
  const script = `${out}\nCOMP_WORDS=(${words}); COMP_CWORD=${line.length}; _boardroom; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync("bash", ["-c", script], { encoding: "utf8" });
  expect(stderr).toBe("");
  return stdout.split("\n").filter((word) => word !== "");
}

describe("boardroom completion", () => {
  it.each<[string[], string[]]>([
    [["re"], ["resume", "report"]],
    [["help", "fo"], ["fork"]],
    [["study", "re"], ["report"]],
    [["study", "run", "--det"], ["--detach"]],
    [
      ["run", "small", "--see"],
      ["--seed", "--seeds"],
    ],
    [["list", "per"], ["personas"]],
    [["new", "st"], ["study"]],
    [
      ["completion", ""],
      ["bash", "zsh", "fish"],
    ],
    [["run", "sma"], []],
    [["run", "small", "--document", "s"], []],
    [["no-such-command", "x"], []],
    [["-"], ["--version", "--help"]],
  ])("knows what may follow %j", async (line, words) => {
    expect((await offered(...line)).toSorted()).toEqual(words.toSorted());
  });
});
