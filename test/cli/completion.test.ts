import { spawnSync } from "node:child_process";
import { describe, expect, it, test } from "vitest";
import { cli, workFolder } from "./cli.ts";

async function offered(...line: readonly string[]): Promise<readonly string[]> {
  const { out } = await cli(["completion", "bash"]);
  const words = ["boardroom", ...line].map((word) => `'${word}'`).join(" ");
  // Stands for the program, which is asked for names: `@scenarios` instead of those names.
  const asked = 'boardroom() { shift 2; printf "@%s\\n" "$@"; }';
  const script = `${asked}\n${out}\nCOMP_WORDS=(${words}); COMP_CWORD=${line.length}; _boardroom; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync("bash", ["-c", script], { encoding: "utf8" });
  expect(stderr).toBe("");
  return stdout.split("\n").filter((word) => word !== "");
}

test("names come from the folders alone, and a shell can run none of them", async () => {
  const cwd = workFolder({
    "boardroom.yaml": "out: held\n",
    "scenarios/mine/scenario.yaml": "this is read by nobody: [",
    "scenarios/empty/notes.md": "",
    "scenarios/$(touch run)/scenario.yaml": "",
    "scenarios/two words/scenario.yaml": "",
    "personas/ada.md": "",
    "panels/own.yaml": "",
    "held/mine-1/events.jsonl": "not read",
    "held/study-names/study.json": "",
    "held/approvals.jsonl": "",
    "transcripts/elsewhere/events.jsonl": "",
  });
  const names = async (...kinds: string[]) => {
    const { code, out, err } = await cli(["completion", "names", ...kinds], { cwd });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    return out.trimEnd().split("\n");
  };
  const scenarios = await names("scenarios");
  expect(scenarios).toEqual(expect.arrayContaining(["hiring", "mine", "small"]));
  expect(scenarios.filter((name) => !/^[a-z-]+$/.test(name) || name === "empty")).toEqual([]);
  expect(await names("meetings")).toEqual(["mine-1", "study-names"]);
  expect(await names("personas")).toEqual(expect.arrayContaining(["ada", "chen", "sarah-chen"]));
  expect(await names("members")).toEqual(expect.arrayContaining(["ada=", "sarah-chen="]));
  expect(await names("panels")).toEqual(expect.arrayContaining(["own", "pricing"]));
  expect(await names("scenarios", "meetings")).toEqual(
    [...scenarios, "mine-1", "study-names"].toSorted(),
  );
});

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
    [["run", ""], ["@scenarios"]],
    [["run", "--seed", "7", ""], ["@scenarios"]],
    [["run", "--seed", ""], []],
    [["run", "small", ""], []],
    [["check", ""], ["@scenarios"]],
    [
      ["watch", ""],
      ["@scenarios", "@meetings"],
    ],
    [["show", ""], ["@meetings"]],
    [["show", "small-1", ""], ["@meetings"]],
    [["show", "--json", ""], ["@meetings"]],
    [["diff", "small-1", ""], ["@meetings"]],
    [["resume", "small-1", ""], []],
    [["run", "small", "--prior", ""], ["@meetings"]],
    [["run", "small", "--member", ""], ["@members"]],
    [["ask", "Should we?", "--panel", ""], ["@panels"]],
    [["ask", "Should we?", "--members", ""], ["@personas"]],
    [["new", "scenario", "mine", "--from", ""], ["@scenarios"]],
    [["watch", "small", "--from", ""], []],
    [["ask", "Should we?", "--document", ""], []],
  ])("knows what may follow %j", async (line, words) => {
    expect((await offered(...line)).toSorted()).toEqual(words.toSorted());
  });
});
