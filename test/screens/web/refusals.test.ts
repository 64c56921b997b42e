import { describe, expect, it } from "vitest";
import { HOST, OURS, serving, TOKEN } from "./serving.ts";

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

  it.each([".", "..", "a/..", "...", `${"é".repeat(120)}.md`])(
    "a document named %j, by its name",
    async (name) => {
      const { ask } = serving();
      const { text } = await ask({ question: "Should we?", do: "look" }, [{ name, data: "x" }]);
      expect(text).toContain(
        `A document cannot be called ${JSON.stringify(JSON.stringify(name)).slice(1, -1)}`,
      );
    },
  );

  it("a model of an unknown provider in the plan already, beside the model", async () => {
    const { ask } = serving();
    const asked = { question: "Should we?", model: "other", other: "nosuch:model" };
    const { text } = await ask({ ...asked, do: "look" });
    expect(text).toMatch(/"id":"model-fault".*provider \\"nosuch\\" is unknown/);
    expect(await ask({ ...asked, do: "run" })).toMatchObject({ id: "" });
    expect(text).toContain("nosuch:model");
  });

  it("a body that is nested too deeply", async () => {
    const { post } = serving();
    const body = `{"act":"adjourn","more":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    expect(await post("m/t/act", body)).toMatchObject({
      status: 400,
      told: { refused: "nested too deeply" },
    });
  });

  it("unknown keys, the first twenty of them", async () => {
    const { post } = serving();
    const keys = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`key${at}`, 1]));
    const { told } = await post("m/t/hold", { do: "pause", ...keys });
    expect(told.refused.split("; ")).toHaveLength(21);
    expect(told.refused).toMatch(/; and 480 more$/);
  });
});
