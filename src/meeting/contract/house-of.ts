import { type House, OPEN_TABLE } from "../../perspective/house.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import type { Protocol } from "./protocol.ts";
import { readOptions } from "./protocol-fits.ts";

/** What a protocol, as a scenario sets it up, tells everybody about itself. */
export function houseOf(protocol: Protocol, scenario: Scenario): House {
  return protocol.house?.(readOptions(protocol, scenario), scenario) ?? OPEN_TABLE;
}
