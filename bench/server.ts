import { fork } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { Endpoint } from "../src/models/calls/endpoint.ts";
import { findCapabilities } from "./product.ts";
import type { Served } from "./server-process.ts";
import { VENDORS, type Vendor } from "./vendors.ts";

export type Server = { endpoint(vendor: Vendor, seat: string): Endpoint; close(): void };

/** A server of prepared replies in a process of its own, so that its work is not counted as ours. */
export async function startServer(served: Served): Promise<Server> {
  const file = fileURLToPath(new URL("server-process.ts", import.meta.url));
  const child = fork(file, [JSON.stringify(served)]);
  const [address] = (await once(child, "message")) as [AddressInfo];
  return {
    endpoint: (vendor, seat) => endpointAt(`http://127.0.0.1:${address.port}`, vendor, seat),
    close: () => child.disconnect(),
  };
}

/** Where a seat's model is reached; each seat has a path of its own. */
export function endpointAt(root: string, vendor: Vendor, seat: string): Endpoint {
  const { id } = VENDORS[vendor];
  return {
    spec: `${vendor}:${id}`,
    provider: vendor,
    id,
    capabilities: findCapabilities(vendor, id),
    baseUrl: `${root}/${vendor}/${seat}`,
    apiKey: "none",
  };
}
