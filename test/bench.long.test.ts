import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { bareLoop } from "../bench/bare-loop.ts";
import { hiringBoard, preparedReplies, promptOf } from "../bench/meetings.ts";
import { createAnthropicModel, createOpenAiModel } from "../bench/product.ts";
import { endpointAt } from "../bench/server.ts";
import { timedTurns } from "../bench/timed-turns.ts";
import { streamOf, VENDOR_NAMES, withInput } from "../bench/vendors.ts";

it("the bare loop that turns are measured by stays as it is, its instruction aside, so that figures can be compared", () => {
  const text = readFileSync("bench/bare-loop.ts", "utf8").replace(/^const CUE = .*$/m, "");
  expect(createHash("sha256").update(text).digest("hex")).toBe(
    "89a3db33cd5049385f32b19043928ca4e3c144359bcc4d2813e0aeb9c3a5bcec",
  );
});

type Body = {
  system?: unknown;
  messages: readonly { content: unknown }[];
};
const textIn = (value: unknown): string =>
  typeof value === "string"
    ? value
    : (value as { text: string }[]).map(({ text }) => text).join("\n\n");

it.each(VENDOR_NAMES)(
  "both sides of a measured turn send the same system prompt and as many bytes: %s",
  async (vendor) => {
    const scenario = await hiringBoard({ openingBallot: false });
    const replies = preparedReplies(scenario);
    const seat = scenario.members[0]!;
    const sent: { path: string; body: Body; bytes: number }[] = [];
    const server = createServer(async (request, response) => {
      const text = await textOf(request);
      sent.push({ path: request.url!, body: JSON.parse(text), bytes: text.length });
      response.writeHead(200, { "content-type": "text/event-stream" });
      const parts = streamOf(vendor, replies[request.url!.split("/")[2]!]!, 24);
      response.end(withInput(parts.join(""), Math.ceil(text.length / 3)));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const bare = bareLoop({
      vendor,
      endpoint: endpointAt(root, vendor, seat.id),
      ...(await promptOf(scenario, seat)),
    });
    for (let turn = 0; turn < 30; turn++) await bare.turn();
    const loop = sent.splice(0);
    const model = vendor === "openai" ? createOpenAiModel : createAnthropicModel;
    await timedTurns({
      scenario,
      createModel: ({ id }) => model(endpointAt(root, vendor, id)),
      turns: 30,
    });
    const systemOf = ({ system, messages }: Body) => textIn(system ?? messages[0]!.content);
    const own = sent.findLast(({ path }) => path.includes(seat.id))!;
    expect(systemOf(own.body)).toBe(systemOf(loop[0]!.body));
    const shares = sent.map(({ bytes }, index) => bytes / loop[index]!.bytes);
    expect(Math.max(...shares)).toBeLessThan(1.05);
    expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(0.95);
  },
);
