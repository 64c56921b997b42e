import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { serve } from "../models/local-server.ts";
import { cli, workFolder } from "./cli.ts";

/** Cursor moves, a title, a colour, a carriage return, an eight-bit sequence, a direction override. */
const HOSTILE = "x\x1b[2J\x1b]0;owned\x07\x1b[31mred\rover\x9b1A\u202eback";
const MOVES = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

/** Command lines that name something there is not, in every place that takes a name. */
const MISTAKES: readonly (readonly string[])[] = [
  [HOSTILE],
  ["help", HOSTILE],
  ["run", HOSTILE],
  ["run", "small", `--${HOSTILE}`],
  ["run", "small", "--model", `${HOSTILE}:m`],
  ["run", "small", "--model", `simulated:${HOSTILE}`],
  ["run", "small", "--seed", HOSTILE, "--option", HOSTILE],
  ["run", "small", "--option", `${HOSTILE}=1`],
  ["run", "small", "--protocol", HOSTILE],
  ["run", "small", "--member", `${HOSTILE}=simulated`],
  ["run", "small", "--member", `chen=${HOSTILE}:m`],
  ["run", "small", "--exclude", HOSTILE],
  ["run", "small", "--document", HOSTILE],
  ["run", "small", "--attach", HOSTILE],
  ["run", "small", "--max-messages", HOSTILE],
  ["run", "small", "--view", HOSTILE],
  ["run", "small", "--approve", "--as", HOSTILE, "--model", `${HOSTILE}:m`],
  ["check", "small", "--model", `${HOSTILE}:m`],
  ["watch", HOSTILE],
  ["resume", HOSTILE],
  ["act", HOSTILE],
  ["act", HOSTILE, "--interject", HOSTILE],
  ["run", "small", "--by", HOSTILE, "--model", `${HOSTILE}:m`],
  ["approvals", HOSTILE, "--approve"],
  ["approvals", HOSTILE, "--decline", "--because", HOSTILE],
  ["list", "meetings", HOSTILE, "--costs"],
  ["list", HOSTILE],
  ["fork", HOSTILE, "--at", HOSTILE],
  ["diff", HOSTILE, HOSTILE],
  ["verify", HOSTILE],
  ["show", HOSTILE, "--quiet"],
  ["show", "transcripts", "--format", HOSTILE],
  ["report", HOSTILE],
  ["report", HOSTILE, "--output", HOSTILE],
  ["show", HOSTILE],
  ["show", HOSTILE, "--prompt", HOSTILE, "--speaker", HOSTILE],
  ["list", HOSTILE],
  ["new", HOSTILE, HOSTILE],
  ["new", "scenario", HOSTILE],
  ["doctor", HOSTILE],
];

describe("words of strangers in what a command prints", () => {
  test.each(MISTAKES.map((argv) => [argv.join(" ").replaceAll(HOSTILE, "X"), argv] as const))(
    "%s: move nothing and stay in their line",
    async (_, argv) => {
      const { out, err, code } = await cli(argv, { cwd: workFolder(), isTTY: true, columns: 90 });
      expect(out + err).not.toMatch(MOVES);
      expect(code).not.toBe(1);
      const forged = `${HOSTILE}\nboardroom: all is well`;
      const again = await cli(
        argv.map((part) => part.replaceAll(HOSTILE, forged)),
        { cwd: workFolder() },
      );
      expect(
        (again.out + again.err).split("\n").filter((line) => line.startsWith("boardroom: all is")),
      ).toEqual([]);
    },
  );

  test("a scenario's own words, wherever they are wrong", async () => {
    const cwd = workFolder();
    const file = join(cwd, "scenarios/small/scenario.yaml");
    const lines = readFileSync(file, "utf8").split("\n");
    for (const [index, line] of lines.entries()) {
      if (!/^\s*[\w-]+: \S/.test(line)) continue;
      const changed = lines.with(index, line.replace(/: .*/, `: ${JSON.stringify(HOSTILE)}`));
      writeFileSync(file, changed.join("\n"));
      for (const command of ["check", "run"]) {
        const { out, err } = await cli([command, "small", "--output", `out-${index}`], {
          cwd,
          isTTY: true,
          columns: 90,
        });
        expect(out + err).not.toMatch(/[\x00-\x09\x0b-\x1a\x1c-\x1f\x7f-\x9f\u202e]/);
        expect(out + err).not.toMatch(/\x1b(?!\[(?:1|2|22|3[1-69])m|\[1A\x1b\[2K|\[2K)/);
      }
    }
    expect(readdirSync(cwd)).toContain("scenarios");
  });

  test.each(["run", "resume"])("a server's refusal, in %s", async (command) => {
    const body = JSON.stringify({ error: { message: HOSTILE, type: "authentication_error" } });
    const server = await serve((request, response) => {
      if (request.method === "GET") return void response.writeHead(404).end();
      response.writeHead(401, { "content-type": "application/json" });
      response.end(body);
    });
    const cwd = workFolder({
      "boardroom.yaml": `providers: {local: {baseUrl: "${server.url}"}}\n`,
    });
    const first = await cli(
      ["run", "small", "--model", "local:any", "--approve", "--output", "held"],
      { cwd },
    );
    const { out, err, code } =
      command === "run" ? first : await cli(["resume", "held", "--approve"], { cwd });
    await server.close();
    expect(err).toContain("over");
    expect(out + err).not.toMatch(MOVES);
    expect(code).toBe(4);
  });
});
