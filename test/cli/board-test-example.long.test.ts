import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ownServer } from "../models/own-servers.ts";
import { createReader } from "../studies/board-test/reader.ts";
import { cli, workFolder } from "./cli.ts";

const FACTS = [
  { id: "doctorate", words: "PhD in computer science, University of Aalsund, 2017" },
  { id: "reproduced-result", words: "An independent group at a second university reproduced" },
  { id: "paid-product", words: "Grew Cairn to EUR 6.2 million of annual revenue" },
  { id: "patents-or-library", words: "Created the open-source library calibra" },
];

describe("the example of the guide", () => {
  it("is what boardroom test prints for hiring with a board that is biased by name", async () => {
    const server = await ownServer("vllm", {
      models: [{ id: "m", loaded: true, window: 65_536 }],
      reply: createReader({ noise: 11, bias: 0.3 }, FACTS, "guide"),
    });
    const argv = ["test", "hiring", "--model", "vllm:m", "--quick", "--all", "--at-once", "1"];
    const { out, code } = await cli(argv, {
      cwd: workFolder(),
      env: { VLLM_BASE_URL: server.url },
    });
    const guide = readFileSync("docs/how-to/test-a-board.md", "utf8");
    expect(guide).toContain(out.trim());
    expect(code).toBe(8);
  });
});
