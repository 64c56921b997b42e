import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { buildProgram } from "./support/built-program.ts";
import { startScriptedServer } from "./support/scripted-server.ts";

const PAGE = readFileSync("docs/how-to/review-code.md", "utf8");

function readBlock(start: RegExp): string {
  const blocks = [...PAGE.matchAll(/```\w+\n([\s\S]*?)```/g)].map(([, text = ""]) => text);
  return blocks.find((text) => start.test(text)) ?? expect.fail(`no block ${start}`);
}

const permission = z.enum(["read", "write", "none"]);
const variables = z.record(z.string().regex(/^[A-Z_]+$/), z.string());
const kept = { name: z.string().optional(), if: z.string().optional(), env: variables.optional() };

/** The part of the form of a workflow that the recipe uses; nothing else is allowed. */
const workflowSchema = z.strictObject({
  name: z.string(),
  on: z.enum(["pull_request", "push", "workflow_dispatch"]),
  permissions: z.strictObject({ contents: permission, "pull-requests": permission }),
  jobs: z.record(
    z.string().regex(/^[a-z_][\w-]*$/i),
    z.strictObject({
      "runs-on": z.enum(["ubuntu-latest"]),
      "timeout-minutes": z.int().min(1).max(360),
      steps: z.array(
        z.union([
          z.strictObject({
            ...kept,
            uses: z.string().regex(/^[\w-]+\/[\w-]+@v\d+$/),
            with: z.record(z.string(), z.union([z.string(), z.number()])),
          }),
          z.strictObject({ ...kept, id: z.string().optional(), run: z.string() }),
        ]),
      ),
    }),
  ),
});

const workflow = workflowSchema.parse(parse(readBlock(/^name: Review/)));
const { steps } = workflow.jobs.review ?? expect.fail("no job");
const commands = steps.flatMap((step) => ("run" in step ? [step] : []));

let server: Awaited<ReturnType<typeof startScriptedServer>>;
let home: string;

beforeAll(async () => {
  server = await startScriptedServer();
  home = mkdtempSync(join(tmpdir(), "boardroom-ci-"));
  mkdirSync(join(home, "bin"));
  const programs = {
    boardroom: `exec "${process.execPath}" "${buildProgram().bin}" "$@"`,
    npm: '[ "$*" = "install --global ./tools/boardroom.tgz" ]',
    git: '[ "$*" = "diff origin/main...HEAD" ] && cat "$HOME/pull.diff"',
    gh: '[ "$1 $2 $3 $4" = "pr comment 12 -F" ] && cp "$5" "$HOME/comment.md"',
  };
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(home, "bin", name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(home, "bin", name), 0o755);
  }
});

afterAll(() => {
  server.close();
  rmSync(home, { recursive: true, force: true });
});

/** Not at once: the server of the model is in this process. */
function runShell(command: string, { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv }) {
  const child = spawn("bash", ["-e", "-c", command], { cwd, env, stdio: "ignore" });
  return new Promise<number | null>((resolve) => child.on("close", resolve));
}

/** As GitHub does: `bash -e`, the outputs of steps, and the conditions and values of the recipe. */
async function runWorkflow(cwd: string, env: Readonly<Record<string, string>>) {
  const outputs = join(cwd, "outputs");
  writeFileSync(outputs, "");
  const known: Readonly<Record<string, () => string>> = {
    "github.base_ref": () => "main",
    "github.token": () => "a-token",
    "github.event.number": () => "12",
    "secrets.ANTHROPIC_API_KEY": () => "a-key",
    "steps.review.outputs.code": () =>
      /^code=(\d+)$/m.exec(readFileSync(outputs, "utf8"))?.[1] ?? "",
  };
  const look = (name: string) => (known[name] ?? expect.fail(`unknown: ${name}`))();
  const isDue = (condition = "'' == ''") =>
    condition.split(" || ").some((each) => {
      const [left = "", right] = each.split(" == ");
      return (left === "''" ? left : `'${look(left)}'`) === right;
    });
  const ran: [name: string, code: number | null][] = [];
  for (const { run, name = run, env: own = {}, if: condition } of commands) {
    if (!isDue(condition)) continue;
    const values = Object.entries(own).map(([key, value]) => {
      const [, expression = ""] = /^\$\{\{ ([\w.]+) \}\}$/.exec(value) ?? expect.fail(value);
      return [key, look(expression)];
    });
    const all = { ...env, ...Object.fromEntries(values), GITHUB_OUTPUT: outputs };
    const status = await runShell(run, { cwd, env: all });
    ran.push([name, status]);
    if (status !== 0) break;
  }
  return ran;
}

async function prepare(name: string, diff: string) {
  const cwd = join(home, name);
  mkdirSync(cwd);
  const env = {
    PATH: `${join(home, "bin")}:${process.env.PATH}`,
    HOME: home,
    ANTHROPIC_BASE_URL: server.url,
  };
  const [, asked = ""] = /^\$ (boardroom ask .*)--model auto/m.exec(PAGE) ?? [];
  const ask = `${readBlock(/^cat /)}${asked}--model anthropic:m\n`;
  expect(await runShell(ask, { cwd, env: { ...env, ANTHROPIC_API_KEY: "k" } })).toBe(6);
  writeFileSync(join(home, "pull.diff"), diff);
  rmSync(join(home, "comment.md"), { force: true });
  return { cwd, env };
}

const CHANGE = `--- a/src/pay.ts
+++ b/src/pay.ts
@@ -7 +7 @@
-const limit = 1;
+const limit = 2; // as the bank now allows it
`;

describe("the recipe for GitHub Actions", () => {
  it("writes the findings of a pull request as a comment, and passes if the judges are for it", async () => {
    const { cwd, env } = await prepare("for", CHANGE);
    expect((await runWorkflow(cwd, env)).map(([, code]) => code)).toEqual([0, 0, 0, 0, 0]);
    const comment = readFileSync(join(home, "comment.md"), "utf8");
    expect(comment).toContain("- **Decision:** Merge");
    expect(comment.match(/^- \*\*src\/pay\.ts:7\*\* This line decides it\./gm)).toHaveLength(5);
  });

  it("fails with exit code 2 and without a comment if there is no change", async () => {
    const { cwd, env } = await prepare("empty", "");
    expect((await runWorkflow(cwd, env)).at(-1)).toEqual(["Fail unless the judges are for it", 2]);
    expect(() => readFileSync(join(home, "comment.md"))).toThrow();
  });

  it("gives each variable to the steps that use it, and no secret to a step with another's code", () => {
    for (const { run, env = {} } of commands)
      for (const name of Object.keys(env))
        expect(["GH_TOKEN", "ANTHROPIC_API_KEY"].includes(name) || run.includes(`$${name}`)).toBe(
          true,
        );
    expect(commands.filter(({ run }) => run.includes("${{"))).toEqual([]);
  });
});
