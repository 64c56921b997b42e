import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { serve } from "../models/local-server.ts";
import { ownServer } from "../models/own-servers.ts";
import { cli, workFolder } from "./cli.ts";

const LISTED = ["claude-sonnet-5-5-20260930", "claude-haiku-5-5-20261001"];
const ALIAS = "claude-sonnet-5-5";

/** Plays the models API of Anthropic, which finds aliases but does not list them. Every call to a model fails. */
async function hosted() {
  const asked: string[] = [];
  const server = await serve((request, response) => {
    asked.push(`${request.method} ${request.url?.split("?")[0]}`);
    const send = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const refuse = (status: number, type: string, message: string) =>
      send(status, { type: "error", error: { type, message } });
    if (request.headers.authorization !== "Bearer good")
      return refuse(401, "authentication_error", "invalid bearer token");
    const [, id = ""] = /models\/([^?]+)/.exec(request.url ?? "") ?? [];
    if (id === "" && request.method === "GET")
      return send(200, {
        data: LISTED.map((each) => ({ id: each, type: "model" })),
        has_more: false,
      });
    if ([...LISTED, ALIAS].includes(id)) return send(200, { id, type: "model" });
    return refuse(404, "not_found_error", `model: ${id}`);
  });
  onTestFinished(() => server.close());
  const run = (argv: readonly string[], key = "good") => {
    const cwd = workFolder({
      "job.md": "# A job\n\nThe post needs ten years of practice in the field.\n",
    });
    const env = { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: server.url, XDG_STATE_HOME: cwd };
    return cli(argv, { cwd, env, fetch }).then((ran) => ({ ...ran, cwd }));
  };
  return { asked, run };
}

const COMMANDS: readonly (readonly [string, ...string[]])[] = [
  ["run", "small"],
  ["ask", "Should we move?", "--yes"],
  ["new", "scenario", "post", "--from", "job.md"],
];

describe("a hosted model", () => {
  it.each(COMMANDS)(
    "that does not exist is found before anything is spent: %s",
    async (...argv) => {
      const { asked, run } = await hosted();
      const { code, err, cwd } = await run([
        ...argv,
        "--model",
        "anthropic:claude-sonet-5-5",
        "--approve",
      ]);
      expect({ code, err }).toEqual({
        code: 2,
        err: `boardroom: anthropic has no model "claude-sonet-5-5"\n  Models: ${LISTED.join(", ")}.\n`,
      });
      expect(asked).toEqual(["GET /v1/models/claude-sonet-5-5", "GET /v1/models"]);
      expect(existsSync(join(cwd, "transcripts"))).toBe(false);
    },
  );

  it("whose key no request can carry is found before approval and before a request", async () => {
    const { asked, run } = await hosted();
    for (const command of ["run", "check"]) {
      const { code, err } = await run(
        [command, "small", "--model", `anthropic:${ALIAS}`],
        "sk-\u2026",
      );
      expect({ command, code }).toEqual({ command, code: 2 });
      expect(err).toContain("ANTHROPIC_API_KEY cannot be used: character 4 (U+2026) is in no key.");
    }
    expect(asked).toEqual([]);
  });

  it("whose key is refused is named with its variable, and an alias is no error", async () => {
    const { asked, run } = await hosted();
    const model = ["--model", `anthropic:${ALIAS}`];
    const { code, err } = await run(["run", "small", ...model, "--approve"], "bad");
    expect(code).toBe(2);
    expect(err).toContain(
      "anthropic refuses the key in ANTHROPIC_API_KEY: 401 invalid bearer token",
    );
    expect(asked).toEqual([`GET /v1/models/${ALIAS}`]);
    const checked = await run(["check", "small", ...model]);
    expect(checked.err + checked.out).not.toMatch(/has no model|refuses/);
  });
});

it("a question is framed only by a server that has the model and room for it", async () => {
  const server = await ownServer("ollama", { models: [{ id: "tiny:1b", most: 2_048 }] });
  const ask = (model: string, OLLAMA_HOST: string) =>
    cli(["ask", "Should we move?", "--yes", "--model", model], {
      cwd: workFolder(),
      env: { OLLAMA_HOST },
      fetch,
    });
  expect((await ask("ollama:tiny:1b", server.url)).err).toContain(
    "ollama:tiny:1b has a context window of 2,048 tokens, and the framing needs about",
  );
  expect((await ask("ollama:big:9b", server.url)).err).toContain('Ollama has no model "big:9b"');
  const { err } = await ask("ollama:tiny:1b", "http://127.0.0.1:3");
  expect(err).toContain("no Ollama answers at 127.0.0.1:3\n  Start it with `ollama serve`");
  expect(server.bodies).toEqual([]);
});
