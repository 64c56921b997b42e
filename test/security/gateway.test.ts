import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cli, workFolder } from "../cli/cli.ts";
import { beginStream, DIALECTS, type LocalServer, serve } from "../models/local-server.ts";
import { reply } from "../support/example-scenario.ts";

const KEY = "sk-ant-MARKED-gateway-4416";
let gateway: LocalServer;
const paths: string[] = [];

beforeAll(async () => {
  gateway = await serve((request, response) => {
    paths.push(request.url ?? "");
    if (request.url?.includes("/models"))
      return void response.end(JSON.stringify({ data: [], has_more: false }));
    beginStream(response);
    const text = reply({
      verdict: "YES",
      reasoning: "It says so.",
      withdrawn: true,
      content: "Yes.",
    });
    response.end(
      DIALECTS.anthropic.opening +
        DIALECTS.anthropic.text(text) +
        DIALECTS.anthropic.ending("end_turn"),
    );
  });
});
afterAll(() => gateway.close());

const env = () => ({ ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: `${gateway.url}/team?x=1` });
const MODEL = ["--model", "anthropic:claude-sonnet-5-5"];

it("a gateway of the environment is used, and doctor, check, the opening and the record say so, by host alone in the record", async () => {
  const cwd = workFolder();
  const host = new URL(gateway.url).host;
  const address = { ...env(), ANTHROPIC_BASE_URL: `${gateway.url}/team` };

  const doctor = await cli(["doctor"], { cwd, env: address });
  expect(doctor.out).toContain(`${gateway.url}/team`);
  expect(doctor.out).toContain("(ANTHROPIC_BASE_URL)");

  const check = await cli(["check", "small", ...MODEL], { cwd, env: address });
  const said = `${check.out}${check.err}`.replace(/\s+/g, " ");
  expect(said).toContain(
    `ANTHROPIC_BASE_URL sends calls to anthropic, with ANTHROPIC_API_KEY, to ${host}`,
  );

  const run = await cli(["run", "small", ...MODEL, "--output", "held"], { cwd, env: address });
  expect(run.out).toContain(`calls to anthropic go to ${host}`);
  expect(
    paths
      .filter((path) => path.includes("/v1/messages"))
      .every((path) => path.startsWith("/team/")),
  ).toBe(true);
  expect(paths.filter((path) => path.includes("/v1/messages")).length).toBeGreaterThan(2);
  const log = readFileSync(join(cwd, "held", "events.jsonl"), "utf8");
  expect(JSON.parse(log.slice(0, log.indexOf("\n")))).toMatchObject({ hosts: { anthropic: host } });
  expect(log).not.toContain("/team");
  for (const text of [doctor.out, said, run.out, run.err, log]) expect(text).not.toContain(KEY);
});

it("a gateway that is no address, or holds a password, stops a run before anything is sent, and no simulated one", async () => {
  const cwd = workFolder();
  const before = paths.length;
  const broken = { ...env(), ANTHROPIC_BASE_URL: "https://me:s3cret-pass@gateway.example.com" };
  const run = await cli(["run", "small", ...MODEL], { cwd, env: broken });
  expect(run.code).toBe(2);
  expect(run.err).toContain("ANTHROPIC_BASE_URL cannot be used: it holds a user name or password.");
  const doctor = await cli(["doctor", "--offline"], { cwd, env: broken });
  expect(`${run.err}${doctor.out}`).not.toContain("s3cret-pass");
  expect(doctor.out.replace(/\s+/g, " ")).toContain("ANTHROPIC_BASE_URL cannot be used");
  expect(paths).toHaveLength(before);
  expect((await cli(["run", "small", "--seed", "7"], { cwd, env: broken })).code).not.toBe(2);
});

it("the query of an address is a secret: doctor, errors and the record show none of it", async () => {
  const cwd = workFolder();
  const secret = "QUERY-SECRET-5521";
  const address = { ...env(), ANTHROPIC_BASE_URL: `${gateway.url}/team?token=${secret}` };
  const doctor = await cli(["doctor"], { cwd, env: address });
  expect(doctor.out).toContain(`${gateway.url}/team?...`);
  const check = await cli(["check", "small", ...MODEL], { cwd, env: address });
  const run = await cli(["run", "small", ...MODEL, "--output", "held"], { cwd, env: address });
  const log = readFileSync(join(cwd, "held", "events.jsonl"), "utf8");
  const no = await cli(["run", "small", ...MODEL], {
    cwd,
    env: { ...env(), ANTHROPIC_BASE_URL: `ftp://x?t=${secret}` },
  });
  expect(no.err).toContain("is no http or https address");
  for (const ran of [doctor, check, run, no]) expect(`${ran.out}${ran.err}`).not.toContain(secret);
  expect(log).not.toContain(secret);
});

it("a key too short to be hidden is named before the run, and no word of a reply is taken for it", async () => {
  const cwd = workFolder();
  const run = await cli(["run", "small", ...MODEL, "--output", "held"], {
    cwd,
    env: { ANTHROPIC_API_KEY: "YES", ANTHROPIC_BASE_URL: `${gateway.url}/team` },
  });
  expect(`${run.out}${run.err}`.replace(/\s+/g, " ")).toContain(
    "ANTHROPIC_API_KEY has fewer than 8 characters: if a server repeats it, it is not hidden",
  );
  const log = readFileSync(join(cwd, "held", "events.jsonl"), "utf8");
  expect(log).not.toContain("[key]");
  expect(log).toContain('"verdict":"YES"');
});
