import { describe, expect, it } from "vitest";
import { HOST, OURS, serving, TOKEN } from "./serving.ts";

const NUL = String.fromCharCode(0);

describe("a server that runs meetings refuses", () => {
  it("other methods, and names those that it takes", async () => {
    const { app } = serving();
    const put = await app.request(`http://${HOST}/${TOKEN}/`, {
      method: "PUT",
      headers: { host: HOST, ...OURS },
    });
    expect(put.status).toBe(405);
    expect(put.headers.get("allow")).toBe("GET, HEAD, POST");
    expect(await put.text()).toBe("PUT is not allowed. This server takes GET, HEAD and POST.\n");
  });

  it.each([".", "..", "a/..", `cv${NUL}.md`])("a document named %j, by its name", async (name) => {
    const { post } = serving();
    const documents = [{ name, data: "" }];
    for (const what of ["plan", "start"]) {
      const answer = await post(what, { scenario: "small", documents });
      expect(answer.status).toBe(422);
      expect(answer.told.refused).toContain(`a document cannot be called ${JSON.stringify(name)}`);
    }
  });

  it("a model of an unknown provider in the plan already", async () => {
    const { post } = serving();
    const answer = await post("plan", { scenario: "small", model: "nosuch:model" });
    expect(answer.status).toBe(422);
    expect(answer.told.refused).toContain('provider "nosuch" is unknown');
    expect(await post("plan", { scenario: "small" })).toMatchObject({ status: 200 });
  });

  it("a body that is nested too deeply", async () => {
    const { post } = serving();
    const body = `{"scenario":"small","more":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    expect(await post("plan", body)).toMatchObject({
      status: 400,
      told: { refused: "nested too deeply" },
    });
  });

  it("unknown keys, the first twenty of them", async () => {
    const { post } = serving();
    const keys = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`key${at}`, 1]));
    const { told } = await post("plan", { scenario: "small", ...keys });
    expect(told.refused.split("; ")).toHaveLength(21);
    expect(told.refused).toMatch(/; and 480 more$/);
  });
});
