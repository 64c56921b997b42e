import { createRegistry } from "boardroom/extend";
import { describe, expect, it } from "vitest";
import { type Endpoint, readCallLimits } from "../../src/models/calls/endpoint.ts";
import { capabilitiesOf } from "./endpoints.ts";

function at(baseUrl: string, changes: Partial<Endpoint> = {}): Endpoint {
  const model = {
    spec: "x:y",
    provider: "x",
    id: "y",
    apiKey: "",
    capabilities: capabilitiesOf("x", "y"),
  };
  return { ...model, baseUrl, ...changes };
}

describe("how long a call may be silent", () => {
  it("is ten minutes before the first word of a server of one's own, one minute of another's", () => {
    const own = readCallLimits(at("http://localhost:8080/v1"));
    expect(own).toEqual({ idleMs: 60_000, firstMs: 600_000, totalMs: 1_800_000 });
    const other = readCallLimits(at("https://api.example.com/v1"));
    expect(other).toEqual({ idleMs: 60_000, firstMs: 60_000, totalMs: 600_000 });
  });

  it("is three times as long before the first word of a model that thinks", () => {
    const thinks = { capabilities: { ...capabilitiesOf("x", "y"), reasoningEffort: true } };
    expect(readCallLimits(at("https://api.example.com/v1", thinks)).firstMs).toBe(180_000);
    expect(
      readCallLimits(at("https://api.example.com/v1", { ...thinks, limits: { idleMs: 20_000 } }))
        .firstMs,
    ).toBe(60_000);
  });

  it("is what the settings say, wherever the server stands", () => {
    const limits = { idleMs: 5, firstMs: 6, totalMs: 7 };
    expect(readCallLimits(at("http://127.0.0.1:1/v1", { limits }))).toEqual(limits);
  });
});

/** Servers of one's own are sent a schema without being described. */
function isLocalAddress(baseUrl: string): boolean {
  const registry = createRegistry({ env: {}, settings: { providers: { lab: { baseUrl } } } });
  return registry.createSpecEndpoint("lab:qwen").capabilities.structuredOutput;
}

describe("an address of one's own", () => {
  it.each([
    "http://localhost:11434/v1",
    "http://127.0.0.1:8080",
    "http://127.9.8.7",
    "http://[::1]:8080/v1",
    "http://0.0.0.0:8000",
    "http://10.1.2.3/v1",
    "http://172.16.0.9",
    "http://172.31.255.1",
    "http://192.168.1.20:1234/v1",
    "http://169.254.1.1",
    "http://[fd12:3456::1]/v1",
    "http://[fe80::1]/v1",
    "http://gpu:8000/v1",
    "http://host.docker.internal:11434",
    "http://rack.local",
  ])("is %s", (address) => {
    expect(isLocalAddress(address)).toBe(true);
  });

  it.each([
    "https://api.openai.com/v1",
    "http://172.15.0.1",
    "http://172.32.0.1",
    "http://11.0.0.1",
    "http://192.169.0.1",
    "http://128.0.0.1",
    "http://[2001:db8::1]/v1",
    "https://localhost.example.com",
    "not an address",
  ])("is not %s", (address) => {
    expect(isLocalAddress(address)).toBe(false);
  });
});
